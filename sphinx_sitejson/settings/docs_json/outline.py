"""The navigation of ``docs.json`` as the outline that all of the product reads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sphinx_sitejson.settings.outline import DivisionKind, Outline, OutlineDivision
from sphinx_sitejson.settings.structure import NavigationGroup

from .navigation import (
    AnchorNode,
    DivisionNode,
    DropdownNode,
    GroupNode,
    LanguageNode,
    MenuNode,
    NavigationNode,
    ProductNode,
    TabNode,
    VersionNode,
)

_NAMES: dict[type[DivisionNode], tuple[DivisionKind, str]] = {
    LanguageNode: ("language", "language"),
    VersionNode: ("version", "version"),
    ProductNode: ("product", "product"),
    DropdownNode: ("dropdown", "dropdown"),
    AnchorNode: ("anchor", "anchor"),
    TabNode: ("tab", "tab"),
    MenuNode: ("menu", "item"),
}
_CHILDREN = ("languages", "versions", "products", "dropdowns", "anchors", "tabs", "menu")


def outline_of(navigation: NavigationNode) -> Outline:
    """Return the outline of a navigation."""
    shared = navigation.global_links
    links = (*shared.anchors, *shared.tabs, *shared.dropdowns) if shared else ()
    return Outline(
        divisions=tuple(_divisions_in(navigation)),
        groups=tuple(_groups_in(navigation)),
        links=tuple(_division(link) for link in links if link.href),
    )


def _divisions_in(node: DivisionNode) -> Iterator[OutlineDivision]:
    """Yield the divisions of a node; where several kinds stand side by side, all of them."""
    for name in _CHILDREN:
        yield from map(_division, getattr(node, name))


def _groups_in(node: DivisionNode) -> Iterator[NavigationGroup]:
    """Yield the groups of a node; pages that stand in it directly are groups without a name."""
    yield from map(_group, node.groups)
    for is_named, run in groupby(enumerate(node.pages), lambda entry: _has_name(entry[1])):
        entries = [*run]
        pages = tuple(_entry(page) for _index, page in entries)
        if is_named:
            yield from (page for page in pages if isinstance(page, NavigationGroup))
        else:
            yield NavigationGroup(pages=pages, offset=entries[0][0], at=node.at)


def _has_name(entry: str | GroupNode) -> bool:
    return isinstance(entry, GroupNode) and bool(entry.group)


def _entry(entry: str | GroupNode) -> str | NavigationGroup:
    return _group(entry) if isinstance(entry, GroupNode) else entry


def _division(node: DivisionNode) -> OutlineDivision:
    kind, label = _NAMES[type(node)]
    return OutlineDivision(
        kind=kind,
        name=getattr(node, label),
        icon=node.icon,
        icon_type=node.icon_type,
        color=node.color.gradient if node.color else None,
        description=node.description,
        tag=node.tag or "",
        href=node.href or "",
        is_hidden=node.hidden,
        is_default=node.default,
        openapi=node.openapi,
        divisions=tuple(_divisions_in(node)),
        groups=tuple(_groups_in(node)),
        at=node.at,
    )


def _group(node: GroupNode) -> NavigationGroup:
    expanded = node.expanded if node.expanded is not None else node.collapsed is False
    return NavigationGroup(
        group=node.group,
        pages=tuple(map(_entry, node.pages)),
        icon=node.icon,
        icon_type=node.icon_type,
        openapi=node.openapi,
        root=node.root,
        tag=node.tag,
        expanded=expanded,
        hidden=node.hidden,
        at=node.at,
    )
