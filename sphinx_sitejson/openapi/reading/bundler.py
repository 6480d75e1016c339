"""Bundle a document: copy the targets of references to other files into it, once each."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any

from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted
from sphinx_sitejson.common.records import record

from ..keywords import ANY_KEY, OPENAPI_3, SLOTS, Grammar, Slot, is_extension
from ..raw import Raw, RawObject, as_object, find_value, get_reference, without_keys
from .conversion_state import free_name
from .locations import (
    SCHEMA,
    BundleOrigins,
    DocumentLocation,
    SourcePosition,
    UnlocatedProblem,
    iter_members,
    iter_schemas,
    make_fragment,
    parse_pointer,
)
from .losses import PARTS
from .workspace import ReferenceTarget, Workspace, WorkspaceReferences

_MAX_COPIES = 1_000
"""The number of copies: schemas with several dynamic anchors have one for each combination."""

_SECTION = ("components", "schemas")
_STRUCTURAL = frozenset(
    ("$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$schema")
)
_REFERENCES = ("$ref", "$dynamicRef")
_NAMES = ("$id", "$anchor", "$dynamicAnchor")
_ALIAS_KEYS = frozenset(("$ref", "$dynamicAnchor", "$comment"))
_TEXTS = frozenset(("title", "description", "$comment"))

Scope = Mapping[str, str]
"""The dynamic anchors by name, with the references to the outermost schemas that have them."""
BoundAnchors = tuple[tuple[str, str], ...]
"""The anchors of a scope that a schema depends on, with their references."""


class _DynamicResolver:
    """Replace ``$dynamicRef`` in a bundled document by ``$ref``, following the dynamic scope.

    JSON Schema 2020-12, section 8.2.3.2: a dynamic reference to a ``$dynamicAnchor`` resolves to
    the outermost schema resource, on the way by which validation reached it, that has an anchor of
    this name. So a generic schema such as ``Page`` has other items in ``PetPage`` than in
    ``UserPage``: each gets a copy of its own.

    >>> _DynamicResolver(
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
    ... ).run()[0]["components"]["schemas"]["Pets"]["items"]
    {'$ref': '#/components/schemas/Pets/$defs/T'}
    """

    def __init__(self, data: Raw) -> None:
        self._data = data
        self._copies: dict[tuple[str, BoundAnchors], str] = {}
        self._added: Raw = {}
        self._originals: dict[str, JsonPath] = {}
        self._needed: dict[str, frozenset[str]] = {}
        self._anchors: dict[JsonPath, Scope] = {}

    def run(self) -> tuple[Raw, dict[str, JsonPath]]:
        """Return the document, and the originals of the schemas that were added to it."""
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
        if slot == SCHEMA:
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
            for key in _REFERENCES
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
        return free_name("_".join(parts), lambda name: name not in known, separator="_")

    def _needed_anchors(self, reference: str) -> frozenset[str]:
        """Return the names of the dynamic anchors that a schema, or one behind it, refers to."""
        if reference not in self._needed:
            found: set[str] = set()
            seen, waiting = {reference}, [reference]
            while waiting:
                schemas = iter_schemas(self._at(waiting.pop()))
                references = ((key, each.get(key)) for _, each in schemas for key in _REFERENCES)
                for key, target in references:
                    if not isinstance(target, str):
                        continue
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
            schemas = iter_schemas(find_value(self._data, root), path=root, is_resource=True)
            for at, schema in schemas:
                anchor = schema.get("$dynamicAnchor")
                if isinstance(anchor, str):
                    inner = schema.get("$ref")
                    # A named schema that the anchor only refers to is shown by its name.
                    is_alias = schema.keys() <= _ALIAS_KEYS
                    target = inner if is_alias and isinstance(inner, str) else make_fragment(at)
                    found.setdefault(anchor, target)
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


_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def make_component_name(
    location: DocumentLocation, path: JsonPath, *, used_names: Collection[str]
) -> str:
    """Return the shortest free name for a copied value: ``pet.yaml#/Dog`` gives ``Dog``.

    If it is taken, the name of the file, then of the folder is prepended, then a number added.
    """
    file = _clean_name(location.stem)
    base_name = _clean_name(str(path[-1])) if path else file
    long_name = f"{file}_{base_name}" if path else base_name
    names = (base_name, long_name, _clean_name(f"{location.folder}_{long_name}"))
    numbered = (f"{base_name or 'part'}_{number}" for number in count(2))
    return next(name for name in chain(names, numbered) if name and name not in used_names)


def _clean_name(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name).strip("_")[:_LONGEST_NAME]


_MAX_LISTED_REFERENCES = 4
_ValueKey = tuple[DocumentLocation, tuple[str, ...]]


@dataclass(frozen=True)
class _ChainedReference:
    """A reference whose target is a reference itself."""

    ref: str
    at: SourcePosition
    lost_path: JsonPath | None
    to: _ValueKey


class ReferenceCycles:
    """Collect references whose target is a reference, and find cycles among them."""

    def __init__(self, references: WorkspaceReferences) -> None:
        self._references = references
        self._steps: dict[_ValueKey, _ChainedReference] = {}

    def record(
        self, ref: str, document: DocumentLocation, path: JsonPath, lost_path: JsonPath | None
    ) -> None:
        """Record a reference if it is chained, with the path of the object that contains it.

        :param lost_path: the path of the object in the bundle, if it is part of an operation.
        """
        target = self._references.find(ref, document)
        if isinstance(target, ReferenceTarget) and get_reference(self._references.value(target)):
            at = SourcePosition(document, (*path, "$ref"))
            to = _value_key(target.location, target.path)
            step = _ChainedReference(ref, at, lost_path, to)
            self._steps.setdefault(_value_key(document, path), step)

    def faults(self) -> Iterator[UnlocatedProblem]:
        """Yield a problem for each cycle, at the first reference that enters it."""
        passed: dict[_ValueKey, int] = {}
        for number, start in enumerate(self._steps):
            trail: list[_ValueKey] = []
            location = start
            while location in self._steps and location not in passed:
                passed[location] = number
                trail.append(location)
                location = self._steps[location].to
            if passed.get(location) == number:
                cycle = [self._steps[one] for one in trail[trail.index(location) :]]
                yield UnlocatedProblem(
                    code=ProblemCode.OPENAPI_REFERENCE,
                    message=_cycle_message(cycle),
                    position=cycle[0].at,
                    lost_path=cycle[0].lost_path,
                )


def _value_key(location: DocumentLocation, path: JsonPath) -> _ValueKey:
    """Return a key that is equal for list indexes written as strings and as integers."""
    return location, tuple(map(str, path))


def _cycle_message(cycle: list[_ChainedReference]) -> str:
    refs = [quoted(step.ref) for step in cycle[:_MAX_LISTED_REFERENCES]]
    path_text = f" through {', '.join(refs[1:])}" if len(refs) > 1 else ""
    more = " and others" if len(cycle) > _MAX_LISTED_REFERENCES else ""
    return f"the reference {refs[0]} is circular{path_text}{more}; it has no value."


_MAX_COPIED_OBJECTS = 400_000
"""The number of objects that may be copied: chained inclusions can grow exponentially."""
_MAX_INCLUSION_DEPTH = 20
_DISTINCT_KINDS = frozenset({"schema", "parameter"})
"""Of the other kinds of objects, several have the same keys."""


@record
class Bundle:
    """A document without references to other files, the origins of its parts, and problems."""

    data: Raw
    origins: BundleOrigins
    faults: tuple[UnlocatedProblem, ...]
    reported: frozenset[SourcePosition] = frozenset()
    """Positions whose problems are reported already."""
    original: Raw | None = None
    """The document before its conversion to OpenAPI 3, if it was converted."""
    written: RawObject
    """The document before anything of it was converted or removed."""

    def convert(
        self,
        data: Raw,
        original: Raw,
        original_path: Callable[[JsonPath], JsonPath],
        invalid: Collection[UnlocatedProblem],
        losses: Iterable[UnlocatedProblem] = (),
    ) -> Bundle:
        """Return the bundle with a converted document, and the problems of the original."""
        return replace(
            self,
            data=data,
            origins=replace(self.origins, original_path=original_path),
            faults=(*self.faults, *invalid, *losses),
            reported=frozenset(each.position for each in invalid),
            original=original,
        )


@record
class _Context:
    """The file that is being copied: the base paths in it and in the bundle.

    A trail is the path below both.
    """

    location: DocumentLocation
    source_base: JsonPath = ()
    bundle_base: JsonPath = ()
    included: tuple[ReferenceTarget, ...] = ()

    def source_path(self, trail: JsonPath) -> JsonPath:
        return (*self.source_base, *trail)

    def bundle_path(self, trail: JsonPath) -> JsonPath:
        return (*self.bundle_base, *trail)


def bundle(workspace: Workspace, grammar: Grammar = OPENAPI_3) -> Bundle:
    """Bundle a document with everything that it refers to."""
    return _Bundler(workspace, grammar).run()


class _Bundler:
    def __init__(self, workspace: Workspace, grammar: Grammar) -> None:
        self._root = workspace.document
        self._data = workspace.source(self._root).value
        self._references = WorkspaceReferences(workspace)
        self._slots = grammar.slots
        self._shared = grammar.sections
        self._origins: dict[JsonPath, SourcePosition] = {(): SourcePosition(self._root, ())}
        self._faults: list[UnlocatedProblem] = []
        self._cycles = ReferenceCycles(self._references)
        # The targets in other files, with their names in the bundle.
        self._copied_names: dict[tuple[ReferenceTarget, str], str] = {}
        self._waiting: deque[tuple[ReferenceTarget, str, str]] = deque()
        self._names: dict[str, dict[str, None]] = {}
        self._budget = _MAX_COPIED_OBJECTS
        self._has_dynamic_references = False

    def run(self) -> Bundle:
        self._adopt_components()
        context = _Context(location=self._root)
        data = self._object(self._data, "document", context, ())
        added: dict[tuple[str, ...], Raw] = {}
        while self._waiting:
            target, kind, name = self._waiting.popleft()
            base = (*self._shared[kind], name)
            self._origins[base] = SourcePosition(target.location, target.path)
            context = _Context(location=target.location, source_base=target.path, bundle_base=base)
            value = self._references.value(target)
            added.setdefault(self._shared[kind], {})[name] = self._one(value, kind, context, ())
        for section, entries in added.items():
            data = _add_entries(data, section, entries)
        if self._has_dynamic_references:
            data, originals = _DynamicResolver(data).run()
            section, origins = self._shared["schema"], BundleOrigins(self._origins)
            positions = {name: origins.find(path) for name, path in originals.items()}
            self._origins |= {(*section, name): position for name, position in positions.items()}
        return Bundle(
            data=data,
            written=data,
            origins=BundleOrigins(self._origins),
            faults=tuple(dict.fromkeys((*self._faults, *self._cycles.faults()))),
        )

    def _adopt_components(self) -> None:
        """Name targets after the component that is only a reference to them."""
        for kind, section in self._shared.items():
            entries, context = self._data, self._root
            for key in section:
                # Sections may be references, too.
                entries, context = self._follow_reference(entries.get(key), context)
            names = self._names.setdefault(kind, {})
            for name, entry in entries.items():
                names[name] = None
                ref = get_reference(entry)
                if ref is None or len(entry) > 1 or (ref.startswith("#") and context == self._root):
                    continue
                target = self._references.find(ref, context)
                if not isinstance(target, ReferenceTarget) or target.location == self._root:
                    continue
                if (target, kind) not in self._copied_names:
                    self._copy_target(target, kind, name)

    def _follow_reference(
        self, value: Any, document: DocumentLocation
    ) -> tuple[Raw, DocumentLocation]:
        for _ in range(_MAX_INCLUSION_DEPTH):
            ref = get_reference(value)
            if ref is None:
                break
            target = self._references.find(ref, document)
            if not isinstance(target, ReferenceTarget):
                return {}, document
            value, document = self._references.value(target), target.location
        return as_object(value), document

    def _copy_target(self, target: ReferenceTarget, kind: str, name: str) -> None:
        self._copied_names[target, kind] = name
        self._waiting.append((target, kind, name))

    def _one(self, value: Any, kind: str, context: _Context, trail: JsonPath) -> Any:
        """Return one object with its references rewritten."""
        if not isinstance(value, dict):
            return value
        if context.bundle_base:
            self._budget -= 1
        ref = value.get("$ref")
        if isinstance(ref, str):
            if kind not in self._shared:
                return self._include(value, Slot(kind), context, trail)
            lost_path = context.bundle_path(trail) if kind in PARTS else None
            self._cycles.record(ref, context.location, context.source_path(trail), lost_path)
            rewritten = self._rewritten(ref, kind, context, (*trail, "$ref"))
            if rewritten != ref:
                value = {**value, "$ref": rewritten}
            if len(value) == 1:
                return value
        dynamic = value.get("$dynamicRef")
        if isinstance(dynamic, str) and kind == "schema":
            self._has_dynamic_references = True
            rewritten = self._rewritten(dynamic, kind, context, (*trail, "$dynamicRef"))
            value = {**value, "$dynamicRef": rewritten}
        return self._object(value, kind, context, trail)

    def _object(self, value: Raw, kind: str, context: _Context, trail: JsonPath) -> Raw:
        slots = self._slots[kind]
        new = dict(value)
        for key, item in value.items():
            if not isinstance(item, dict | list):
                continue
            slot = slots.get(key) or (None if is_extension(key) else slots.get(ANY_KEY))
            if slot is not None:
                new[key] = self._slot(item, slot, context, (*trail, key))
            elif key == "discriminator" and kind == "schema":
                new[key] = self._discriminator(item, context, (*trail, key))
            elif key == "description":
                new[key] = self._description(item, context, (*trail, key))
        return new

    def _slot(self, value: Any, slot: Slot, context: _Context, trail: JsonPath) -> Any:
        if isinstance(value, list):
            return [
                self._one(item, slot.kind, context, (*trail, index))
                for index, item in enumerate(value)
            ]
        if slot.form == "one":
            return self._one(value, slot.kind, context, trail)
        if get_reference(value) is not None:
            return self._include(value, slot, context, trail)
        return {
            key: self._one(item, slot.kind, context, (*trail, key)) for key, item in value.items()
        }

    def _rewritten(self, ref: str, kind: str, context: _Context, trail: JsonPath) -> str:
        """Return a reference as it is written in the bundle."""
        target = self._references.find(ref, context.location)
        if not isinstance(target, ReferenceTarget):
            inner = self._references.find_by_id(ref, context.location, context.source_path(trail))
            if inner is None:
                self._fault(target, kind, context, trail)
                return ref
            target = inner
        if not self._has_kind(target, kind):
            message = f"the reference {quoted(ref)} points to an object of the wrong kind."
            self._fault(message, kind, context, trail)
        if target.location == self._root:
            is_same = context.location == self._root and ref.startswith("#")
            return ref if is_same and not target.is_anchor else target.fragment
        base = context.source_base
        if (
            target.is_anchor
            and target.location == context.location
            and base == target.path[: len(base)]
        ):
            # It is in the copy already.
            return make_fragment((*context.bundle_base, *target.path[len(base) :]))
        name = self._copied_names.get((target, kind))
        if name is None:
            if self._budget < 0:
                message = f"the reference {quoted(ref)} expands to too much content."
                self._fault(message, kind, context, trail)
                return ref
            names = self._names.setdefault(kind, {})
            name = make_component_name(target.location, target.path, used_names=names)
            names[name] = None
            self._copy_target(target, kind, name)
        return f"#/{'/'.join(self._shared[kind])}/{name}"

    def _has_kind(self, target: ReferenceTarget, kind: str) -> bool:
        """Return whether the target of a reference can be shown as an object of a kind."""
        section = next((each for each, at in self._shared.items() if at == target.path[:-1]), "")
        if not section:
            value = self._references.value(target)
            return isinstance(value, dict) or (kind == "schema" and isinstance(value, bool))
        is_header = (kind, section) == ("header", "parameter")
        return kind == section or is_header or _DISTINCT_KINDS.isdisjoint((kind, section))

    def _include(self, value: Raw, slot: Slot, context: _Context, trail: JsonPath) -> Any:
        """Replace a reference by its target if ``components`` has no section for its kind."""
        ref_trail = (*trail, "$ref")
        siblings = without_keys(value, "$ref")
        target = self._references.find(value["$ref"], context.location)
        if not isinstance(target, ReferenceTarget):
            self._fault(target, slot.kind, context, ref_trail)
            return siblings
        inner = self._references.value(target)
        obstacle = self._obstacle(inner, slot, target in context.included, context)
        if obstacle:
            message = f"the reference {quoted(value['$ref'])} {obstacle}."
            self._fault(message, slot.kind, context, ref_trail)
            return siblings
        at = context.bundle_path(trail)
        self._origins[at] = SourcePosition(target.location, target.path)
        inside = _Context(
            location=target.location,
            source_base=target.path,
            bundle_base=at,
            included=(*context.included, target),
        )
        found = self._slot(inner, slot, inside, ())
        if not siblings or isinstance(found, list):
            return found
        return {**found, **self._slot(siblings, slot, context, trail)}

    def _obstacle(self, value: Any, slot: Slot, is_cycle: bool, context: _Context) -> str:
        """Return the reason why a target cannot be included, or an empty string."""
        if is_cycle or len(context.included) >= _MAX_INCLUSION_DEPTH:
            return "is circular"
        if self._budget < 0:
            return "expands to too much content"
        fits = isinstance(value, dict) or (slot.form == "list" and isinstance(value, list))
        return "" if fits else "points to an object of the wrong kind"

    def _description(self, value: Any, context: _Context, trail: JsonPath) -> Any:
        """Return the string that a reference points to: ``{$ref: intro.md}``.

        OpenAPI allows no reference here, but other tools read descriptions from Markdown files.
        """
        ref = get_reference(value)
        if ref is None:
            return value
        target = self._references.find(ref, context.location)
        if not isinstance(target, ReferenceTarget):
            self._fault(target, "plain", context, (*trail, "$ref"))
            return ""
        text = self._references.value(target)
        return text if isinstance(text, str) else value

    def _discriminator(self, value: Any, context: _Context, trail: JsonPath) -> Any:
        if not isinstance(value, dict):
            return value
        mapping = value.get("mapping")
        changed = dict(value)
        if isinstance(mapping, dict):
            changed["mapping"] = {
                key: self._mapped(item, context, (*trail, "mapping", key))
                for key, item in mapping.items()
            }
        if "defaultMapping" in value:
            path = (*trail, "defaultMapping")
            changed["defaultMapping"] = self._mapped(value["defaultMapping"], context, path)
        return changed

    def _mapped(self, name: Any, context: _Context, trail: JsonPath) -> Any:
        """Rewrite a discriminator mapping; a bare name is first looked up in its file."""
        if not isinstance(name, str):
            return name
        if "/" in name or "#" in name or name.endswith((".json", ".yaml", ".yml")):
            return self._rewritten(name, "schema", context, trail)
        if context.location == self._root:
            return name
        local = self._references.find(
            f"#/{'/'.join(self._shared['schema'])}/{name}", context.location
        )
        if not isinstance(local, ReferenceTarget):
            return name
        return self._rewritten(local.fragment, "schema", context, trail)

    def _fault(self, message: str, kind: str, context: _Context, trail: JsonPath) -> None:
        *path, key = context.bundle_path(trail)
        # A discriminator without its target only lacks a name for a variant.
        is_lost = kind in PARTS and key in _REFERENCES
        self._faults.append(
            UnlocatedProblem(
                code=ProblemCode.OPENAPI_REFERENCE,
                message=message,
                position=SourcePosition(context.location, context.source_path(trail)),
                lost_path=tuple(path) if is_lost else None,
            )
        )


def _add_entries(value: Any, section: tuple[str, ...], entries: Mapping[str, Any]) -> Raw:
    around = dict(as_object(value))
    if not section:
        return {**around, **entries}
    around[section[0]] = _add_entries(around.get(section[0]), section[1:], entries)
    return around
