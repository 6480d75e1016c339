"""Documents checked against OpenAPI: every fault found, the smallest part left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND
from sphinx_sitejson.common.json_documents.validation import (
    Edit,
    Leave,
    Remove,
    Repair,
    Violation,
    apply_edits,
    collect_violations,
)
from sphinx_sitejson.common.problems import JsonPath, key_path
from sphinx_sitejson.openapi.reading.pointers import value_at

from .meta_schemas import meta_schema
from .repairs import removal_of, repairs_of

_MOST_ROUNDS = 12
"""A repair can show the next fault, which lay below or around it."""
_GENTLE_ROUNDS = 8
_MAX_VIOLATIONS = 50_000
"""How many are looked at in one round."""
_DISTINCTIVE_KEYS = ("type", "in")
_PLAIN_MAPS = ("responses", "paths")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The sound part of a document, and what was wrong with the rest."""

    data: dict[str, Any]
    findings: tuple[tuple[JsonPath, str], ...] = ()
    places: Mapping[JsonPath, Sequence[str | int]] = field(default_factory=dict)
    """Of the lists that lost entries, where those stood that are left."""

    def written(self, path: JsonPath) -> JsonPath:
        """Return where a value stood before entries of the lists around it were left out."""
        written: JsonPath = ()
        for part in path:
            places = self.places.get(written, ()) if isinstance(part, int) else ()
            is_entry = isinstance(part, int) and part < len(places)
            written = (*written, places[int(part)] if is_entry else part)
        return written


def check_document(data: dict[str, Any], version: str) -> Checked:
    """Check a document by the rules of its version; never raise."""
    return _Check(data, version).run()


class _Check:
    def __init__(self, data: dict[str, Any], version: str) -> None:
        self._data = data
        self._rules = meta_schema(version)
        self._repairs: list[Repair] = []
        self._left: set[tuple[JsonPath, str, str]] = set()
        self._places: dict[JsonPath, list[str | int]] = {}
        self._said: set[tuple[JsonPath, str]] = set()
        self._around: dict[JsonPath, int] = {}

    def run(self) -> Checked:
        for number in range(_MOST_ROUNDS):
            violations = [
                violation
                for violation in self._violations()
                if (self._written(violation.path), violation.rule, violation.detail_text)
                not in self._left
            ]
            if not violations:
                break
            is_late = number >= _GENTLE_ROUNDS
            self._apply_repairs(_for_this_round(violations), is_late=is_late)
        return Checked(
            data=self._data,
            findings=tuple(
                # Nobody reads the rest, and looking for the nearest name takes its time.
                (repair.path, repair.message if number < MAX_FAULTS_PER_KIND else repair.statement)
                for number, repair in enumerate(self._repairs)
            ),
            places=self._places,
        )

    def _violations(self) -> Iterable[Violation]:
        """Return the breaches, each once."""
        found: dict[tuple[JsonPath, str, str], Violation] = {}
        errors = self._rules.errors(self._data)
        for violation in collect_violations(self._data, errors, distinctive_keys=_DISTINCTIVE_KEYS):
            found.setdefault((violation.path, violation.rule, repr(violation.detail)), violation)
            if len(found) >= _MAX_VIOLATIONS:
                break
        return found.values()

    def _apply_repairs(self, violations: Iterable[Violation], *, is_late: bool) -> None:
        found = [
            (violation, repair)
            for violation in violations
            for repair in self._repairs_of(violation, is_late=is_late)
        ]
        removed = {repair.path for _, repair in found if isinstance(repair.edit, Remove)}
        edits: dict[JsonPath, Edit] = {}
        first_new = len(self._repairs)
        for violation, repair in found:
            if any(repair.path[:length] in removed for length in range(len(repair.path))):
                continue
            if isinstance(repair.edit, Leave):
                at = self._written(violation.path)
                self._left.add((at, violation.rule, violation.detail_text))
            if not repair.is_silent and (repair.path not in edits or violation.rule == "required"):
                self._note(replace(repair, path=self._written(repair.path)))
            if isinstance(edits.get(repair.path, Leave()), Leave):
                edits[repair.path] = repair.edit
        for index, repair in enumerate(self._repairs[first_new:], start=first_new):
            for length in range(len(repair.path) + 1):
                self._around.setdefault(repair.path[:length], index)
        self._shift(edits)
        self._data = apply_edits(self._data, edits)

    def _written(self, path: JsonPath) -> JsonPath:
        return Checked(data={}, places=self._places).written(path)

    def _shift(self, edits: Mapping[JsonPath, Edit]) -> None:
        """Note which entries stay in the lists that lose some."""
        lost: dict[JsonPath, set[int]] = {}
        for path, edit in edits.items():
            if path and isinstance(path[-1], int) and isinstance(edit, Remove):
                lost.setdefault(path[:-1], set()).add(path[-1])
        shifted = {
            self._written(path): [
                self._written((*path, index))[-1]
                for index in range(len(value_at(self._data, path)))
                if index not in indexes
            ]
            for path, indexes in lost.items()
        }
        self._places |= shifted

    def _repairs_of(self, violation: Violation, *, is_late: bool) -> Iterable[Repair]:
        if is_late:
            return (removal_of(violation),)
        return repairs_of(violation, self._rules)

    def _note(self, repair: Repair) -> None:
        """Keep the repair; one that follows from an earlier round only widens what that said."""
        index = self._around.get(repair.path)
        if index is None:
            if (repair.path, repair.statement) not in self._said:
                self._repairs.append(repair)
            self._said.add((repair.path, repair.statement))
        elif isinstance(repair.edit, Remove):
            wider = f"{key_path(repair.path)} is left out"
            self._repairs[index] = replace(self._repairs[index], consequence=wider)


def _for_this_round(violations: list[Violation]) -> list[Violation]:
    """Leave for the next round what may only be the consequence of another breach.

    A key counts as unknown when the rule that knows it is broken elsewhere in the object.
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
        if violation.is_unknown_key and violation.path[-1:] and violation.path[-1] in _PLAIN_MAPS
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
