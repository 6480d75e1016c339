"""Changes of the rules of a schema that speak of other schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.schemas import Schema

from .objects import InnerPair, Placed
from .variants import is_choice


def structure_changes(old: Schema, new: Schema) -> Iterator[Placed]:
    """Yield what became of conditions, dependencies, choices and discriminators."""
    for key, rule in (("contains", "contains"), ("not", "not")):
        yield from _presence(rule, key, key in old.raw, key in new.raw)
    yield from _conditions(old.raw, new.raw)
    yield from _dependencies(old.raw, new.raw)
    yield from _choices(old, new)
    yield from _discriminators(old, new)


def structure_insides(old: Schema, new: Schema) -> Iterator[InnerPair]:
    """Yield the schemas that belong together, for rules that both sides have."""
    yield from _both(old, new, "contains", " (contains)")
    yield from _both(old, new, "not", " (not)", is_turned=True)
    if _condition(old.raw) and _condition(new.raw) and old.raw["if"] == new.raw["if"]:
        for key in ("then", "else"):
            yield from _both(old, new, key, f" ({key})", default=True)
    before, after = dependent_schemas(old.raw), dependent_schemas(new.raw)
    for name in before.keys() & after.keys():
        yield _inside(old, new, before[name], after[name], f" (beside {name})")
    parts = (list_of(schema.raw.get("allOf")) for schema in (old, new))
    for first, second in zip(*parts, strict=False):
        yield _inside(old, new, first, second, "")


def _both(
    old: Schema, new: Schema, key: str, place: str, *, default: Any = None, is_turned: bool = False
) -> Iterator[InnerPair]:
    before, after = old.raw.get(key, default), new.raw.get(key, default)
    if before is not None and after is not None:
        yield _inside(old, new, before, after, place, is_turned=is_turned)


def _inside(
    old: Schema, new: Schema, before: Any, after: Any, place: str, *, is_turned: bool = False
) -> InnerPair:
    first, second = Schema.of(before, old.references), Schema.of(after, new.references)
    return InnerPair(first, second, place, is_turned)


def _presence(rule: str, words: str, before: bool, after: bool) -> Iterator[Placed]:
    if after and not before:
        yield f"{rule}-added", "", f"{words} was added"
    elif before and not after:
        yield f"{rule}-removed", "", f"{words} was removed"


def _conditions(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _condition(old), _condition(new)
    yield from _presence("condition", "a condition", bool(before), bool(after))
    if before and after and before["if"] != after["if"]:
        yield "condition-changed", "", "a condition changed"


def _condition(raw: RawObject) -> RawObject:
    return raw if "if" in raw and ("then" in raw or "else" in raw) else {}


def _dependencies(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _needed(old), _needed(new)
    for name in {**before, **after}:
        for other in sorted(before.get(name, set()) ^ after.get(name, set())):
            is_new = other in after.get(name, ())
            rule = f"dependency-{'added' if is_new else 'removed'}"
            yield rule, f".{name}", f"{'needs' if is_new else 'no longer needs'} {other}"
    first, second = dependent_schemas(old), dependent_schemas(new)
    for name in {**first, **second}:
        words = f"what is asked for beside {name}"
        yield from _presence("dependency", words, name in first, name in second)


def _needed(raw: RawObject) -> dict[str, set[str]]:
    """Return the names that each property needs, in both spellings."""
    return {
        name: {other for other in list_of(names) if isinstance(other, str)}
        for key in ("dependentRequired", "dependencies")
        for name, names in object_of(raw.get(key)).items()
        if isinstance(names, list)
    }


def dependent_schemas(raw: RawObject) -> dict[str, RawObject]:
    """Return the schemas that count where a property is given, in both spellings."""
    return {
        name: schema
        for key in ("dependentSchemas", "dependencies")
        for name, schema in object_of(raw.get(key)).items()
        if isinstance(schema, Mapping)
    }


def _choices(old: Schema, new: Schema) -> Iterator[Placed]:
    if is_choice(new) and not is_choice(old):
        yield "choice-needed", "", "one of several variants is now required"
    elif is_choice(old) and not is_choice(new):
        yield "choice-dropped", "", "no variant is required anymore"
    elif is_choice(old) and bool(old.one_of) != bool(new.one_of):
        kind = "exactly" if new.one_of else "at least"
        yield "choice-changed", "", f"{kind} one of the variants is meant now"
    before, after = (len(list_of(schema.raw.get("allOf"))) for schema in (old, new))
    if before != after:
        rule = "choice-needed" if after > before else "choice-dropped"
        words = (
            "another choice is now required" if after > before else "a choice is no longer required"
        )
        yield rule, "", words


def _discriminators(old: Schema, new: Schema) -> Iterator[Placed]:
    before, after = old.discriminator, new.discriminator
    yield from _presence("discriminator", "the discriminator", bool(before), bool(after))
    if before is None or after is None:
        return
    if before.property_name != after.property_name:
        words = f"the discriminator changed from {before.property_name} to {after.property_name}"
        yield "discriminator-changed", "", words
    for value in {**before.mapping, **after.mapping}:
        was, now = before.mapping.get(value), after.mapping.get(value)
        words = f'the value "{value}" of the discriminator'
        yield from _presence("mapping", words, was is not None, now is not None)
        if was is not None and now is not None and was != now:
            yield "mapping-changed", "", f"{words} means {now}, no longer {was}"
