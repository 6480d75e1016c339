"""Replace ``$dynamicRef`` in a bundled document by ``$ref``, following the dynamic scope.

JSON Schema 2020-12, section 8.2.3.2: a dynamic reference to a ``$dynamicAnchor`` resolves to the
outermost schema resource, on the way by which validation reached it, that has an anchor of this
name. So a generic schema such as ``Page`` has other items in ``PetPage`` than in ``UserPage``: each
gets a copy of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.problems import JsonPath

from ..keywords import SLOTS, Slot
from ..raw import Raw, as_object, find_value, without_keys
from .locations import iter_members, make_fragment, parse_pointer

_MAX_COPIES = 1_000
"""The number of copies: schemas with several dynamic anchors have one for each combination."""

_SECTION = ("components", "schemas")
_STRUCTURAL = frozenset(
    ("$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$schema")
)
_NAMES = ("$id", "$anchor", "$dynamicAnchor")
_TEXTS = frozenset(("title", "description", "$comment"))

Scope = Mapping[str, str]
"""The dynamic anchors by name, with the references to the outermost schemas that have them."""
BoundAnchors = tuple[tuple[str, str], ...]
"""The anchors of a scope that a schema depends on, with their references."""


def resolve_dynamic_references(data: Raw) -> tuple[Raw, dict[str, JsonPath]]:
    """Return a document without ``$dynamicRef``, and the originals of the schemas added to it.

    >>> resolve_dynamic_references(
    ...     {
    ...         "components": {
    ...             "schemas": {
    ...                 "Page": {"items": {"$dynamicRef": "#/components/schemas/Page/$defs/T"},
    ...                          "$defs": {"T": {"$dynamicAnchor": "T"}}},
    ...                 "Pets": {"$ref": "#/components/schemas/Page",
    ...                          "$defs": {"T": {"$dynamicAnchor": "T", "type": "string"}}},
    ...             }
    ...         }
    ...     }
    ... )[0]["components"]["schemas"]["Pets"]["items"]
    {'$ref': '#/components/schemas/Pets/$defs/T'}
    """
    return _DynamicResolver(data).run()


class _DynamicResolver:
    def __init__(self, data: Raw) -> None:
        self._data = data
        self._copies: dict[tuple[str, BoundAnchors], str] = {}
        self._added: Raw = {}
        self._originals: dict[str, JsonPath] = {}
        self._needed: dict[str, frozenset[str]] = {}
        self._anchors: dict[JsonPath, Scope] = {}

    def run(self) -> tuple[Raw, dict[str, JsonPath]]:
        data = self._rewrite(self._data, Slot("document"), ())
        if self._added:
            components = data["components"]
            schemas = {**components["schemas"], **self._added}
            data = {**data, "components": {**components, "schemas": schemas}}
        return data, self._originals

    def _rewrite(self, value: Any, slot: Slot, path: JsonPath, scope: Scope | None = None) -> Any:
        """Rewrite the schemas of a value, which are reached in a scope or are its beginning."""
        if isinstance(value, list):
            single = Slot(slot.kind)
            return [self._rewrite(item, single, (*path, n), scope) for n, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if slot == Slot("schema"):
            is_named = len(path) == 3 and path[:2] == _SECTION
            anchors = self._resource_anchors(path) if scope is None else scope
            return self._schema(value, anchors, path, is_named=is_named)
        return {
            key: self._rewrite(item, kind, (*path, key), scope) if kind else item
            for item, key, kind in iter_members(value, slot)
        }

    def _schema(self, schema: Raw, scope: Scope, path: JsonPath, *, is_named: bool = False) -> Raw:
        """Rewrite a schema that was reached in a scope."""
        if "$id" in schema:
            scope = {**self._resource_anchors(path), **scope}
        new: Raw = {}
        for key, item in schema.items():
            slot = SLOTS["schema"].get(key)
            new[key] = self._rewrite(item, slot, (*path, key), scope) if slot else item
        references = [
            self._target(schema[key], scope, is_dynamic=key == "$dynamicRef")
            for key in ("$ref", "$dynamicRef")
            if isinstance(schema.get(key), str)
        ]
        if not references:
            return new
        new.pop("$dynamicRef", None)
        if is_named and len(references) == 1 and schema.keys() <= _STRUCTURAL | _TEXTS:
            generic = self._specialize_in_place(references[0], scope, str(path[-1]))
            if generic is not None:
                new.pop("$ref", None)
                return {**generic, **new}
        refs = [{"$ref": self._specialize(target, scope)} for target in references]
        if len(refs) == 1:
            return {**new, **refs[0]}
        new.pop("$ref", None)
        return {**new, "allOf": [*refs, *new.get("allOf", ())]}

    def _target(self, reference: str, scope: Scope, *, is_dynamic: bool) -> str:
        """Return the reference to the schema that an anchor resolves to in a scope."""
        anchor = self._at(reference).get("$dynamicAnchor") if is_dynamic else None
        return scope.get(anchor, reference) if isinstance(anchor, str) else reference

    def _skip_alias(self, reference: str) -> str:
        """Return the named schema that an anchor only refers to, so that it is shown by name."""
        target = self._at(reference)
        inner = target.get("$ref")
        is_alias = target.keys() <= {"$ref", "$dynamicAnchor", "$comment"}
        return inner if isinstance(inner, str) and is_alias and len(target) > 1 else reference

    def _specialize_in_place(self, reference: str, scope: Scope, name: str) -> Raw | None:
        """Return the content of a generic schema for the named schema that only refers to it."""
        bound = self._bound(reference, scope)
        if not bound or (reference, bound) in self._copies:
            return None
        self._copies[reference, bound] = make_fragment((*_SECTION, name))
        return self._copy(reference, bound)

    def _specialize(self, reference: str, scope: Scope) -> str:
        """Return the reference to a schema as it is in a scope; a copy if it depends on it."""
        bound = self._bound(reference, scope)
        if not bound:
            return reference
        if (reference, bound) not in self._copies:
            if len(self._copies) >= _MAX_COPIES:
                return reference
            name = self._new_name(reference, bound)
            self._copies[reference, bound] = make_fragment((*_SECTION, name))
            self._originals[name] = _path(reference)
            self._added[name] = {}
            self._added[name] = self._copy(reference, bound)
        return self._copies[reference, bound]

    def _copy(self, reference: str, bound: BoundAnchors) -> Raw:
        path = _path(reference)
        scope = {**self._resource_anchors(path), **dict(bound)}
        return self._schema(without_keys(self._at(reference), *_NAMES), scope, path)

    def _bound(self, reference: str, scope: Scope) -> BoundAnchors:
        """Return the anchors of a scope that change the meaning of a schema."""
        needed = self._needed_anchors(reference)
        if not needed:
            return ()
        alone = self._resource_anchors(_path(reference))
        bound = {name: scope[name] for name in sorted(needed & scope.keys())}
        is_same = all(alone.get(name) == target for name, target in bound.items())
        return () if is_same else tuple(bound.items())

    def _new_name(self, reference: str, bound: BoundAnchors) -> str:
        known = {*self._data["components"]["schemas"], *self._added}
        path = _path(reference)
        parts = [str(path[-1])]
        for _anchor, target in bound:
            at = _path(target)
            parts.append(str(at[2] if at[:2] == _SECTION else at[-1]))
        name = "_".join(parts)
        number = 2
        while name in known:
            name = f"{'_'.join(parts)}_{number}"
            number += 1
        return name

    def _needed_anchors(self, reference: str) -> frozenset[str]:
        """Return the names of the dynamic anchors that a schema, or one behind it, refers to."""
        if reference not in self._needed:
            found: set[str] = set()
            seen, waiting = {reference}, [reference]
            while waiting:
                for key, target in _iter_references(self._at(waiting.pop())):
                    anchor = self._at(target).get("$dynamicAnchor")
                    if key == "$dynamicRef" and isinstance(anchor, str):
                        found.add(anchor)
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
            self._needed[reference] = frozenset(found)
        return self._needed[reference]

    def _resource_anchors(self, path: JsonPath) -> Scope:
        """Return the dynamic anchors of the schema resource that contains a schema.

        Strictly, schemas without ``$id`` belong to the resource of their document, in which an
        anchor may occur once. Authors rely on each named schema being one.
        """
        root = self._resource_root(path)
        if root not in self._anchors:
            found: dict[str, str] = {}
            waiting: list[tuple[Any, Slot, JsonPath]] = [
                (find_value(self._data, root), Slot("schema"), root)
            ]
            while waiting:
                value, slot, at = waiting.pop(0)
                if slot.form == "one" and isinstance(value, dict):
                    if "$id" in value and at != root:
                        continue
                    if isinstance(value.get("$dynamicAnchor"), str):
                        target = self._skip_alias(make_fragment(at))
                        found.setdefault(value["$dynamicAnchor"], target)
                waiting += [
                    (item, kind, (*at, key))
                    for item, key, kind in iter_members(value, slot)
                    if kind is not None
                ]
            self._anchors[root] = found
        return self._anchors[root]

    def _resource_root(self, path: JsonPath) -> JsonPath:
        first = 3 if path[:2] == _SECTION else len(path)
        for length in range(len(path), first, -1):
            schema = find_value(self._data, path[:length])
            if isinstance(schema, dict) and isinstance(schema.get("$id"), str):
                return path[:length]
        return path[:first]

    def _at(self, reference: str) -> Raw:
        is_local = reference.startswith("#/")
        return as_object(find_value(self._data, _path(reference))) if is_local else {}


def _path(reference: str) -> JsonPath:
    return parse_pointer(reference.removeprefix("#"))


def _iter_references(schema: Raw) -> Iterator[tuple[str, str]]:
    waiting: list[tuple[Any, Slot]] = [(schema, Slot("schema"))]
    while waiting:
        value, slot = waiting.pop()
        if slot.form == "one" and isinstance(value, dict):
            for key in ("$ref", "$dynamicRef"):
                if isinstance(value.get(key), str):
                    yield key, value[key]
        waiting += [
            (item, kind) for item, _key, kind in iter_members(value, slot) if kind is not None
        ]
