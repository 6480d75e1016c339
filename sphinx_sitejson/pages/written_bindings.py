"""Which operations and schemas the written pages show, seen before any page is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sphinx_sitejson.mdx.front_matter import read_front_matter

from .bindings import ReadBinding, read_binding

HEAD_SIZE = 16_384
"""How much of a page is looked at; front matter is short."""

_FIELD = re.compile(r"^:(openapi|openapi-schema|api):[ \t]+(.+)$", re.MULTILINE)
_MENTIONS_DOCUMENT = re.compile(r"openapi", re.IGNORECASE)


def bindings_in(pages: Mapping[str, Path]) -> dict[str, ReadBinding]:
    """Return the bindings of all pages that have one; a page that only mentions has None."""
    found: dict[str, ReadBinding] = {}
    for docname, path in pages.items():
        head = _head_of(path)
        if _MENTIONS_DOCUMENT.search(head):
            found[docname] = read_binding(_metadata(head, path))
    return found


def _head_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(HEAD_SIZE).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _metadata(head: str, path: Path) -> Mapping[str, object]:
    if path.suffix == ".rst":
        return dict(_FIELD.findall(head))
    return read_front_matter(head, file=str(path)).values
