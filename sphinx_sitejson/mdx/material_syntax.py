"""Plugins of markdown-it for the Markdown of Material for MkDocs and Zensical.

Admonitions (``!!! note``) are a plugin of ``mdit_py_plugins``. No maintained package with a free
license has the others::

    ==marked==   ++ctrl+c++   *[HTML]: A language   :rocket:   === "Linux"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin

FindEmoji = Callable[[str], str]
"""Returns the emoji of a short code such as ``rocket``, or an empty string."""

ABBREVIATIONS = "material_abbreviations"
"""The key in the ``env`` of markdown-it of the abbreviations of a page, with their meanings."""

_INDENT = 4
_MARKER = "="
_TAB = re.compile(r"===(?P<flags>[!+]*)[ \t]+\"(?P<title>[^\n]*)\"[ \t]*")
_KEYS = re.compile(r"\+\+(?P<keys>(?:\"[^\"\n]+\"|[\w-]+)(?:\+(?:\"[^\"\n]+\"|[\w-]+))*)\+\+(?!\+)")
_DEFINITION = re.compile(r"\*\[(?P<term>[^\[\]\n]+)\]:[ \t]*(?P<meaning>[^\n]+)")
_SHORT_CODE = re.compile(r"(?<![\w:]):([a-z0-9_+-]+):(?![\w:])")

_KEY_NAMES = {
    "arrow-down": "Down",
    "arrow-left": "Left",
    "arrow-right": "Right",
    "arrow-up": "Up",
    "command": "Cmd",
    "control": "Ctrl",
    "delete": "Del",
    "escape": "Esc",
    "insert": "Ins",
    "option": "Option",
    "return": "Enter",
    "windows": "Win",
}


def material_plugin(md: MarkdownIt, *, find_emoji: FindEmoji | None) -> None:
    """Read all of this syntax.

    :param find_emoji: short codes stay as they are without it.
    """
    md.use(admon_plugin)
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("fence", "material_tabs", _parse_tabs, interrupts)
    md.block.ruler.before("reference", "material_abbreviation", _parse_definition, interrupts)
    md.inline.ruler.before("emphasis", "material_mark", _parse_mark)
    md.inline.ruler2.before("emphasis", "material_mark", _close_marks)
    md.inline.ruler.before("emphasis", "material_keys", _parse_keys)
    # The characters at which the parser of text stops.
    for character in "=+":
        md.inline.add_terminator_char(character)
    md.core.ruler.push("material_abbreviations", _mark_abbreviations)
    if find_emoji is not None:
        md.core.ruler.push("material_emoji", _make_emoji_rule(find_emoji))


# Content tabs


def _parse_tabs(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse adjacent tabs as one set."""
    if state.is_code_block(start) or not _tab_at(state, start):
        return False
    if silent:
        return True
    opening = state.push("content_tabs_open", "div", 1)
    indent, parent, last = state.blkIndent, state.parentType, state.lineMax
    line = start
    while (found := _tab_at(state, line)) and (line == start or "!" not in found["flags"]):
        after = _content_end(state, line + 1, end, indent + _INDENT)
        tab = state.push("content_tab_open", "div", 1)
        tab.map, tab.meta = [line, after], {"title": found["title"]}
        state.parentType, state.blkIndent, state.lineMax = "content_tab", indent + _INDENT, after
        state.md.block.tokenize(state, line + 1, after)
        state.parentType, state.blkIndent, state.lineMax = parent, indent, last
        state.push("content_tab_close", "div", -1)
        line = after
        if line >= end or state.sCount[line] != state.sCount[start]:
            break
    state.push("content_tabs_close", "div", -1)
    opening.map = [start, line]
    state.line = line
    return True


def _tab_at(state: StateBlock, line: int) -> re.Match[str] | None:
    start = state.bMarks[line] + state.tShift[line]
    return _TAB.fullmatch(state.src, start, state.eMarks[line])


def _content_end(state: StateBlock, line: int, end: int, indent: int) -> int:
    """Return the line after an indented block and the empty lines below it."""
    while line < end and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
    return line


# Marked text


def _parse_mark(state: StateInline, silent: bool) -> bool:
    """Add pairs of equals signs to the delimiters, of which the next rule makes marks."""
    if state.src[state.pos] != _MARKER or silent:
        return False
    found = state.scanDelims(state.pos, False)
    if found.length != 2:
        # A comparison or an arrow, such as `===` or `==>`.
        state.pending += _MARKER * found.length
        state.pos += found.length
        return True
    state.push("text", "", 0).content = _MARKER * 2
    state.delimiters.append(
        Delimiter(
            marker=ord(_MARKER),
            length=0,
            token=len(state.tokens) - 1,
            end=-1,
            open=found.can_open,
            close=found.can_close,
        )
    )
    state.pos += found.length
    return True


def _close_marks(state: StateInline) -> None:
    inner = (meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta)
    for delimiters in (state.delimiters, *inner):
        for delimiter in delimiters:
            if delimiter.marker == ord(_MARKER) and delimiter.end >= 0:
                opening = state.tokens[delimiter.token]
                closing = state.tokens[delimiters[delimiter.end].token]
                opening.type, opening.nesting = "mark_open", 1
                closing.type, closing.nesting = "mark_close", -1
                for token in (opening, closing):
                    token.tag, token.markup, token.content = "mark", token.content, ""


# Keys


def _parse_keys(state: StateInline, silent: bool) -> bool:
    match = _KEYS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        names = re.findall(r"\"([^\"]+)\"|([\w-]+)", match["keys"])
        token = state.push("keys", "", 0)
        token.meta = {"keys": [text or key_name(name) for text, name in names]}
    state.pos = match.end()
    return True


def key_name(name: str) -> str:
    """Return the label of a key: ``ctrl`` gives ``Ctrl``, ``page-up`` gives ``Page Up``."""
    lower = name.lower()
    if lower in _KEY_NAMES:
        return _KEY_NAMES[lower]
    return " ".join(part.capitalize() for part in lower.split("-"))


# Abbreviations


def _parse_definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    position = state.bMarks[start] + state.tShift[start]
    match = _DEFINITION.fullmatch(state.src, position, state.eMarks[start])
    if match is None or state.is_code_block(start):
        return False
    if not silent:
        known = state.env.setdefault(ABBREVIATIONS, {})
        known.setdefault(match["term"].strip(), match["meaning"].strip())
        state.line = start + 1
    return True


def _mark_abbreviations(state: StateCore) -> None:
    known = state.env.get(ABBREVIATIONS)
    if not known:
        return
    terms = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{terms})(?!\w)")

    def split(token: Token) -> Iterator[Token]:
        end = 0
        for match in pattern.finditer(token.content):
            yield from _text(token, token.content[end : match.start()])
            meaning = {"meaning": known[match[0]]}
            yield Token("abbr", "", 0, content=match[0], level=token.level, meta=meaning)
            end = match.end()
        yield from _text(token, token.content[end:])

    for block in state.tokens:
        if block.type == "inline" and block.children:
            block.children = [
                part
                for token in block.children
                for part in (split(token) if token.type == "text" else (token,))
            ]


def _text(token: Token, content: str) -> Iterator[Token]:
    if content:
        yield token.copy(content=content)


# Emoji


def _make_emoji_rule(find_emoji: FindEmoji) -> Callable[[StateCore], None]:
    def replace_short_codes(state: StateCore) -> None:
        for block in state.tokens:
            for token in block.children or ():
                if token.type == "text" and ":" in token.content:
                    token.content = _SHORT_CODE.sub(
                        lambda found: find_emoji(found[1]) or found[0], token.content
                    )

    return replace_short_codes
