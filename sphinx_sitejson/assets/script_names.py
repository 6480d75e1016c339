"""Gives the variables of a script short names.

What other scripts can see, keys and properties stay as they are. A block falls into statements, and
a statement has functions and blocks in it. The names that one of them declares get short names that
no other name there has or gets, whether it comes from outside or is a global one. So each name
means what it meant before, and names that never meet may share a letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import product
from string import ascii_lowercase, ascii_uppercase, digits

from .script_tokens import WORDS, Token

_DECLARES = ("const", "let", "class", "function")
_MANY = 26


def short_names(tokens: list[Token]) -> dict[int, str]:
    """Return the short names of variables, by the place of each token that is to have one."""
    namer = _Namer(tokens)
    everything = range(len(tokens))
    kept = {name: name for name in _level_names(tokens, everything)}
    for statement in _statements(tokens, everything):
        namer.name_statement(statement, kept)
    return namer.found


class _Namer:
    """Goes through a script from outside in, and collects the names that it gives."""

    def __init__(self, tokens: list[Token]) -> None:
        self.found: dict[int, str] = {}
        self._tokens = tokens
        self._arrows = {arrow.start: arrow for arrow in _arrows(tokens)}

    def name_statement(self, place: range, known: Mapping[str, str]) -> None:
        """Name what a statement declares outside the functions and blocks in it, then those."""
        parts = list(self._parts(place))
        inside = {at for part in parts for at in part}
        outside = [at for at in place if at not in inside]
        own = set(_declared(self._tokens, outside))
        if self._arrows.get(place.start) != place:
            # Here a name of outside may be meant as well: it is declared in one part only.
            own -= known.keys()
        names = self._with_own(place, own, known)
        for at in outside:
            token = self._tokens[at]
            if token.kind == "name" and not token.is_key and token.text in names:
                self.found[at] = names[token.text]
        # A block may not declare a parameter again, even one that it does not use.
        parameters = frozenset(names[name] for name in own if name in names)
        for part in parts:
            if part.start in self._arrows:
                self.name_statement(part, names)
            else:
                self._name_block(part, names, parameters)

    def _name_block(
        self, block: range, known: Mapping[str, str], forbidden: AbstractSet[str]
    ) -> None:
        own = set(_level_names(self._tokens, block))
        names = self._with_own(block, own, known, forbidden)
        for statement in _statements(self._tokens, block):
            self.name_statement(statement, names)

    def _parts(self, place: range) -> Iterator[range]:
        """Yield the outermost arrow functions, blocks and classes in a statement or function."""
        at = place.start
        while at < place.stop:
            part = self._arrows.get(at)
            if part is None or part == place:
                part = _block(self._tokens, at)
            if part is not None:
                yield part
            at = at + 1 if part is None else part.stop

    def _with_own(
        self,
        place: range,
        own: AbstractSet[str],
        known: Mapping[str, str],
        forbidden: AbstractSet[str] = frozenset(),
    ) -> Mapping[str, str]:
        """Add short names for what is declared at a place to those that are known there."""
        own = own - WORDS
        uses = Counter(_variables(self._tokens, place))
        taken = {known.get(name, name) for name in uses if name not in own}
        taken |= WORDS | forbidden
        if len(own) > _MANY:
            ranked = sorted(own, key=lambda name: (-uses[name], name))
            short = _capitals()
        else:
            ranked = [name for name in uses if name in own]
            short = _small_letters()
        free = (name for name in short if name not in taken)
        return {**known, **dict(zip(ranked, free, strict=False))}


def _arrows(tokens: list[Token]) -> Iterator[range]:
    """Yield the places of all arrow functions, from their parameters to their end."""
    for at, token in enumerate(tokens):
        if not token.is_sign("=>"):
            continue
        start = tokens[at - 1].start if tokens[at - 1].is_sign(")") else at - 1
        if tokens[at + 1].is_sign("{"):
            yield range(start, tokens[at + 1].end + 1)
            continue
        yield range(start, _end_of_value(tokens, at + 1))


def _end_of_value(tokens: list[Token], start: int) -> int:
    """Return the place after a value: where its brackets, its list or its statement ends."""
    choices = 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if token.closes and token.depth < tokens[start].depth:
            return at
        if token.depth == tokens[start].depth:
            choices += token.is_sign("?") - token.is_sign(":")
            if choices < 0 or token.is_sign(",", ";"):
                return at
    return len(tokens)


def _block(tokens: list[Token], at: int) -> range | None:
    """Return what stands in a block or class that begins at a place."""
    if not tokens[at].is_sign("{"):
        return None
    first = tokens[at + 1]
    if first.depth == tokens[at].depth or first.bracket not in ("block", "class"):
        return None
    return range(at + 1, tokens[at].end)


def _statements(tokens: list[Token], place: range) -> Iterator[range]:
    """Yield the statements of a block or the members of a class; some may be joined."""
    first = place.start
    for at in place:
        if tokens[at].depth != tokens[place.start].depth:
            continue
        if tokens[at].is_sign(";") or (tokens[at].is_sign("}") and _is_whole(tokens, first)):
            yield range(first, at + 1)
            first = at + 1
    if first < place.stop:
        yield range(first, place.stop)


def _is_whole(tokens: list[Token], first: int) -> bool:
    """Whether what begins at a place ends with its first block."""
    is_async = tokens[first].is_word("async") and tokens[first + 1].is_word("function")
    is_declaration = is_async or tokens[first].is_word("function", "class")
    return is_declaration or tokens[first].bracket == "class"


def _level_names(tokens: list[Token], place: range) -> list[str]:
    """Return what is declared directly in a block, and not in a function or block there."""
    return [
        name
        for at in place
        if tokens[at].depth == tokens[place.start].depth and tokens[at].is_word(*_DECLARES)
        for name in _pattern(tokens, at + 1)
    ]


def _variables(tokens: list[Token], place: Iterable[int]) -> Iterator[str]:
    return (tokens[at].text for at in place if tokens[at].kind == "name" and not tokens[at].is_key)


def _capitals() -> Iterator[str]:
    yield from ascii_uppercase
    yield from map("".join, product(ascii_lowercase, digits + ascii_lowercase))


def _small_letters() -> Iterator[str]:
    yield from ascii_lowercase
    yield from ascii_uppercase
    yield from map("".join, product(ascii_uppercase, digits + ascii_lowercase))


def _declared(tokens: list[Token], places: Iterable[int]) -> Iterator[str]:
    """Yield the names that are declared at some places."""
    for at in places:
        token = tokens[at]
        if token.is_word(*_DECLARES):
            yield from _pattern(tokens, at + 1)
        if token.is_word("function", "catch") or _is_method(tokens, at):
            start = next(each for each in range(at, len(tokens)) if tokens[each].opens)
            if tokens[start].is_sign("("):
                yield from _pattern(tokens, start)
        if token.is_sign("=>"):
            before = at - 1
            start = tokens[before].start if tokens[before].is_sign(")") else before
            yield from _pattern(tokens, start)


def _is_method(tokens: list[Token], at: int) -> bool:
    """Whether a function of a class or of an object begins."""
    if not (tokens[at].is_key and tokens[at].bracket in ("{", "class")):
        return False
    if not tokens[at + 1].is_sign("("):
        return False
    return tokens[tokens[at + 1].end + 1].is_sign("{")


def _pattern(tokens: list[Token], start: int) -> Iterator[str]:
    """Yield the names of a pattern that begins at a place; what stands after "=" is none of it."""
    depth, skipped = 0, 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if token.closes:
            depth -= 1
            if depth < skipped:
                skipped = 0
        elif token.is_sign(",") and depth == skipped:
            skipped = 0
        elif token.is_sign("=") and not skipped and depth:
            skipped = depth
        elif token.kind == "name" and not skipped and not token.is_key:
            yield token.text
        if token.opens:
            depth += 1
        if depth == 0:
            return
