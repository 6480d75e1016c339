"""Rules among the values of a schema, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.messages import Message, joined
from sphinx_sitejson.openapi.raw import RawObject, list_of, named_objects, object_of, texts_of
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.texts.value_formatting import listed, typed_value

from .constraints import count_words

if TYPE_CHECKING:
    from .protocols import SchemaBook

MOST_CLAUSES = 20
"""A rule with more clauses says only how many there are."""
_NAMING = ("properties", "patternProperties", "oneOf", "anyOf", "allOf", "unevaluatedProperties")


def nested_facts(schema: Schema, book: SchemaBook) -> Iterator[str]:
    """Yield facts that speak of schemas inside: ``contains``, ``propertyNames``, ``not``."""
    raw = schema.raw
    if "contains" in raw:
        words = book.raw(raw["contains"]).words
        low, high = raw.get("minContains", 1), raw.get("maxContains")
        amount = count_words(low, high, "entries") or Message("entries")
        yield Message("contains {amount} of: {words}", amount=amount, words=words)
    if object_of(raw.get("propertyNames")):
        names = book.raw(raw["propertyNames"])
        words = names.words
        if words.startswith("string, "):
            words = joined(", ", names.own_facts)
        yield Message("property names: {words}", words=words)
    if "not" in raw:
        yield Message("not {words}", words=_negated(raw["not"], book))
    if raw.get("additionalProperties") is False and _is_empty_object(raw):
        yield Message("no properties")


def rule_notes(schema: Schema, book: SchemaBook) -> tuple[str, ...]:
    """Return the rules that concern several members, each as a sentence."""
    return tuple(_notes(schema, book))


def _notes(schema: Schema, book: SchemaBook) -> Iterator[str]:
    raw = schema.raw
    undeclared = [name for name in texts_of(raw, "required") if name not in _properties(raw)]
    if undeclared:
        yield Message("Requires {names}.", names=_names(undeclared))
    yield from _conditions(raw, book)
    yield from _dependencies(raw, book)


def _conditions(raw: RawObject, book: SchemaBook) -> Iterator[str]:
    if "if" not in raw:
        return
    condition = _clauses(raw["if"], book)
    if "then" in raw:
        clauses = _clauses(raw["then"], book)
        yield Message("If {condition}: {clauses}.", condition=condition, clauses=clauses)
    if "else" in raw:
        clauses = _clauses(raw["else"], book)
        if "then" in raw:
            yield Message("Otherwise: {clauses}.", clauses=clauses)
        else:
            yield Message("Unless {condition}: {clauses}.", condition=condition, clauses=clauses)


def _dependencies(raw: RawObject, book: SchemaBook) -> Iterator[str]:
    for key in ("dependentRequired", "dependencies"):
        for name, needed in object_of(raw.get(key)).items():
            names = [entry for entry in list_of(needed) if isinstance(entry, str)]
            if names:
                yield Message(
                    "If {name} is given, {clauses}.", name=name, clauses=_requirement(names)
                )
    for key in ("dependentSchemas", "dependencies"):
        for name, schema in named_objects(raw.get(key)):
            clauses = _clauses(schema, book)
            yield Message("If {name} is given: {clauses}.", name=name, clauses=clauses)


def closing_notes(schema: Schema, book: SchemaBook) -> tuple[str, ...]:
    """Return what is allowed beyond the members that are named, each as a sentence."""
    return tuple(_closings(schema.raw, book))


def _closings(raw: RawObject, book: SchemaBook) -> Iterator[str]:
    others = [raw.get(key) for key in ("additionalProperties", "unevaluatedProperties")]
    if False in others and not _is_empty_object(raw):
        yield Message("No other properties.")
    elif "properties" in raw and (True in others or {} in others):
        yield Message("Other properties are allowed.")
    if isinstance(others[1], dict) and others[1]:
        yield Message("Other properties: {words}.", words=book.raw(others[1]).words)
    if raw.get("items") is False or raw.get("unevaluatedItems") is False:
        yield Message("No other items.")


def _is_empty_object(raw: RawObject) -> bool:
    """Whether a schema names nothing that an object could have."""
    return not any(raw.get(key) for key in _NAMING)


def _negated(value: Any, book: SchemaBook) -> str:
    described = book.raw(value)
    raw = described.schema.raw
    names = texts_of(raw, "required")
    if names and not described.own_link:
        if len(names) > 1:
            return Message("with {names} together", names=_names(names))
        return Message("with {names}", names=_names(names))
    if "const" in raw:
        return typed_value(raw["const"])
    choices = [book.raw(choice).words for choice in list_of(raw.get("anyOf"))]
    return listed(choices, is_choice=True) if choices else described.words


def _clauses(value: Any, book: SchemaBook) -> str:
    """Say what a value has to be like, or what is asked of it."""
    described = book.raw(value)
    if not described.schema.allows_anything:
        return Message("not allowed")
    if described.own_link:
        return Message("as {name}", name=described.own_link.label)
    raw = described.schema.raw
    properties = _properties(raw)
    clauses = [_clause(name, schema, book) for name, schema in properties.items()]
    needed = [name for name in texts_of(raw, "required") if "const" not in _of(properties, name)]
    if needed:
        clauses.append(_requirement(needed))
    if len(clauses) > MOST_CLAUSES:
        return Message("{number} further rules", number=str(len(clauses)))
    return listed(clauses) if clauses else described.words


def _clause(name: str, schema: Any, book: SchemaBook) -> str:
    described = book.raw(schema)
    if not described.schema.allows_anything:
        return Message("{name} is not allowed", name=name)
    raw = described.schema.raw
    if "const" in raw:
        return Message("{name} is {words}", name=name, words=typed_value(raw["const"]))
    if not raw:
        return Message("{name} is given", name=name)
    return Message("{name} is {words}", name=name, words=described.words)


def _requirement(names: Sequence[str]) -> str:
    if len(names) == 1:
        return Message("{names} is required", names=names[0])
    return Message("{names} are required", names=_names(names))


def _properties(raw: RawObject) -> RawObject:
    return object_of(raw.get("properties"))


def _of(properties: RawObject, name: str) -> RawObject:
    return object_of(properties.get(name))


def _names(names: Sequence[str]) -> str:
    shown = names[:MOST_CLAUSES]
    extra = len(names) - len(shown)
    if extra <= 0:
        return listed(shown)
    return listed([*shown, Message("{number} more", number=str(extra))])
