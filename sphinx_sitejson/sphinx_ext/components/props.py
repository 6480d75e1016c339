"""Props as components read them: in every spelling that authors use."""

from __future__ import annotations

import re
from collections.abc import Collection

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted

from .calls import ComponentCall, JsxValue, PropValue

_HEX_DIGITS = re.compile(r"(?:[0-9a-fA-F]{3}){1,2}")
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|(?:rgb|hsl|oklch)a?\([\d\s.,%/deg-]{3,60}\)")
_NUMBER = re.compile(r"\d{1,4}")
_OFF = ("false", "no", "0")


def text_prop(call: ComponentCall, *names: str) -> str:
    """Return the first of some props that has a text; numbers and JSX count as their words."""
    for name in names:
        if words := text_of_value(call.props.get(name)):
            return words
    return ""


def text_of_value(value: PropValue) -> str:
    """Return a value as a reader sees it."""
    if isinstance(value, JsxValue):
        words = (part if isinstance(part, str) else text_of_value(part) for part in value.children)
        return " ".join("".join(words).split())
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or value is None or isinstance(value, list | dict):
        return ""
    return str(value)


def flag_prop(call: ComponentCall, *names: str) -> bool:
    """Return whether one of some props is on: bare, true, or a text other than "false"."""
    return any(means_yes(call.props[name]) for name in names if name in call.props)


def means_yes(value: PropValue) -> bool:
    """Return whether a value means yes."""
    if isinstance(value, str):
        return value.strip().lower() not in _OFF
    return bool(value)


def number_prop(call: ComponentCall, *names: str) -> int | None:
    """Return the first of some props that is a whole number, also when it is written as text."""
    for name in names:
        value = call.props.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 10_000:
            return int(value)
        if isinstance(value, str) and (found := _NUMBER.match(value.strip())):
            return int(found[0])
        if value is not None:
            call.report(ProblemCode.WRONG_PROP, f'<{call.name}>: "{name}" must be a number.')
    return None


def word_prop(call: ComponentCall, name: str, known: Collection[str]) -> str:
    """Return a prop that is one of some words, else nothing and a warning."""
    word = text_prop(call, name)
    if not word or word.lower() in known:
        return word.lower()
    hint = did_you_mean(word, known) or f" Known are: {', '.join(sorted(known))}."
    call.report(ProblemCode.WRONG_PROP, f'<{call.name}>: "{name}" cannot be {quoted(word)}.{hint}')
    return ""


def color_prop(call: ComponentCall, name: str = "color") -> str:
    """Return a color that is safe to write into a page."""
    color = text_prop(call, name)
    if color and not _COLOR.fullmatch(color):
        digits = color.lstrip("#")
        meant = f"#{digits}" if _HEX_DIGITS.fullmatch(digits) else ""
        hint = f" Did you mean {quoted(meant)}?" if meant else ""
        call.report(
            ProblemCode.WRONG_PROP, f'<{call.name}>: "{name}" is no color: {quoted(color)}.{hint}'
        )
        return ""
    return color
