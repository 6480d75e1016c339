"""The tree of an expression, and what each of its nodes is worth; nothing in it has an effect."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from .operators import applied, negated
from .values import LONGEST_TEXT, Function, JsxValue, NotData, PropValue, Run, is_true, shown

Scope = Mapping[str, PropValue]
MOST_STEPS = 50_000
"""How many nodes may be looked at for one expression; functions may call one another for ever."""
DEEPEST_CALL = 40

_WORDS: Mapping[str, PropValue] = {"true": True, "false": False, "null": None, "undefined": None}


class CountedRun:
    """One evaluation: counts its steps."""

    def __init__(self) -> None:
        self._steps = 0
        self._depth = 0

    def step(self, count: int = 1) -> None:
        """Take steps, or end an evaluation that takes too long."""
        self._steps += count
        if self._steps > MOST_STEPS:
            raise NotData("too many steps")

    def call(self, function: PropValue, arguments: Sequence[PropValue]) -> PropValue:
        """Return what a function returns."""
        if not isinstance(function, Function) or self._depth > DEEPEST_CALL:
            raise NotData("no function")
        self.step()
        self._depth += 1
        try:
            return function.returned(arguments, self)
        finally:
            self._depth -= 1


class Node(Protocol):
    """A part of an expression that has a value."""

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the value, or raise ``NotData``."""


class FunctionBody(Protocol):
    """What a function does: it returns something."""

    def result(self, scope: Scope, run: Run) -> PropValue:
        """Return what the function returns."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is written out."""

    content: PropValue

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return it."""
        return self.content


@dataclass(frozen=True, slots=True)
class Name:
    """A name, looked up where it stands."""

    name: str

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return what the name stands for."""
        run.step()
        if self.name in scope:
            return scope[self.name]
        if self.name in _WORDS:
            return _WORDS[self.name]
        raise NotData(self.name)


@dataclass(frozen=True, slots=True)
class Text:
    """A text with gaps."""

    parts: tuple[str | Node, ...]

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Fill in the gaps."""
        texts: list[str] = []
        length = 0
        for part in self.parts:
            texts.append(part if isinstance(part, str) else shown(part.value(scope, run)))
            length += len(texts[-1])
            run.step(1 + len(texts[-1]) // 1000)
            if length > LONGEST_TEXT:
                raise NotData("too long")
        return "".join(texts)


@dataclass(frozen=True, slots=True)
class Spread:
    """All that is in a list or an object, in the place of one part."""

    of: Node


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list."""

    items: tuple[Node | Spread, ...]

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return its values."""
        values: list[PropValue] = []
        for item in self.items:
            run.step()
            if isinstance(item, Spread):
                inner = item.of.value(scope, run)
                if not isinstance(inner, list):
                    raise NotData("no list")
                run.step(len(inner))
                values += inner
            else:
                values.append(item.value(scope, run))
        return values


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """An object."""

    members: tuple[tuple[Node, Node] | Spread, ...]
    keeps_parts: bool = False
    """Whether members that are no data are left out, rather than that all of it is refused."""

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return its members."""
        values: dict[str, PropValue] = {}
        for member in self.members:
            run.step()
            try:
                values.update(self._read(member, scope, run))
            except NotData:
                if not self.keeps_parts:
                    raise
        return values

    def _read(
        self, member: tuple[Node, Node] | Spread, scope: Scope, run: Run
    ) -> dict[str, PropValue]:
        if isinstance(member, Spread):
            inner = member.of.value(scope, run)
            if inner is not None and not isinstance(inner, dict):
                raise NotData("no object")
            return inner or {}
        key, value = member
        return {shown(key.value(scope, run)): value.value(scope, run)}


@dataclass(frozen=True, slots=True)
class Prefixed:
    """A value with an operator before it."""

    sign: str
    of: Node

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return what the operator makes of it."""
        run.step()
        if self.sign == "typeof" and isinstance(self.of, Name) and self.of.name not in scope:
            return "undefined"
        return negated(self.sign, self.of.value(scope, run))


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """Two values and an operator between them."""

    sign: str
    left: Node
    right: Node

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return what the operator makes of them; the right one only if it counts."""
        run.step()
        left = self.left.value(scope, run)
        if self.sign == "&&":
            return self.right.value(scope, run) if is_true(left) else left
        if self.sign == "||":
            return left if is_true(left) else self.right.value(scope, run)
        if self.sign == "??":
            return self.right.value(scope, run) if left is None else left
        return applied(self.sign, left, self.right.value(scope, run))


@dataclass(frozen=True, slots=True)
class ConditionalValue:
    """One of two values."""

    test: Node
    then: Node
    otherwise: Node

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the one that the condition chooses."""
        run.step()
        chosen = self.then if is_true(self.test.value(scope, run)) else self.otherwise
        return chosen.value(scope, run)


@dataclass(frozen=True, slots=True)
class FunctionOf:
    """A function where it is written."""

    parameters: tuple[Pattern, ...]
    body: FunctionBody

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the function with the names that it knows."""
        return Function(partial(self._returned, scope))

    def _returned(self, scope: Scope, arguments: Sequence[PropValue], run: Run) -> PropValue:
        known: dict[str, PropValue] = {}
        inner = ChainMap(known, scope)  # type: ignore[arg-type]
        for place, pattern in enumerate(self.parameters):
            given = arguments[place] if place < len(arguments) else None
            pattern.bind(given, known, inner, run)
        return self.body.result(inner, run)


@dataclass(frozen=True, slots=True)
class Element:
    """An element of JSX."""

    name: str
    props: tuple[tuple[str, Node] | Spread, ...]
    children: tuple[str | Node, ...] = ()

    def value(self, scope: Scope, run: Run) -> PropValue:
        """Return the element; props that are no data are left out."""
        run.step()
        children: list[JsxValue | str] = []
        for child in self.children:
            if isinstance(child, str):
                children.append(child)
            else:
                children += drawn_parts(child.value(scope, run))
        return JsxValue(name=self.name, props=self._props(scope, run), children=tuple(children))

    def _props(self, scope: Scope, run: Run) -> dict[str, PropValue]:
        props: dict[str, PropValue] = {}
        for prop in self.props:
            run.step()
            try:
                if isinstance(prop, Spread):
                    inner = prop.of.value(scope, run)
                    props.update(inner if isinstance(inner, dict) else {})
                else:
                    props[prop[0]] = prop[1].value(scope, run)
            except NotData:
                continue
        return {name: value for name, value in props.items() if not isinstance(value, Function)}


def drawn_parts(value: PropValue) -> Iterator[JsxValue | str]:
    """Yield the elements and texts of a value; lists may hold lists."""
    waiting, length = [value], 0
    while waiting:
        part = waiting.pop()
        length += 1
        if length > LONGEST_TEXT:
            raise NotData("too long")
        if isinstance(part, list):
            waiting.extend(reversed(part))
        else:
            yield part if isinstance(part, JsxValue) else shown(part)


# What is bound to names


@dataclass(frozen=True, slots=True)
class Pattern:
    """The name that a value gets, or the names that its parts get."""

    name: str = ""
    members: tuple[tuple[str, Pattern], ...] = ()
    """By the name of the member; of a list by its place."""
    rest: str = ""
    default: Node | None = None
    takes_apart: bool = False

    def bind(self, value: PropValue, known: dict[str, PropValue], scope: Scope, run: Run) -> None:
        """Give the names their values."""
        run.step()
        if value is None and self.default is not None:
            value = self.default.value(scope, run)
        if not self.takes_apart:
            known[self.name] = value
            return
        if not isinstance(value, list | dict):
            raise NotData("nothing to take apart")
        for key, pattern in self.members:
            pattern.bind(_part(value, key), known, scope, run)
        if self.rest and isinstance(value, dict):
            taken = {key for key, _pattern in self.members}
            known[self.rest] = {key: part for key, part in value.items() if key not in taken}
        elif self.rest and isinstance(value, list):
            known[self.rest] = value[len(self.members) :]


def _part(value: list[PropValue] | dict[str, PropValue], key: str) -> PropValue:
    if isinstance(value, dict):
        return value.get(key)
    return value[int(key)] if key.isdigit() and int(key) < len(value) else None
