"""The values that attributes and expressions may have: data and JSX, never code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LONGEST_TEXT = 200_000
"""How long a text may become that values are put together to; no page is as long."""


class NotData(Exception):  # noqa: N818
    """The expression is a program, or uses a name that has no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsxValue:
    """An element written as a value, such as ``icon={<svg>…</svg>}``."""

    name: str
    """Empty for a fragment."""
    props: Mapping[str, PropValue]
    children: tuple[JsxValue | str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextFunction:
    """A text with gaps, such as ``(name) => `Hello ${name}` ``: filled in, never run."""

    parameters: tuple[str, ...]
    body: str
    scope: Mapping[str, PropValue]
    """The names that are known where it is written."""


PropValue = (
    str
    | bool
    | int
    | float
    | None
    | JsxValue
    | TextFunction
    | list["PropValue"]
    | dict[str, "PropValue"]
)


def shown(value: PropValue) -> str:
    """Return what a value looks like in text: nothing for what is empty or a truth value.

    :raises NotData: when the text would be longer than any page.
    """
    texts: list[str] = []
    waiting, length = [value], 0
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(reversed(part))
            length += 1
        else:
            texts.append(_shown(part))
            length += len(texts[-1])
        if length > LONGEST_TEXT:
            raise NotData("too long")
    return "".join(texts)


def _shown(value: PropValue) -> str:
    if value is None or isinstance(value, bool | JsxValue | TextFunction | dict):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
