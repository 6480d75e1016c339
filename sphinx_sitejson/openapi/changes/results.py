"""The change model, and the translatable sentences that describe changes."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal

from sphinx_sitejson.common.messages import Message, form, join_messages

from ..raw import RawObject, get_text
from .rules import LEVELS, RULES, Direction, Level


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence template for a change whose location is filled in later."""

    form: str
    values: tuple[tuple[str, str], ...]
    without_location: str
    """The template for a change of the operation itself, which names no location."""

    def fill_in(self, location: str) -> Message:
        """Return the sentence about a location; an empty one means the operation itself."""
        values = dict(self.values)
        if self.without_location and not location:
            return Message(self.without_location, **values)
        return Message(self.form, place=location, **values)


RuleStatement = tuple[str, Statement]
"""The name of a rule in `RULES`, and the statement that describes the change."""


def make_statement(form: str, /, *, without_location: str = "", **values: str) -> Statement:
    """Create a statement from a template with a ``{place}`` field."""
    escaped = tuple((name, join_lines(value)) for name, value in values.items())
    return Statement(form, escaped, without_location)


def added_statement(is_required: bool = False) -> Statement:
    """Return the statement for something that was added."""
    if is_required:
        return make_statement("{place} was added, and is required.")
    return make_statement("{place} was added.")


def removed_statement() -> Statement:
    """Return the statement for something that was removed."""
    return make_statement("{place} was removed.")


def keyword_statement(key: str, was: str, now: str) -> Statement:
    """Return the statement for a keyword whose value changed."""
    return make_statement(
        "{place}: {name} changed from {was} to {now}.", name=key, was=was, now=now
    )


def compare_required(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield the change of something that became required or optional."""
    if after and not before:
        yield "became-required", make_statement("{place} is required now.")
    elif before and not after:
        yield "became-optional", make_statement("{place} is optional now.")


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


_SUNSET_EXTENSIONS = (
    "x-sunset",
    "x-sunset-date",
    "x-deprecated-sunset",
    "x-removal-date",
    "x-sunset-at",
)


def compare_deprecation(
    before: bool, after: bool, old: RawObject, new: RawObject
) -> Iterator[RuleStatement]:
    """Yield the changes of ``deprecated``, and of sunset date and stability in extensions."""
    was, now = _sunset_date(old), _sunset_date(new)
    if after and not before:
        yield (
            "deprecated",
            make_statement("{place} is deprecated.", without_location=form("It is deprecated.")),
        )
    elif before and not after:
        yield (
            "not-deprecated",
            make_statement(
                "{place} is no longer deprecated.",
                without_location=form("It is no longer deprecated."),
            ),
        )
    if now and not was:
        end = make_statement(
            "{place} ends on {date}.", without_location=form("It ends on {date}."), date=now
        )
        yield "sunset-set", end
    elif was and not now:
        yield "sunset-removed", _removed_sunset(was)
    elif was != now:
        yield ("sunset-earlier" if now < was else "sunset-later"), _moved_sunset(was, now)
    yield from _compare_stability(old, new)


def _removed_sunset(was: str) -> Statement:
    return make_statement(
        "{place} no longer ends on {date}.",
        without_location=form("It no longer ends on {date}."),
        date=was,
    )


def _moved_sunset(was: str, now: str) -> Statement:
    return make_statement(
        "{place} ends on {now}, no longer on {was}.",
        without_location=form("It ends on {now}, no longer on {was}."),
        was=was,
        now=now,
    )


def _sunset_date(raw: RawObject) -> str:
    """Return the sunset date; ISO 8601 dates compare as strings."""
    return next(filter(None, (get_text(raw, key) for key in _SUNSET_EXTENSIONS)), "")


def describe_removal(raw: RawObject, is_deprecated: bool, rule: str) -> RuleStatement:
    """Return the rule and the statement for something that was removed.

    :param raw: the removed object, whose extensions may have announced the removal.
    :param rule: the rule for a removal that nothing announced.
    """
    sunset = _sunset_date(raw)
    try:
        end = date.fromisoformat(sunset[:10])
    except ValueError:
        end = None
    if end is not None and end <= _comparison_date():
        return "removed-after-sunset", make_statement(
            "{place} was removed after its sunset date, {date}.",
            without_location=form("It was removed after its sunset date, {date}."),
            date=sunset,
        )
    if end is not None:
        return "removed-before-sunset", make_statement(
            "{place} was removed before its sunset date, {date}.",
            without_location=form("It was removed before its sunset date, {date}."),
            date=sunset,
        )
    if (level := _stability(raw)) in _UNSTABLE_LEVELS:
        return "unstable-removed", make_statement(
            "{place} was removed. Its stability was {level}.",
            without_location=form("Its stability was {level}."),
            level=level,
        )
    if is_deprecated:
        return "deprecated-removed", make_statement(
            "{place} was removed. It was deprecated, without a sunset date.",
            without_location=form("It was deprecated, without a sunset date."),
        )
    return rule, removed_statement()


def _comparison_date() -> date:
    """Return the date of the build: ``SOURCE_DATE_EPOCH`` for reproducible ones, else today."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(epoch) if epoch.isdecimal() else time.time()
    return datetime.fromtimestamp(moment, UTC).date()


_STABLE = Message("stable")
"""The stability of what has no level."""
_STABILITY_LEVELS = ("draft", "alpha", "beta", "stable")
_UNSTABLE_LEVELS = ("draft", "alpha")


def _stability(raw: RawObject) -> str:
    """Return the stability level; unknown levels count as stable, like missing ones."""
    level = get_text(raw, "x-stability-level").lower()
    return level if level in _STABILITY_LEVELS else _STABLE


def _compare_stability(old: RawObject, new: RawObject) -> Iterator[RuleStatement]:
    was, now = _stability(old), _stability(new)
    if was == now:
        return
    is_lower = _STABILITY_LEVELS.index(now) < _STABILITY_LEVELS.index(was)
    yield (
        "stability-lowered" if is_lower else "stability-raised",
        make_statement(
            "{place}: the stability changed from {was} to {now}.",
            without_location=form("Its stability changed from {was} to {now}."),
            was=was,
            now=now,
        ),
    )


ChangeKind = Literal["removed", "changed", "added"]

_SHARED_PREFIXES = ("server", "authorization")
"""Prefixes of the locations of changes that usually come from document-level settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change: its location, empty for the operation itself, and its description."""

    location: str
    statement: Statement
    rule: str
    level: Level

    @property
    def sentence(self) -> Message:
        """The description of the change as a sentence."""
        return self.statement.fill_in(self.location)

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.level == "breaking"

    @property
    def rank(self) -> int:
        """The sort key by severity: breaking changes come first."""
        return LEVELS.index(self.level)


def make_change(
    rule: str, location: str, statement: Statement, direction: Direction = "sent"
) -> Change:
    """Create a change with its severity of `RULES`."""
    level = RULES[rule].level(direction)
    return Change(location=join_lines(location), statement=statement, rule=rule, level=level)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationChanges:
    """The changes of one operation."""

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
        """Return the operations of one kind."""
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
