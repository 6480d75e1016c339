"""What is the same in two documents with all it refers to, and need not be looked into."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.openapi.raw import RawObject, object_of
from sphinx_sitejson.openapi.references import escape, unescape

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument


class Sameness:
    """Compares raw data of two documents."""

    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self._old = old.data
        self._new = new.data

    def of(self, old: Any, new: Any) -> bool:
        """Tell whether two values say the same, also by what they refer to."""
        return _is_same(old, new) and all(
            component in self._unchanged for component in _components_in(old)
        )

    @cached_property
    def is_same_throughout(self) -> bool:
        """Whether servers, security and its schemes are the same for all operations."""
        parts = [
            [data.get("servers"), data.get("security"), _components(data).get("securitySchemes")]
            for data in (self._old, self._new)
        ]
        return self.of(*parts)

    @cached_property
    def _unchanged(self) -> frozenset[str]:
        """The references to components that are the same with all they refer to."""
        old, new = dict(_named(self._old)), dict(_named(self._new))
        same = {name for name, raw in old.items() if name in new and _is_same(raw, new[name])}
        users: dict[str, list[str]] = {}
        for name in same:
            for component in _components_in(old[name]):
                users.setdefault(component, []).append(name)
        waiting = [name for name in users if name not in same]
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user in same:
                    same.discard(user)
                    waiting.append(user)
        return frozenset(same)


def _components(data: RawObject) -> RawObject:
    return object_of(data.get("components"))


def _named(data: RawObject) -> Iterator[tuple[str, Any]]:
    for section, entries in _components(data).items():
        if isinstance(entries, Mapping):
            for name, raw in entries.items():
                yield f"#/components/{section}/{escape(name)}", raw


def _components_in(raw: Any) -> Iterator[str]:
    """Yield the components that raw data refer to, also where a part of one is meant."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield "/".join(escape(unescape(part)) for part in reference.split("/")[:4])
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _is_same(old: Any, new: Any) -> bool:
    # Python takes 1 for true, so what it calls the same is looked at once more.
    return bool(old == new) and _text(old) == _text(new)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)
