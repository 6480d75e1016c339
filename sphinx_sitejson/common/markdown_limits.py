"""A plugin for markdown-it that limits nesting and backtracking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from .nesting import MAX_LEVELS

OUTER_LEVELS = "sitejson_outer_levels"
"""The key in markdown-it's ``env`` of the nesting level around the text."""

IS_TOO_DEEP = "sitejson_too_deep"
"""The key in ``token.meta`` of whether something in it was nested too deeply."""

# A paragraph is one level below its container, its inline content two.
_INLINE_LEVELS = 4

_MAX_BRACKETS = 20
"""How many nested brackets are tried; links cannot contain links anyway."""

_InlineRule = Callable[[StateInline, bool], bool]


def limits_plugin(md: MarkdownIt) -> None:
    """Render blocks that are nested too deeply as plain text, and try no bracket twice."""
    md.options["maxNesting"] = MAX_LEVELS + _INLINE_LEVELS
    first = md.block.ruler.__rules__[0].name
    md.block.ruler.before(first, "sitejson_too_deep", _flatten_block)
    md.core.ruler.after("inline", "sitejson_too_deep", _flatten)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in ("link", "image"):
            md.inline.ruler.at(rule.name, _skip_known_failures(rule.fn))


def _flatten_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse all lines of a list or quote that is nested too deeply as one paragraph."""
    if silent or state.level + state.env.get(OUTER_LEVELS, 0) < MAX_LEVELS:
        return False
    state.line = line = content_end(state, start + 1, end, state.blkIndent)
    opening = state.push("paragraph_open", "p", 1)
    opening.map = [start, line]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, line, state.blkIndent, False).strip()
    inline.map, inline.children, inline.meta = [start, line], [], {IS_TOO_DEEP: True}
    state.push("paragraph_close", "p", -1)
    return True


def content_end(state: StateBlock, line: int, end: int, indent: int) -> int:
    """Return the line after an indented block and the empty lines below it."""
    while line < end and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
    return line


def _flatten(state: StateCore) -> None:
    """Drop emphasis, links and elements that are nested too deeply."""
    outer = state.env.get(OUTER_LEVELS, 0)
    for token in state.tokens:
        if token.type == "inline" and token.children:
            flatten_inline(token, max(MAX_LEVELS - outer - token.level, 0))


def flatten_inline(token: Token, levels: int) -> None:
    """Keep this many levels of an inline token; mark it if there were more."""
    children = token.children or []
    # Most lines have too few tokens to be deep.
    if len(children) > 2 * levels:
        token.children = list(_drop_deep_tokens(children, levels))
        if len(token.children) < len(children):
            token.meta[IS_TOO_DEEP] = True


def _drop_deep_tokens(tokens: Sequence[Token], levels: int) -> Iterator[Token]:
    depth = 0
    for token in tokens:
        depth += token.nesting == 1
        if token.nesting == 0 or depth <= levels:
            yield token
        depth -= token.nesting == -1


def _skip_known_failures(rule: _InlineRule) -> _InlineRule:
    """Wrap a link rule so that it is not tried again at a bracket where it failed.

    To find the end of a link, markdown-it tries all brackets inside it; where no link begins,
    its cache has the next position. Without this, nested brackets are tried repeatedly.
    """

    def tried_once(state: StateInline, silent: bool) -> bool:
        if not state.src.startswith(("[", "!["), state.pos):
            return False
        if state.cache.get(state.pos) == state.pos + 1:
            return False
        if silent and state.level > _MAX_BRACKETS:
            # As the parser does with what is nested too deeply.
            state.pos = state.posMax
            return True
        return rule(state, silent)

    return tried_once
