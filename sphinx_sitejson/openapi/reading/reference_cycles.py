"""References that only lead to each other: nothing stands behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted

from .bundling.references import ReferenceTarget, WorkspaceReferences
from .document_locations import Address
from .errors import Fault, Spot

_LONGEST_SHOWN = 4
_Place = tuple[Address, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Step:
    """A reference to a value that is a reference itself."""

    ref: str
    at: Spot
    to: _Place


class Circles:
    """Takes note of references that lead to references, and tells which of them never end."""

    def __init__(self, references: WorkspaceReferences) -> None:
        self._references = references
        self._next_targets: dict[tuple[Address, str], _Place | None] = {}
        self._steps: dict[_Place, _Step] = {}

    def is_chained(self, ref: str, holder: Address) -> bool:
        """Tell whether a reference leads to another one; each is looked up once."""
        key = (holder, ref)
        if key not in self._next_targets:
            self._next_targets[key] = self._next(ref, holder)
        return self._next_targets[key] is not None

    def note(self, ref: str, holder: Address, path: JsonPath) -> None:
        """Keep a reference that leads to another one, with the place of the object that has it."""
        to = self._next_targets[holder, ref]
        if to is not None:
            step = _Step(ref, Spot(holder, (*path, "$ref")), to)
            self._steps.setdefault(_place(holder, path), step)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each circle, where the document enters it first."""
        passed: dict[_Place, int] = {}
        for number, start in enumerate(self._steps):
            trail: list[_Place] = []
            place = start
            while place in self._steps and place not in passed:
                passed[place] = number
                trail.append(place)
                place = self._steps[place].to
            if passed.get(place) == number:
                circle = [self._steps[one] for one in trail[trail.index(place) :]]
                yield Fault(
                    code=ProblemCode.OPENAPI_REFERENCE, message=_message(circle), spot=circle[0].at
                )

    def _next(self, ref: str, holder: Address) -> _Place | None:
        target = self._references.find(ref, holder)
        if not isinstance(target, ReferenceTarget):
            return None
        value = self._references.value(target)
        is_reference = isinstance(value, dict) and isinstance(value.get("$ref"), str)
        return _place(target.address, target.path) if is_reference else None


def _place(address: Address, path: JsonPath) -> _Place:
    """Return a place that is the same however a pointer writes the number of an entry."""
    return address, tuple(map(str, path))


def _message(circle: list[_Step]) -> str:
    refs = [quoted(step.ref) for step in circle[:_LONGEST_SHOWN]]
    ways = f" by way of {', '.join(refs[1:])}" if len(refs) > 1 else ""
    more = " and others" if len(circle) > _LONGEST_SHOWN else ""
    return f"the reference {refs[0]} refers back to itself{ways}{more}; it has no value."
