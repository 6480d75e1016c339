"""Nested schemas: the properties, items and variants of a schema, and the titles of variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.raw import RawObject, as_list, as_object, get_texts
from sphinx_sitejson.openapi.schemas import Schema

from .model import DiscriminatorView, FieldGroup
from .schema_info import (
    Member,
    NestedSchemas,
    SchemaInfo,
    SchemaInfos,
    choice_labels,
    closing_notes,
    rule_notes,
)
from .schema_texts import join_names, map_values, rules_beside, typed_value

ADDITIONAL_PROPERTIES = Message("additional properties")
ALSO_MATCHES = Message("must also be")
"""The name of a member that a value has to match in addition."""
MAX_MEMBERS = 1_000
"""The number of members or variants of a schema on a page, regardless of its budget."""
_SCALAR_KEYWORDS = ANNOTATIONS | {
    *("type", "format", "enum", "const", "pattern", "minLength", "maxLength"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
"""A schema with no others has nothing nested; nearly all are such."""
_NOTHING_NESTED = NestedSchemas()


def nested_schemas(info: SchemaInfo) -> NestedSchemas:
    """Return the nested schemas of a schema; for an array or a map, those of its elements."""
    if info.nested is None:
        info.nested = _collect_nested(info)
    return info.nested


def _collect_nested(info: SchemaInfo) -> NestedSchemas:
    if info.schema.raw.keys() <= _SCALAR_KEYWORDS:
        return _NOTHING_NESTED
    element = info.element
    if element is not info:
        inner = nested_schemas(element)
        group = replace(
            inner.group,
            label=Message("Value attributes") if info.is_map_value else Message("Item attributes"),
            notes=(*rule_notes(info), *inner.group.notes),
            endings=(*inner.group.endings, *closing_notes(info)),
        )
        return replace(inner, group=group)
    members = tuple(islice(_iter_members(info), MAX_MEMBERS))
    key, variants = _find_variants(info)
    group = FieldGroup(
        label=_label(info, members, variants),
        variants_label={"oneOf": Message("One of"), "anyOf": Message("Any of")}.get(key, ""),
        discriminator=_discriminator(info),
        notes=(*rule_notes(info), *_additional_notes(info)),
        endings=tuple(closing_notes(info)),
    )
    return NestedSchemas(group=group, members=members, variants=variants)


def _label(info: SchemaInfo, members: tuple[Member, ...], variants: tuple[Member, ...]) -> str:
    if "prefixItems" in info.schema.raw:
        return Message("Item attributes")
    if members:
        return Message("Child attributes")
    return Message("Options") if variants else Message("Rules")


def _iter_members(info: SchemaInfo) -> Iterator[Member]:
    schema = info.schema
    properties, required = schema.properties, schema.required
    names = list(properties)
    if required and not info.infos.options.maintain_order:
        names.sort(key=lambda name: name not in required)
    for name in names:
        yield Member(name=name, schema=properties[name], required=name in required)
    for pattern, values in schema.pattern_properties.items():
        yield Member(name=f"/{pattern}/", schema=values)
    additional = schema.additional_properties
    if (
        additional is not None
        and additional.raw
        # The type label of a map may describe its values completely.
        and (map_values(schema) is None or not info.infos.get(additional).is_covered_by_label)
    ):
        yield Member(name=ADDITIONAL_PROPERTIES, schema=additional)
    yield from _iter_items(schema)
    if content := as_object(schema.raw.get("contentSchema")):
        yield Member(name=Message("decoded value"), schema=Schema(content, schema.references))
    yield from _combined_choices(schema)


def _iter_items(schema: Schema) -> Iterator[Member]:
    is_array = "type" not in schema.raw or "array" in schema.types
    prefix = schema.prefix_items if is_array else ()
    for position, entry in enumerate(prefix):
        yield Member(name=f"[{position}]", schema=entry)
    items = schema.items
    is_combined = not schema.raw.keys().isdisjoint(("prefixItems", "properties", "oneOf", "anyOf"))
    if items is not None and items.raw and is_combined:
        yield Member(name=Message("other items") if prefix else Message("items"), schema=items)


def _combined_choices(schema: Schema) -> Iterator[Member]:
    """Yield additional choices and ``allOf`` parts, which a value has to match as well."""
    raw = schema.raw
    if schema.one_of and schema.any_of:
        yield Member(name=ALSO_MATCHES, schema=Schema({"anyOf": raw["anyOf"]}, schema.references))
    facts = rules_beside(raw)
    for part in as_list(raw.get("allOf")):
        if as_object(part) and part not in facts:
            yield Member(name=ALSO_MATCHES, schema=Schema(part, schema.references))


def _find_variants(info: SchemaInfo) -> tuple[str, tuple[Member, ...]]:
    schema, infos = info.schema, info.infos
    key, variants = ("oneOf", schema.one_of) if schema.one_of else ("anyOf", schema.any_of)
    if not variants or info.enum:
        return "", ()
    is_labeled = all(infos.get(variant).is_covered_by_label for variant in variants)
    if is_labeled and choice_labels(info) and not schema.raw.get("properties"):
        return "", ()
    listed_variants = variants[:MAX_MEMBERS]
    titles = variant_titles(listed_variants, infos)
    return key, tuple(
        Member(name=title, schema=variant)
        for title, variant in zip(titles, listed_variants, strict=True)
    )


def _discriminator(info: SchemaInfo) -> DiscriminatorView | None:
    discriminator = info.schema.discriminator
    if discriminator is None:
        return None
    explicit = discriminator.mapping
    variants = info.schema.one_of or info.schema.any_of
    names = [variant.reference_name for variant in variants if variant.reference_name]
    implied = {name: name for name in names if name not in explicit.values()}
    links = ((value, info.infos.link(name)) for value, name in {**explicit, **implied}.items())
    return DiscriminatorView(
        property_name=discriminator.property_name,
        mapping=tuple((value, link) for value, link in links if link),
    )


def _additional_notes(info: SchemaInfo) -> Iterator[str]:
    """Yield notes on members that are not listed and on discriminator values without a schema."""
    raw = info.schema.raw
    variants = as_list(raw.get("oneOf")) or as_list(raw.get("anyOf"))
    for count in (len(as_object(raw.get("properties"))), len(variants)):
        if count > MAX_MEMBERS:
            yield Message("{number} more not shown.", number=str(count - MAX_MEMBERS))
    discriminator = info.schema.discriminator
    for value, name in (discriminator.mapping if discriminator else {}).items():
        if info.infos.link(name) is None:
            yield Message('"{value}" stands for {name}.', value=value, name=name)
    if discriminator and discriminator.default:
        yield Message("Any other value stands for {name}.", name=discriminator.default)


MAX_TITLE_NAMES = 2
"""The number of properties in a title."""
_VAGUE_LABELS = ("", "any", "never")


def variant_titles(variants: Sequence[Schema], infos: SchemaInfos) -> tuple[str, ...]:
    """Return a title for each variant: its name, else what distinguishes it from the others."""
    info = [infos.get(variant) for variant in variants]
    titles = [_variant_name(*pair) for pair in zip(variants, info, strict=True)]
    for find_titles in _TITLE_STRATEGIES:
        nameless = [number for number, title in enumerate(titles) if not title]
        if not nameless:
            break
        found = find_titles([info[number] for number in nameless])
        counts = Counter((*titles, *found))
        for number, title in zip(nameless, found, strict=True):
            if counts[title] == 1:
                titles[number] = title
    return tuple(
        title or Message("Option {number}", number=str(number))
        for number, title in enumerate(titles, 1)
    )


def _variant_name(variant: Schema, info: SchemaInfo) -> str:
    if info.schema_link:
        return info.schema_link.label
    raw_title: Any = variant.raw.get("title")
    title = " ".join(raw_title.split()) if isinstance(raw_title, str) else ""
    return title or info.schema.title or variant.reference_name


def _titles_by_constants(variants: Sequence[SchemaInfo]) -> list[str]:
    """Return titles from a property that has a different constant in each variant."""
    fixed = [_fixed_values(variant) for variant in variants]
    different = {(name, value): None for values in fixed for name, value in values.items()}
    counts = Counter(name for name, _ in different)
    owners = Counter(name for variant in variants for name in variant.schema.properties)
    # The value of a property that only one variant has is no title for it.
    shared = [name for name in counts if not name or owners[name] > 1]
    best = max(shared, key=lambda name: counts[name], default="")
    return [values.get(best, "") for values in fixed]


def _fixed_values(variant: SchemaInfo) -> dict[str, str]:
    only = _only_value(variant.schema.raw)
    if only:
        return {"": only}
    members = variant.schema.properties.items()
    values = ((name, _only_value(variant.infos.get(member).schema.raw)) for name, member in members)
    return {name: value for name, value in values if value}


def _only_value(raw: RawObject) -> str:
    values = [raw["const"]] if "const" in raw else as_list(raw.get("enum"))
    return typed_value(values[0]) if len(values) == 1 else ""


def _titles_by_required(variants: Sequence[SchemaInfo]) -> list[str]:
    """Return titles from the properties that only one variant requires."""
    needs = [get_texts(variant.schema.raw, "required") for variant in variants]
    titles = []
    for variant, unique_names in zip(variants, _unique_names(needs), strict=True):
        # An object with one property is named after it.
        is_wrapper = len(unique_names) == 1 and list(_properties(variant)) == unique_names
        titles.append(
            join_names(unique_names)
            if is_wrapper or not unique_names
            else _with_names(unique_names)
        )
    return titles


def _titles_by_properties(variants: Sequence[SchemaInfo]) -> list[str]:
    """Return titles from the properties that only one variant has."""
    each = _unique_names([_properties(variant) for variant in variants])
    return [_with_names(names) if names else "" for names in each]


def _unique_names(named: Sequence[Iterable[str]]) -> Iterator[list[str]]:
    """Yield for each variant the first names that no other has."""
    counts = Counter(name for names in named for name in set(names))
    for names in named:
        yield [name for name in names if counts[name] == 1][:MAX_TITLE_NAMES]


def _titles_by_types(variants: Sequence[SchemaInfo]) -> list[str]:
    labels = (variant.type_label for variant in variants)
    return ["" if label in _VAGUE_LABELS else label for label in labels]


def _with_names(names: Iterable[str]) -> str:
    return Message("with {names}", names=join_names(names))


def _properties(variant: SchemaInfo) -> RawObject:
    return as_object(variant.schema.raw.get("properties"))


_TITLE_STRATEGIES: tuple[Callable[[Sequence[SchemaInfo]], list[str]], ...] = (
    _titles_by_constants,
    _titles_by_types,
    _titles_by_required,
    _titles_by_properties,
)
