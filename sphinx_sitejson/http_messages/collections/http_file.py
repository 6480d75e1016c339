"""An ``.http`` file, as the editors of Visual Studio Code and JetBrains send it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..request import FileBody, MultipartBody, replace_lone_surrogates
from .building import Collection, CollectionRequest, Folder, is_written_by_hand, raw_text

_SEPARATOR = re.compile(r"^###", re.MULTILINE)


def write_collection(collection: Collection, indent: int | None = None) -> str:
    """Return the text of the file."""
    lines = [f"# {_one_line(collection.name)} {collection.version}".rstrip(), ""]
    lines += [f"@{name} = {value}" for name, value in collection.variables.items()]
    requests = [text for folder in collection.folders for text in _requests(folder, "")]
    return replace_lone_surrogates("\n".join([*lines, "", *requests]))


def _requests(folder: Folder, above: str) -> Iterator[str]:
    path = f"{above}{_one_line(folder.name)} / "
    for request in folder.requests:
        yield f"### {path}{_one_line(request.name)}\n{_request(request)}\n"
    for inner in folder.folders:
        yield from _requests(inner, path)


def _request(request: CollectionRequest) -> str:
    lines = [f"{request.method} {request.url(request.path)}"]
    if request.bearer:
        lines.append(f"Authorization: Bearer {request.bearer}")
    elif basic := request.basic_auth:
        # Both editors encode the two of them.
        kind = basic.scheme.title()
        lines.append(f"Authorization: {kind} {basic.username} {basic.password}")
    lines += [f"{each.name}: {each.value}" for each in request.headers if each.is_enabled]
    if isinstance(request.body, MultipartBody) and not is_written_by_hand(request.body):
        lines.append(f"Content-Type: {request.body.boundary_media_type}")
    body = _body(request)
    return "\n".join([*lines, "", body] if body else lines)


def _body(request: CollectionRequest) -> str:
    body = request.body
    if body is None:
        return ""
    if isinstance(body, FileBody):
        return f"< ./{body.file_name}"
    if isinstance(body, MultipartBody):
        pieces = (
            piece if isinstance(piece, str) else f"< ./{piece.file_name}" for piece in body.pieces
        )
        return "".join(pieces).replace("\r\n", "\n").rstrip("\n")
    # Three number signs at the beginning of a line would end the request.
    return _SEPARATOR.sub(" ###", raw_text(body))


def _one_line(text: str) -> str:
    return " ".join(text.split())
