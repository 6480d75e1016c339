"""What can be wrong with a text, and where, before its values are interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.problems import JsonPath, quoted

Position = tuple[int, int]
"""Line and column, from 1."""

FaultKind = Literal["unreadable", "character", "repeated key", "too deep", "more documents"]
"""Only what is unreadable has no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFault:
    """A syntax error; callers add a code, and a better message where they have one."""

    kind: FaultKind
    message: str
    line: int = 1
    column: int | None = None
    path: JsonPath = ()
    earlier_line: int | None = None
    """Where a repeated key stood before, as far as that is known."""


class TextFaultError(Exception):
    """The text cannot be read; holds the fault."""

    def __init__(self, message: str, line: int = 1, column: int | None = None) -> None:
        super().__init__(message)
        self.fault = TextFault(kind="unreadable", message=message, line=line, column=column)


def repeated_key(path: JsonPath, position: Position, earlier: Position | None = None) -> TextFault:
    """Return the fault of a key that its mapping already had."""
    line, column = position
    return TextFault(
        kind="repeated key",
        message=f"duplicate key {quoted(str(path[-1]))}; the last one is used.",
        line=line,
        column=column,
        path=path,
        earlier_line=earlier and earlier[0],
    )


def position_of(text: str, offset: int) -> Position:
    """Return where a character of a text stands."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
