"""What functions do that have no effects: name values, choose, and return."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass
from typing import Protocol

from .syntax import Node, Pattern, Scope
from .values import PropValue, Run, is_true


@dataclass(frozen=True, slots=True)
class Returned:
    """What a function returns."""

    value: PropValue


class Statement(Protocol):
    """One step of a function."""

    def taken(self, scope: Scope, known: dict[str, PropValue], run: Run) -> Returned | None:
        """Take the step; return something when the function ends with it.

        :param known: the names of this block, to which the step may add.
        """


@dataclass(frozen=True, slots=True)
class Return:
    """The end of a function."""

    of: Node

    def taken(self, scope: Scope, known: dict[str, PropValue], run: Run) -> Returned | None:
        """End the function."""
        return Returned(self.of.value(scope, run))

    def result(self, scope: Scope, run: Run) -> PropValue:
        """Return the value of a function that is nothing but this."""
        return self.of.value(scope, run)


@dataclass(frozen=True, slots=True)
class Let:
    """Names for values."""

    named: tuple[tuple[Pattern, Node], ...]

    def taken(self, scope: Scope, known: dict[str, PropValue], run: Run) -> Returned | None:
        """Name the values."""
        for pattern, node in self.named:
            pattern.bind(node.value(scope, run), known, scope, run)
        return None


@dataclass(frozen=True, slots=True)
class If:
    """A step that is taken if a condition holds."""

    test: Node
    then: Statement
    otherwise: Statement | None

    def taken(self, scope: Scope, known: dict[str, PropValue], run: Run) -> Returned | None:
        """Take one of two steps."""
        run.step()
        chosen = self.then if is_true(self.test.value(scope, run)) else self.otherwise
        return chosen.taken(scope, known, run) if chosen is not None else None


@dataclass(frozen=True, slots=True)
class Block:
    """Steps, one after the other, with names of their own."""

    statements: tuple[Statement, ...]

    def taken(self, scope: Scope, known: dict[str, PropValue], run: Run) -> Returned | None:
        """Take the steps."""
        own: dict[str, PropValue] = {}
        inner = ChainMap(own, scope)  # type: ignore[arg-type]
        for statement in self.statements:
            run.step()
            returned = statement.taken(inner, own, run)
            if returned is not None:
                return returned
        return None

    def result(self, scope: Scope, run: Run) -> PropValue:
        """Return what a function of these steps returns."""
        returned = self.taken(scope, {}, run)
        return returned.value if returned is not None else None
