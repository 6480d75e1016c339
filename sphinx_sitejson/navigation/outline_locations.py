"""The places of a site whose file writes out its divisions."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_sitejson.common.languages import language_name
from sphinx_sitejson.settings.structure import Outline, OutlineDivision

from .divisions import Chain, Division
from .locations import IsHidden, Places, nearest_place, shown_pages
from .tree import GroupNode, NavigationTree


def outline_places(outline: Outline, tree: NavigationTree, is_hidden: IsHidden) -> Places:
    """Read the places of an outline, in the order of its divisions."""
    divisions = _divisions(outline.divisions, "")
    links = _divisions(outline.links, "link")
    forests: dict[Chain, tuple[GroupNode, ...]] = {}
    order: list[tuple[str, Chain]] = []

    def walk(chain: Chain, at_root: bool = False) -> None:
        groups = tree.listings.get(outline.at if at_root else chain[-1].at, ())
        if groups:
            forests[chain] = groups
            order.extend((docname, chain) for docname in shown_pages(groups, is_hidden))
        for child in divisions if at_root else chain[-1].children:
            walk((*chain, child))

    walk((), at_root=True)
    return Places(
        divisions=divisions,
        forests=forests,
        order=tuple(order),
        links=links,
        elsewhere=nearest_place(order),
    )


def _divisions(given: Iterable[OutlineDivision], above: str) -> tuple[Division, ...]:
    """Make the divisions; a default comes first for new readers, but stays where it is listed."""
    return tuple(
        _division(division, f"{above}-{index}" if above else str(index))
        for index, division in enumerate(given)
    )


def _division(given: OutlineDivision, key: str) -> Division:
    return Division(
        kind=given.kind,
        name=language_name(given.name) if given.kind == "language" else given.name,
        key=key,
        code=given.name if given.kind == "language" else "",
        icon=given.icon,
        icon_type=given.icon_type,
        color=given.color,
        description=given.description,
        tag=given.tag,
        url=given.href if given.is_link else "",
        is_hidden=given.is_hidden,
        is_default=given.is_default,
        has_document=given.openapi is not None,
        children=_divisions(given.divisions, key),
        at=given.at,
    )
