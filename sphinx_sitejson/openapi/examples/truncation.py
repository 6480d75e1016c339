"""JSON that is too long to be shown: made shorter, so that it is still JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

DEEPEST = 40
MOST_VALUES = 3_000
"""Of the whole; what comes after them is empty."""
_CUT_TEXT = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    entries: int
    members: int
    text: int


_LIMITS = (
    _Limits(entries=20, members=400, text=2_000),
    _Limits(entries=5, members=200, text=400),
    _Limits(entries=2, members=60, text=120),
    _Limits(entries=1, members=20, text=40),
    _Limits(entries=1, members=4, text=20),
)


def shorter_values(value: Any) -> Any:
    """Yield a value with less and less of it, each of the same shape."""
    for limits in _LIMITS:
        yield _Shortening(limits).of(value)


class _Shortening:
    """One walk through a value, with what is left of its budget."""

    def __init__(self, limits: _Limits) -> None:
        self._limits = limits
        self._left = MOST_VALUES

    def of(self, value: Any, depth: int = 0) -> Any:
        self._left -= 1
        is_over = self._left <= 0 or depth >= DEEPEST
        if isinstance(value, Mapping):
            members = islice(value.items(), 0 if is_over else self._limits.members)
            return {str(name): self.of(member, depth + 1) for name, member in members}
        if isinstance(value, list | tuple):
            entries = islice(value, 0 if is_over else self._limits.entries)
            return [self.of(entry, depth + 1) for entry in entries]
        if isinstance(value, str) and len(value) > self._limits.text:
            return f"{value[: self._limits.text]}{_CUT_TEXT}"
        return value
