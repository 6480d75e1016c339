"""Escape and compose Markdown: text, code, links, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .characters import LINE_BREAKS

_SPECIAL = re.compile(r"[\\`*\[\]]|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])")
_LINE_START = re.compile(r"^([^\S\n]*+)([#>]|[-+](?=\s)|\d+(?=[.)]\s))", re.MULTILINE)
_BACKTICKS = re.compile(r"`+")
_NO_LANGUAGE = re.compile(r"[`\s].*", re.DOTALL)
_FENCE_MARK = "```"
_FENCE = re.compile(r"[ \t]*+`{3,}")
_CODE_OR_LINK = re.compile(
    r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|\]\((?P<address>\.{1,2}/[^)\s]*)"
)


def plain(text: str) -> str:
    """Escape a text: ``a*b`` gives ``a\\*b``."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def one_line(text: str) -> str:
    """Escape a text and join its lines, for names and titles."""
    if LINE_BREAKS.search(text):
        text = LINE_BREAKS.sub(" ", text.strip())
    return plain(text)


def line_starts(text: str) -> str:
    """Escape line starts that would begin a list, a heading or a block quote."""
    return _LINE_START.sub(r"\1\\\2", text)


def code(text: str) -> str:
    """Return a code span with enough backticks, on one line."""
    if not text.strip():
        return text
    text = LINE_BREAKS.sub(" ", text)
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, _BACKTICKS.findall(text))) + 1)
    return f"{ticks} {text} {ticks}"


def code_block(text: str, language: str = "") -> str:
    """Return a fenced code block."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{_NO_LANGUAGE.sub('', language)}\n{text.rstrip()}\n{fence}"


def link(label: str, url: str) -> str:
    """Return a link; the label is Markdown already."""
    safe = url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    safe = safe.replace("<", "%3C").replace(">", "%3E")
    safe = LINE_BREAKS.sub("%0A", safe)
    return f"[{label}]({safe})"


def indented(text: str, by: str = "  ") -> str:
    """Indent all lines but the first, as part of a list item."""
    return text.replace("\n", f"\n{by}").replace(f"\n{by}\n", "\n\n")


def items(entries: Iterable[str]) -> str:
    """Return a bullet list."""
    return "\n".join(f"- {indented(entry)}" for entry in entries)


def quotation(text: str) -> str:
    """Return a block quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def cell(text: str) -> str:
    """Return the text of a table cell, on one line."""
    return " ".join(text.split()).replace("|", "\\|")


def rewrite_links(text: str, resolve_url: Callable[[str], str]) -> str:
    """Rewrite the relative links of a page, except in code.

    :param resolve_url: converts a URL that begins with ``./`` or ``../``.
    """

    def replacement(match: re.Match[str]) -> str:
        url = match["address"]
        return f"]({resolve_url(url)}" if url else match[0]

    lines, fence = text.split("\n"), ""
    last_line = {line.rstrip(" \t"): n for n, line in enumerate(lines) if _FENCE_MARK in line}
    for number, line in enumerate(lines):
        if fence:
            fence = "" if line.rstrip(" \t") == fence else fence
        elif (
            _FENCE_MARK in line
            and (match := _FENCE.match(line))
            and last_line.get(match[0], 0) > number
        ):
            fence = match[0]
        elif "](." in line:
            lines[number] = _CODE_OR_LINK.sub(replacement, line)
    return "\n".join(lines)
