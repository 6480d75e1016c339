"""The change model, and the translatable texts of values in sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from sphinx_sitejson.common.messages import Message, join_messages

from .rules import LEVELS, RULES, Level


def join_lines(text: str) -> str:
    """Replace line breaks, which names of a document may contain, with spaces."""
    if text.splitlines() in ([], [text]):
        return text
    if not isinstance(text, Message):
        return " ".join(text.splitlines())
    return Message(text.form, **{name: join_lines(value) for name, value in text.values.items()})


MAX_VALUE_LENGTH = 80
MAX_DIGITS = 60
NO_VALUE = Message("none")
"""Displayed for a value that is missing on one side."""

Number = int | Decimal


def exact_number(value: Any) -> Number | None:
    """Return a number without loss of digits; None for values that are no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) else Decimal(repr(value))


def format_number(value: Number | None) -> str:
    """Format a number without exponent, unless it is very large or very small."""
    if value is None:
        return NO_VALUE
    if isinstance(value, int) or abs(value.adjusted()) > MAX_DIGITS:
        return str(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_value(value: Any) -> str:
    """Format a value as JSON, truncated to `MAX_VALUE_LENGTH` characters."""
    if isinstance(value, float):
        return format_number(exact_number(value))
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def quote_text(text: str) -> str:
    """Format a string of the document in quotes; an empty one as `NO_VALUE`."""
    return format_value(text) if text else NO_VALUE


def join_alternatives(names: Iterable[str]) -> str:
    """Join names as alternatives: ``a or b or c``."""
    return _join_names(Message("or"), names)


def join_combination(names: Iterable[str]) -> str:
    """Join names that are required together: ``a and b``."""
    return _join_names(Message("and"), names)


def _join_names(conjunction: Message, names: Iterable[str]) -> str:
    parts = [part for name in names for part in (conjunction, name)]
    return join_messages(" ", parts[1:])


def append_note(note: str) -> str:
    """Return a note that follows a location: ``" (names)"``."""
    return join_messages(" ", ("", note))


ChangeKind = Literal["removed", "changed", "added"]

_SHARED_PREFIXES = ("server", "authorization")
"""Prefixes of the locations of changes that usually come from document-level settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change: its location, empty for the operation itself, and its description."""

    location: str
    rule: str
    level: Level
    form: str
    """The form of the sentence about the location."""
    values: tuple[tuple[str, str], ...] = ()

    @property
    def sentence(self) -> Message:
        """The description of the change as a sentence."""
        about_operation = RULES[self.rule].sentence_about_operation
        if about_operation and not self.location:
            return Message(about_operation, **dict(self.values))
        return Message(self.form, place=self.location, **dict(self.values))

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.level == "breaking"

    @property
    def rank(self) -> int:
        """The sort key by severity: breaking changes come first."""
        return LEVELS.index(self.level)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationChanges:
    key: str
    title: str
    kind: ChangeKind
    changes: tuple[Change, ...] = ()

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        is_unannounced = self.kind == "removed" and not self.changes
        return is_unannounced or any(change.is_breaking for change in self.changes)

    def without(self, reported: Collection[Change]) -> OperationChanges:
        """Return a copy without changes that are reported elsewhere."""
        left = tuple(change for change in self.changes if change not in reported)
        return replace(self, changes=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiChanges:
    """All operations that were added, removed or changed, in document order."""

    old_version: str
    new_version: str
    operations: tuple[OperationChanges, ...] = ()

    def with_kind(self, kind: ChangeKind) -> tuple[OperationChanges, ...]:
        return tuple(operation for operation in self.operations if operation.kind == kind)

    def operation_changes(self, key: str) -> OperationChanges | None:
        """Return the changes of one operation, if it has any."""
        return next((operation for operation in self.operations if operation.key == key), None)

    def shared_changes(self) -> tuple[Change, ...]:
        """Return the changes of servers and authorization that several operations have."""
        times = Counter(change for operation in self.operations for change in operation.changes)
        return tuple(
            found
            for found, count in times.items()
            if count > 1 and found.location.startswith(_SHARED_PREFIXES)
        )
