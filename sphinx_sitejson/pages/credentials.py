"""Credentials in the addresses of a page's front matter, which many files of a site repeat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.network.credentials import (
    has_credentials,
    public_address,
    without_credentials,
)

_ADDRESS = re.compile(r"\bhttps?:[/\\]{2}[^\s<>\"'`]+", re.IGNORECASE)
_FENCE = re.compile(r"---[ \t]*\r?\n?")
_DOCUMENT_LINE = re.compile(r"[\s:\"'-]*openapi", re.IGNORECASE)
_RST_HEAD = (":", " ", "\t", "..", "\n", "\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPage:
    """The text of a page without credentials in its front matter."""

    text: str
    lines: tuple[int, ...] = ()
    """Where an address had some that readers would have seen."""


def without_credentials_in_page(text: str, *, is_rst: bool) -> PlainPage:
    """Take the credentials out of the front matter, or out of the fields that rst has instead.

    As in the settings, the address of a document is only the name of something known.
    """
    if "@" not in text and "?" not in text:
        return PlainPage(text=text)
    lines = text.splitlines(keepends=True)
    found: list[int] = []
    for index in list(_head(lines, is_rst=is_rst)):
        line = lines[index]
        if _DOCUMENT_LINE.match(line):
            lines[index] = _ADDRESS.sub(lambda match: public_address(match[0]), line)
        elif any(has_credentials(match[0]) for match in _ADDRESS.finditer(line)):
            lines[index] = _ADDRESS.sub(lambda match: without_credentials(match[0]), line)
            found.append(index + 1)
    return PlainPage(text="".join(lines), lines=tuple(found))


def _head(lines: list[str], *, is_rst: bool) -> Iterator[int]:
    """Yield the positions of the lines that say something about the page."""
    is_open = False
    for index, line in enumerate(lines):
        if is_rst:
            if not line.startswith(_RST_HEAD):
                return
            yield index
        elif _FENCE.fullmatch(line.removeprefix("\ufeff")):
            if is_open:
                return
            is_open = True
        elif is_open:
            yield index
        elif line.strip():
            return
