"""Find the OpenAPI and AsyncAPI documents of a project."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import is_outside_repository

from .sources import DOCUMENT_SUFFIXES, iter_document_files
from .validation.meta_schemas import detect_version

if TYPE_CHECKING:
    from .api_formats import ApiFormat

_SIZE_LIMIT = 20_000_000
_HEAD_SIZE = 8_192
_KEY = rb"(?P<name>openapi|swagger|asyncapi)"
_NUMBER = rb"[\"']?(?P<number>[23])\b"
_FIRST_KEY = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\{\s*\"" + _KEY + rb"\"\s*:\s*" + _NUMBER)
_YAML_KEY = re.compile(rb"^(?:\xef\xbb\xbf)?([\"']?)" + _KEY + rb"\1\s*:\s+" + _NUMBER, re.M)
_ANY_KEY = re.compile(rb"[\"']?\b" + _KEY + rb"[\"']?\s*:\s*" + _NUMBER)
_SWAGGER_KEY = re.compile(rb"^[\"']?(paths|definitions|basePath|host)[\"']?\s*:", re.M)


def find_documents(
    root: Path,
    exclude: Callable[[str], bool] | None = None,
    formats: Iterable[ApiFormat] = (),
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
        if _is_document(path, real_root) or _is_of_format(path, real_root, formats)
    )


def _is_of_format(path: Path, root: Path, formats: Iterable[ApiFormat]) -> bool:
    possible = [each for each in formats if path.name.lower().endswith(each.suffixes)]
    if not possible:
        return False
    from .api_formats import has_format

    try:
        if path.is_symlink() and is_outside_repository(path, root):
            return False
        if not path.is_file() or path.stat().st_size > _SIZE_LIMIT:
            return False
        return has_format(path.read_bytes(), possible)
    except OSError:
        return False


def _is_document(path: Path, root: Path) -> bool:
    try:
        if path.is_symlink() and is_outside_repository(path, root):
            return False
        if not path.is_file() or path.stat().st_size > _SIZE_LIMIT:
            return False
        with path.open("rb") as file:
            start = file.read(_HEAD_SIZE)
            key = _FIRST_KEY.match(start) or _YAML_KEY.search(start)
            is_openapi = key and (key["name"], key["number"]) == (b"openapi", b"3")
            if is_openapi or (key and key["name"] == b"asyncapi"):
                return True
            content = start + file.read()
    except OSError:
        return False
    # Some tools sort the keys, so that "openapi" follows all components.
    key = _YAML_KEY.search(content)
    if key and content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
        return _matches_version(key["name"], key["number"], content)
    return _has_json_key(content)


def _matches_version(name: bytes, number: bytes, content: bytes) -> bool:
    """Return whether a YAML text has the keys of its version; OpenAPI 2 may be Swagger 2.0."""
    if number == b"3" or name == b"asyncapi":
        return name != b"swagger"
    found = {key[1] for key in _SWAGGER_KEY.finditer(content)}
    is_named = name == b"swagger" or bool(found - {b"paths"})
    return is_named and bool(found & {b"paths", b"definitions"})


def _has_json_key(content: bytes) -> bool:
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or not _ANY_KEY.search(content):
        return False
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and detect_version(value).rules is not None
