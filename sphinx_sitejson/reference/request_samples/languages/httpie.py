"""Samples for a shell, with HTTPie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard
from urllib.parse import urlencode

from sphinx_sitejson.reference.request_samples.request import (
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .bash import in_code
from .language import Language
from .quoting import json_lines


def generate(request: SampleRequest) -> str:
    """Write a call of http."""
    options = [*_options(request), f"{request.method} {in_code(request.url)}"]
    arguments = [" ".join(options), *_items(request), *_body(request)]
    return "http " + " \\\n  ".join(arguments)


def _options(request: SampleRequest) -> Iterator[str]:
    if isinstance(request.body, FormBody) and not _has_names_again(request.body):
        yield "--form"
    elif isinstance(request.body, MultipartBody) and not _is_by_hand(request.body):
        yield "--multipart"
    yield "--follow"
    if request.basic_auth:
        if request.basic_auth.scheme == "digest":
            yield "--auth-type digest"
        yield f"--auth {in_code(request.basic_auth.text)}"


def _items(request: SampleRequest) -> Iterator[str]:
    headers = [*request.headers, *request.cookie_header]
    if not isinstance(request.body, FormBody) or _has_names_again(request.body):
        headers.extend(request.content_header)
    if _is_by_hand(request.body):
        headers.append(("Content-Type", request.body.boundary_media_type))
    yield from (_item(name, ":" if value else ";", value) for name, value in headers)


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"--raw {in_code(json_lines(body.value))}"
    elif isinstance(body, TextBody):
        yield f"--raw {in_code(body.text)}"
    elif isinstance(body, FormBody) and _has_names_again(body):
        # HTTPie puts the fields of one name together.
        yield f"--raw {in_code(urlencode(body.fields, errors='replace'))}"
    elif isinstance(body, FormBody):
        yield from _as_no_options([_item(name, "=", value) for name, value in body.fields])
    elif _is_by_hand(body):
        yield f"--raw {in_code(''.join(piece for piece in body.pieces if isinstance(piece, str)))}"
    elif isinstance(body, MultipartBody):
        yield from _as_no_options([_part(part) for part in body.parts])
    elif isinstance(body, FileBody):
        yield in_code(f"@{body.file_name}")


def _as_no_options(items: list[str]) -> list[str]:
    looks_like_option = any(item.lstrip("$'").startswith("-") for item in items)
    return ["--", *items] if looks_like_option else items


def _item(name: str, separator: str, value: str) -> str:
    # A separator in the name, or one that grows longer by the value, would mean another thing.
    name = re.sub(r"([:=@;])", r"\\\1", name)
    value = f"\\{value}" if value[:1] in ("=", "@", ":") else value
    return in_code(f"{name}{separator}{value}")


def _has_names_again(body: FormBody) -> bool:
    return len(dict(body.fields)) < len(body.fields)


def _is_by_hand(body: Body | None) -> TypeGuard[MultipartBody]:
    """Whether parts need headers that HTTPie cannot send; bodies with files stay as they are."""
    if not isinstance(body, MultipartBody) or body.is_plain:
        return False
    return not any(part.file_name for part in body.parts)


def _part(part: Part) -> str:
    kind = f";type={part.effective_media_type}" if part.effective_media_type else ""
    return (
        _item(part.name, "@", f"{part.file_name}{kind}")
        if part.file_name
        else _item(part.name, "=", part.text)
    )


LANGUAGE = Language(
    name="httpie",
    label="HTTPie",
    lexer="bash",
    generate=generate,
    spellings=("http",),
)
