"""Compare two schemas recursively, for values that clients send or receive."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from sphinx_sitejson.common.messages import form, join_messages

from ..keywords import ANNOTATIONS
from ..raw import RawObject, without_keys
from ..schemas import Schema
from .places import Change, Changes, Place, join_alternatives
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
    constraints = without_keys(merged.raw, "nullable", "type")
    types = {"type": [*merged.types]} if merged.types else {}
    return Schema({**constraints, **types}, schema.references)


def match_variants(old: Sequence[Schema], new: Sequence[Schema]) -> dict[int, int]:
    """Match variants by name, then by content, then by similarity; their order is ignored."""
    pairs: dict[int, int] = {}
    for key in (_variant_name, _variant_content):
        pairs |= _match_by_key(_unmatched(old, pairs), _unmatched(new, pairs.values()), key)
    before, after = _unmatched(old, pairs), _unmatched(new, pairs.values())
    if len(before) * len(after) <= _MAX_PAIRED_VARIANTS**2:
        pairs |= _match_by_similarity(before, after)
    return pairs


def _unmatched(variants: Sequence[Schema], matched: Collection[int]) -> dict[int, Schema]:
    paired = set(matched)
    return {index: one for index, one in enumerate(variants) if index not in paired}


def _match_by_key(
    before: Mapping[int, Schema], after: Mapping[int, Schema], key: Callable[[Schema], str]
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
    before: Mapping[int, Schema], after: Mapping[int, Schema]
) -> dict[int, int]:
    """Match the most similar variants first; variants without common properties do not match."""
    ranked = sorted(
        (-_similarity(one, other), i, j) for i, one in before.items() for j, other in after.items()
    )
    pairs: dict[int, int] = {}
    for unlikeness, i, j in ranked:
        if unlikeness < 0 and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _variant_name(variant: Schema) -> str:
    return variant.reference_name or variant.title


def _similarity(one: Schema, other: Schema) -> float:
    first, second = one.merged, other.merged
    if (_variant_name(one) and _variant_name(other)) or set(first.types) != set(second.types):
        return 0
    names, others = set(first.properties), set(second.properties)
    if not names and not others:
        return 1
    return len(names & others) / len(names | others)


def _variant_content(variant: Schema) -> str:
    rest = without_keys(variant.resolved.raw, "title", "description")
    return json.dumps(rest, sort_keys=True, default=str)


def _variant_label(variant: Schema, index: int) -> str:
    name = variant.reference_name or " ".join(variant.title.split())
    return name or join_alternatives(variant.merged.types) or f"{index + 1}"


DEEPEST_LEVEL = 100
MAX_COMPARED_PAIRS = 5_000
"""The number of schema pairs that are compared for one body."""
MAX_CHANGES = 100
"""The number of changes of one body that are listed individually."""
_DOCUMENTATION_KEYWORDS = ("$ref", "title", "summary", "description")


class SchemaComparison:
    """Compares the schemas of one body or parameter.

    :param is_text: whether values are serialized as text, as in a path, a query or a header.
    :param is_xml: whether to compare the ``xml`` keyword.
    """

    def __init__(self, *, is_text: bool = False, is_xml: bool = False) -> None:
        self._is_text = is_text
        self._is_xml = is_xml
        self._seen: dict[tuple[int, int, Direction, str], tuple[object, object]] = {}
        self._waiting: deque[SchemaPair] = deque()
        self._is_complete = True

    def compare(self, old: Schema | None, new: Schema | None, place: Place) -> Changes:
        """Yield the changes at a place and below it; None is a schema that allows anything."""
        known = old or new
        if known is None:
            return
        anything = Schema.of(True, known.references)
        self._waiting.append((old or anything, new or anything, place))
        yield from _limit_changes(self._compare_all(), place.location)
        if not self._is_complete:
            yield place.change("not-compared")

    def _compare_all(self) -> Changes:
        """Compare breadth-first, so that a repeated change is reported at its highest level."""
        while self._waiting:
            yield from self._compare_pair(*self._waiting.popleft())

    def _compare_pair(self, old: Schema, new: Schema, place: Place) -> Changes:
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
            named = (old.references.resolve(old.raw), new.references.resolve(new.raw))
            beside = _sibling_changes(old.raw, new.raw)
            name_key = (id(named[0]), id(named[1]), place.direction)
            if (*name_key, beside) in self._seen:
                return
            self._seen[*name_key, beside] = self._seen[*name_key, ""] = named
        yield from self._compare_merged(old, new, place)

    def _compare_merged(self, named_old: Schema, named_new: Schema, place: Place) -> Changes:
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
        self._waiting += member_pairs(old, new, place)
        self._waiting += composition_pairs(old, new, place)
        if old.has_variants and new.has_variants:
            yield from self._compare_variants(old, new, place)

    def _compare_variants(self, old: Schema, new: Schema, place: Place) -> Changes:
        """Compare the variants of two schemas; a schema without variants is its only one."""
        before, after = ((*one.one_of, *one.any_of) or (one,) for one in (old, new))
        pairs = match_variants(before, after)
        for index, variant in _unmatched(before, pairs).items():
            yield place.change("variant-removed", name=_variant_label(variant, index))
        for index, variant in _unmatched(after, pairs.values()).items():
            yield place.change("variant-added", name=_variant_label(variant, index))
        for i, j in sorted(pairs.items()):
            location = join_messages("", (" (", _variant_label(after[j], j), ")"))
            self._waiting.append((before[i], after[j], place.below(location)))


def _limit_changes(changes: Iterable[Change], location: str) -> Changes:
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
    siblings = [without_keys(raw, *_DOCUMENTATION_KEYWORDS) for raw in (old, new)]
    return json.dumps(siblings, sort_keys=True, default=str) if siblings[0] != siblings[1] else ""
