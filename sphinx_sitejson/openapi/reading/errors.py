"""Faults of a document's values, and how they get their place in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.json_documents.sources import MOST_OF_A_KIND, Source
from sphinx_sitejson.common.problems import JsonPath, Place, Problem, ProblemCode

from .document_locations import Address


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a file, by its path."""

    address: Address
    path: JsonPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault, before it is known on which line it stands."""

    code: ProblemCode
    message: str
    spot: Spot
    is_repaired: bool = False
    """Whether nobody need do anything."""


@dataclass(frozen=True, slots=True)
class BundleOrigins:
    """Which part of a bundle comes from which file."""

    spots: Mapping[JsonPath, Spot]

    def find(self, path: JsonPath) -> Spot:
        """Return where a value of the bundle was written."""
        for length in range(len(path), -1, -1):
            spot = self.spots.get(path[:length])
            if spot is not None:
                return Spot(spot.address, (*spot.path, *path[length:]))
        raise KeyError(path)


def located(faults: Iterable[Fault], source_of: Callable[[Address], Source]) -> tuple[Problem, ...]:
    """Give faults their lines, each file read through once; say only how many more there are."""
    by_code: dict[tuple[ProblemCode, bool], list[Fault]] = {}
    for fault in faults:
        by_code.setdefault((fault.code, fault.is_repaired), []).append(fault)
    shown = [fault for kind in by_code.values() for fault in kind[:MOST_OF_A_KIND]]
    places = places_of([fault.spot for fault in shown], source_of)
    problems = [
        Problem(
            code=fault.code,
            message=fault.message,
            place=places[fault.spot],
            is_repaired=fault.is_repaired,
        )
        for fault in shown
    ]
    for (code, is_repaired), kind in by_code.items():
        more = len(kind) - MOST_OF_A_KIND
        if more > 0:
            message = f"and {more} more {'problems' if more > 1 else 'problem'} of this kind."
            place = Place(file=kind[MOST_OF_A_KIND].spot.address.shown)
            problems.append(
                Problem(code=code, message=message, place=place, is_repaired=is_repaired)
            )
    return tuple(problems)


def places_of(spots: Iterable[Spot], source_of: Callable[[Address], Source]) -> dict[Spot, Place]:
    """Return the places of values, each file read through once."""
    by_address: dict[Address, list[JsonPath]] = {}
    for spot in spots:
        by_address.setdefault(spot.address, []).append(spot.path)
    return {
        Spot(address, path): place
        for address, paths in by_address.items()
        for path, place in source_of(address).places(dict.fromkeys(paths)).items()
    }
