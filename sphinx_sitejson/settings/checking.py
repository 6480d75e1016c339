"""The check of a settings file's value: every fault at once, and what is left without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.nesting import DEEPEST
from sphinx_sitejson.problems import JsonPath

from .agreement import disagreements
from .fault import Fault, is_inside
from .json_parts import deeper_than, without
from .schema import group_validator, is_surely_valid, site_validator

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MOST_VERSIONS = 1000

# A group of the first level lies two levels below the root (the object, the list), one of the
# second level two levels further, and so on; its pages one level below it.
_DEEPEST_LEVEL = 2 * DEEPEST + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSettings:
    """The value without what is wrong in it, and the faults."""

    value: Any
    faults: tuple[Fault, ...]


def check(value: Any) -> CheckedSettings:
    """Check the value of a whole settings file."""
    value, too_many = _with_few_versions(value)
    too_deep = [_too_deep(path) for path in deeper_than(value, _DEEPEST_LEVEL)]
    cut = _left_out(too_deep)
    value = without(value, cut)
    found = [fault for fault in _schema_faults(value) if not is_inside(fault.path, cut)]
    left_out = _with_incomplete_objects(value, _left_out([*too_deep, *found]))
    checked = without(value, left_out)
    between = _disagreements(checked, left_out)
    return CheckedSettings(
        value=without(checked, _left_out(between)),
        faults=tuple(
            _with_whole_loss(fault, left_out) for fault in [*too_many, *too_deep, *found, *between]
        ),
    )


def _with_few_versions(value: Any) -> tuple[Any, list[Fault]]:
    """Cut a list of versions without end: every page has a menu with all of them."""
    versions = value.get("versions") if isinstance(value, dict) else None
    if not isinstance(versions, list) or len(versions) <= MOST_VERSIONS:
        return value, []
    fault = Fault(
        code="wrong_value",
        path=("versions", MOST_VERSIONS),
        statement=f"a menu has at most {MOST_VERSIONS} versions, not {len(versions)}",
        consequence="this one and those after it are left out",
    )
    return {**value, "versions": versions[:MOST_VERSIONS]}, [fault]


def _too_deep(path: JsonPath) -> Fault:
    return Fault(
        code="nested_too_deep",
        path=path,
        statement=f"nested too deep (groups may have {DEEPEST} levels)",
        consequence="what stands here is left out",
        left_out=path,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A part of the settings that is validated by itself."""

    path: JsonPath
    value: Any
    validator: Validator


def _pieces(settings: Any) -> Iterator[_Piece]:
    """Take the navigation apart: each group is a piece, and an empty object stands for it.

    The validator calls itself for every level of a value; deep groups would exhaust the stack.
    """
    groups = list(_groups_in(settings, "navigation", ()))
    shallow = _without_groups(settings, "navigation")
    yield _Piece(path=(), value=shallow, validator=site_validator())
    while groups:
        path, group = groups.pop()
        groups += _groups_in(group, "pages", path)
        shallow = _without_groups(group, "pages")
        yield _Piece(path=path, value=shallow, validator=group_validator())


def _groups_in(value: Any, key: str, at: JsonPath) -> Iterator[tuple[JsonPath, Any]]:
    entries = value.get(key) if isinstance(value, dict) else None
    if isinstance(entries, list):
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                yield (*at, key, index), entry


def _without_groups(value: Any, key: str) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get(key), list):
        return value
    return {**value, key: [{} if isinstance(entry, dict) else entry for entry in value[key]]}


def _schema_faults(value: Any) -> list[Fault]:
    # Most files have no fault, and that is found out quickly; naming faults takes long.
    if is_surely_valid(value):
        return []
    from .schema_errors import faults_of

    faults = (
        fault
        for piece in _pieces(value)
        for fault in faults_of(piece.validator.iter_errors(piece.value), piece.path)
    )
    # Two rules of the schema may find the same fault.
    return list(dict.fromkeys(faults))


def _with_incomplete_objects(value: Any, left_out: set[JsonPath]) -> set[JsonPath]:
    """Add the objects that lack a required key once the wrong values are gone, until none do."""
    added = left_out
    while added:
        faults = _schema_faults(_touched(without(value, left_out), added))
        added = {path for path in _left_out(faults) if not is_inside(path, left_out)}
        left_out = left_out | added
    return left_out


def _touched(value: Any, paths: set[JsonPath]) -> Any:
    """Spare the navigation a second look when nothing in it was left out."""
    if not isinstance(value, dict) or any(path[:1] == ("navigation",) for path in paths):
        return value
    return {**value, "navigation": []}


def _disagreements(checked: Any, left_out: set[JsonPath]) -> list[Fault]:
    """Compare settings with each other, but not where something is missing by our own doing."""
    if not isinstance(checked, dict):
        return []
    return [
        fault
        for fault in disagreements(checked)
        if not any(path[: len(fault.path)] == fault.path for path in left_out)
    ]


def _with_whole_loss(fault: Fault, left_out: set[JsonPath]) -> Fault:
    """Let a fault say when a larger part is lost because of it."""
    if fault.left_out is None or fault.code == "unknown_key":
        return fault
    for length in range(1, len(fault.left_out)):
        if fault.left_out[:length] in left_out:
            return fault.losing(fault.left_out[:length])
    return fault


def _left_out(faults: list[Fault]) -> set[JsonPath]:
    return {fault.left_out for fault in faults if fault.left_out is not None}
