"""What changed between two schemas, and whether it breaks those who rely on the old one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .raw import list_of
from .schemas import Schema

Direction = Literal["sent", "received"]
"""Whether the clients of the API send values of a schema, or receive them."""

DEEPEST_LEVEL = 30
MOST_CHANGES = 100
"""How many changes of one body are told."""

_LOWER_LIMITS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER_LIMITS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_WIDER_TYPES = {("integer", "number")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that changed, in words: what stands at a place, and what became of it."""

    place: str
    text: str
    is_breaking: bool = False


class SchemaComparison:
    """Compares schemas as clients see them in one direction."""

    def __init__(self, direction: Direction) -> None:
        self._is_sent = direction == "sent"
        self._seen: set[tuple[str, str]] = set()
        self._count = 0

    def compare(self, old: Schema | None, new: Schema | None, place: str) -> Iterator[Change]:
        """Yield what changed at a place and below it."""
        if old is None or new is None:
            return
        for change in self._compared(old, new, place, 0):
            self._count += 1
            if self._count > MOST_CHANGES:
                return
            yield change

    def _compared(self, old: Schema, new: Schema, place: str, depth: int) -> Iterator[Change]:
        names = (old.reference_name, new.reference_name)
        if depth > DEEPEST_LEVEL or (all(names) and names in self._seen):
            return
        if all(names):
            self._seen.add(names)
        old, new = old.merged, new.merged
        if old.raw == new.raw and not _has_references(old.raw):
            return
        yield from self._types(old, new, place)
        yield from self._values(old, new, place)
        yield from self._limits(old, new, place)
        yield from self._properties(old, new, place, depth)
        if old.items is not None and new.items is not None:
            yield from self._compared(old.items, new.items, f"{place}[]", depth + 1)
        yield from self._variants(old, new, place, depth)

    def _types(self, old: Schema, new: Schema, place: str) -> Iterator[Change]:
        before, after = set(old.types), set(new.types)
        if before and after and before != after:
            is_narrower = all(_fits(name, before) for name in after)
            is_wider = all(_fits(name, after) for name in before)
            is_safe = is_wider if self._is_sent else is_narrower
            text = f"the type changed from {_names(old)} to {_names(new)}"
            yield Change(place=place, text=text, is_breaking=not is_safe)
        elif old.format != new.format:
            text = f'the format changed from "{old.format}" to "{new.format}"'
            yield Change(place=place, text=text)
        if old.is_nullable != new.is_nullable:
            text = "may be null now" if new.is_nullable else "may no longer be null"
            yield Change(place=place, text=text, is_breaking=new.is_nullable != self._is_sent)
        if new.is_deprecated and not old.is_deprecated:
            yield Change(place=place, text="is deprecated")

    def _values(self, old: Schema, new: Schema, place: str) -> Iterator[Change]:
        before, after = _allowed(old), _allowed(new)
        if before == after:
            return
        if not before or not after:
            text = "only certain values are allowed" if after else "any value is allowed"
            yield Change(place=place, text=text, is_breaking=bool(after) == self._is_sent)
            return
        for value in before:
            if value not in after:
                yield Change(
                    place=place, text=f"the value {value} was removed", is_breaking=self._is_sent
                )
        for value in after:
            if value not in before:
                yield Change(place=place, text=f"the value {value} was added")

    def _limits(self, old: Schema, new: Schema, place: str) -> Iterator[Change]:
        for key in (*_LOWER_LIMITS, *_UPPER_LIMITS):
            before, after = _number(old.raw, key), _number(new.raw, key)
            if before == after:
                continue
            if after is None:
                is_tighter = False
            else:
                is_higher = before is None or after > before
                is_lower = before is None or after < before
                is_tighter = is_higher if key in _LOWER_LIMITS else is_lower
            shown = f"{key} changed from {_shown(before)} to {_shown(after)}"
            yield Change(place=place, text=shown, is_breaking=is_tighter and self._is_sent)
        before_pattern, after_pattern = old.raw.get("pattern"), new.raw.get("pattern")
        if before_pattern != after_pattern:
            is_breaking = self._is_sent and after_pattern is not None
            yield Change(place=place, text="the pattern changed", is_breaking=is_breaking)

    def _properties(self, old: Schema, new: Schema, place: str, depth: int) -> Iterator[Change]:
        before, after = self._visible(old), self._visible(new)
        for name in before:
            if name not in after:
                yield Change(place=_inner(place, name), text="was removed", is_breaking=True)
        for name, schema in after.items():
            at, is_required = _inner(place, name), name in new.required
            if name not in before:
                text = "was added, and is required" if is_required else "was added"
                yield Change(place=at, text=text, is_breaking=is_required and self._is_sent)
                continue
            if is_required != (name in old.required):
                text = "is required now" if is_required else "is optional now"
                yield Change(place=at, text=text, is_breaking=is_required == self._is_sent)
            yield from self._compared(before[name], schema, at, depth + 1)

    def _visible(self, schema: Schema) -> Mapping[str, Schema]:
        """Return the properties that exist in this direction."""
        other_way = "readOnly" if self._is_sent else "writeOnly"
        return {
            name: member
            for name, member in schema.properties.items()
            if member.resolved.raw.get(other_way) is not True
        }

    def _variants(self, old: Schema, new: Schema, place: str, depth: int) -> Iterator[Change]:
        before, after = _named_variants(old), _named_variants(new)
        for name, schema in before.items():
            if name not in after:
                text = f'the variant "{name}" was removed'
                yield Change(place=place, text=text, is_breaking=self._is_sent)
            else:
                yield from self._compared(schema, after[name], f"{place} ({name})", depth + 1)
        for name in after:
            if name not in before and before:
                yield Change(place=place, text=f'the variant "{name}" was added')


def _named_variants(schema: Schema) -> dict[str, Schema]:
    variants = (*schema.one_of, *schema.any_of)
    return {
        variant.reference_name or variant.title or f"{number}": variant
        for number, variant in enumerate(variants, 1)
    }


def _fits(name: str, others: set[str]) -> bool:
    return name in others or any((name, other) in _WIDER_TYPES for other in others)


def _names(schema: Schema) -> str:
    return " or ".join(schema.types)


def _allowed(schema: Schema) -> list[str]:
    values = list_of(schema.raw.get("enum"))
    if "const" in schema.raw:
        values = [schema.raw["const"]]
    return [f'"{value}"' if isinstance(value, str) else str(value) for value in values]


def _number(raw: Mapping[str, Any], key: str) -> float | None:
    value = raw.get(key)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number else None


def _shown(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


def _inner(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _has_references(raw: Any) -> bool:
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            if "$ref" in value:
                return True
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return False
