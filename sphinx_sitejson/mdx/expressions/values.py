"""The values that expressions may have: data, JSX, and functions that only return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

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


class Run(Protocol):
    """One evaluation, which counts its steps."""

    def step(self, count: int = 1) -> None:
        """Take steps, or end an evaluation that takes too long."""

    def call(self, function: PropValue, arguments: Sequence[PropValue]) -> PropValue:
        """Return what a function returns."""


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function that does nothing but return a value, such as ``(name) => `Hello ${name}` ``."""

    returned: Callable[[Sequence[PropValue], Run], PropValue]
    """What it returns for some arguments."""


PropValue = (
    str
    | bool
    | int
    | float
    | None
    | JsxValue
    | Function
    | list["PropValue"]
    | dict[str, "PropValue"]
)


class Props(dict[str, PropValue]):
    """All props of the use of a component; one that is not given has no value."""


def is_true(value: PropValue) -> bool:
    """Whether a condition with that value holds; an empty list does, unlike in Python."""
    return isinstance(value, list | dict) or bool(value)


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
    if value is None or isinstance(value, bool | JsxValue | Function | dict):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
