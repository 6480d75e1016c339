"""Formulas between dollar signs, told from prices and from names of variables."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

_BETWEEN_SIGNS = r"(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?![\w${])"
FORMULA = re.compile(
    r"(?<![\w$\\])\$(?![\s$])(?:"
    # An index, an exponent or a command; one letter or function; a relation between short names.
    r"(?=[^$`\n]*?(?:[_^](?:[{\\]|[A-Za-z0-9](?![A-Za-z0-9]))|\\[A-Za-z]))"
    r"|(?=[A-Za-z]'*(?:\([^$`\n()]{1,12}\))?\$)"
    r"|(?=-?[A-Za-z](?![A-Za-z]{3})[^$`\n]*?[=<>+*/-])(?![^$`\n]*?[A-Za-z]{4})"
    rf")(?P<formula>{_BETWEEN_SIGNS}"
)
"""One between single dollar signs that has something of a formula; words and prices have not."""

UNREAD = re.compile(rf"(?<![\w$\\])\$(?=[A-Za-z\\(])(?P<words>{_BETWEEN_SIGNS}")
"""What stands between two signs and is taken for words; an author may have meant a formula."""

UNREAD_FORMULA = "unread_formula"
"""The token of a sign before such words."""

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
        return _unread(state, silent)
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = found["formula"], "$"
    state.pos = found.end()
    return True


def _unread(state: StateInline, silent: bool) -> bool:
    """Make a token of a sign that might begin a formula, so that the page can say so."""
    found = UNREAD.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push(UNREAD_FORMULA, "", 0)
        token.content, token.meta = "$", {"words": found["words"]}
    state.pos += 1
    return True
