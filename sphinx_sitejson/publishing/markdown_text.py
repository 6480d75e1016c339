"""Escape and compose Markdown: text, code, links, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sphinx_sitejson.common.characters import LINE_BREAKS

_SPECIAL = re.compile(r"[\\`*\[\]]|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])")
_LINE_START = re.compile(r"^([^\S\n]*+)([#>]|[-+](?=\s)|\d+(?=[.)]\s))", re.MULTILINE)
_BACKTICKS = re.compile(r"`+")
_NO_LANGUAGE = re.compile(r"[`\s].*", re.DOTALL)
_FENCE = re.compile(r"[ \t]*+`{3,}")
_CODE_OR_LINK = re.compile(
    r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|\]\((?P<address>\.{1,2}/[^)\s]*)"
)
_OWN_LINK = "](."


def plain(text: str) -> str:
    """Write a text so that none of it is taken for markup."""
    if _SPECIAL.search(text):
        text = _SPECIAL.sub(lambda found: f"\\{found[0]}", text)
    return text


def one_line(text: str) -> str:
    """Write a text so, on one line: a name or a title has no second one to begin something."""
    if LINE_BREAKS.search(text):
        text = LINE_BREAKS.sub(" ", text.strip())
    return plain(text)


def line_starts(text: str) -> str:
    """Write a paragraph so that none of its lines begins a list, a heading or a quotation."""
    return _LINE_START.sub(r"\1\\\2", text) if _LINE_START.search(text) else text


def code(text: str) -> str:
    """Write a short piece of code; it is one line to readers of Markdown anyway."""
    if not text.strip():
        return text
    text = LINE_BREAKS.sub(" ", text)
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, _BACKTICKS.findall(text))) + 1)
    return f"{ticks} {text} {ticks}"


def code_block(text: str, language: str = "") -> str:
    """Write lines of code between fences."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{_NO_LANGUAGE.sub('', language)}\n{text.rstrip()}\n{fence}"


def link(label: str, address: str) -> str:
    """Write a link; the label is Markdown already."""
    safe = address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    safe = safe.replace("<", "%3C").replace(">", "%3E")
    safe = LINE_BREAKS.sub("%0A", safe)
    return f"[{label}]({safe})"


def indented(text: str, by: str = "  ") -> str:
    """Move all lines but the first to the right, so that they belong to a list item."""
    return text.replace("\n", f"\n{by}").replace(f"\n{by}\n", "\n\n") if "\n" in text else text


def items(entries: Iterable[str]) -> str:
    """Write a list."""
    return "\n".join(f"- {indented(entry)}" for entry in entries)


def quotation(text: str) -> str:
    """Write a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def cell(text: str) -> str:
    """Write the cell of a table on one line."""
    return " ".join(text.split()).replace("|", "\\|")


def rebased(text: str, address_of: Callable[[str], str]) -> str:
    """Write the site's own links of a page anew, and leave code alone.

    :param address_of: turns an address that begins with ``./`` or ``../`` into another.
    """
    # To find the code takes long; most pages have no such link.
    if _OWN_LINK not in text:
        return text

    def replacement(found: re.Match[str]) -> str:
        address = found["address"]
        return f"]({address_of(address)}" if address else found[0]

    lines = text.split("\n")
    last_with = {line.rstrip(" \t"): number for number, line in enumerate(lines)}
    fence = ""
    for number, line in enumerate(lines):
        if fence:
            fence = "" if line.rstrip(" \t") == fence else fence
        elif (found := _FENCE.match(line)) and last_with.get(found[0], 0) > number:
            fence = found[0]
        elif _OWN_LINK in line:
            lines[number] = _CODE_OR_LINK.sub(replacement, line)
    return "\n".join(lines)
