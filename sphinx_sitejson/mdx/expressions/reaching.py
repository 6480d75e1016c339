"""Parts of values: members, items and calls, of a closed list of functions without effects."""

from __future__ import annotations

from dataclasses import dataclass

from .built_in import FUNCTIONS, called_method, length_of
from .syntax import Name, Node, Scope
from .values import NotData, Props, PropValue, Run


class _Nothing(Exception):  # noqa: N818
    """What comes before ``?.`` has no value, so that all of the chain has none."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, or an item of a list."""

    of: Node
    key: Node
    is_optional: bool = False
    is_asked: bool = False
    """Whether the page shows it as it is, so that a missing one is a mistake."""

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the member; one that is not there has no value."""
        run.step()
        owner = self.of.value(scope, run)
        if owner is None and self.is_optional:
            raise _Nothing
        key = self.key.value(scope, run)
        if key == "length" and isinstance(owner, str | list):
            return length_of(owner)
        if isinstance(owner, dict) and isinstance(key, str | int):
            if self.is_asked and str(key) not in owner and not isinstance(owner, Props):
                raise NotData(str(key))
            return owner.get(str(key))
        if isinstance(owner, list | str) and isinstance(key, int) and not isinstance(key, bool):
            if 0 <= key < len(owner):
                return owner[key]
            if not self.is_asked:
                return None
        raise NotData("no such member")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function that only returns, or of a method without effects."""

    function: Node
    arguments: tuple[Node, ...]
    is_optional: bool = False

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return what it returns."""
        run.step()
        given = [argument.value(scope, run) for argument in self.arguments]
        known = _known_function(self.function, scope)
        if known:
            return FUNCTIONS[known](given, run)
        if not isinstance(self.function, Member):
            return run.call(self.function.value(scope, run), given)
        owner = self.function.of.value(scope, run)
        if owner is None and self.function.is_optional:
            raise _Nothing
        key = self.function.key.value(scope, run)
        if isinstance(owner, dict) and isinstance(key, str):
            if owner.get(key) is None and self.is_optional:
                raise _Nothing
            return run.call(owner.get(key), given)
        if not isinstance(key, str):
            raise NotData("no method")
        return called_method(owner, key, given, run)


@dataclass(frozen=True, slots=True)
class Chain:
    """Members and calls of which some are asked for with ``?.``."""

    of: Node

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the value, or nothing where the chain breaks off."""
        try:
            return self.of.value(scope, run)
        except _Nothing:
            return None


def _known_function(function: Node, scope: Scope) -> str:
    """Return the name of a function that every page knows, such as ``Object.keys``."""
    if isinstance(function, Name):
        name = function.name
    elif isinstance(function, Member) and isinstance(function.of, Name):
        key = getattr(function.key, "content", None)
        name = f"{function.of.name}.{key}"
    else:
        return ""
    return name if name in FUNCTIONS and name.partition(".")[0] not in scope else ""
