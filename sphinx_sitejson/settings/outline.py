"""A navigation whose divisions are written out: each lists its own divisions, groups and pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from sphinx_sitejson.common.problems import JsonPath

from .appearance import Gradient
from .structure import DocumentSource, NavigationGroup

DivisionKind = Literal["language", "version", "product", "dropdown", "anchor", "tab", "menu"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineDivision:
    """One division of a site as its file lists it."""

    kind: DivisionKind
    name: str
    """What readers see; of a language, its code."""
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    description: str = ""
    tag: str = ""
    href: str = ""
    """Where it leads when it is only a link."""
    is_hidden: bool = False
    is_default: bool = False
    openapi: DocumentSource | None = None
    divisions: tuple[OutlineDivision, ...] = ()
    groups: tuple[NavigationGroup, ...] = ()
    at: JsonPath = field(default=(), compare=False, repr=False)

    @property
    def is_link(self) -> bool:
        """Whether it has nothing of its own and leads elsewhere."""
        return bool(self.href) and not (self.divisions or self.groups or self.openapi)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The whole navigation: what stands at its root, and links that every page shows."""

    divisions: tuple[OutlineDivision, ...] = ()
    groups: tuple[NavigationGroup, ...] = ()
    links: tuple[OutlineDivision, ...] = ()
    at: JsonPath = field(default=("navigation",), compare=False, repr=False)

    def all_divisions(self) -> Iterator[OutlineDivision]:
        """Yield every division, each before those that are in it."""
        waiting = [*reversed(self.divisions)]
        while waiting:
            division = waiting.pop()
            yield division
            waiting += reversed(division.divisions)
