"""Changes of the rules of a schema that speak of other schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.schemas import Schema

from .objects import InnerPair, Placed
from .sentences import phrase
from .value_texts import aside
from .variants import is_choice

_Presence = tuple[str, str]
"""What is said of something that is there now, and of something that no longer is."""
_KEYWORD: _Presence = (form("{place}: {name} was added."), form("{place}: {name} was removed."))
_CONDITION: _Presence = (
    form("{place}: a condition was added."),
    form("{place}: a condition was removed."),
)
_DEPENDENCY: _Presence = (
    form("{place}: what is asked for beside {name} was added."),
    form("{place}: what is asked for beside {name} was removed."),
)
_DISCRIMINATOR: _Presence = (
    form("{place}: the discriminator was added."),
    form("{place}: the discriminator was removed."),
)
_MAPPING: _Presence = (
    form('{place}: the value "{value}" of the discriminator was added.'),
    form('{place}: the value "{value}" of the discriminator was removed.'),
)


def structure_changes(old: Schema, new: Schema) -> Iterator[Placed]:
    """Yield what became of conditions, dependencies, choices and discriminators."""
    for key, rule in (("contains", "contains"), ("not", "not")):
        yield from _presence(rule, _KEYWORD, key in old.raw, key in new.raw, name=key)
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
        place = aside(Message("(beside {name})", name=name))
        yield _inside(old, new, before[name], after[name], place)
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


def _presence(
    rule: str, presence: _Presence, before: bool, after: bool, **values: str
) -> Iterator[Placed]:
    added, removed = presence
    if after and not before:
        yield f"{rule}-added", "", phrase(added, **values)
    elif before and not after:
        yield f"{rule}-removed", "", phrase(removed, **values)


def _conditions(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _condition(old), _condition(new)
    yield from _presence("condition", _CONDITION, bool(before), bool(after))
    if before and after and before["if"] != after["if"]:
        yield "condition-changed", "", phrase("{place}: a condition changed.")


def _condition(raw: RawObject) -> RawObject:
    return raw if "if" in raw and ("then" in raw or "else" in raw) else {}


def _dependencies(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _needed(old), _needed(new)
    for name in {**before, **after}:
        for other in sorted(before.get(name, set()) ^ after.get(name, set())):
            if other in after.get(name, ()):
                yield "dependency-added", f".{name}", phrase("{place} needs {name}.", name=other)
            else:
                gone = phrase("{place} no longer needs {name}.", name=other)
                yield "dependency-removed", f".{name}", gone
    first, second = dependent_schemas(old), dependent_schemas(new)
    for name in {**first, **second}:
        yield from _presence("dependency", _DEPENDENCY, name in first, name in second, name=name)


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
        yield "choice-needed", "", phrase("{place}: one of several variants is now required.")
    elif is_choice(old) and not is_choice(new):
        yield "choice-dropped", "", phrase("{place}: no variant is required anymore.")
    elif is_choice(old) and bool(old.one_of) != bool(new.one_of):
        statement = (
            phrase("{place}: exactly one of the variants is meant now.")
            if new.one_of
            else phrase("{place}: at least one of the variants is meant now.")
        )
        yield "choice-changed", "", statement
    before, after = (len(list_of(schema.raw.get("allOf"))) for schema in (old, new))
    if after > before:
        yield "choice-needed", "", phrase("{place}: another choice is now required.")
    elif after < before:
        yield "choice-dropped", "", phrase("{place}: a choice is no longer required.")


def _discriminators(old: Schema, new: Schema) -> Iterator[Placed]:
    before, after = old.discriminator, new.discriminator
    yield from _presence("discriminator", _DISCRIMINATOR, bool(before), bool(after))
    if before is None or after is None:
        return
    if before.property_name != after.property_name:
        changed = phrase(
            "{place}: the discriminator changed from {was} to {now}.",
            was=before.property_name,
            now=after.property_name,
        )
        yield "discriminator-changed", "", changed
    for value in {**before.mapping, **after.mapping}:
        was, now = before.mapping.get(value), after.mapping.get(value)
        yield from _presence("mapping", _MAPPING, was is not None, now is not None, value=value)
        if was is not None and now is not None and was != now:
            meant = phrase(
                '{place}: the value "{value}" of the discriminator means {now}, no longer {was}.',
                value=value,
                was=was,
                now=now,
            )
            yield "mapping-changed", "", meant
