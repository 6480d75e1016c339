"""Plugins of markdown-it: marks, URLs in plain text, broken links, Material for MkDocs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.list import list_block
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from sphinx_sitejson.common.markdown_limits import content_end, limits_plugin
from sphinx_sitejson.common.problems import quoted

from .scanning.element_names import KnownTags
from .scanning.masking import MARK, MARK_END, MARK_START, Page, normalize, scan_page

PAGES = "mdx_pages"
"""The option of markdown-it with the pages that are being parsed.

Directives parse their content while the page around them is being parsed.
"""

KNOWN_SCAN = "mdx_scan"
"""The key of an existing scan of the text that is parsed next, in the ``env`` of markdown-it."""

NO_EXPRESSIONS = "mdx_no_expressions"
"""The key in the ``env`` of markdown-it of whether braces are text."""

_INTERRUPTS = ["paragraph", "reference", "blockquote", "list", "footnote_def"]


def mdx_plugin(md: MarkdownIt, *, known_tags: KnownTags) -> None:
    """Parse JSX into tokens ``mdx_block``, ``mdx_inline``, ``mdx_expression`` and ``mdx_dropped``.

    :param known_tags: the names that may be used as tags.
    """
    pages: list[Page] = []
    md.options[PAGES] = pages
    md.disable(["code", "html_block", "html_inline"], True)
    # The first rule masks the page, the last one removes all remaining marks.

    def mask(state: StateCore) -> None:
        page = scan_page(
            normalize(state.src),
            known_tags,
            is_inline=state.inlineMode,
            has_expressions=not state.env.get(NO_EXPRESSIONS),
            scanned=state.env.pop(KNOWN_SCAN, None),
        )
        pages.append(page)
        state.src = page.text

    md.core.ruler.after("normalize", "mdx_mask", mask)
    md.core.ruler.push("mdx_unmask", _unmask)
    md.block.ruler.before("table", "mdx_block", _parse_block, {"alt": _INTERRUPTS})
    md.disable("lheading")
    md.block.ruler.at("paragraph", _parse_paragraph)
    md.block.ruler.at("list", _parse_list, {"alt": ["paragraph", "reference", "blockquote"]})
    md.inline.ruler.before("text", "mdx_inline", _parse_inline)
    md.inline.add_terminator_char(MARK_START)
    md.core.ruler.before("inline", "mdx_alerts", _find_alerts)
    limits_plugin(md)
    normalize_link, validate_link = md.normalizeLink, md.validateLink

    def normalize_unmasked(url: str) -> str:
        # Before it is percent-encoded.
        return normalize_link(pages[-1].unmask(url) if pages else url)

    def validate_link_or_svg(url: str) -> bool:
        return validate_link(url) or url.lower().startswith("data:image/svg+xml")

    md.normalizeLink = normalize_unmasked  # type: ignore[method-assign]
    md.validateLink = validate_link_or_svg  # type: ignore[method-assign]


# "[!NOTE]" with text on its line, which GitHub shows as a quote, and other sites as a note.
_ALERT = re.compile(r"\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][-+]?[ \t]*(?=\S)", re.IGNORECASE)


def _find_alerts(state: StateCore) -> None:
    """Make alerts of quotes whose first line is ``[!NOTE]`` and text."""
    tokens = state.tokens
    for index, quote in enumerate(tokens):
        if quote.type != "blockquote_open" or tokens[index + 1].type != "paragraph_open":
            continue
        inline = tokens[index + 2]
        if match := _ALERT.match(inline.content):
            quote.type, quote.info = "alert_open", match[1]
            inline.content = inline.content[match.end() :]
            ends = (each for each in tokens[index + 1 :] if each.level == quote.level)
            next(ends).type = "alert_close"


def _current_page(state: StateBlock | StateInline) -> Page | None:
    return next(reversed(state.md.options[PAGES]), None)


def _unmask(state: StateCore) -> None:
    page: Page = state.md.options[PAGES].pop()
    for token in state.tokens:
        _restore(token, page)


def _restore(token: Token, page: Page) -> None:
    """Unmask a token, and map its lines to those of the source."""
    line_map = page.line_map
    if token.map and line_map:
        first, last = token.map
        if token.type == "inline":
            token.meta["lines"] = [line - line_map[first] for line in line_map[first:last]]
        end = line_map[min(last, len(line_map)) - 1] + 1 if last else 0
        token.map = [line_map[min(first, len(line_map) - 1)], end]
    if token.type == "inline":
        first = token.map[0] if token.map else 0
        for child in token.children or ():
            if "mark" in child.meta:
                child.meta["delta"] = child.meta["mark"].line - first
            _restore_text(child, page)
    _restore_text(token, page)


def _restore_text(token: Token, page: Page) -> None:
    if MARK_START in token.content:
        token.content = page.unmask(token.content)
    if MARK_START in token.info:
        token.info = page.unmask(token.info)
    for name, value in token.attrs.items():
        if isinstance(value, str) and MARK_START in value:
            token.attrs[name] = page.unmask(value)
    for child in token.children or () if token.type == "image" else ():
        _restore_text(child, page)


def _parse_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    position = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(MARK_START, position):
        return False
    rest = state.src[position : state.eMarks[start]]
    found = list(MARK.finditer(rest))
    page = _current_page(state)
    if page is None or not found or found[0].start():
        return False
    kind, index = found[0][2], int(found[0][1])
    if kind == "d" and (MARK.sub("", rest).strip() or any(mark[2] != "d" for mark in found)):
        # Only a line of nothing but unmatched tags is no paragraph.
        return False
    if kind not in "BESd":
        return False
    if silent:
        return True
    if kind == "B" and page.end_lines.get(index, end) < end:
        _parse_element(state, start, page.end_lines[index], page, index)
        return True
    for mark in found:
        # If the closing tag is outside of this quote, the tag is dropped.
        name = "mdx_block" if kind == "S" else "mdx_dropped"
        _push(state, name, 0, page, int(mark[1]), [start, start + 1])
    state.line = start + 1
    return True


def _parse_element(state: StateBlock, start: int, end: int, page: Page, index: int) -> None:
    """Parse the content of a block element without the containers around it."""
    _push(state, "mdx_block_open", 1, page, index, [start, end + 1])
    saved = (state.lineMax, state.blkIndent, state.listIndent, state.parentType, state.tight)
    state.lineMax, state.blkIndent, state.listIndent = end, 0, -1
    state.parentType = "root"
    state.md.block.tokenize(state, start + 1, end)
    state.lineMax, state.blkIndent, state.listIndent, state.parentType, state.tight = saved
    _push(state, "mdx_block_close", -1, page, index, [end, end + 1])
    state.line = end + 1


def _push(
    state: StateBlock | StateInline,
    kind: str,
    nesting: Literal[-1, 0, 1],
    page: Page,
    index: int,
    lines: list[int] | None = None,
) -> None:
    token = state.push(kind, "", nesting)
    token.block = lines is not None
    token.map = lines
    token.meta = {"page": page, "mark": page.marks[index]}


def _parse_inline(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith(MARK_START, state.pos):
        return False
    match = MARK.match(state.src, state.pos, state.posMax)
    page = _current_page(state)
    if match is None or page is None:
        return False
    index, kind = int(match[1]), match[2]
    partner = page.partners.get(index) if kind == "o" else None
    close = f"{MARK_START}{partner}c{MARK_END}" if partner is not None else ""
    end = state.src.find(close, match.end(), state.posMax) if close else -1
    if end < 0:
        kinds = {"x": "mdx_expression", "s": "mdx_inline", "S": "mdx_inline"}
        if not silent:
            _push(state, kinds.get(kind, "mdx_dropped"), 0, page, index)
        state.pos = match.end()
        return True
    if not silent:
        # Emphasis does not cross the element.
        _push(state, "mdx_inline_open", 1, page, index)
        limit, state.pos, state.posMax = state.posMax, match.end(), end
        state.md.inline.tokenize(state)
        state.posMax = limit
        state.push("mdx_inline_close", "", -1)
    state.pos = end + len(close)
    return True


def _parse_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a paragraph or a setext heading.

    Unlike in markdown-it, lists and fences interrupt them with any indentation.
    """
    rules = state.md.block.ruler.getRules("paragraph")
    end = state.lineMax
    outer, state.parentType = state.parentType, "paragraph"
    line, level = start + 1, 0
    while line < end and not state.isEmpty(line):
        level = _underline_level(state, line)
        # A negative count is a lazy continuation line of a quote.
        is_lazy = state.sCount[line] < 0
        if level or (not is_lazy and any(rule(state, line, end, True) for rule in rules)):
            break
        line += 1
    state.parentType = outer
    kind, tag = ("heading", f"h{level}") if level else ("paragraph", "p")
    state.line = line + bool(level)
    opening = state.push(f"{kind}_open", tag, 1)
    opening.map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, line, state.blkIndent, False).strip()
    inline.map, inline.children = [start, line], []
    closing = state.push(f"{kind}_close", tag, -1)
    opening.markup = closing.markup = "=-"[level - 1] if level else ""
    return True


def _underline_level(state: StateBlock, line: int) -> int:
    """Return the level of the heading that a line underlines, or 0."""
    if state.sCount[line] < state.blkIndent:
        return 0
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t")
    if not text or text[0] not in "=-" or text.strip(text[0]):
        return 0
    return 1 if text[0] == "=" else 2


def _parse_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a list with any indentation, since MDX has no indented code."""
    outer, state.listIndent = state.listIndent, -1
    found = list_block(state, start, end, silent)
    state.listIndent = outer
    return found


_RULES = ("gfm_autolink_protocol", "gfm_autolink_www")
_AFTER_SCHEME = "://"
_MAX_SCHEME_LENGTH = len("mailto")
_MAX_URL_LENGTH = 4000
"""The maximum length of a URL, since the time to find its end grows with the square."""

_Rule = Callable[[StateInline, bool], bool]


def autolink_plugin(md: MarkdownIt) -> None:
    """Link URLs in plain text, as GitHub does; each ends before a tag."""
    if _RULES[0] not in md.inline.ruler.get_all_rules():
        md.use(gfm_autolink_plugin)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in _RULES:
            md.inline.ruler.at(rule.name, _limit_rule(rule.fn))


def _limit_rule(rule: _Rule) -> _Rule:
    def limited(state: StateInline, silent: bool) -> bool:
        position, limit = state.pos, state.posMax
        if state.src[position] == ":":
            # The original rule would search the full line.
            before = state.src[max(position - _MAX_SCHEME_LENGTH, 0) : position].lower()
            if not before.endswith(("http", "https", "mailto", "xmpp")):
                return False
            if not silent:
                _split_pending(state)
        if not state.src.startswith((_AFTER_SCHEME, "www."), position):
            return rule(state, silent)
        host = position + len(_AFTER_SCHEME)
        if state.src[position] == ":" and not state.src[host : host + 1].isalnum():
            return False
        state.posMax = _find_tag(state.src, position, min(limit, position + _MAX_URL_LENGTH))
        found = rule(state, silent)
        state.posMax = limit
        return found

    return limited


def _split_pending(state: StateInline) -> None:
    """Push most of the pending text before a scheme, which the rule would search."""
    pending = state.pending
    if len(pending) > _MAX_URL_LENGTH:
        state.pending = pending[: -2 * _MAX_SCHEME_LENGTH]
        state.pushPending()
        state.pending = pending[-2 * _MAX_SCHEME_LENGTH :]


def _find_tag(text: str, start: int, end: int) -> int:
    """Return the position of the next tag; an expression may be part of a URL."""
    while (start := text.find(MARK_START, start, end)) >= 0:
        match = MARK.match(text, start)
        if match is None or match[2] != "x":
            return start
        start = match.end()
    return end


_LABEL = r"(?<![\w\]\)\\])!?\[(?P<label>[^\[\]\n]{1,200}+)\]"
# What begins like the target of a link; other text in parentheses may be a remark.
_TARGET = r"(?:https?://|mailto:|\.{0,2}/|\#)"
_FILE = r"[^()\n<>]*\.(?:mdx?|html?|pdf|png|jpe?g|gif|svg|webp)"
_FAILED = re.compile(
    rf"""{_LABEL}(?:
    \((?=[^()\n<>]*[ ])(?P<spaced>(?:{_TARGET}[^()\n<>]*|{_FILE}(?:\#[^()\n<>]*)?))\)
    | (?P<gap>[ ]+)\({_TARGET}[^\s()<>]*\)
    | \((?P<open>{_TARGET}[^()\n<>]*)(?=\n|\Z)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def find_failed_links(source: str, texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the positions of the links of an inline text that are shown as text, and messages.

    ``[Guide](my guide.md)`` and ``[Guide] (/guide)`` are no links.

    :param source: the source, in which code and escaped brackets are still marked as such.
    :param texts: what is shown as text.
    """
    if "](" not in source and "] (" not in source:
        return
    shown = [text for text in texts if "]" in text]
    for match in _FAILED.finditer(source) if shown else ():
        label = f"[{match['label']}]{match['gap'] or ''}("
        if any(label in text for text in shown) and not (match["gap"] and match["label"].isdigit()):
            yield match.start(), _describe(match)


def _describe(match: re.Match[str]) -> str:
    is_shown = f"{quoted(match[0])} is shown as text"
    if match["gap"]:
        return f'{is_shown}; to make it a link, remove the space between "]" and "(".'
    if match["open"] is not None:
        return f'{is_shown}, since the link is not closed; add ")" after its URL.'
    if '"' in match["spaced"] or "'" in match["spaced"]:
        return f"{is_shown}; put the title of the link between quotation marks, after the URL."
    return f'{is_shown}, since its URL contains a space; write "%20" instead of the space.'


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
    "return": "Enter",
    "windows": "Win",
}


def material_plugin(md: MarkdownIt) -> None:
    """Read all of this syntax."""
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
        after = content_end(state, line + 1, end, indent + _INDENT)
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
    words = (part.capitalize() for part in name.split("-"))
    return _KEY_NAMES.get(name.lower()) or " ".join(words)


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
            yield token.copy(content=token.content[end : match.start()])
            meaning = {"meaning": known[match[0]]}
            yield Token("abbr", "", 0, content=match[0], level=token.level, meta=meaning)
            end = match.end()
        yield token.copy(content=token.content[end:])

    for block in state.tokens:
        if block.type == "inline" and block.children:
            block.children = [
                part
                for token in block.children
                for part in (split(token) if token.type == "text" else (token,))
                if part.content or part.type != "text"
            ]


# Emoji


def emoji_plugin(md: MarkdownIt, *, find_emoji: FindEmoji) -> None:
    """Replace short codes of emoji."""

    def replace_short_codes(state: StateCore) -> None:
        for block in state.tokens:
            for token in block.children or ():
                if token.type == "text" and ":" in token.content:
                    token.content = _SHORT_CODE.sub(
                        lambda found: find_emoji(found[1]) or found[0], token.content
                    )

    md.core.ruler.push("short_codes", replace_short_codes)
