"""Formulas between dollar signs, told from prices and from names of variables."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

FORMULA = re.compile(
    r"(?<![\w$\\])\$(?![\s$])(?=[^$`\n]*?(?:[_^]\{|\\[A-Za-z]))"
    r"(?P<formula>(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?![\w${])"
)
"""One between single dollar signs: it has an index, an exponent or a command in it."""

_DOUBLED = math_inline_dollar(True, True, True)


def formula_plugin(md: MarkdownIt) -> None:
    """Make a parser read formulas on lines of their own, and those in a line."""
    md.inline.ruler.before("escape", "math_inline", _formula_in_line)
    md.block.ruler.before(
        "fence",
        "math_block",
        math_block_dollar(False, None),
        {"alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]},
    )


def _formula_in_line(state: StateInline, silent: bool) -> bool:
    """Doubled signs are a formula whatever they hold, but one among words is no block."""
    if not state.src.startswith("$", state.pos):
        return False
    if not state.src.startswith("$$", state.pos):
        return _single(state, silent)
    found = _DOUBLED(state, silent)
    if found and not silent:
        state.tokens[-1].type = "math_inline"
    return found


def _single(state: StateInline, silent: bool) -> bool:
    found = FORMULA.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = found["formula"], "$"
    state.pos = found.end()
    return True
