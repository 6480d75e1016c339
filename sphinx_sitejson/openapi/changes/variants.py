"""Which variants of two schemas belong together: their order does not matter, nor their names."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.schemas import Schema

from .value_texts import either

BESIDE_VARIANTS = ANNOTATIONS | {"discriminator", "oneOf", "anyOf"}
"""What a schema may say beside its variants and be nothing but a choice of them."""
_MOST_COMPARED = 40
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


def is_choice(schema: Schema) -> bool:
    """Whether a schema has variants."""
    return bool(schema.one_of or schema.any_of)


def is_only_choice(schema: Schema, plain: Schema) -> bool:
    """Whether a schema has variants and says nothing else that a plain one does not say."""
    return is_choice(schema) and all(
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
    if len(before) * len(after) <= _MOST_COMPARED**2:
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
