"""The changes that were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from sphinx_sitejson.common.messages import Message

from .rules import LEVELS, RULES, Direction, Level
from .sentences import Statement, one_line

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
