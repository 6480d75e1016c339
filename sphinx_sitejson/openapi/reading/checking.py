"""Documents checked against OpenAPI: every fault found, the smallest part left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sphinx_sitejson.problems import JsonPath, key_path

from .breaches import Breach, breaches_of
from .edits import Edit, Leave, Remove, edited
from .faults import MOST_OF_A_KIND
from .meta_schemas import meta_schema
from .pointers import value_at
from .repairs import Repair, removal_of, repairs_of

_MOST_ROUNDS = 12
"""A repair can show the next fault, which lay below or around it."""
_GENTLE_ROUNDS = 8
_PLAIN_MAPS = ("responses", "paths")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The sound part of a document, and what was wrong with the rest."""

    data: dict[str, Any]
    findings: tuple[tuple[JsonPath, str], ...] = ()


def check(data: dict[str, Any], version: str) -> Checked:
    """Check a document by the rules of its version; never raise."""
    return _Check(data, version).run()


class _Check:
    def __init__(self, data: dict[str, Any], version: str) -> None:
        self._data = data
        self._rules = meta_schema(version)
        self._repairs: list[Repair] = []
        self._left: set[tuple[JsonPath, str]] = set()
        self._around: dict[JsonPath, int] = {}

    def run(self) -> Checked:
        for number in range(_MOST_ROUNDS):
            breaches = [
                breach
                for breach in breaches_of(self._data, self._rules)
                if (breach.path, breach.rule) not in self._left
            ]
            if not breaches:
                break
            is_late = number >= _GENTLE_ROUNDS
            self._mend(_for_this_round(breaches), is_late=is_late)
        return Checked(
            data=self._data,
            findings=tuple(
                # Nobody reads the rest, and looking for the nearest name takes its time.
                (repair.path, repair.message if number < MOST_OF_A_KIND else repair.statement)
                for number, repair in enumerate(self._repairs)
            ),
        )

    def _mend(self, breaches: Iterable[Breach], *, is_late: bool) -> None:
        edits: dict[JsonPath, Edit] = {}
        first_new = len(self._repairs)
        for breach in breaches:
            value = value_at(self._data, breach.path)
            for repair in (
                [removal_of(breach)] if is_late else repairs_of(breach, value, self._rules)
            ):
                if isinstance(repair.edit, Leave):
                    self._left.add((breach.path, breach.rule))
                edits.setdefault(repair.path, repair.edit)
                self._note(repair)
        for index, repair in enumerate(self._repairs[first_new:], start=first_new):
            for length in range(len(repair.path) + 1):
                self._around.setdefault(repair.path[:length], index)
        self._data = edited(self._data, edits)

    def _note(self, repair: Repair) -> None:
        """Keep the repair; one that follows from an earlier round only widens what that said."""
        index = self._around.get(repair.path)
        if index is None:
            self._repairs.append(repair)
        elif isinstance(repair.edit, Remove):
            wider = f"{key_path(repair.path)} is left out"
            self._repairs[index] = replace(self._repairs[index], consequence=wider)


def _for_this_round(breaches: list[Breach]) -> list[Breach]:
    """Leave for the next round what may only be the consequence of another breach.

    A key counts as unknown when the rule that knows it is broken elsewhere in the object.
    """
    touched = {
        breach.path[:length]
        for breach in breaches
        if not breach.is_unknown_key
        for length in range(len(breach.path) + 1)
    }
    maps = {
        breach.path
        for breach in breaches
        if breach.is_unknown_key and breach.path[-1:] and breach.path[-1] in _PLAIN_MAPS
    }
    return [
        breach
        for breach in breaches
        if (
            breach.is_unknown_key
            if breach.path in maps
            else breach.rule != "unevaluatedProperties" or breach.path not in touched
        )
    ]
