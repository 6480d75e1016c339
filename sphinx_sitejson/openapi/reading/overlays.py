"""Apply OpenAPI Overlays 1.0 and 1.1 to a document."""

from __future__ import annotations

import copy
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, is_deeper_than
from sphinx_sitejson.common.problems import JsonPath, Location, Problem, ProblemCode, quoted

from .json_path import MAX_SECONDS, JsonPathError, QueryBudget, find_values
from .sources import DocumentFile


@dataclass
class OverlayOrigins:
    """A tree of the values that overlays wrote, to find the origin of each value."""

    file: int = 0
    """The number of the overlay that wrote the value; 0 for the document."""
    at: JsonPath = ()
    """The path of the value in the overlay."""
    members: dict[str | int, OverlayOrigins] = field(default_factory=dict)
    former: list[int] | None = None
    """The original indexes of the entries that are left in a list."""

    def put(self, path: JsonPath, overlay: int, at: JsonPath) -> None:
        """Record that an overlay wrote a value."""
        self._node(path[:-1]).members[path[-1]] = OverlayOrigins(overlay, at)

    def remove(self, path: JsonPath, left: int | None) -> None:
        """Record that a value was removed; following entries of a list move up.

        :param left: the number of entries of the list after the removal.
        """
        node, gone = self._node(path[:-1]), path[-1]
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

    def _node(self, path: JsonPath) -> OverlayOrigins:
        node = self
        for part in path:
            node = node.members.setdefault(part, OverlayOrigins())
        return node

    def origin(self, path: JsonPath) -> tuple[int, JsonPath]:
        """Return the number of the file that a value is from, and the path in it."""
        file = 0
        at: JsonPath = ()
        node: OverlayOrigins | None = self
        for part in path:
            old = part
            if node is not None and node.former is not None and isinstance(part, int):
                old = node.former[part] if part < len(node.former) else part
            node = node.members.get(part) if node is not None else None
            if node is not None and node.file:
                file, at = node.file, node.at
            else:
                at = (*at, old)
        return file, at


@dataclass(frozen=True, kw_only=True)
class OverlaidFile(DocumentFile):
    """A document with overlays applied."""

    origins: OverlayOrigins = field(repr=False, compare=False)
    files: tuple[DocumentFile, ...]
    """The document and the overlays."""

    def locate(self, path: JsonPath, *, at_key: bool = False) -> Location:
        """Return the location of a value or its key, in the document or in an overlay."""
        file, at = self.origins.origin(path)
        return self.files[file].locate(at, at_key=at_key)

    def locate_all(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Location]:
        """Return the locations of keys or values; each file is scanned once."""
        origins = {path: self.origins.origin(path) for path in paths}
        found = {
            file: self.files[file].locate_all(at for other, at in origins.values() if other == file)
            for file in dict.fromkeys(file for file, _ in origins.values())
        }
        return {path: found[file][at] for path, (file, at) in origins.items()}


VERSIONS = ("1.0", "1.1")

MAX_ADDED_VALUES = 200_000
"""The number of values that overlays may add: copies of copies grow exponentially."""


class _OverlayApplication:
    """A document and the overlays that have been applied to it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.origins = OverlayOrigins()
        self.problems: list[Problem] = []
        self._added = 0
        """The number of values that overlays have added."""
        self._budget = QueryBudget()
        self._copies: dict[int, Any] = {}
        """Copied containers by id; held here, so that no other object can get the same id."""

    def apply(self, overlay: DocumentFile, number: int) -> None:
        """Apply the actions of one overlay in order; an invalid one is reported and skipped."""
        self._overlay, self._number = overlay, number
        self._at: JsonPath = ()
        for index, action in enumerate(self._actions()):
            self._at, self._action = ("actions", index), action
            if not isinstance(action, Mapping) or not isinstance(action.get("target"), str):
                self._report('an action must have a "target", a JSONPath query.')
                continue
            if self._added > MAX_ADDED_VALUES:
                return
            if self._budget.seconds < 0:
                message = (
                    f"the queries before this one took more than {MAX_SECONDS:.0f} seconds; this "
                    "action and all that follow were ignored."
                )
                self._report(message)
                return
            found = self._find("target")
            if found == []:
                self._report(f"{quoted(action['target'])} finds nothing in the document.", "target")
            elif found:
                self._apply_action(found)

    def _report(self, message: str, *keys: str | int) -> None:
        location = self._overlay.locate((*self._at, *keys))
        self.problems.append(Problem(ProblemCode.OPENAPI_OVERLAY, message, location))

    def _actions(self) -> list[Any]:
        value = self._overlay.value
        version = value.get("overlay") if isinstance(value, Mapping) else None
        if not isinstance(version, str) or not version.startswith(VERSIONS):
            self._report('this is not an overlay: "overlay" must be 1.0.x or 1.1.x.', "overlay")
            return []
        actions = value.get("actions")
        if not isinstance(actions, list):
            self._report('"actions" must be an array; nothing was changed.', "actions")
            return []
        return actions

    def _find(self, key: str) -> list[tuple[JsonPath, Any]] | None:
        query = self._action[key]
        if not isinstance(query, str):
            self._report("must be a JSONPath query.", key)
            return None
        try:
            found = find_values(query, self.value, self._budget)
        except JsonPathError as error:
            message = f"{quoted(query)} cannot be used as a JSONPath query (RFC 9535): {error}."
            self._report(message, key)
            return None
        # A query may select the same value twice.
        return list({path: (path, value) for path, value in found}.values())

    def _apply_action(self, targets: list[tuple[JsonPath, Any]]) -> None:
        action, paths = self._action, [path for path, _ in targets]
        if action.get("remove") is True:
            for path in sorted(paths, key=_removal_order, reverse=True):
                self._remove(path)
        elif "copy" in action:
            sources = self._find("copy")
            if sources is not None and len(sources) != 1:
                message = f"{quoted(action['copy'])} must find one value, not {len(sources)}."
                self._report(message, "copy")
            elif sources:
                self._update_all("copy", paths, sources[0][1])
        elif "update" in action:
            self._update_all("update", paths, action["update"])
        else:
            self._report('an action needs "update", "copy", or "remove"; it changes nothing.')

    def _update_all(self, key: str, paths: list[JsonPath], value: Any) -> None:
        if not self._is_within_limits(key, paths, value):
            return
        # All parts of a copied value have the same origin.
        self._is_copy = key == "copy"
        value = copy.deepcopy(value) if self._is_copy else value
        for path in paths:
            # The same action may have replaced a container of the value.
            if self._is_there(path):
                self._update(path, value, key)

    def _is_there(self, path: JsonPath) -> bool:
        value: Any = self.value
        for part in path:
            if part not in _keys(value):
                return False
            value = value[part]
        return True

    def _is_within_limits(self, key: str, paths: list[JsonPath], value: Any) -> bool:
        """Return whether a value may be written to all targets; report it if not."""
        if isinstance(value, dict | list) and is_deeper_than(
            value, MAX_LEVELS - max(map(len, paths))
        ):
            self._report(f"{TOO_DEEP}; nothing was changed.", key)
            return False
        self._added += len(paths) * _count_values(value)
        if self._added > MAX_ADDED_VALUES:
            message = (
                f"the overlays add more than {MAX_ADDED_VALUES:,} values; this action and all that "
                "follow were ignored."
            )
            self._report(message, key)
            return False
        return True

    def _remove(self, path: JsonPath) -> None:
        if not path:
            self._report("the document itself cannot be removed.")
            return
        parent = self._writable_value(path[:-1])
        del parent[path[-1]]
        self.origins.remove(path, len(parent) if isinstance(parent, list) else None)

    def _update(self, path: JsonPath, value: Any, key: str) -> None:
        target = self._writable_value(path)
        at = (*self._at, key)
        if isinstance(target, Mapping) and isinstance(value, Mapping):
            self._merge(path, value, at)
        elif isinstance(target, list):
            self._extend(path, value, at)
        elif path and not isinstance(target, Mapping):
            self._put(path, value, at)
        else:
            self._report("an object can only be updated with an object; nothing was changed.", key)

    def _merge(self, path: JsonPath, value: Mapping[str, Any], at: JsonPath) -> None:
        target = self._writable_value(path)
        for key, new in value.items():
            old, inner, below = target.get(key), self._inside(at, key), (*path, key)
            if isinstance(old, Mapping) and isinstance(new, Mapping):
                self._merge(below, new, inner)
            elif isinstance(old, list) and isinstance(new, list):
                self._extend(below, new, inner)
            else:
                self._put(below, new, inner)

    def _extend(self, path: JsonPath, value: Any, at: JsonPath) -> None:
        target = self._writable_value(path)
        is_list = isinstance(value, list)
        for index, new in enumerate(value if is_list else [value]):
            target.append(copy.deepcopy(new))
            inner = self._inside(at, index) if is_list else at
            self.origins.put((*path, len(target) - 1), self._number, inner)

    def _put(self, path: JsonPath, value: Any, at: JsonPath) -> None:
        self._writable_value(path[:-1])[path[-1]] = copy.deepcopy(value)
        self.origins.put(path, self._number, at)

    def _inside(self, at: JsonPath, key: str | int) -> JsonPath:
        return at if self._is_copy else (*at, key)

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
    for number, overlay in enumerate(overlays, start=1):
        if overlay.value is not None:
            overlaid.apply(overlay, number)
    return OverlaidFile(
        file=source.file,
        value=overlaid.value,
        text=source.text,
        is_json=source.is_json,
        problems=(*source.problems, *overlaid.problems),
        origins=overlaid.origins,
        files=(source, *overlays),
        converted_by=source.converted_by,
    )
