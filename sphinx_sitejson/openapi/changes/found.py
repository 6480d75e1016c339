"""The changes that were found, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from .rules import LEVELS, RULES, Direction, Level

Kind = Literal["removed", "changed", "added"]

_SHARED = ("server", "authorization")
"""What the places of changes begin with that usually come from the document as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that changed, in words: what stands at a place, and what became of it."""

    place: str
    text: str
    rule: str
    level: Level

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.level == "breaking"

    @property
    def rank(self) -> int:
        """The place of the change among others: the gravest come first."""
        return LEVELS.index(self.level)


def change(rule: str, place: str, text: str, direction: Direction = "sent") -> Change:
    """Make a change; how serious it is stands in the table.

    Names of a document may have line ends, and a change is one line in logs and lists.
    """
    place, text = (" ".join(words.splitlines()) for words in (place, text))
    return Change(place=place, text=text, rule=rule, level=RULES[rule].level(direction))


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

    def without(self, told: Collection[Change]) -> OperationChanges:
        """Return the same without changes that are reported elsewhere."""
        left = tuple(change for change in self.changes if change not in told)
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
