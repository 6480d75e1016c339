"""The check of a settings file's value: every fault at once, and what is left without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Remove, without
from sphinx_sitejson.common.nesting import DEEPEST, without_deep_values
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, key_path
from sphinx_sitejson.settings.schema import SITE_SCHEMA, SchemaFile

from .consistency import disagreements
from .errors import Fault, is_inside, schema_faults

MOST_VERSIONS = 1000

# A group of the first level lies two levels below the root (the object, the list), one of the
# second level two levels further, and so on; its pages one level below it.
_DEEPEST_LEVEL = 2 * DEEPEST + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSettings:
    """The value without what is wrong in it, and the faults."""

    value: Any
    faults: tuple[Fault, ...]


def check_settings(value: Any, schema: SchemaFile = SITE_SCHEMA) -> CheckedSettings:
    """Check the value of a whole settings file, or of what another file says in its terms."""
    value, too_many = _with_few_versions(value) if schema is SITE_SCHEMA else (value, [])
    too_deep = [_too_deep(path) for path in without_deep_values(value, _DEEPEST_LEVEL)[1]]
    cut = _left_out(too_deep)
    value = without(value, cut)
    found = [fault for fault in schema_faults(value, schema) if not is_inside(fault.path, cut)]
    left_out = _with_incomplete_objects(value, _left_out([*too_deep, *found]), schema)
    checked = without(value, left_out)
    between = _disagreements(checked, left_out) if schema is SITE_SCHEMA else []
    return CheckedSettings(
        value=without(checked, _left_out(between)),
        faults=tuple(
            _with_full_loss(fault, left_out) for fault in [*too_many, *too_deep, *found, *between]
        ),
    )


def _with_few_versions(value: Any) -> tuple[Any, list[Fault]]:
    """Cut a list of versions without end: every page has a menu with all of them."""
    versions = value.get("versions") if isinstance(value, dict) else None
    if not isinstance(versions, list) or len(versions) <= MOST_VERSIONS:
        return value, []
    fault = Fault(
        code=ProblemCode.WRONG_VALUE,
        path=("versions", MOST_VERSIONS),
        statement=f"a menu has at most {MOST_VERSIONS} versions, not {len(versions)}",
        consequence="this one and those after it are left out",
        edit=Remove(),
    )
    return {**value, "versions": versions[:MOST_VERSIONS]}, [fault]


def _too_deep(path: JsonPath) -> Fault:
    return Fault(
        code=ProblemCode.NESTED_TOO_DEEP,
        path=path,
        statement=f"nested too deep (groups may have {DEEPEST} levels)",
        consequence="everything deeper is left out",
        edit=Remove(),
    )


def _with_incomplete_objects(
    value: Any, left_out: set[JsonPath], schema: SchemaFile
) -> set[JsonPath]:
    """Add the objects that lack a required key once the wrong values are gone, until none do."""
    added = left_out
    while added:
        faults = schema_faults(without(value, left_out), schema)
        added = {path for path in _left_out(faults) if not is_inside(path, left_out)}
        left_out = left_out | added
    return left_out


def _disagreements(checked: Any, left_out: set[JsonPath]) -> list[Fault]:
    """Compare settings with each other, but not where something is missing by our own doing."""
    if not isinstance(checked, dict):
        return []
    return [
        fault
        for fault in disagreements(checked)
        if not any(path[: len(fault.path)] == fault.path for path in left_out)
    ]


def _with_full_loss(fault: Fault, left_out: set[JsonPath]) -> Fault:
    """Let a fault say when a larger part is lost because of it."""
    if fault.left_out is None or fault.code == "unknown_key" or fault.stops_build:
        return fault
    for length in range(1, len(fault.left_out)):
        if fault.left_out[:length] in left_out:
            return replace(fault, consequence=f"{key_path(fault.left_out[:length])} is left out")
    return fault


def _left_out(faults: Iterable[Fault]) -> set[JsonPath]:
    return {fault.left_out for fault in faults if fault.left_out is not None}
