"""Tabs, anchors, and the menus of versions and languages, with the page that each entry opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Generic, TypeVar

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.settings.structure import Version

from .locations import (
    Chain,
    Division,
    PageLocations,
    chain_key,
    chain_prefixes,
    child_divisions,
    is_external,
)
from .views import (
    Alternate,
    Chooser,
    DivisionLink,
    LanguageLink,
    LanguageMenu,
    VersionLink,
    VersionMenu,
)


@dataclass(slots=True)
class _First:
    """The first pages of one division: by version, and those rendered in it."""

    by_version: dict[str, tuple[int, str]] = field(default_factory=dict)
    drawn: str = ""

    def of(self, version: str) -> str:
        fitting = [self.by_version[v] for v in {"", version} if v in self.by_version]
        return min(fitting or self.by_version.values(), default=(0, ""))[1]


class FirstPages:
    """The first page of each division.

    :param order: the pages with their chains and versions, in reading order.
    :param links: the URLs of entries that are only links, with their chains, in reading order.
    :param primary_chains: the location that renders each page.
    """

    def __init__(
        self,
        order: Iterable[tuple[str, Chain, str]],
        *,
        links: Iterable[tuple[str, Chain]],
        primary_chains: Mapping[str, tuple[Chain, ...]],
    ) -> None:
        self._first_links: dict[Chain, str] = {}
        for url, chain in links:
            for beginning in chain_prefixes(chain):
                self._first_links.setdefault(beginning, url)
        self._first_pages: dict[Chain, _First] = {}
        for position, (docname, chain, version) in enumerate(order):
            is_drawn = primary_chains[docname][0] == chain
            for beginning in chain_prefixes(chain):
                first = self._first_pages.setdefault(beginning, _First())
                first.by_version.setdefault(version, (position, f"/{docname}"))
                if is_drawn and not first.drawn:
                    first.drawn = f"/{docname}"

    def url(self, chain: Chain, version: str = "") -> str:
        """Return the first page of a version that is listed and rendered in a division.

        A page that is listed elsewhere first is rendered there; without scripts, a link to it
        would not open this division. A division without pages opens its first link.
        """
        first = self._first_pages.get(chain)
        if first is None:
            return self._first_links.get(chain, "")
        chosen = first.of(version)
        return chosen if version or self.is_drawn(chain, chosen) else first.drawn or chosen

    def listed(self, chain: Chain) -> str:
        """Return the first page listed in a division, wherever it is rendered."""
        first = self._first_pages.get(chain)
        return first.of("") if first else ""

    def is_drawn(self, chain: Chain, url: str) -> bool:
        """Return whether a page is rendered in a division."""
        first = self._first_pages[chain]
        return first.drawn == url

    def __contains__(self, chain: Chain) -> bool:
        return chain in self._first_pages


Member = TypeVar("Member", bound=Hashable)


class Counterparts(Generic[Member]):
    """Finds the counterpart of a page in another version or language by its name.

    :param names: what a page of a member may be called apart from the member's own name, the
        likeliest name first.
    """

    def __init__(self, names: Callable[[str, Member], Iterator[str]]) -> None:
        self._names = names
        self._pages: dict[Member, dict[str, None]] = {}
        self._last: tuple[str, Member | None, tuple[str, ...]] = ("", None, ())

    def add(self, docname: str, member: Member) -> None:
        """Add a page of a member; must be called in reading order."""
        self._pages.setdefault(member, {})[docname] = None

    def pages(self, member: Member) -> dict[str, None]:
        """Return the pages of a member."""
        return self._pages.get(member, {})

    def first(self, member: Member) -> str:
        """Return the first page of a member, or an empty string."""
        return next(iter(self.pages(member)), "")

    def find(self, docname: str, member: Member | None, other: Member) -> str:
        """Return the page of the same name in another member, or an empty string."""
        if member == other or docname in self.pages(other):
            return docname
        for rest in self._rests(docname, member) if member else ():
            if found := self._by_rest.get(rest, {}).get(other):
                return found
        return ""

    def _rests(self, docname: str, member: Member) -> tuple[str, ...]:
        """Return the names of a page; the last result is cached for its siblings."""
        if self._last[:2] != (docname, member):
            self._last = (docname, member, tuple(self._names(docname, member)))
        return self._last[2]

    @cached_property
    def _by_rest(self) -> dict[str, dict[Member, str]]:
        found: dict[str, dict[Member, str]] = {}
        lesser: list[tuple[str, Member, str]] = []
        for member, pages in self._pages.items():
            for docname in pages:
                best, *others = self._names(docname, member)
                found.setdefault(best, {}).setdefault(member, docname)
                lesser += [(rest, member, docname) for rest in others]
        # A match of the likeliest name takes precedence over the others.
        for rest, member, docname in lesser:
            found.setdefault(rest, {}).setdefault(member, docname)
        return found


def names_without_version(docname: str, version: str, locale: str = "") -> Iterator[str]:
    """Yield the names of a page without its version: ``lamp`` for ``v1/lamp``.

    :param locale: the language of the version, whose code may be its folder, too.
    """
    parts = docname.split("/")
    plain_version = _plain(version)
    remaining = [part for part in parts if _plain(part) != plain_version]
    if locale and len(remaining) == len(parts):
        remaining = _without_language(parts, language_tag(locale).lower())
    if len(remaining) < len(parts):
        yield "/".join(remaining)
        return
    # One of the versions may have no folder of its own.
    yield docname
    if len(parts) > 1:
        # The folder has another name than the version, but may be that of the version.
        yield "/".join(parts[1:])


def _without_language(parts: list[str], tag: str) -> list[str]:
    """Drop the folder of a language, in any spelling of its code."""
    for index, part in enumerate(parts[:-1]):
        if language_tag(part).lower() == tag:
            return [*parts[:index], *parts[index + 1 :]]
    return parts


def name_without_folder(docname: str, folder: str) -> str:
    """Return the name of a page without the folder of its language."""
    parts = docname.split("/")
    for index, part in enumerate(parts[:-1]):
        if part.lower().replace("_", "-") == folder:
            return "/".join((*parts[:index], *parts[index + 1 :]))
    return docname


def language_folder(code: str, pages: dict[str, None]) -> str:
    """Return the folder of a language: the common one of its pages, else its code."""
    folder = code.lower().replace("_", "-")
    if any(name_without_folder(name, folder) != name for name in pages):
        return folder
    outer = {name.partition("/")[0].lower().replace("_", "-") for name in pages if "/" in name}
    has_one = len(outer) == 1 and all("/" in name for name in pages)
    return outer.pop() if has_one else folder


@lru_cache(maxsize=10_000)
def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower()).removeprefix("version").removeprefix("v")


class MarkedVersions:
    """The version menu of a site whose groups and pages name their version.

    :param pages: the version of each page of the navigation, in reading order.
    """

    def __init__(self, versions: Sequence[Version], pages: Mapping[str, str]) -> None:
        self._versions = tuple(versions)
        locales = {version.name: version.locale or "" for version in versions}
        self._pages: Counterparts[str] = Counterparts(
            lambda docname, page_version: names_without_version(
                docname, page_version, locales.get(page_version, "")
            )
        )
        for docname, version in pages.items():
            if version:
                self._pages.add(docname, version)

    def menu(self, docname: str, page_version: str, label: str) -> VersionMenu | None:
        """Return the version menu of a page.

        :param page_version: the version of the page; empty when it is in all of them.
        :param label: the version whose entries the page shows.
        """
        if not self._versions:
            return None
        return VersionMenu(
            current=label,
            page_version=page_version,
            entries=tuple(
                VersionLink(
                    name=version.name,
                    url=version.url or f"/{self._target(docname, page_version, version.name)}",
                    locale=version.locale,
                    is_current=version.name == label,
                    is_external=bool(version.url),
                    is_default=version.default,
                )
                for version in self._versions
            ),
        )

    def locale(self, name: str) -> str:
        """Return the language of a version, or an empty string."""
        found = (version.locale for version in self._versions if version.name == name)
        return next(found, None) or ""

    def alternates(self, docname: str, page_version: str) -> Iterator[Alternate]:
        """Yield the same page in versions of other languages."""
        if not self.locale(page_version):
            return
        for version in self._versions:
            found = "" if version.url else self._pages.find(docname, page_version, version.name)
            if version.locale and found:
                yield Alternate(tag=version.locale, url=f"/{found}")

    def _target(self, docname: str, page_version: str, version: str) -> str:
        """Return the page of the same name in a version, else the version's first page."""
        if page_version == version:
            return docname
        same = self._pages.find(docname, page_version, version) if page_version else ""
        return same or self._pages.first(version)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Siblings:
    """Sibling divisions of one kind."""

    above: Chain
    current: Division | None
    """The division of the page."""
    all: tuple[Division, ...]


class ListedMenus:
    """The menus of a site whose languages and versions list their own pages."""

    def __init__(self, locations: PageLocations, first_pages: FirstPages) -> None:
        self._locations = locations
        self._first_pages = first_pages
        self._known: dict[tuple[Chain, str], _Siblings | None] = {}

    @cached_property
    def _families(self) -> dict[tuple[Chain, str], Counterparts[Division]]:
        """For each chain with versions or languages, the pages of each of them."""
        families: dict[tuple[Chain, str], Counterparts[Division]] = {}
        for docname, chain in self._locations.order:
            for index, division in enumerate(chain):
                if division.kind in ("language", "version"):
                    key = (chain[:index], division.kind)
                    if key not in families:
                        families[key] = self._family(division.kind)
                    families[key].add(docname, division)
        return families

    def _family(self, kind: str) -> Counterparts[Division]:
        if kind == "version":
            return Counterparts(
                lambda docname, division: names_without_version(docname, division.name)
            )

        @cache
        def folder(language: Division) -> str:
            return language_folder(language.code, family.pages(language))

        def names(docname: str, division: Division) -> Iterator[str]:
            yield name_without_folder(docname, folder(division))

        family: Counterparts[Division] = Counterparts(names)
        return family

    def versions(self, docname: str, chain: Chain) -> VersionMenu | None:
        """Return the version menu of a page, of the innermost versions around it."""
        found = self._siblings(chain, "version")
        if found is None:
            return None
        current = found.current
        return VersionMenu(
            current=current.name if current else "",
            page_version=current.name if current else "",
            is_listed=True,
            entries=tuple(
                VersionLink(
                    name=each.name,
                    tag=each.tag,
                    url=each.url or url,
                    location=location_id,
                    is_current=each is current,
                    is_external=bool(each.url),
                    is_default=each.is_default,
                )
                for each, url, location_id in self._targets(docname, found)
            ),
        )

    def languages(self, docname: str, chain: Chain) -> LanguageMenu | None:
        """Return the language menu of a page."""
        found = self._siblings(chain, "language")
        if found is None or len(found.all) < 2:
            return None
        return LanguageMenu(
            current=found.current.name if found.current else "",
            entries=tuple(
                LanguageLink(
                    name=each.name,
                    tag=language_tag(each.code),
                    url=each.url or url,
                    location=location_id,
                    is_current=each is found.current,
                )
                for each, url, location_id in self._targets(docname, found)
            ),
        )

    def alternates(self, docname: str, chain: Chain) -> Iterator[Alternate]:
        """Yield the page in all languages; the default language is ``x-default``."""
        found = self._siblings(chain, "language")
        family = self._families.get((found.above, "language")) if found and found.current else None
        if found is None or family is None:
            return
        default = next((each for each in found.all if each.is_default), found.all[0])
        for each in found.all:
            if same := family.find(docname, found.current, each):
                yield Alternate(tag=language_tag(each.code), url=f"/{same}")
                if each is default:
                    yield Alternate(tag="x-default", url=f"/{same}")

    def _siblings(self, chain: Chain, kind: str) -> _Siblings | None:
        """Return the innermost divisions of a kind around a location, cached."""
        key = (chain, kind)
        if key not in self._known:
            self._known[key] = self._find_siblings(chain, kind)
        return self._known[key]

    def _find_siblings(self, chain: Chain, kind: str) -> _Siblings | None:
        for length in range(len(chain), -1, -1):
            above = chain[:length]
            current = chain[length] if length < len(chain) and chain[length].kind == kind else None
            found = tuple(
                each
                for each in child_divisions(self._locations, above)
                if each.kind == kind and (each is current or self._is_shown(above, each))
            )
            if found:
                return _Siblings(above=above, current=current, all=found)
        return None

    def _is_shown(self, above: Chain, division: Division) -> bool:
        has_target = division.url or self._first_pages.url((*above, division))
        return bool(has_target) and not division.is_hidden

    def _targets(self, docname: str, siblings: _Siblings) -> Iterator[tuple[Division, str, str]]:
        """Yield each sibling with its target page, and the location to store for it."""
        family = self._families.get((siblings.above, siblings.all[0].kind))
        for each in siblings.all:
            if each is siblings.current:
                yield each, f"/{docname}", ""
            else:
                same = family.find(docname, siblings.current, each) if family else ""
                yield each, *self._target(docname, same, (*siblings.above, each))

    def _target(self, docname: str, same: str, other: Chain) -> tuple[str, str]:
        """Return the page of the same name, else the first page, and the location to store."""
        if not same:
            return self._first_pages.url(other) or "/", ""
        chains = self._locations.by_page.get(same, ())
        if len(chains) < 2:
            return f"/{same}", ""
        inside = [chain for chain in chains if chain[: len(other)] == other]
        if not inside or inside[0] is chains[0]:
            return f"/{same}", ""
        # The page is listed there, too: with scripts it stays, without it is another page.
        url = self._first_pages.url(other) if same == docname else f"/{same}"
        return url, chain_key(inside[0])


_CHOSEN = ("product", "dropdown", "menu")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationControls:
    """The controls that all pages of a location and version share."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    choosers: tuple[Chooser, ...] = ()


def _has_current(links: Iterable[DivisionLink]) -> bool:
    return any(link.is_current for link in links)


class Controls:
    """Builds the controls of a location from the siblings of each division in its chain.

    :param versions: the versions that entries of the settings may belong to.
    """

    def __init__(
        self, locations: PageLocations, first_pages: FirstPages, versions: Sequence[str]
    ) -> None:
        self._locations = locations
        self._first_pages = first_pages
        self._versions = tuple(versions)
        self._cache: dict[tuple[Chain, str], LocationControls] = {}

    def of(self, chain: Chain, version: str) -> LocationControls:
        """Return the controls of a location, cached."""
        key = (chain, version)
        if key not in self._cache:
            self._cache[key] = self._controls(chain, version)
        return self._cache[key]

    def _controls(self, chain: Chain, version: str) -> LocationControls:
        tabs: tuple[DivisionLink, ...] = ()
        anchors: list[DivisionLink] = []
        choosers: list[Chooser] = []
        for above in chain_prefixes(chain):
            for kind, siblings in _by_kind(child_divisions(self._locations, above)):
                links = tuple(self._links(above, siblings, chain, version))
                if kind == "anchor":
                    anchors += links
                elif kind == "tab" and (not tabs or _has_current(links) > _has_current(tabs)):
                    # Tabs beside the versions of a site give way to those of the page's version.
                    tabs = links
                elif kind in (*_CHOSEN, "tab") and len(links) > 1:
                    choosers.append(Chooser(kind=kind, entries=links))
        for link in self._locations.links:
            anchors.append(self._link((), link, chain=(), version=version, url=link.url))
        return LocationControls(tabs=tabs, anchors=tuple(anchors), choosers=tuple(choosers))

    def _links(
        self, above: Chain, siblings: Sequence[Division], chain: Chain, version: str
    ) -> Iterator[DivisionLink]:
        """Yield sibling divisions as links.

        :param chain: the divisions that contain the page.
        """
        for division in siblings:
            url = self._first_pages.url((*above, division), version) or division.url
            is_current = chain[: len(above) + 1] == (*above, division)
            # A division that is hidden or empty is visible only on its own pages.
            if is_current or (url and not division.is_hidden):
                yield self._link(above, division, chain=chain, version=version, url=url)

    def _link(
        self, above: Chain, division: Division, *, chain: Chain, version: str, url: str
    ) -> DivisionLink:
        division_chain = (*above, division)
        first = self._first_pages.listed(division_chain) if not version else ""
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
            version_urls=tuple(self._version_urls(division_chain, url)),
            items=tuple(self._links(division_chain, items, chain, version)),
            location=chain_key(division_chain) if is_elsewhere else "",
            first=first if is_elsewhere else "",
            is_current=chain[: len(division_chain)] == division_chain,
            is_external=is_external(url),
        )

    def _version_urls(self, chain: Chain, default: str) -> Iterator[tuple[str, str]]:
        """Yield the targets of a division in versions with another first page."""
        for version in self._versions if chain in self._first_pages else ():
            url = self._first_pages.url(chain, version)
            if url not in ("", default):
                yield version, url


def _by_kind(divisions: Sequence[Division]) -> Iterator[tuple[str, list[Division]]]:
    kinds: dict[str, list[Division]] = {}
    for division in divisions:
        kinds.setdefault(division.kind, []).append(division)
    yield from kinds.items()
