"""Validate a document, and apply the repair of each violation until it is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sphinx_sitejson.common.json_documents.validation import (
    Edit,
    Leave,
    Remove,
    Repair,
    Violation,
    apply_edits,
    collect_violations,
)
from sphinx_sitejson.common.problems import Finding, JsonPath, key_path, nearest_name

from ..raw import Raw, get_value
from ..reading.losses import find_lost_part
from .meta_schemas import meta_schema
from .repairs import find_repairs, make_removal, repair_messages

_MAX_ROUNDS = 12
"""A repair can reveal more violations inside or around the value."""
_REPAIR_ROUNDS = 8
_MAX_VIOLATIONS = 50_000
"""The number of violations that are handled in one round."""
_DISTINCTIVE_KEYS = ("type", "in")
_PLAIN_MAPS = ("responses", "paths")


class ValidatedDocument:
    """The valid part of a document, `data`, and the findings about the rest.

    :param version: the version of OpenAPI, whose meta-schema is used.
    """

    def __init__(self, data: Raw, version: str) -> None:
        self.data = data
        self.lost_parts: dict[JsonPath, JsonPath] = {}
        """The paths of lost parts of operations, by the paths of the findings about them."""
        self._rules = meta_schema(version)
        self._repairs: list[Repair] = []
        self._left: set[tuple[JsonPath, str, str]] = set()
        self._original_indexes: dict[JsonPath, list[str | int]] = {}
        """The original indexes of the remaining entries, for lists that lost entries."""
        self._reported: set[Finding] = set()
        self._around: dict[JsonPath, int] = {}
        for number in range(_MAX_ROUNDS):
            violations = [
                violation
                for violation in self._violations()
                if (self.original_path(violation.path), violation.rule, violation.detail_text)
                not in self._left
            ]
            if not violations:
                break
            is_late = number >= _REPAIR_ROUNDS
            self._apply_repairs(_select_violations(violations), is_late=is_late)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The paths of what is invalid, and messages about it."""
        return tuple(repair_messages(self._repairs))

    def original_path(self, path: JsonPath) -> JsonPath:
        """Return the original path of a value, before entries of lists were removed."""
        original: JsonPath = ()
        for part in path:
            names = self._original_indexes.get(original, ()) if isinstance(part, int) else ()
            is_entry = isinstance(part, int) and part < len(names)
            original = (*original, names[int(part)] if is_entry else part)
        return original

    def _violations(self) -> Iterable[Violation]:
        """Return the violations without duplicates."""
        found: dict[tuple[JsonPath, str, str], Violation] = {}
        errors = self._rules.errors(self.data)
        for violation in collect_violations(self.data, errors, distinctive_keys=_DISTINCTIVE_KEYS):
            found.setdefault((violation.path, violation.rule, repr(violation.detail)), violation)
            if len(found) >= _MAX_VIOLATIONS:
                break
        return found.values()

    def _apply_repairs(self, violations: Iterable[Violation], *, is_late: bool) -> None:
        found = [
            (violation, repair)
            for violation in violations
            for repair in (
                (make_removal(violation),) if is_late else find_repairs(violation, self._rules)
            )
        ]
        removed = {repair.path for _, repair in found if isinstance(repair.edit, Remove)}
        edits: dict[JsonPath, Edit] = {}
        first_new = len(self._repairs)
        for violation, repair in found:
            if any(repair.path[:length] in removed for length in range(len(repair.path))):
                continue
            if isinstance(repair.edit, Leave):
                at = self.original_path(violation.path)
                self._left.add((at, violation.rule, violation.detail_text))
            if not repair.is_silent and (repair.path not in edits or violation.rule == "required"):
                self._record_repair(repair)
            if isinstance(edits.get(repair.path, Leave()), Leave):
                edits[repair.path] = repair.edit
        for index, repair in enumerate(self._repairs[first_new:], start=first_new):
            for length in range(len(repair.path) + 1):
                self._around.setdefault(repair.path[:length], index)
        self._shift(edits)
        self.data = apply_edits(self.data, edits)

    def _shift(self, edits: Mapping[JsonPath, Edit]) -> None:
        """Record which entries remain in lists that lose entries."""
        lost: dict[JsonPath, set[int]] = {}
        for path, edit in edits.items():
            if path and isinstance(path[-1], int) and isinstance(edit, Remove):
                lost.setdefault(path[:-1], set()).add(path[-1])
        self._original_indexes |= {
            self.original_path(path): [
                self.original_path((*path, index))[-1]
                for index in range(len(get_value(self.data, path)))
                if index not in indexes
            ]
            for path, indexes in lost.items()
        }

    def _record_repair(self, repair: Repair) -> None:
        """Record a repair; one that follows from an earlier round extends its consequence."""
        original_path = self.original_path(repair.path)
        index = self._around.get(original_path)
        lost_part = self._find_lost_part(repair, is_wider=index is not None)
        repair = replace(repair, path=original_path)
        if lost_part is not None:
            path = repair.path if index is None else self._repairs[index].path
            self.lost_parts[path] = self.original_path(lost_part)
        if index is None:
            if (repair.path, repair.statement) not in self._reported:
                self._repairs.append(repair)
            self._reported.add((repair.path, repair.statement))
        elif isinstance(repair.edit, Remove):
            wider = f"{key_path(repair.path)} was ignored"
            self._repairs[index] = replace(self._repairs[index], consequence=wider)

    def _find_lost_part(self, repair: Repair, *, is_wider: bool) -> JsonPath | None:
        """Return the path of the part that is lost with a repair.

        :param is_wider: whether something in the value was removed before.
        """
        if repair.path[-1:] == ("$ref",):
            # References are resolved before, so that this one has no target.
            return find_lost_part(repair.path[:-1], value=True)
        if not isinstance(repair.edit, Remove):
            return None
        value = get_value(self.data, repair.path)
        is_container = isinstance(value, dict | list)
        nearest = nearest_name(*repair.nearest) if repair.nearest and is_container else None
        return find_lost_part(repair.path, value=True if is_wider else value, nearest=nearest)


def _select_violations(violations: list[Violation]) -> list[Violation]:
    """Return the violations to repair now; others may be consequences of these.

    ``unevaluatedProperties`` rejects valid keys if another rule of the object is violated.
    """
    touched = {
        violation.path[:length]
        for violation in violations
        if not violation.is_unknown_key
        for length in range(len(violation.path) + 1)
    }
    maps = {
        violation.path
        for violation in violations
        if violation.is_unknown_key and violation.path and violation.path[-1] in _PLAIN_MAPS
    }
    return [
        violation
        for violation in violations
        if (
            violation.is_unknown_key
            if violation.path in maps
            else violation.rule != "unevaluatedProperties" or violation.path not in touched
        )
    ]
