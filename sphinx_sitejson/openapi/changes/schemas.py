"""What changed between two schemas, seen by those who send or receive values of them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.messages import joined
from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.raw import RawObject, object_of
from sphinx_sitejson.openapi.references import escape, unescape
from sphinx_sitejson.openapi.schemas import Schema

from .results import Change, change, either, phrase
from .rules import Direction
from .structures import InnerPair, insides, object_changes, structure_changes, structure_insides
from .values import VALUE_CHECKS, null, types, xml

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument


class Sameness:
    """Compares raw data of two documents."""

    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self._old = old.data
        self._new = new.data

    def of(self, old: Any, new: Any) -> bool:
        """Tell whether two values say the same, also by what they refer to."""
        return _is_same(old, new) and all(
            component in self._unchanged for component in _components_in(old)
        )

    @cached_property
    def is_same_throughout(self) -> bool:
        """Whether servers, security and its schemes are the same for all operations."""
        parts = [
            [data.get("servers"), data.get("security"), _components(data).get("securitySchemes")]
            for data in (self._old, self._new)
        ]
        return self.of(*parts)

    @cached_property
    def _unchanged(self) -> frozenset[str]:
        """The references to components that are the same with all they refer to."""
        old, new = dict(_named(self._old)), dict(_named(self._new))
        same = {name for name, raw in old.items() if name in new and _is_same(raw, new[name])}
        users: dict[str, list[str]] = {}
        for name in same:
            for component in _components_in(old[name]):
                users.setdefault(component, []).append(name)
        waiting = [name for name in users if name not in same]
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user in same:
                    same.discard(user)
                    waiting.append(user)
        return frozenset(same)


def _components(data: RawObject) -> RawObject:
    return object_of(data.get("components"))


def _named(data: RawObject) -> Iterator[tuple[str, Any]]:
    for section, entries in _components(data).items():
        if isinstance(entries, Mapping):
            for name, raw in entries.items():
                yield f"#/components/{section}/{escape(name)}", raw


def _components_in(raw: Any) -> Iterator[str]:
    """Yield the components that raw data refer to, also where a part of one is meant."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield "/".join(escape(unescape(part)) for part in reference.split("/")[:4])
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _is_same(old: Any, new: Any) -> bool:
    # Python takes 1 for true, so what it calls the same is looked at once more.
    return bool(old == new) and _text(old) == _text(new)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


BESIDE_VARIANTS = ANNOTATIONS | {"discriminator", "oneOf", "anyOf"}
"""What a schema may say beside its variants and be nothing but a choice of them."""
_MAX_PAIRED_VARIANTS = 40
"""How many variants without a partner are compared with each other."""


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """A variant and the name readers know it by."""

    schema: Schema
    label: str


@dataclass(frozen=True, slots=True)
class MatchedVariants:
    """Variants that belong together, and those that only one side has."""

    pairs: tuple[tuple[NamedVariant, NamedVariant], ...]
    removed: tuple[NamedVariant, ...]
    added: tuple[NamedVariant, ...]


def variants_of(schema: Schema) -> tuple[NamedVariant, ...]:
    """Return the variants of a schema; a plain one is the only variant of itself."""
    found = (*schema.one_of, *schema.any_of) or (schema,)
    return tuple(NamedVariant(one, _label(one, number)) for number, one in enumerate(found, 1))


def is_only_choice(schema: Schema, plain: Schema) -> bool:
    """Whether a schema has variants and says nothing else that a plain one does not say."""
    return schema.has_variants and all(
        key in BESIDE_VARIANTS
        or key.startswith("x-")
        or (key == "type" and value == plain.raw.get("type"))
        for key, value in schema.raw.items()
    )


def without_null(schema: Schema) -> Schema:
    """Return a plain schema as a variant, among which null is one of its own."""
    merged = schema.merged
    if not merged.is_nullable:
        return schema
    words = {key: value for key, value in merged.raw.items() if key not in ("nullable", "type")}
    types = {"type": [*merged.types]} if merged.types else {}
    return Schema({**words, **types}, schema.references)


def matched(old: Sequence[NamedVariant], new: Sequence[NamedVariant]) -> MatchedVariants:
    """Find partners: by name, then by content, then by what they have most in common."""
    pairs: dict[int, int] = {}
    for key in (_name, _content):
        pairs |= _same_key(_left(old, pairs), _left(new, pairs.values()), key)
    before, after = _left(old, pairs), _left(new, pairs.values())
    if len(before) * len(after) <= _MAX_PAIRED_VARIANTS**2:
        pairs |= _most_alike(before, after)
    return MatchedVariants(
        pairs=tuple((old[i], new[j]) for i, j in sorted(pairs.items())),
        removed=tuple(_left(old, pairs).values()),
        added=tuple(_left(new, pairs.values()).values()),
    )


def _left(variants: Sequence[NamedVariant], taken: Collection[int]) -> dict[int, NamedVariant]:
    paired = set(taken)
    return {index: one for index, one in enumerate(variants) if index not in paired}


def _same_key(
    before: Mapping[int, NamedVariant],
    after: Mapping[int, NamedVariant],
    key: Callable[[NamedVariant], str],
) -> dict[int, int]:
    waiting: dict[str, deque[int]] = {}
    for index, variant in after.items():
        waiting.setdefault(key(variant), deque()).append(index)
    pairs = {}
    for index, variant in before.items():
        name = key(variant)
        if name and waiting.get(name):
            pairs[index] = waiting[name].popleft()
    return pairs


def _most_alike(
    before: Mapping[int, NamedVariant], after: Mapping[int, NamedVariant]
) -> dict[int, int]:
    """Pair what shares most; variants that share nothing are no partners."""
    ranked = sorted(
        (-_likeness(one, other), i, j) for i, one in before.items() for j, other in after.items()
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for unlikeness, i, j in ranked:
        if unlikeness < 0 and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _name(variant: NamedVariant) -> str:
    return variant.schema.reference_name or variant.schema.title


def _likeness(one: NamedVariant, other: NamedVariant) -> float:
    first, second = one.schema.merged, other.schema.merged
    if (_name(one) and _name(other)) or set(first.types) != set(second.types):
        return 0
    names, others = set(first.properties), set(second.properties)
    if not names and not others:
        return 1
    return len(names & others) / len(names | others)


def _content(variant: NamedVariant) -> str:
    raw = variant.schema.resolved.raw
    rest = {key: value for key, value in raw.items() if key not in ("title", "description")}
    return json.dumps(rest, sort_keys=True, default=str)


def _label(schema: Schema, number: int) -> str:
    name = schema.reference_name or " ".join(schema.title.split())
    return name or either(schema.merged.types) or f"{number}"


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
        if old.has_variants != new.has_variants and (
            is_only_choice(old, new) or is_only_choice(new, old)
        ):
            # A plain schema became one of several, or the other way round.
            plain_old = old if old.has_variants else without_null(named_old)
            plain_new = new if new.has_variants else without_null(named_new)
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
        if old.has_variants and new.has_variants:
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
