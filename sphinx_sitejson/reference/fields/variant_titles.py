"""Titles of variants: their names, else what tells each from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, texts_of
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.texts.value_formatting import listed, typed_value

if TYPE_CHECKING:
    from .protocols import Described, SchemaBook

MOST_NAMES = 2
"""How many properties a title names."""
_SAYS_NOTHING = ("", "any", "never")


def variant_titles(variants: Sequence[Schema], book: SchemaBook) -> tuple[str, ...]:
    """Return a title for each variant of a choice."""
    described = [book.of(variant) for variant in variants]
    titles = [_name(*pair) for pair in zip(variants, described, strict=True)]
    for way in _WAYS:
        nameless = [number for number, title in enumerate(titles) if not title]
        if not nameless:
            break
        found = way([described[number] for number in nameless], book)
        taken = Counter((*titles, *found))
        for number, title in zip(nameless, found, strict=True):
            if taken[title] == 1:
                titles[number] = title
    return tuple(
        title or Message("Option {number}", number=str(number))
        for number, title in enumerate(titles, 1)
    )


def _name(variant: Schema, described: Described) -> str:
    if described.own_link:
        return described.own_link.label
    own: Any = variant.raw.get("title")
    title = " ".join(own.split()) if isinstance(own, str) else ""
    return title or described.schema.title or variant.reference_name


def _constants(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by a property that has another value in each of them."""
    fixed = [_fixed_values(variant, book) for variant in variants]
    different = {(name, value): None for values in fixed for name, value in values.items()}
    counts = Counter(name for name, _ in different)
    best = max(counts, key=lambda name: counts[name], default="")
    return [values.get(best, "") for values in fixed]


def _fixed_values(variant: Described, book: SchemaBook) -> dict[str, str]:
    only = _only_value(variant.schema.raw)
    if only:
        return {"": only}
    members = variant.schema.properties.items()
    values = ((name, _only_value(book.of(member).schema.raw)) for name, member in members)
    return {name: value for name, value in values if value}


def _only_value(raw: RawObject) -> str:
    values = [raw["const"]] if "const" in raw else list_of(raw.get("enum"))
    return typed_value(values[0]) if len(values) == 1 else ""


def _own_needs(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by the properties that only they require."""
    needs = [texts_of(variant.schema.raw, "required") for variant in variants]
    counts = Counter(name for names in needs for name in set(names))
    titles = []
    for variant, names in zip(variants, needs, strict=True):
        own = [name for name in names if counts[name] == 1][:MOST_NAMES]
        # An object of one property is known by it.
        is_wrapper = len(own) == 1 and list(_properties(variant)) == own
        titles.append(listed(own) if is_wrapper or not own else _with(own))
    return titles


def _own_properties(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by the properties that only they have."""
    counts = Counter(name for variant in variants for name in _properties(variant))
    each = ([name for name in _properties(variant) if counts[name] == 1] for variant in variants)
    return [_with(own[:MOST_NAMES]) if own else "" for own in each]


def _types(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by their types."""
    labels = (variant.type_label for variant in variants)
    return ["" if label in _SAYS_NOTHING else label for label in labels]


def _with(names: Iterable[str]) -> str:
    return Message("with {names}", names=listed(names))


def _properties(variant: Described) -> RawObject:
    return object_of(variant.schema.raw.get("properties"))


_WAYS: tuple[Callable[[Sequence[Described], SchemaBook], list[str]], ...] = (
    _constants,
    _types,
    _own_needs,
    _own_properties,
)
