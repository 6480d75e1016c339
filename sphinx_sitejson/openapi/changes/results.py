"""The changes that were found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from sphinx_sitejson.common.messages import Message, form, joined
from sphinx_sitejson.openapi.raw import RawObject, text_of

from .rules import LEVELS, RULES, Direction, Level


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about a place that is not known yet."""

    form: str
    values: tuple[tuple[str, str], ...]
    alone: str
    """The sentence about an operation as a whole, for what can be said of one."""

    def at(self, place: str) -> Message:
        """Return the sentence about a place; without one it is about the operation."""
        values = dict(self.values)
        if self.alone and not place:
            return Message(self.alone, **values)
        return Message(self.form, place=place, **values)


RuleStatement = tuple[str, Statement]
"""The name of a rule, and what is said of a change."""


def phrase(form: str, /, *, alone: str = "", **values: str) -> Statement:
    """Make a statement; its form has a gap for the place."""
    escaped = tuple((name, one_line(value)) for name, value in values.items())
    return Statement(form, escaped, alone)


def added(is_required: bool = False) -> Statement:
    """Say that something is there that was not."""
    if is_required:
        return phrase("{place} was added, and is required.")
    return phrase("{place} was added.")


def removed() -> Statement:
    """Say that something is no longer there."""
    return phrase("{place} was removed.")


def moved(key: str, was: str, now: str) -> Statement:
    """Say that a keyword has another value."""
    return phrase("{place}: {name} changed from {was} to {now}.", name=key, was=was, now=now)


def requirement(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield whether something became required or optional."""
    if after and not before:
        yield "became-required", phrase("{place} is required now.")
    elif before and not after:
        yield "became-optional", phrase("{place} is optional now.")


def one_line(text: str) -> str:
    """Return a text without line ends: names of a document may have some."""
    if text.splitlines() in ([], [text]):
        return text
    if not isinstance(text, Message):
        return " ".join(text.splitlines())
    return Message(text.form, **{name: one_line(value) for name, value in text.values.items()})


LONGEST_VALUE = 80
MOST_DIGITS = 60
NONE = Message("none")
"""What stands for a value that is not there."""

Number = int | Decimal


def exact(value: Any) -> Number | None:
    """Return a number of a document with all the digits that were read; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) else Decimal(repr(value))


def number_text(value: Number | None) -> str:
    """Write a number with all its digits; only a very large or small one has an exponent."""
    if value is None:
        return NONE
    if isinstance(value, int) or abs(value.adjusted()) > MOST_DIGITS:
        return str(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def value_text(value: Any) -> str:
    """Write a value as JSON, short enough for a sentence."""
    if isinstance(value, float):
        return number_text(exact(value))
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def word_text(text: str) -> str:
    """Write a word of the document in quotes; without one there is none."""
    return value_text(text) if text else NONE


def either(names: Iterable[str]) -> str:
    """Write names as a choice, however many there are."""
    return _between(Message("or"), names)


def together(names: Iterable[str]) -> str:
    """Write names that belong together."""
    return _between(Message("and"), names)


def _between(link: Message, names: Iterable[str]) -> str:
    parts = [part for name in names for part in (link, name)]
    return joined(" ", parts[1:])


def aside(words: str) -> str:
    """Write what is said beside a place, behind it."""
    return joined(" ", ("", words))


_ENDS = ("x-sunset", "x-sunset-date", "x-deprecated-sunset", "x-removal-date", "x-sunset-at")


def deprecation(
    before: bool, after: bool, old: RawObject, new: RawObject
) -> Iterator[RuleStatement]:
    """Yield what became of a deprecation; the dates stand among the vendor extensions."""
    was, now = _end(old), _end(new)
    if after and not before:
        yield "deprecated", phrase("{place} is deprecated.", alone=form("It is deprecated."))
    elif before and not after:
        yield (
            "not-deprecated",
            phrase(
                "{place} is no longer deprecated.",
                alone=form("It is no longer deprecated."),
            ),
        )
    if now and not was:
        end = phrase("{place} ends on {date}.", alone=form("It ends on {date}."), date=now)
        yield "sunset-set", end
    elif was and not now:
        yield "sunset-removed", _no_end(was)
    elif was != now:
        yield ("sunset-earlier" if now < was else "sunset-later"), _other_end(was, now)


def _no_end(was: str) -> Statement:
    return phrase(
        "{place} no longer ends on {date}.",
        alone=form("It no longer ends on {date}."),
        date=was,
    )


def _other_end(was: str, now: str) -> Statement:
    return phrase(
        "{place} ends on {now}, no longer on {was}.",
        alone=form("It ends on {now}, no longer on {was}."),
        was=was,
        now=now,
    )


def _end(raw: RawObject) -> str:
    """Return the date, which is written so that later ones come later in the alphabet."""
    return next(filter(None, (text_of(raw, key) for key in _ENDS)), "")


Kind = Literal["removed", "changed", "added"]

_SHARED = ("server", "authorization")
"""What the places of changes begin with that usually come from the document as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that changed: a place, and what is said of it. Without a place it is all of it."""

    place: str
    statement: Statement
    rule: str
    level: Level

    @property
    def sentence(self) -> Message:
        """The change in words."""
        return self.statement.at(self.place)

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.level == "breaking"

    @property
    def rank(self) -> int:
        """The place of the change among others: the gravest come first."""
        return LEVELS.index(self.level)


def change(rule: str, place: str, statement: Statement, direction: Direction = "sent") -> Change:
    """Make a change, which is one line in lists; how serious it is stands in the table."""
    level = RULES[rule].level(direction)
    return Change(place=one_line(place), statement=statement, rule=rule, level=level)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationChanges:
    """What became of one operation."""

    key: str
    title: str
    kind: Kind
    changes: tuple[Change, ...] = ()

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.kind == "removed" or any(change.is_breaking for change in self.changes)

    def without(self, reported: Collection[Change]) -> OperationChanges:
        """Return the same without changes that are reported elsewhere."""
        left = tuple(change for change in self.changes if change not in reported)
        return replace(self, changes=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiChanges:
    """All operations that are not what they were, in the order of the documents."""

    old_version: str
    new_version: str
    operations: tuple[OperationChanges, ...] = ()

    def of_kind(self, kind: Kind) -> tuple[OperationChanges, ...]:
        """Return the operations of one kind."""
        return tuple(operation for operation in self.operations if operation.kind == kind)

    def of_operation(self, key: str) -> OperationChanges | None:
        """Return what became of one operation."""
        return next((operation for operation in self.operations if operation.key == key), None)

    def shared(self) -> tuple[Change, ...]:
        """Return the changes of servers and authorization that several operations have."""
        times = Counter(change for operation in self.operations for change in operation.changes)
        return tuple(
            found for found, count in times.items() if count > 1 and found.place.startswith(_SHARED)
        )
