"""Compare two schemas recursively, for values that clients send or receive."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sphinx_sitejson.common.messages import form, join_messages

from ..keywords import ANNOTATIONS
from ..raw import RawObject
from ..schemas import Schema
from .places import Place
from .results import Change, join_alternatives
from .rules import Direction
from .structures import (
    SchemaPair,
    compare_composition,
    compare_members,
    composition_pairs,
    member_pairs,
)
from .values import VALUE_CHECKS, compare_nullability, compare_types, compare_xml

_VARIANT_SIBLINGS = ANNOTATIONS | {"discriminator", "oneOf", "anyOf"}
"""Keywords beside variants that do not constrain values."""
_MAX_PAIRED_VARIANTS = 40
"""The number of unmatched variants up to which all pairs are compared."""


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """A variant and its visible label."""

    schema: Schema
    label: str


@dataclass(frozen=True, slots=True)
class MatchedVariants:
    """Matching variants, and those that only one side has."""

    pairs: tuple[tuple[NamedVariant, NamedVariant], ...]
    removed: tuple[NamedVariant, ...]
    added: tuple[NamedVariant, ...]


def named_variants(schema: Schema) -> tuple[NamedVariant, ...]:
    """Return the variants of a schema; a schema without variants is its only one."""
    found = (*schema.one_of, *schema.any_of) or (schema,)
    return tuple(
        NamedVariant(one, _variant_label(one, number)) for number, one in enumerate(found, 1)
    )


def is_pure_choice(schema: Schema, plain: Schema) -> bool:
    """Return whether a schema has variants and no constraints besides those of a plain one."""
    return schema.has_variants and all(
        key in _VARIANT_SIBLINGS
        or key.startswith("x-")
        or (key == "type" and value == plain.raw.get("type"))
        for key, value in schema.raw.items()
    )


def strip_null(schema: Schema) -> Schema:
    """Return a schema without null, as a variant: null counts as a variant of its own."""
    merged = schema.merged
    if not merged.is_nullable:
        return schema
    constraints = {
        key: value for key, value in merged.raw.items() if key not in ("nullable", "type")
    }
    types = {"type": [*merged.types]} if merged.types else {}
    return Schema({**constraints, **types}, schema.references)


def match_variants(old: Sequence[NamedVariant], new: Sequence[NamedVariant]) -> MatchedVariants:
    """Match variants by name, then by content, then by similarity; their order is ignored."""
    pairs: dict[int, int] = {}
    for key in (_variant_name, _variant_content):
        pairs |= _match_by_key(_unmatched(old, pairs), _unmatched(new, pairs.values()), key)
    before, after = _unmatched(old, pairs), _unmatched(new, pairs.values())
    if len(before) * len(after) <= _MAX_PAIRED_VARIANTS**2:
        pairs |= _match_by_similarity(before, after)
    return MatchedVariants(
        pairs=tuple((old[i], new[j]) for i, j in sorted(pairs.items())),
        removed=tuple(_unmatched(old, pairs).values()),
        added=tuple(_unmatched(new, pairs.values()).values()),
    )


def _unmatched(
    variants: Sequence[NamedVariant], matched: Collection[int]
) -> dict[int, NamedVariant]:
    paired = set(matched)
    return {index: one for index, one in enumerate(variants) if index not in paired}


def _match_by_key(
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


def _match_by_similarity(
    before: Mapping[int, NamedVariant], after: Mapping[int, NamedVariant]
) -> dict[int, int]:
    """Match the most similar variants first; variants without common properties do not match."""
    ranked = sorted(
        (-_similarity(one, other), i, j) for i, one in before.items() for j, other in after.items()
    )
    pairs: dict[int, int] = {}
    matched: set[int] = set()
    for unlikeness, i, j in ranked:
        if unlikeness < 0 and i not in pairs and j not in matched:
            pairs[i] = j
            matched.add(j)
    return pairs


def _variant_name(variant: NamedVariant) -> str:
    return variant.schema.reference_name or variant.schema.title


def _similarity(one: NamedVariant, other: NamedVariant) -> float:
    first, second = one.schema.merged, other.schema.merged
    if (_variant_name(one) and _variant_name(other)) or set(first.types) != set(second.types):
        return 0
    names, others = set(first.properties), set(second.properties)
    if not names and not others:
        return 1
    return len(names & others) / len(names | others)


def _variant_content(variant: NamedVariant) -> str:
    raw = variant.schema.resolved.raw
    rest = {key: value for key, value in raw.items() if key not in ("title", "description")}
    return json.dumps(rest, sort_keys=True, default=str)


def _variant_label(schema: Schema, number: int) -> str:
    name = schema.reference_name or " ".join(schema.title.split())
    return name or join_alternatives(schema.merged.types) or f"{number}"


DEEPEST_LEVEL = 100
MAX_COMPARED_PAIRS = 5_000
"""The number of schema pairs that are compared for one body."""
MAX_CHANGES = 100
"""The number of changes of one body that are listed individually."""
_DOCUMENTATION_KEYWORDS = frozenset({"$ref", "title", "summary", "description"})


class SchemaComparison:
    """Compares the schemas of one body or parameter.

    :param is_text: whether values are serialized as text, as in a path, a query or a header.
    :param is_xml: whether to compare the ``xml`` keyword.
    """

    def __init__(self, *, is_text: bool = False, is_xml: bool = False) -> None:
        self._is_text = is_text
        self._is_xml = is_xml
        self._seen: dict[tuple[int, int, Direction, str], tuple[object, object]] = {}
        self._waiting: deque[tuple[Schema, Schema, Place]] = deque()
        self._is_complete = True

    def compare(self, old: Schema | None, new: Schema | None, place: Place) -> Iterator[Change]:
        """Yield the changes at a place and below it; None is a schema that allows anything."""
        if old is None and new is None:
            return
        self._waiting.append((_schema_or_any(old, new), _schema_or_any(new, old), place))
        yield from _limit_changes(self._compare_all(), place.location)
        if not self._is_complete:
            yield place.change("not-compared")

    def _compare_all(self) -> Iterator[Change]:
        """Compare breadth-first, so that a repeated change is reported at its highest level."""
        while self._waiting:
            yield from self._compare_pair(*self._waiting.popleft())

    def _compare_pair(self, old: Schema, new: Schema, place: Place) -> Iterator[Change]:
        is_equal = place.equality.is_equal(old.raw, new.raw)
        if is_equal and old.allows_anything == new.allows_anything:
            return
        # The cache holds the objects too, so that no other object can get the same id().
        key = (id(old.raw), id(new.raw), place.direction, "")
        if key in self._seen:
            return
        if place.depth > DEEPEST_LEVEL or len(self._seen) >= MAX_COMPARED_PAIRS:
            self._is_complete = False
            return
        self._seen[key] = (old, new)
        if old.reference_name and new.reference_name:
            named = (old.references.resolve(old.raw).raw, new.references.resolve(new.raw).raw)
            beside = _sibling_changes(old.raw, new.raw)
            name_key = (id(named[0]), id(named[1]), place.direction)
            if (*name_key, beside) in self._seen:
                return
            self._seen[*name_key, beside] = self._seen[*name_key, ""] = named
        yield from self._compare_merged(old, new, place)

    def _compare_merged(
        self, named_old: Schema, named_new: Schema, place: Place
    ) -> Iterator[Change]:
        old, new = named_old.merged, named_new.merged
        if not (old.allows_anything and new.allows_anything):
            yield from place.toggle("something-allowed", old.allows_anything, new.allows_anything)
            return
        if old.has_variants != new.has_variants and (
            is_pure_choice(old, new) or is_pure_choice(new, old)
        ):
            # A plain schema became one of several variants, or the other way round.
            plain_old = old if old.has_variants else strip_null(named_old)
            plain_new = new if new.has_variants else strip_null(named_new)
            yield from compare_nullability(old, new, place)
            yield from self._compare_variants(plain_old, plain_new, place)
            return
        yield from compare_types(old, new, place, is_text=self._is_text)
        for check in VALUE_CHECKS:
            yield from check(old, new, place)
        if self._is_xml:
            yield from compare_xml(old, new, place)
        if old.types and new.types and set(old.types).isdisjoint(new.types):
            # What is inside values of another kind cannot be compared.
            return
        yield from compare_members(old, new, place)
        yield from compare_composition(old, new, place)
        for pair in (*member_pairs(old, new, place), *composition_pairs(old, new)):
            self._add_pair(pair, place)
        if old.has_variants and new.has_variants:
            yield from self._compare_variants(old, new, place)

    def _add_pair(self, pair: SchemaPair, place: Place) -> None:
        below = place.below(pair.location)
        inner = below.reversed() if pair.is_inverted else below
        self._waiting.append((pair.old, pair.new, inner))

    def _compare_variants(self, old: Schema, new: Schema, place: Place) -> Iterator[Change]:
        found = match_variants(named_variants(old), named_variants(new))
        for variant in found.removed:
            yield place.change("variant-removed", name=variant.label)
        for variant in found.added:
            yield place.change("variant-added", name=variant.label)
        for before, after in found.pairs:
            location = join_messages("", (" (", after.label, ")"))
            self._add_pair(SchemaPair(before.schema, after.schema, location), place)


def _schema_or_any(schema: Schema | None, other: Schema | None) -> Schema:
    if schema is not None:
        return schema
    assert other is not None
    return Schema.of(True, other.references)


def _limit_changes(changes: Iterable[Change], location: str) -> Iterator[Change]:
    """Yield at most `MAX_CHANGES`, the most severe ones, and a summary of the rest."""
    found = list(dict.fromkeys(changes))
    if len(found) <= MAX_CHANGES:
        yield from found
        return
    found.sort(key=lambda one: one.rank)
    yield from found[:MAX_CHANGES]
    rest = found[MAX_CHANGES:]
    more = form("{place}: {number} more changes.")
    values = (("number", f"{len(rest)}"),)
    yield replace(rest[0], location=location, form=more, values=values)


def _sibling_changes(old: RawObject, new: RawObject) -> str:
    """Return a key for the keywords beside two ``$ref`` if they differ, else an empty string."""
    siblings = [
        {key: raw[key] for key in raw if key not in _DOCUMENTATION_KEYWORDS} for raw in (old, new)
    ]
    return json.dumps(siblings, sort_keys=True, default=str) if siblings[0] != siblings[1] else ""
