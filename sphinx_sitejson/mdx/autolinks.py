"""Addresses in plain text that become links, as GitHub makes them, but none across a tag."""

from __future__ import annotations

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from .scanning.masking import MARK, MARK_START

_RULES = ("gfm_autolink_protocol", "gfm_autolink_www")
_AFTER_SCHEME = "://"
_LONGEST_SCHEME = len("mailto")
_LONGEST = 4000
"""How long an address in a text may be: to find where it ends takes ever longer."""

_Rule = Callable[[StateInline, bool], bool]


def autolink_plugin(md: MarkdownIt) -> None:
    """Make addresses links; each ends before a tag, and its host begins with a letter or digit."""
    if _RULES[0] not in md.inline.ruler.get_all_rules():
        md.use(gfm_autolink_plugin)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in _RULES:
            md.inline.ruler.at(rule.name, _limited(rule.fn))


def _limited(rule: _Rule) -> _Rule:
    def limited(state: StateInline, silent: bool) -> bool:
        position, limit = state.pos, state.posMax
        if state.src[position] == ":":
            if not _has_scheme(state.src, position):
                return False
            if not silent:
                _keep_pending_short(state)
        if not state.src.startswith((_AFTER_SCHEME, "www."), position):
            return rule(state, silent)
        host = position + len(_AFTER_SCHEME)
        if state.src[position] == ":" and not state.src[host : host + 1].isalnum():
            return False
        state.posMax = _first_tag(state.src, position, min(limit, position + _LONGEST))
        found = rule(state, silent)
        state.posMax = limit
        return found

    return limited


def _has_scheme(text: str, colon: int) -> bool:
    """Whether a scheme stands before a colon; the rule would look through the whole line."""
    before = text[max(colon - _LONGEST_SCHEME, 0) : colon].lower()
    return before.endswith(("http", "https", "mailto", "xmpp"))


def _keep_pending_short(state: StateInline) -> None:
    """Make a token of most of the words before a scheme, which the rule looks through."""
    words = state.pending
    if len(words) > _LONGEST:
        state.pending = words[: -2 * _LONGEST_SCHEME]
        state.pushPending()
        state.pending = words[-2 * _LONGEST_SCHEME :]


def _first_tag(text: str, start: int, end: int) -> int:
    """Return where the next tag stands; an expression may be part of an address."""
    while (start := text.find(MARK_START, start, end)) >= 0:
        mark = MARK.match(text, start)
        if mark is None or mark[2] != "x":
            return start
        start = mark.end()
    return end
