"""Bundle a document: copy the targets of references to other files into it, once each."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted
from sphinx_sitejson.openapi.keywords import ANY_KEY, OPENAPI_3, Grammar, Slot, is_extension

from .locations import Address, BundleOrigins, Fault, Spot
from .workspace import ReferenceTarget, Workspace, WorkspaceReferences

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def new_name(address: Address, path: JsonPath, *, taken: Collection[str]) -> str:
    """Return a name that says where a value comes from: as short as it can be."""
    for name in _candidates(address, path):
        if name and name not in taken:
            return name
    raise AssertionError("the candidates never end")


def _candidates(address: Address, path: JsonPath) -> Iterator[str]:
    file = _clean(address.stem)
    own = _clean(str(path[-1])) if path else file
    yield own
    if path:
        yield f"{file}_{own}"
    yield _clean(f"{address.folder}_{file}_{own}" if path else f"{address.folder}_{own}")
    number = 2
    while True:
        yield f"{own or 'part'}_{number}"
        number += 1


def _clean(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name).strip("_")[:_LONGEST_NAME]


_LONGEST_SHOWN = 4
_Place = tuple[Address, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Step:
    """A reference to a value that is a reference itself."""

    ref: str
    at: Spot
    to: _Place


class Circles:
    """Takes note of references that lead to references, and tells which of them never end."""

    def __init__(self, references: WorkspaceReferences) -> None:
        self._references = references
        self._next_targets: dict[tuple[Address, str], _Place | None] = {}
        self._steps: dict[_Place, _Step] = {}

    def is_chained(self, ref: str, holder: Address) -> bool:
        """Tell whether a reference leads to another one; each is looked up once."""
        key = (holder, ref)
        if key not in self._next_targets:
            self._next_targets[key] = self._next(ref, holder)
        return self._next_targets[key] is not None

    def note(self, ref: str, holder: Address, path: JsonPath) -> None:
        """Keep a reference that leads to another one, with the place of the object that has it."""
        to = self._next_targets[holder, ref]
        if to is not None:
            step = _Step(ref, Spot(holder, (*path, "$ref")), to)
            self._steps.setdefault(_place(holder, path), step)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each circle, where the document enters it first."""
        passed: dict[_Place, int] = {}
        for number, start in enumerate(self._steps):
            trail: list[_Place] = []
            place = start
            while place in self._steps and place not in passed:
                passed[place] = number
                trail.append(place)
                place = self._steps[place].to
            if passed.get(place) == number:
                circle = [self._steps[one] for one in trail[trail.index(place) :]]
                yield Fault(
                    code=ProblemCode.OPENAPI_REFERENCE, message=_message(circle), spot=circle[0].at
                )

    def _next(self, ref: str, holder: Address) -> _Place | None:
        target = self._references.find(ref, holder)
        if not isinstance(target, ReferenceTarget):
            return None
        value = self._references.value(target)
        is_reference = isinstance(value, dict) and isinstance(value.get("$ref"), str)
        return _place(target.address, target.path) if is_reference else None


def _place(address: Address, path: JsonPath) -> _Place:
    """Return a place that is the same however a pointer writes the number of an entry."""
    return address, tuple(map(str, path))


def _message(circle: list[_Step]) -> str:
    refs = [quoted(step.ref) for step in circle[:_LONGEST_SHOWN]]
    ways = f" by way of {', '.join(refs[1:])}" if len(refs) > 1 else ""
    more = " and others" if len(circle) > _LONGEST_SHOWN else ""
    return f"the reference {refs[0]} refers back to itself{ways}{more}; it has no value."


_MOST_TAKEN_OVER = 400_000
"""How many objects may come from other files; a chain of inclusions could double without end."""
_DEEPEST_INCLUSION = 20
_KINDS_WITH_OPERATIONS = ("paths", "path item", "operation")

Trail = tuple[Any, ...]
"""A path that grows in constant time: the trail before, and a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The whole document, where its parts come from, and what could not be found."""

    data: dict[str, Any]
    origins: BundleOrigins
    faults: tuple[Fault, ...]
    reported: frozenset[Spot] = frozenset()
    """Where something was found wrong already; nobody need say it again."""
    original: dict[str, Any] | None = None
    """The document in the format that it was written in, where that is another one."""
    lost_paths: tuple[JsonPath, ...] = ()
    """Where references to path items and operations have no target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Holder:
    """The file whose text is being rewritten: from where in it, to where in the bundle."""

    address: Address
    source_base: JsonPath = ()
    bundle_base: JsonPath = ()
    included: tuple[ReferenceTarget, ...] = ()

    def source_path(self, trail: Trail) -> JsonPath:
        return (*self.source_base, *_path(trail))

    def bundle_path(self, trail: Trail) -> JsonPath:
        return (*self.bundle_base, *_path(trail))


@dataclass(slots=True)
class _TakenOver:
    """The targets in other files and the names they got."""

    names: dict[tuple[ReferenceTarget, str], str] = field(default_factory=dict)
    waiting: deque[tuple[ReferenceTarget, str, str]] = field(default_factory=deque)


def bundle(
    root: Address,
    workspace: Workspace,
    references: WorkspaceReferences,
    grammar: Grammar = OPENAPI_3,
) -> Bundle:
    """Bring a document and all it refers to together."""
    data = workspace.source(root).value
    return _Bundler(root, data, references, grammar).run()


class _Bundler:
    def __init__(
        self, root: Address, data: dict[str, Any], references: WorkspaceReferences, grammar: Grammar
    ) -> None:
        self._root = root
        self._data = data
        self._references = references
        self._slots = grammar.slots
        self._shared = grammar.sections
        self._origins: dict[JsonPath, Spot] = {(): Spot(root, ())}
        self._faults: list[Fault] = []
        self._lost_paths: list[JsonPath] = []
        self._circles = Circles(references)
        self._taken = _TakenOver()
        self._names: dict[str, dict[str, None]] = {}
        self._budget = _MOST_TAKEN_OVER

    def run(self) -> Bundle:
        self._adopt_components()
        holder = _Holder(address=self._root)
        data = self._object(self._data, self._slots["document"], "document", holder, ())
        added: dict[tuple[str, ...], dict[str, Any]] = {}
        while self._taken.waiting:
            target, kind, name = self._taken.waiting.popleft()
            base = (*self._shared[kind], name)
            self._origins[base] = Spot(target.address, target.path)
            holder = _Holder(address=target.address, source_base=target.path, bundle_base=base)
            value = self._references.value(target)
            added.setdefault(self._shared[kind], {})[name] = self._one(value, kind, holder, ())
        return Bundle(
            data=_with_shared(data, added),
            origins=BundleOrigins(self._origins),
            faults=tuple(dict.fromkeys((*self._faults, *self._circles.faults()))),
            lost_paths=tuple(self._lost_paths),
        )

    def _adopt_components(self) -> None:
        """Let a component that is only a reference to another file be that file's content."""
        for kind, entries, holder in self._shared_sections():
            names = self._names.setdefault(kind, {})
            for name, entry in entries.items():
                names[name] = None
                ref = entry.get("$ref") if isinstance(entry, dict) and len(entry) == 1 else None
                if not isinstance(ref, str) or (ref.startswith("#") and holder == self._root):
                    continue
                target = self._references.find(ref, holder)
                if not isinstance(target, ReferenceTarget) or target.address == self._root:
                    continue
                if (target, kind) not in self._taken.names:
                    self._take_over(target, kind, name)

    def _shared_sections(self) -> Iterator[tuple[str, dict[str, Any], Address]]:
        """Yield the sections with the file that holds each: they may be references themselves."""
        for kind, section in self._shared.items():
            value, holder = self._data, self._root
            for key in section:
                value, holder = self._behind(value.get(key), holder)
            yield kind, value, holder

    def _behind(self, value: Any, holder: Address) -> tuple[dict[str, Any], Address]:
        for _ in range(_DEEPEST_INCLUSION):
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str):
                break
            target = self._references.find(ref, holder)
            if not isinstance(target, ReferenceTarget):
                return {}, holder
            value, holder = self._references.value(target), target.address
        return (value if isinstance(value, dict) else {}), holder

    def _take_over(self, target: ReferenceTarget, kind: str, name: str) -> None:
        self._taken.names[target, kind] = name
        self._taken.waiting.append((target, kind, name))

    def _one(self, value: Any, kind: str, holder: _Holder, trail: Trail) -> Any:
        """Rewrite one object; what needs no change is returned as it is."""
        if not isinstance(value, dict):
            return value
        if holder.bundle_base:
            self._budget -= 1
        ref = value.get("$ref")
        if isinstance(ref, str):
            if kind not in self._shared:
                return self._include(value, Slot(kind), holder, trail)
            if self._circles.is_chained(ref, holder.address):
                self._circles.note(ref, holder.address, holder.source_path(trail))
            rewritten = self._rewritten(ref, kind, holder, (trail, "$ref"))
            if rewritten != ref:
                value = {**value, "$ref": rewritten}
            if len(value) == 1:
                return value
        return self._object(value, self._slots[kind], kind, holder, trail)

    def _object(
        self,
        value: dict[str, Any],
        slots: Mapping[str, Slot],
        kind: str,
        holder: _Holder,
        trail: Trail,
    ) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        for key, item in value.items():
            if type(item) is not dict and type(item) is not list:
                continue
            slot = slots.get(key)
            if slot is None:
                if ANY_KEY not in slots or is_extension(key):
                    if key == "discriminator" and kind == "schema":
                        changed[key] = self._discriminator(item, holder, (trail, key))
                    continue
                slot = slots[ANY_KEY]
            new = self._slot(item, slot, holder, (trail, key))
            if new is not item:
                changed[key] = new
        return {**value, **changed} if changed else value

    def _slot(self, value: Any, slot: Slot, holder: _Holder, trail: Trail) -> Any:
        if isinstance(value, list):
            items = [
                self._one(item, slot.kind, holder, (trail, index))
                for index, item in enumerate(value)
            ]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else items
        if slot.form == "one":
            return self._one(value, slot.kind, holder, trail)
        if isinstance(value.get("$ref"), str):
            return self._include(value, slot, holder, trail)
        changed = {
            key: new
            for key, item in value.items()
            if (new := self._one(item, slot.kind, holder, (trail, key))) is not item
        }
        return {**value, **changed} if changed else value

    def _rewritten(self, ref: str, kind: str, holder: _Holder, trail: Trail) -> str:
        """Return a reference as it must be written in the bundle."""
        target = self._references.find(ref, holder.address)
        if not isinstance(target, ReferenceTarget):
            self._fault(target.message, kind, holder, trail)
            return ref
        if target.address == self._root:
            return target.fragment if holder.address != self._root else target.local_reference(ref)
        name = self._taken.names.get((target, kind))
        if name is None:
            if self._budget < 0:
                self._fault(
                    f"the reference {quoted(ref)} expands to too much content.",
                    kind,
                    holder,
                    trail,
                )
                return ref
            names = self._names.setdefault(kind, {})
            name = new_name(target.address, target.path, taken=names)
            names[name] = None
            self._take_over(target, kind, name)
        return f"#/{'/'.join(self._shared[kind])}/{name}"

    def _include(self, value: dict[str, Any], slot: Slot, holder: _Holder, trail: Trail) -> Any:
        """Put a target in place of a reference where the components have no section for it."""
        ref_trail = (trail, "$ref")
        target = self._references.find(value["$ref"], holder.address)
        if not isinstance(target, ReferenceTarget):
            self._fault(target.message, slot.kind, holder, ref_trail)
            return {key: item for key, item in value.items() if key != "$ref"}
        inner = self._references.value(target)
        obstacle = self._obstacle(inner, slot, target in holder.included, holder)
        if obstacle:
            message = f"the reference {quoted(value['$ref'])} {obstacle}."
            self._fault(message, slot.kind, holder, ref_trail)
            return {key: item for key, item in value.items() if key != "$ref"}
        at = holder.bundle_path(trail)
        self._origins[at] = Spot(target.address, target.path)
        inside = _Holder(
            address=target.address,
            source_base=target.path,
            bundle_base=at,
            included=(*holder.included, target),
        )
        found = self._slot(inner, slot, inside, ())
        siblings = {key: item for key, item in value.items() if key != "$ref"}
        if not siblings or isinstance(found, list):
            return found
        return {**found, **self._slot(siblings, slot, holder, trail)}

    def _obstacle(self, value: Any, slot: Slot, is_circle: bool, holder: _Holder) -> str:
        """Say why a value cannot stand where it is referred to, if so."""
        if is_circle or len(holder.included) >= _DEEPEST_INCLUSION:
            return "refers back to itself"
        if self._budget < 0:
            return "expands to too much content"
        fits = isinstance(value, dict) or (slot.form == "list" and isinstance(value, list))
        return "" if fits else "points to an object of the wrong kind"

    def _discriminator(self, value: Any, holder: _Holder, trail: Trail) -> Any:
        if not isinstance(value, dict):
            return value
        mapping = value.get("mapping")
        changed = dict(value)
        if isinstance(mapping, dict):
            changed["mapping"] = {
                key: self._mapped(item, holder, ((trail, "mapping"), key))
                for key, item in mapping.items()
            }
        if "defaultMapping" in value:
            place = (trail, "defaultMapping")
            changed["defaultMapping"] = self._mapped(value["defaultMapping"], holder, place)
        return changed

    def _mapped(self, name: Any, holder: _Holder, trail: Trail) -> Any:
        """Rewrite a schema's name or address; a name means a schema of the same file first."""
        if not isinstance(name, str):
            return name
        if "/" in name or "#" in name or name.endswith((".json", ".yaml", ".yml")):
            return self._rewritten(name, "schema", holder, trail)
        if holder.address == self._root:
            return name
        own = self._references.find(f"#/{'/'.join(self._shared['schema'])}/{name}", holder.address)
        if not isinstance(own, ReferenceTarget):
            return name
        return self._rewritten(own.fragment, "schema", holder, trail)

    def _fault(self, message: str, kind: str, holder: _Holder, trail: Trail) -> None:
        spot = Spot(holder.address, holder.source_path(trail))
        path = holder.bundle_path(trail)[:-1]
        if kind in _KINDS_WITH_OPERATIONS and "callbacks" not in path:
            self._lost_paths.append(path)
        self._faults.append(Fault(code=ProblemCode.OPENAPI_REFERENCE, message=message, spot=spot))


def _path(trail: Trail) -> JsonPath:
    parts: list[str | int] = []
    while trail:
        trail, part = trail
        parts.append(part)
    return tuple(reversed(parts))


def _with_shared(
    data: dict[str, Any], added: Mapping[tuple[str, ...], Mapping[str, Any]]
) -> dict[str, Any]:
    for section, entries in added.items():
        data = _with_entries(data, section, entries)
    return data


def _with_entries(
    value: Any, section: tuple[str, ...], entries: Mapping[str, Any]
) -> dict[str, Any]:
    around = dict(value) if isinstance(value, dict) else {}
    if not section:
        return {**around, **entries}
    around[section[0]] = _with_entries(around.get(section[0]), section[1:], entries)
    return around
