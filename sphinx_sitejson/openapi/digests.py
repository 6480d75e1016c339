"""Digests of operations and schemas that change when their rendered content does."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_sitejson.common.json_documents.exact_json import exact_json

from .raw import escape_pointer_part, unescape_pointer_part

if TYPE_CHECKING:
    from .document import OpenApiDocument
    from .model import Operation
    from .schemas import Schema

Node = TypeVar("Node", bound=Hashable)
_SHARED_KEYS = ("openapi", "servers", "security", "tags")


class DocumentDigests:
    """Compute digests of operations and schemas, including everything they refer to."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document
        self._parts: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._component_digests: dict[str, str] = {}

    def operation_digest(self, operation: Operation) -> str:
        raw = {operation.key: self._document.raw_operation(operation)}
        return _digest([self._shared, self.value_digest(raw)])

    def schema_digest(self, name: str, schema: Schema) -> str:
        return _digest([self._shared, self.value_digest({name: schema.raw})])

    def value_digest(self, raw: Any) -> str:
        """Return the digest of raw data."""
        references = sorted(set(_iter_references(raw)))
        return _digest([_digest(raw), *map(self._component_digest, references)])

    @cached_property
    def _shared(self) -> str:
        data = self._document.data
        schemes = data.get("components", {}).get("securitySchemes")
        return _digest([*(data.get(key) for key in _SHARED_KEYS), schemes])

    def reachable_components(self, raws: Iterable[Any]) -> set[str]:
        """Return the references to components that are reachable from raw data."""
        waiting, seen = [each for raw in raws for each in _iter_references(raw)], set[str]()
        while waiting:
            reference = waiting.pop()
            if reference not in seen:
                seen.add(reference)
                waiting.extend(self._part(reference)[1])
        return seen

    def _part(self, reference: str) -> tuple[str, tuple[str, ...]]:
        """Return the digest of a component alone, and the references that it contains."""
        if reference not in self._parts:
            raw = self._document.references.at(reference)
            inner = tuple(dict.fromkeys(_iter_references(raw)))
            self._parts[reference] = (_digest([reference, raw]), inner)
        return self._parts[reference]

    def _component_digest(self, reference: str) -> str:
        """Return the digest of a component including all that it refers to; computed once."""
        if reference not in self._component_digests:
            for group in strongly_connected_components(
                reference,
                lambda name: (
                    each for each in self._part(name)[1] if each not in self._component_digests
                ),
            ):
                parts = sorted(self._part(name)[0] for name in group)
                inner = {each for name in group for each in self._part(name)[1]} - group
                digest = _digest([parts, sorted(self._component_digests[name] for name in inner)])
                self._component_digests |= dict.fromkeys(group, digest)
        return self._component_digests[reference]


def strongly_connected_components(
    start: Node, targets: Callable[[Node], Iterable[Node]]
) -> Iterator[frozenset[Node]]:
    """Yield the strongly connected components of a graph, each after those it points to.

    Tarjan's algorithm without recursion.
    """
    numbers = {start: 0}
    lowest = {start: 0}
    open_names, trail = [start], [(start, iter(targets(start)))]
    done: set[Node] = set()
    while trail:
        name, following = trail[-1]
        other = next(following, None)
        if other is None:
            trail.pop()
            if trail:
                lowest[trail[-1][0]] = min(lowest[trail[-1][0]], lowest[name])
            if lowest[name] == numbers[name]:
                group = {open_names.pop()}
                while name not in group:
                    group.add(open_names.pop())
                done |= group
                yield frozenset(group)
        elif other not in numbers:
            numbers[other] = lowest[other] = len(numbers)
            open_names.append(other)
            trail.append((other, iter(targets(other))))
        elif other not in done:
            lowest[name] = min(lowest[name], numbers[other])


def _iter_references(raw: Any) -> Iterator[str]:
    """Yield the references; one to a part of a component counts for the component."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str):
                parts = map(unescape_pointer_part, reference.split("/")[:4])
                is_part = reference.startswith("#/components/")
                yield "/".join(map(escape_pointer_part, parts)) if is_part else reference
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _digest(value: Any) -> str:
    try:
        # Several times faster than JSON. The second version has no references between objects,
        # so that equal values are equal bytes.
        data = marshal.dumps(value, 2)
    except ValueError:
        # It has numbers or dates that are none of the types of JSON.
        data = exact_json(value, ensure_ascii=True).encode()
    return sha256(data).hexdigest()[:16]
