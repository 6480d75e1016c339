"""Formulas in Markdown, distinguished from prices and variables."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

# A word may end after a group: "$\text{Vote}$s".
_BETWEEN_DOLLARS = r"(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?:(?![\w${])|(?<=\}\$)(?=[a-z]))"
FORMULA = re.compile(
    r"(?<![\w$\\])\$(?![\s$])(?:"
    # An index, an exponent or a command; one letter or function; a relation between short names.
    r"(?=[^$`\n]*?(?:[_^](?:[{\\]|[A-Za-z0-9](?![A-Za-z0-9]))|\\[A-Za-z]))"
    r"|(?=[A-Za-z]'*(?:\([^$`\n()]{1,12}\))?\$)"
    r"|(?=-?[A-Za-z](?![A-Za-z]{3})[^$`\n]*?[=<>+*/-])(?![^$`\n]*?[A-Za-z]{4})"
    rf")(?P<formula>{_BETWEEN_DOLLARS}"
)
"""A formula between single dollar signs: ``$x^2$``, but neither ``$name$`` nor ``$5 or $6``."""

UNPARSED = re.compile(rf"(?<![\w$\\])\$(?=[A-Za-z\\(])(?P<text>{_BETWEEN_DOLLARS}")
"""Text between dollar signs that is not a formula, but may be intended as one: ``$name$``."""

UNPARSED_FORMULA = "unparsed_formula"
"""The token type of the dollar sign before such text."""

_parse_double_dollars = math_inline_dollar(True, True, True)
_parse_paragraph = math_block_dollar(False, None)
_parse_fence = math_block_dollar(False, None, allow_blank_lines=True)


def formula_plugin(md: MarkdownIt) -> None:
    """Parse block formulas and inline formulas."""
    md.inline.ruler.before("escape", "math_inline", _parse_inline_formula)
    md.block.ruler.before(
        "fence",
        "math_block",
        _parse_block_formula,
        {"alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]},
    )


def _parse_block_formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a block formula; it may contain empty lines if ``$$`` is on a line of its own.

    "$$ is the process id" begins a paragraph, which must not extend to the next formula.
    """
    first_line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    parse = _parse_fence if first_line.strip() == "$$" else _parse_paragraph
    return parse(state, start, end, silent)


def _parse_inline_formula(state: StateInline, silent: bool) -> bool:
    """Parse an inline formula; any content between doubled dollar signs is one."""
    if not state.src.startswith("$", state.pos):
        return False
    if not state.src.startswith("$$", state.pos):
        return _parse_single_dollars(state, silent)
    match = _parse_double_dollars(state, silent)
    if match and not silent:
        state.tokens[-1].type = "math_inline"
    return match


def _parse_single_dollars(state: StateInline, silent: bool) -> bool:
    """Parse a formula, or a dollar sign that may begin one, which is reported."""
    if match := FORMULA.match(state.src, state.pos, state.posMax):
        if not silent:
            token = state.push("math_inline", "math", 0)
            token.content, token.markup = match["formula"], "$"
        state.pos = match.end()
    elif match := UNPARSED.match(state.src, state.pos, state.posMax):
        if not silent:
            token = state.push(UNPARSED_FORMULA, "", 0)
            token.content, token.meta = "$", {"text": match["text"]}
        state.pos += 1
    return match is not None
