"""The parts of CommonMark texts that catalogs translate: paragraphs, items, headings and cells.

A message is the text between markup, in one line; markup, code and the lines between tables and
lists stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt

from sphinx_sitejson.common.markdown_limits import limits_plugin

Gettext = Callable[[str], str]

MAX_CACHED_TEXTS = 5_000
_CELLS = ("th_open", "td_open")
_NO_WORDS = re.compile(r"\s*<(?:!|\?|pre\b|script\b|style\b)", re.IGNORECASE)
_PLAIN = re.compile(r"\w[^\n|]*", re.ASCII)
"""A line that begins with text, not with markup."""
_LINE_END = re.compile(r"\r\n?|\n")
_NUMBERED = re.compile(r"\d+[.)]")
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table").use(limits_plugin)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a text that is one message."""

    source: str
    first: int
    """Its first line."""
    end: int
    is_cell: bool = False

    @property
    def message(self) -> str:
        return " ".join(self.source.split())


def extract_messages(text: str) -> Iterator[str]:
    """Yield the messages of a text."""
    return (part.message for part in _parts(text))


def translated(text: str, gettext: Gettext) -> str:
    """Return a text with all of its parts in the language of a catalog."""
    # Lines are counted as the parser does.
    lines: list[str | None] = [*_LINE_END.split(text)]
    behind: dict[int, int] = {}
    for part in _parts(text):
        found = gettext(part.message)
        if found and found != part.message:
            _replace_part(found, part, lines, behind)
        elif part.is_cell:
            # A later cell of the row may have the same text.
            line = lines[part.first] or ""
            at = line.find(_in_source(part), behind.get(part.first, 0))
            behind[part.first] = max(at, 0) + len(_in_source(part))
    return "\n".join(line for line in lines if line is not None)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def _parts(text: str) -> tuple[_Part, ...]:
    if _PLAIN.fullmatch(text) and not _NUMBERED.match(text):
        return (_Part(text, 0, 1),)
    return tuple(part for part in _read(text) if part.message)


def _read(text: str) -> Iterator[_Part]:
    before = ""
    for token in _MARKDOWN.parse(text):
        if token.map is not None:
            first, end = token.map
            if token.type == "inline":
                yield _Part(token.content, first, end, is_cell=before in _CELLS)
            elif token.type == "html_block" and not _NO_WORDS.match(token.content):
                yield _Part(token.content, first, end)
        before = token.type


def _replace_part(
    translation: str, part: _Part, lines: list[str | None], behind: dict[int, int]
) -> None:
    """Replace a part by its translation and keep the markup around it."""
    source = _in_source(part)
    pieces = [piece.strip() for piece in source.strip().split("\n")]
    first, last = lines[part.first] or "", lines[part.first + len(pieces) - 1] or ""
    start = first.find(pieces[0], behind.get(part.first, 0))
    stop = last.rfind(pieces[-1]) if len(pieces) > 1 else start
    if start < 0 or stop < 0:
        return
    text = translation.replace("|", r"\|") if part.is_cell else translation
    lines[part.first] = f"{first[:start]}{text}{last[stop + len(pieces[-1]) :]}"
    behind[part.first] = start + len(text)
    for number in range(part.first + 1, part.first + len(pieces)):
        lines[number] = None


def _in_source(part: _Part) -> str:
    """Return a part as the text has it: a bar in a cell has a mark before it."""
    return part.source.replace("|", r"\|") if part.is_cell else part.source
