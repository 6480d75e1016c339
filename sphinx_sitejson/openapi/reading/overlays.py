"""Apply OpenAPI Overlays 1.0 and 1.1 to a document."""

from __future__ import annotations

import copy
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sphinx_sitejson.common.json_documents.sources import Source
from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, is_deeper_than
from sphinx_sitejson.common.problems import JsonPath, Location, Problem, ProblemCode, quoted

from .json_path import MAX_SECONDS, JsonPathError, QueryBudget, find_values
from .sources import DocumentFile


@dataclass(slots=True)
class OverlayOrigins:
    """A tree of the values that overlays wrote, to find the origin of each value."""

    overlay: int | None = None
    """The index of the overlay that wrote the value; None for the document."""
    at: JsonPath = ()
    """The path of the value in the overlay."""
    members: dict[str | int, OverlayOrigins] = field(default_factory=dict)
    former: list[int] | None = None
    """The original indexes of the entries that are left in a list."""

    def put(self, path: JsonPath, overlay: int, at: JsonPath) -> None:
        """Record that an overlay wrote a value."""
        node = self
        for part in path[:-1]:
            node = node.members.setdefault(part, OverlayOrigins())
        node.members[path[-1]] = OverlayOrigins(overlay=overlay, at=at)

    def remove(self, path: JsonPath, left: int | None) -> None:
        """Record that a value was removed; following entries of a list move up.

        :param left: the number of entries of the list after the removal.
        """
        node = self
        for part in path[:-1]:
            node = node.members.setdefault(part, OverlayOrigins())
        gone = path[-1]
        node.members.pop(gone, None)
        if left is None or not isinstance(gone, int):
            return
        if node.former is None:
            node.former = list(range(left + 1))
        if gone < len(node.former):
            del node.former[gone]
        node.members = {
            key - 1 if isinstance(key, int) and key > gone else key: member
            for key, member in node.members.items()
        }

    def origin(self, path: JsonPath) -> tuple[int | None, JsonPath]:
        """Return the overlay that wrote a value, if any, and the path in its file."""
        overlay: int | None = None
        origin_path: list[str | int] = []
        node: OverlayOrigins | None = self
        for part in path:
            old = part
            if node is not None and node.former is not None and isinstance(part, int):
                old = node.former[part] if part < len(node.former) else part
            node = node.members.get(part) if node is not None else None
            if node is not None and node.overlay is not None:
                overlay, origin_path = node.overlay, list(node.at)
            else:
                origin_path.append(old)
        return overlay, tuple(origin_path)


@dataclass(frozen=True, kw_only=True)
class OverlaidFile(DocumentFile):
    """A document with overlays applied."""

    origins: OverlayOrigins = field(default_factory=OverlayOrigins, repr=False, compare=False)
    overlays: tuple[DocumentFile, ...] = ()

    def locate(self, path: JsonPath, *, at_key: bool = False) -> Location:
        """Return the location of a value or its key, in the document or in an overlay."""
        overlay, origin_path = self.origins.origin(path)
        if overlay is None:
            return super().locate(origin_path, at_key=at_key)
        return self.overlays[overlay].locate(origin_path, at_key=at_key)

    def locate_all(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Location]:
        """Return the locations of keys or values; each file is scanned once."""
        origins = {path: self.origins.origin(path) for path in paths}
        found: dict[tuple[int | None, JsonPath], Location] = {}
        for overlay in dict.fromkeys(overlay for overlay, _written in origins.values()):
            overlay_paths = [origin_path for of, origin_path in origins.values() if of == overlay]
            source: Source | None = None if overlay is None else self.overlays[overlay]
            locations = (
                super().locate_all(overlay_paths)
                if source is None
                else source.locate_all(overlay_paths)
            )
            found |= {
                (overlay, origin_path): location for origin_path, location in locations.items()
            }
        return {path: found[origin] for path, origin in origins.items()}


VERSIONS = ("1.0", "1.1")

MAX_ADDED_VALUES = 200_000
"""The number of values that overlays may add: copies of copies grow exponentially."""


@dataclass(frozen=True, slots=True)
class _Action:
    """One action of an overlay."""

    overlay: DocumentFile
    at: JsonPath
    action: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where a new value is in an overlay; all parts of a copied value have the same origin."""

    overlay: int
    at: JsonPath
    is_copy: bool = False

    def inside(self, key: str | int) -> _Origin:
        return self if self.is_copy else _Origin(self.overlay, (*self.at, key))


@dataclass(slots=True)
class _OverlayApplication:
    """A document and the overlays that have been applied to it."""

    value: Any
    origins: OverlayOrigins = field(default_factory=OverlayOrigins)
    problems: list[Problem] = field(default_factory=list)
    added: int = 0
    """The number of values that overlays have added."""
    budget: QueryBudget = field(default_factory=QueryBudget)
    _copies: dict[int, Any] = field(default_factory=dict)
    """Copied containers by id; held here, so that no other object can get the same id."""

    def report(self, overlay: DocumentFile, at: JsonPath, message: str) -> None:
        location = overlay.locate(at)
        self.problems.append(
            Problem(code=ProblemCode.OPENAPI_OVERLAY, message=message, location=location)
        )

    def apply(self, overlay: DocumentFile, number: int) -> None:
        """Apply the actions of one overlay in order; an invalid one is reported and skipped."""
        for at, action in self._actions(overlay):
            if self.added > MAX_ADDED_VALUES:
                return
            if self.budget.seconds < 0:
                message = (
                    f"the queries before this one took more than {MAX_SECONDS:.0f} seconds; this "
                    "action and all that follow were ignored."
                )
                self.report(overlay, at, message)
                return
            change = _Action(overlay, at, action)
            found = self._find(change, "target")
            if found == []:
                message = f"{quoted(action['target'])} finds nothing in the document."
                self.report(overlay, (*at, "target"), message)
            elif found:
                self._apply_action(change, found, number)

    def _actions(self, overlay: DocumentFile) -> Iterator[tuple[JsonPath, Mapping[str, Any]]]:
        value = overlay.value
        version = value.get("overlay") if isinstance(value, Mapping) else None
        if not isinstance(version, str) or not version.startswith(VERSIONS):
            message = 'this is not an overlay: "overlay" must be 1.0.x or 1.1.x.'
            self.report(overlay, ("overlay",), message)
            return
        actions = value.get("actions")
        if not isinstance(actions, list):
            self.report(overlay, ("actions",), '"actions" must be an array; nothing was changed.')
            return
        for index, action in enumerate(actions):
            at: JsonPath = ("actions", index)
            if isinstance(action, Mapping) and isinstance(action.get("target"), str):
                yield at, action
            else:
                self.report(overlay, at, 'an action must have a "target", a JSONPath query.')

    def _find(self, change: _Action, key: str) -> list[tuple[JsonPath, Any]] | None:
        query = change.action[key]
        if not isinstance(query, str):
            self._report(change, "must be a JSONPath query.", key)
            return None
        try:
            found = find_values(query, self.value, self.budget)
        except JsonPathError as error:
            message = f"{quoted(query)} cannot be used as a JSONPath query (RFC 9535): {error}."
            self._report(change, message, key)
            return None
        # A query may select the same value twice.
        return list({path: (path, value) for path, value in found}.values())

    def _apply_action(
        self, change: _Action, targets: list[tuple[JsonPath, Any]], number: int
    ) -> None:
        action = change.action
        if action.get("remove") is True:
            for path in sorted((path for path, _ in targets), key=_removal_order, reverse=True):
                self._remove(change, path)
        elif "copy" in action:
            sources = self._find(change, "copy")
            if sources is not None and len(sources) != 1:
                message = f"{quoted(action['copy'])} must find one value, not {len(sources)}."
                self._report(change, message, "copy")
            elif sources:
                origin = _Origin(number, (*change.at, "copy"), is_copy=True)
                self._update_all(change, targets, sources[0][1], origin)
        elif "update" in action:
            origin = _Origin(number, (*change.at, "update"))
            self._update_all(change, targets, action["update"], origin)
        else:
            message = 'an action needs "update", "copy", or "remove"; it changes nothing.'
            self._report(change, message)

    def _update_all(
        self, change: _Action, targets: list[tuple[JsonPath, Any]], value: Any, origin: _Origin
    ) -> None:
        if not self._is_within_limits(change, origin.at, targets, value):
            return
        value = copy.deepcopy(value) if origin.is_copy else value
        for path, _value in targets:
            # The same action may have replaced a container of the value.
            if self._is_there(path):
                self._update(change, path, value, origin)

    def _report(self, change: _Action, message: str, *keys: str) -> None:
        self.report(change.overlay, (*change.at, *keys), message)

    def _is_there(self, path: JsonPath) -> bool:
        value: Any = self.value
        for part in path:
            if part not in _keys(value):
                return False
            value = value[part]
        return True

    def _is_within_limits(
        self, change: _Action, at: JsonPath, targets: list[tuple[JsonPath, Any]], value: Any
    ) -> bool:
        """Return whether a value may be written to all targets; report it if not."""
        deepest = max(len(path) for path, _value in targets)
        if isinstance(value, dict | list) and is_deeper_than(value, MAX_LEVELS - deepest):
            self.report(change.overlay, at, f"{TOO_DEEP}; nothing was changed.")
            return False
        self.added += len(targets) * _count_values(value)
        if self.added > MAX_ADDED_VALUES:
            message = (
                f"the overlays add more than {MAX_ADDED_VALUES:,} values; this action and all that "
                "follow were ignored."
            )
            self.report(change.overlay, at, message)
            return False
        return True

    def _remove(self, change: _Action, path: JsonPath) -> None:
        if not path:
            self._report(change, "the document itself cannot be removed.")
            return
        parent = self._writable_value(path[:-1])
        del parent[path[-1]]
        self.origins.remove(path, len(parent) if isinstance(parent, list) else None)

    def _update(self, change: _Action, path: JsonPath, value: Any, origin: _Origin) -> None:
        target = self._writable_value(path)
        if isinstance(target, Mapping) and isinstance(value, Mapping):
            self._merge(path, value, origin)
        elif isinstance(target, list):
            self._extend(path, value, origin)
        elif path and not isinstance(target, Mapping):
            self._put(path, value, origin)
        else:
            message = "an object can only be updated with an object; nothing was changed."
            self.report(change.overlay, origin.at, message)

    def _merge(self, path: JsonPath, value: Mapping[str, Any], origin: _Origin) -> None:
        target = self._writable_value(path)
        for key, new in value.items():
            inner = origin.inside(key)
            old = target.get(key)
            if isinstance(old, Mapping) and isinstance(new, Mapping):
                self._merge((*path, key), new, inner)
            elif isinstance(old, list) and isinstance(new, list):
                self._extend((*path, key), new, inner)
            else:
                self._put((*path, key), new, inner)

    def _extend(self, path: JsonPath, value: Any, origin: _Origin) -> None:
        target = self._writable_value(path)
        is_list = isinstance(value, list)
        for index, new in enumerate(value if is_list else [value]):
            target.append(copy.deepcopy(new))
            inner = origin.inside(index) if is_list else origin
            self.origins.put((*path, len(target) - 1), inner.overlay, inner.at)

    def _put(self, path: JsonPath, value: Any, origin: _Origin) -> None:
        self._writable_value(path[:-1])[path[-1]] = copy.deepcopy(value)
        self.origins.put(path, origin.overlay, origin.at)

    def _writable_value(self, path: JsonPath) -> Any:
        """Return a value for modification; the containers on the way are copied once."""
        value = self.value = self._copy_once(self.value)
        for part in path:
            inner = self._copy_once(value[part])
            value[part] = inner
            value = inner
        return value

    def _copy_once(self, value: Any) -> Any:
        if id(value) in self._copies or not isinstance(value, dict | list):
            return value
        new = value.copy()
        self._copies[id(new)] = new
        return new


def _keys(value: Any) -> Container[str | int]:
    if isinstance(value, list):
        return range(len(value))
    return value if isinstance(value, dict) else ()


def _count_values(value: Any) -> int:
    """Count the values in finite data, including itself."""
    count = 0
    waiting = [value]
    while waiting:
        part = waiting.pop()
        count += 1
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return count


def _removal_order(path: JsonPath) -> tuple[int, int]:
    """Return a sort key by depth, then by list index, so that removals do not shift others."""
    last = path[-1] if path else 0
    return len(path), last if isinstance(last, int) else 0


def apply_overlays(source: DocumentFile, overlays: Sequence[DocumentFile]) -> OverlaidFile:
    """Apply overlays to a document in order; the origin of every value is recorded."""
    overlaid = _OverlayApplication(source.value)
    for number, overlay in enumerate(overlays):
        if overlay.value is not None:
            overlaid.apply(overlay, number)
    return OverlaidFile(
        file=source.file,
        value=overlaid.value,
        text=source.text,
        is_json=source.is_json,
        problems=(*source.problems, *overlaid.problems),
        origins=overlaid.origins,
        overlays=tuple(overlays),
        converted_by=source.converted_by,
    )
