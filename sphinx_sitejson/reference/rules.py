"""Rules among the values of a schema, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, objects_in, texts_of
from sphinx_sitejson.openapi.schemas import Schema

from .constraints import count_words
from .wording import listed, sentence, value_text

if TYPE_CHECKING:
    from .described import DescribedSchemas

MOST_CLAUSES = 20
"""A rule with more clauses says only how many there are."""


def nested_facts(schema: Schema, book: DescribedSchemas) -> Iterator[str]:
    """Yield facts that speak of schemas inside: ``contains``, ``propertyNames``, ``not``."""
    raw = schema.raw
    if "contains" in raw:
        words = book.raw(raw["contains"]).words
        low, high = raw.get("minContains", 1), raw.get("maxContains")
        yield f"contains {count_words(low, high, 'entry', 'entries') or 'entries'} of: {words}"
    if object_of(raw.get("propertyNames")):
        names = book.raw(raw["propertyNames"])
        words = names.words.removeprefix("string, ")
        yield f"property names: {words}"
    if "not" in raw:
        yield f"not {_negated(raw['not'], book)}"


def rule_notes(schema: Schema, book: DescribedSchemas) -> tuple[str, ...]:
    """Return the rules that concern several members, each as a sentence."""
    return tuple(_notes(schema, book))


def _notes(schema: Schema, book: DescribedSchemas) -> Iterator[str]:
    raw = schema.raw
    foreign = [name for name in texts_of(raw, "required") if name not in _properties(raw)]
    if foreign:
        yield f"Requires {_names(foreign)}."
    yield from _conditions(raw, book)
    yield from _dependencies(raw, book)
    yield from _closings(raw, book)


def _conditions(raw: RawObject, book: DescribedSchemas) -> Iterator[str]:
    if "if" not in raw:
        return
    condition = _clauses(raw["if"], book)
    if "then" in raw:
        yield sentence(f"if {condition}: {_clauses(raw['then'], book)}")
    if "else" in raw:
        start = "otherwise" if "then" in raw else f"unless {condition}"
        yield sentence(f"{start}: {_clauses(raw['else'], book)}")


def _dependencies(raw: RawObject, book: DescribedSchemas) -> Iterator[str]:
    for key in ("dependentRequired", "dependencies"):
        for name, needed in object_of(raw.get(key)).items():
            names = [entry for entry in list_of(needed) if isinstance(entry, str)]
            if names:
                verb = "is" if len(names) == 1 else "are"
                yield f"If {name} is given, {_names(names)} {verb} required."
    for key in ("dependentSchemas", "dependencies"):
        for name, schema in objects_in(raw.get(key)):
            yield f"If {name} is given: {_clauses(schema, book)}."


def _closings(raw: RawObject, book: DescribedSchemas) -> Iterator[str]:
    """Say what is allowed beyond the members that are named."""
    others = [raw.get(key) for key in ("additionalProperties", "unevaluatedProperties")]
    if False in others:
        yield "No other properties."
    elif "properties" in raw and (True in others or {} in others):
        yield "Other properties are allowed."
    if isinstance(others[1], dict) and others[1]:
        yield f"Other properties: {book.raw(others[1]).words}."
    if raw.get("items") is False or raw.get("unevaluatedItems") is False:
        yield "No other items."


def _negated(value: Any, book: DescribedSchemas) -> str:
    described = book.raw(value)
    raw = described.schema.raw
    names = texts_of(raw, "required")
    if names and not described.own_link:
        return f"with {_names(names)}{' together' if len(names) > 1 else ''}"
    if "const" in raw:
        return value_text(raw["const"])
    choices = [book.raw(choice).words for choice in list_of(raw.get("anyOf"))]
    return listed(choices, "or") if choices else described.words


def _clauses(value: Any, book: DescribedSchemas) -> str:
    """Say what a value has to be like, or what is asked of it."""
    described = book.raw(value)
    if not described.schema.allows_anything:
        return "not allowed"
    if described.own_link:
        return f"as {described.own_link.label}"
    raw = described.schema.raw
    properties = _properties(raw)
    clauses = [_clause(name, schema, book) for name, schema in properties.items()]
    needed = [name for name in texts_of(raw, "required") if "const" not in _of(properties, name)]
    if needed:
        verb = "is" if len(needed) == 1 else "are"
        clauses.append(f"{_names(needed)} {verb} required")
    if len(clauses) > MOST_CLAUSES:
        return f"{len(clauses)} further rules"
    return listed(clauses) if clauses else described.words


def _clause(name: str, schema: Any, book: DescribedSchemas) -> str:
    described = book.raw(schema)
    if not described.schema.allows_anything:
        return f"{name} is not allowed"
    raw = described.schema.raw
    if "const" in raw:
        return f"{name} is {value_text(raw['const'])}"
    return f"{name} is {described.words}" if raw else f"{name} is given"


def _properties(raw: RawObject) -> RawObject:
    return object_of(raw.get("properties"))


def _of(properties: RawObject, name: str) -> RawObject:
    return object_of(properties.get(name))


def _names(names: Sequence[str]) -> str:
    shown = names[:MOST_CLAUSES]
    further = len(names) - len(shown)
    return listed([*shown, f"{further} more"] if further > 0 else shown)
