"""The controls of a place: its tabs, its anchors, and the menus above its sidebar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .divisions import Chain, Division, beginnings, is_external, key_of
from .first_pages import FirstPages
from .locations import Places, children_of
from .views import Chooser, DivisionLink

_CHOSEN = ("product", "dropdown", "menu")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceControls:
    """What all pages of a place and version show besides their section."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    choosers: tuple[Chooser, ...] = ()


class Controls:
    """Makes the controls: for each link of a chain its siblings, by the rule of their kind.

    :param versions: the versions that entries of the settings may belong to.
    """

    def __init__(self, places: Places, firsts: FirstPages, versions: Sequence[str]) -> None:
        self._places = places
        self._firsts = firsts
        self._versions = tuple(versions)
        self._made: dict[tuple[Chain, str], PlaceControls] = {}

    def of(self, chain: Chain, version: str) -> PlaceControls:
        """Return the controls of a place; they are made once."""
        key = (chain, version)
        if key not in self._made:
            self._made[key] = self._controls(chain, version)
        return self._made[key]

    def _controls(self, chain: Chain, version: str) -> PlaceControls:
        tabs: tuple[DivisionLink, ...] = ()
        anchors: list[DivisionLink] = []
        choosers: list[Chooser] = []
        for above in beginnings(chain):
            for kind, siblings in _by_kind(children_of(self._places, above)):
                links = tuple(self._links(above, siblings, chain, version))
                if kind == "anchor":
                    anchors += links
                elif kind == "tab" and not tabs:
                    tabs = links
                elif kind in (*_CHOSEN, "tab") and len(links) > 1:
                    choosers.append(Chooser(kind=kind, entries=links))
        for link in self._places.links:
            anchors.append(self._link((), link, chain=(), version=version, url=link.url))
        return PlaceControls(tabs=tabs, anchors=tuple(anchors), choosers=tuple(choosers))

    def _links(
        self, above: Chain, siblings: Sequence[Division], chain: Chain, version: str
    ) -> Iterator[DivisionLink]:
        """Yield divisions side by side as a page shows them.

        :param chain: the divisions that the page is in.
        """
        for division in siblings:
            url = self._firsts.url((*above, division), version) or division.url
            is_current = chain[: len(above) + 1] == (*above, division)
            # What is hidden or has no page is there only for those who are in it.
            if is_current or (url and not division.is_hidden):
                yield self._link(above, division, chain=chain, version=version, url=url)

    def _link(
        self, above: Chain, division: Division, *, chain: Chain, version: str, url: str
    ) -> DivisionLink:
        own = (*above, division)
        first = self._firsts.listed(own) if not version else ""
        is_elsewhere = bool(first) and first != url
        items = [child for child in division.children if child.kind == "menu"]
        return DivisionLink(
            name=division.name,
            url=url or "/",
            icon=division.icon,
            icon_type=division.icon_type,
            color=division.color,
            description=division.description,
            tag=division.tag,
            version=division.version or None,
            version_urls=tuple(self._version_urls(own, url)),
            items=tuple(self._links(own, items, chain, version)),
            place=key_of(own) if is_elsewhere else "",
            first=first if is_elsewhere else "",
            is_current=chain[: len(own)] == own,
            is_external=is_external(url),
        )

    def _version_urls(self, chain: Chain, default: str) -> Iterator[tuple[str, str]]:
        """Yield where a division leads in versions that do not begin at the default page."""
        for version in self._versions if chain in self._firsts else ():
            url = self._firsts.url(chain, version)
            if url not in ("", default):
                yield version, url


def _by_kind(divisions: Sequence[Division]) -> Iterator[tuple[str, list[Division]]]:
    kinds: dict[str, list[Division]] = {}
    for division in divisions:
        kinds.setdefault(division.kind, []).append(division)
    yield from kinds.items()
