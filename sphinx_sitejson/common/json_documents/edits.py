"""Changes of a value at single places; what is not changed is shared with the old one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.problems import JsonPath


@dataclass(frozen=True, slots=True)
class Leave:
    """The value stays as it is."""


@dataclass(frozen=True, slots=True)
class Remove:
    """The value is left out."""


@dataclass(frozen=True, slots=True)
class Put:
    """Another value takes its place, or is added."""

    value: Any


@dataclass(frozen=True, slots=True)
class Rename:
    """The value gets another key."""

    key: str


Edit = Leave | Remove | Put | Rename


def edited(document: Any, edits: Mapping[JsonPath, Edit]) -> Any:
    """Return the value with all changes made."""
    tree: dict[Any, Any] = {}
    for path, edit in edits.items():
        if isinstance(edit, Put) and not path:
            return edit.value
        if isinstance(edit, Leave) or not path:
            continue
        branch = tree
        for part in path[:-1]:
            inner = branch.setdefault(part, {})
            if not isinstance(inner, dict):
                break
            branch = inner
        else:
            branch[path[-1]] = edit
    return _applied(document, tree)


def without(value: Any, paths: Iterable[JsonPath]) -> Any:
    """Return the value without parts of it; in a list, None takes their places."""
    left_out = {
        path: Put(None) if path and isinstance(path[-1], int) else Remove() for path in paths
    }
    return None if () in left_out else edited(value, left_out)


def _applied(value: Any, tree: Mapping[Any, Any]) -> Any:
    if isinstance(value, list):
        return [
            _member(item, tree.get(index))
            for index, item in enumerate(value)
            if not isinstance(tree.get(index), Remove)
        ]
    if not isinstance(value, dict):
        return value
    result: dict[str, Any] = {}
    for key, item in value.items():
        edit = tree.get(key)
        if not isinstance(edit, Remove):
            result[edit.key if isinstance(edit, Rename) else key] = _member(item, edit)
    for key, edit in tree.items():
        if key not in value and isinstance(edit, Put):
            result[key] = edit.value
    return result


def _member(value: Any, edit: Any) -> Any:
    if isinstance(edit, Put):
        return edit.value
    return _applied(value, edit) if isinstance(edit, dict) else value
