"""What changed between two schemas, seen by those who send or receive values of them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sphinx_sitejson.common.messages import joined
from sphinx_sitejson.openapi.raw import RawObject
from sphinx_sitejson.openapi.schemas import Schema

from .allowed_values import VALUE_CHECKS, null, types, xml
from .equality import Sameness
from .objects import InnerPair, insides, object_changes
from .results import Change, change
from .rules import Direction
from .sentences import phrase
from .structures import structure_changes, structure_insides
from .variants import is_choice, is_only_choice, matched, variants_of, without_null

DEEPEST_LEVEL = 100
MOST_COMPARED = 5_000
"""How many pairs of schemas are compared for one body."""
MOST_CHANGES = 100
"""How many changes of one body are listed individually."""
_ONLY_WORDS = frozenset({"$ref", "title", "summary", "description"})
_OTHER_WAY: dict[Direction, Direction] = {"sent": "received", "received": "sent"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """Where in a body two schemas stand, and which way its values go."""

    parts: tuple[str, ...]
    """The place, in parts so that one deep down is no message in a message in a message."""
    direction: Direction
    depth: int = 0

    @property
    def place(self) -> str:
        return self.at("")

    def at(self, below: str) -> str:
        return joined("", (*self.parts, below))

    def below(self, inside: InnerPair) -> _At:
        direction = _OTHER_WAY[self.direction] if inside.is_turned else self.direction
        parts = (*self.parts, inside.place)
        return replace(self, parts=parts, direction=direction, depth=self.depth + 1)


class SchemaComparison:
    """Compares the schemas of one body or parameter.

    :param is_text: whether values are sent as text, as in a path, a query or a header.
    :param is_xml: whether names in XML matter.
    """

    def __init__(
        self,
        direction: Direction,
        same: Sameness,
        *,
        is_text: bool = False,
        is_xml: bool = False,
    ) -> None:
        self._direction: Direction = direction
        self._same = same
        self._is_text = is_text
        self._is_xml = is_xml
        self._seen: dict[tuple[int, int, Direction, str], tuple[object, object]] = {}
        self._waiting: deque[tuple[Schema, Schema, _At]] = deque()
        self._is_complete = True

    def compare(self, old: Schema | None, new: Schema | None, place: str) -> Iterator[Change]:
        """Yield what changed at a place and below it; no schema allows anything."""
        if old is None and new is None:
            return
        old, new = _or_any(old, new), _or_any(new, old)
        self._waiting.append((old, new, _At(parts=(place,), direction=self._direction)))
        yield from _at_most(self._all(), place)
        if not self._is_complete:
            partly = phrase("{place}: more is nested here than can be compared.")
            yield change("not-compared", place, partly, self._direction)

    def _all(self) -> Iterator[Change]:
        """Compare level by level, so that a repeated change is reported at its highest level."""
        while self._waiting:
            yield from self._compared(*self._waiting.popleft())

    def _compared(self, old: Schema, new: Schema, at: _At) -> Iterator[Change]:
        if self._same.of(old.raw, new.raw) and old.allows_anything == new.allows_anything:
            return
        # What is seen is kept beside its numbers, so that nothing else gets the same number.
        key = (id(old.raw), id(new.raw), at.direction, "")
        if key in self._seen:
            return
        if at.depth > DEEPEST_LEVEL or len(self._seen) >= MOST_COMPARED:
            self._is_complete = False
            return
        self._seen[key] = (old, new)
        if old.reference_name and new.reference_name:
            named = (old.references.resolve(old.raw).raw, new.references.resolve(new.raw).raw)
            beside = _changed_siblings(old.raw, new.raw)
            name_key = (id(named[0]), id(named[1]), at.direction)
            if (*name_key, beside) in self._seen:
                return
            self._seen[*name_key, beside] = self._seen[*name_key, ""] = named
        yield from self._merged(old, new, at)

    def _merged(self, named_old: Schema, named_new: Schema, at: _At) -> Iterator[Change]:
        old, new = named_old.merged, named_new.merged
        if not (old.allows_anything and new.allows_anything):
            if old.allows_anything != new.allows_anything:
                rule = "something-allowed" if new.allows_anything else "nothing-allowed"
                statement = (
                    phrase("{place} is allowed now.")
                    if new.allows_anything
                    else phrase("{place} is no longer allowed.")
                )
                yield change(rule, at.place, statement, at.direction)
            return
        if is_choice(old) != is_choice(new) and (
            is_only_choice(old, new) or is_only_choice(new, old)
        ):
            # A plain schema became one of several, or the other way round.
            plain_old = old if is_choice(old) else without_null(named_old)
            plain_new = new if is_choice(new) else without_null(named_new)
            for rule, statement in null(old, new):
                yield change(rule, at.place, statement, at.direction)
            yield from self._variants(plain_old, plain_new, at)
            return
        yield from self._values(old, new, at)
        if old.types and new.types and set(old.types).isdisjoint(new.types):
            # What is inside values of another kind cannot be compared.
            return
        found = (*object_changes(old, new, at.direction), *structure_changes(old, new))
        for rule, where, statement in found:
            yield change(rule, at.at(where), statement, at.direction)
        for inside in (*insides(old, new, at.direction), *structure_insides(old, new)):
            self._waiting.append((inside.old, inside.new, at.below(inside)))
        if is_choice(old) and is_choice(new):
            yield from self._variants(old, new, at)

    def _values(self, old: Schema, new: Schema, at: _At) -> Iterator[Change]:
        found = [*types(old, new, is_text=self._is_text)]
        for check in VALUE_CHECKS:
            found += check(old, new)
        if self._is_xml:
            found += xml(old, new)
        for rule, statement in found:
            yield change(rule, at.place, statement, at.direction)

    def _variants(self, old: Schema, new: Schema, at: _At) -> Iterator[Change]:
        found = matched(variants_of(old), variants_of(new))
        for variant in found.removed:
            gone = phrase('{place}: the variant "{name}" was removed.', name=variant.label)
            yield change("variant-removed", at.place, gone, at.direction)
        for variant in found.added:
            added = phrase('{place}: the variant "{name}" was added.', name=variant.label)
            yield change("variant-added", at.place, added, at.direction)
        for before, after in found.pairs:
            place = joined("", (" (", after.label, ")"))
            inside = InnerPair(before.schema, after.schema, place)
            self._waiting.append((before.schema, after.schema, at.below(inside)))


def _or_any(schema: Schema | None, other: Schema | None) -> Schema:
    if schema is not None:
        return schema
    assert other is not None
    return Schema.of(True, other.references)


def _at_most(changes: Iterable[Change], place: str) -> Iterator[Change]:
    """Yield the changes, of very many the gravest, and how many more there are."""
    found = list(dict.fromkeys(changes))
    if len(found) <= MOST_CHANGES:
        yield from found
        return
    found.sort(key=lambda one: one.rank)
    yield from found[:MOST_CHANGES]
    rest = found[MOST_CHANGES:]
    more = phrase("{place}: {number} more things changed.", number=f"{len(rest)}")
    yield replace(rest[0], place=place, statement=more)


def _changed_siblings(old: RawObject, new: RawObject) -> str:
    """Return what stands beside two references, if it is not the same: it changes, too."""
    said = [{key: raw[key] for key in raw if key not in _ONLY_WORDS} for raw in (old, new)]
    return json.dumps(said, sort_keys=True, default=str) if said[0] != said[1] else ""
