"""Find documents, recognize their format, and convert them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import is_outside_repository
from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, iter_values
from sphinx_sitejson.common.problems import key_path
from sphinx_sitejson.common.records import record

from ..raw import Raw
from ..validation.meta_schemas import ASYNCAPI, SWAGGER, detect_version
from .sources import DOCUMENT_SUFFIXES, DocumentFile, iter_document_files, read_source
from .workspace import UnreadableError

_DEEPEST_RESULT = 4 * MAX_LEVELS
"""More levels than any document needs: a converted one may contain itself."""


@record
class ApiFormat:
    """A format of API descriptions that a project adds."""

    name: str
    matches: Callable[[Raw], bool] = field(repr=False)
    """Recognizes a document by its content."""
    convert: Callable[[Raw], Raw] = field(repr=False)
    """Turns a document into OpenAPI 3 before its references are followed."""
    suffixes: tuple[str, ...]
    """The endings of files in which documents are searched for."""
    digest: str
    """Changes with the code of the format."""


API_FORMATS: Mapping[str | None, str] = {
    SWAGGER: "sphinx_sitejson.openapi.swagger2",
    ASYNCAPI: "sphinx_sitejson.openapi.asyncapi.conversion",
}
"""The modules that convert formats besides OpenAPI 3, imported when a document needs them.

``GRAMMAR`` has the keys that may refer to other files, and ``convert_bundle`` converts a document
after its references were bundled.
"""


def find_format(document: Any, formats: Iterable[ApiFormat]) -> ApiFormat | None:
    """Return the first format that recognizes a document."""
    if not isinstance(document, dict):
        return None
    return next((each for each in formats if each.matches(document)), None)


def convert_source(source: DocumentFile, formats: Iterable[ApiFormat]) -> DocumentFile:
    """Return a file whose document is converted if one of the formats recognizes it.

    :raises UnreadableError: if the result is not a document.
    """
    found = find_format(source.value, formats)
    if found is None:
        return source
    converted: Any = found.convert(deepcopy(source.value))
    if not isinstance(converted, dict):
        kind = type(converted).__name__
        raise UnreadableError(f'the format "{found.name}" returned {kind}, not a dictionary.')
    if wrong := _first_unknown_value(converted):
        raise UnreadableError(f'the format "{found.name}" returned {wrong}.')
    return replace(source, value=converted, converted_by=repr(found))


def _first_unknown_value(document: Raw) -> str:
    """Return what is wrong with a value that JSON does not have, and where it is; else ""."""
    for path, value in iter_values(document):
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    return f"a key that is not a string at {key_path(path) or 'the root'}: {key!r}"
        elif not isinstance(value, list | str | int | float | None):
            return f"a value that JSON does not have at {key_path(path)}: {type(value).__name__}"
        if len(path) > _DEEPEST_RESULT:
            return f"values that are {TOO_DEEP}, or contain themselves"
    return ""


_SIZE_LIMIT = 20_000_000
_HEAD_SIZE = 8_192
_KEY = rb"(?P<name>openapi|swagger|asyncapi)"
_NUMBER = rb"[\"']?(?P<number>[23])\b"
_FIRST_KEY = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\{\s*\"" + _KEY + rb"\"\s*:\s*" + _NUMBER)
_YAML_KEY = re.compile(rb"^(?:\xef\xbb\xbf)?([\"']?)" + _KEY + rb"\1\s*:\s+" + _NUMBER, re.M)
_ANY_KEY = re.compile(rb"[\"']?\b" + _KEY + rb"[\"']?\s*:\s*" + _NUMBER)
_SWAGGER_KEY = re.compile(rb"^[\"']?(paths|definitions|basePath|host)[\"']?\s*:", re.M)


def find_documents(
    root: Path, exclude: Callable[[str], bool] | None = None, formats: Iterable[ApiFormat] = ()
) -> list[Path]:
    """Return the OpenAPI 3, Swagger 2.0 and AsyncAPI files of a project, sorted.

    :param exclude: returns whether a path relative to the root, with slashes, is excluded.
    :param formats: the formats that the project adds, whose files are found too
    """
    real_root = root.resolve()
    endings = (*DOCUMENT_SUFFIXES, *(suffix for each in formats for suffix in each.suffixes))
    return sorted(
        path
        for path in iter_document_files(real_root, exclude, endings)
        if (content := _content(path, real_root))
        and (_is_document(content) or _is_of_format(path.name, content, formats))
    )


def _content(path: Path, root: Path) -> bytes:
    """Return the content of a file of the project that may be a document, else no bytes."""
    try:
        is_foreign = path.is_symlink() and is_outside_repository(path, root)
        if is_foreign or not path.is_file() or path.stat().st_size > _SIZE_LIMIT:
            return b""
        return path.read_bytes()
    except OSError:
        return b""


def _is_of_format(name: str, content: bytes, formats: Iterable[ApiFormat]) -> bool:
    possible = [each for each in formats if name.lower().endswith(each.suffixes)]
    return bool(possible) and find_format(read_source(content, file="").value, possible) is not None


def _is_document(content: bytes) -> bool:
    start = content[:_HEAD_SIZE]
    key = _FIRST_KEY.match(start) or _YAML_KEY.search(start)
    is_openapi = key and (key["name"], key["number"]) == (b"openapi", b"3")
    if is_openapi or (key and key["name"] == b"asyncapi"):
        return True
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        # Some tools sort the keys, so that "openapi" follows all components.
        key = _YAML_KEY.search(content)
        return key is not None and _matches_version(key["name"], key["number"], content)
    try:
        value = json.loads(content.decode("utf-8-sig")) if _ANY_KEY.search(content) else None
    except (ValueError, RecursionError):
        return False
    return detect_version(value).rules is not None


def _matches_version(name: bytes, number: bytes, content: bytes) -> bool:
    """Return whether a YAML text has the keys of its version; OpenAPI 2 may be Swagger 2.0."""
    if number == b"3" or name == b"asyncapi":
        return name != b"swagger"
    found = {key[1] for key in _SWAGGER_KEY.finditer(content)}
    is_named = name == b"swagger" or bool(found - {b"paths"})
    return is_named and bool(found & {b"paths", b"definitions"})
