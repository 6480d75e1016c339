"""Tabs, anchors, and the menus of versions and languages, with the page that each entry opens.

Templates get them as the fields of ``PageNavigation``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Generic, NamedTuple, TypeVar

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.structure import Division, Version

from .locations import PageLocations, chain_key, chain_prefixes, is_external
from .tree import Chain, Entries


class Link(NamedTuple):
    """A label and its URL; without a URL it is only a label."""

    label: str
    url: str = ""


@record
class MenuEntry:
    """A tab, an anchor, or an entry of a menu of divisions, versions or languages."""

    name: str
    url: str
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    version: str = ""
    """The version in which it is visible."""
    version_urls: tuple[tuple[str, str], ...] = ()
    """Its URLs in versions that have other pages."""
    locale: str = ""
    """The code of its language."""
    description: str = ""
    tag: str = ""
    items: MenuEntries = ()
    """The entries of the menu that opens from a tab."""
    location: str = ""
    """The location to store for a reader who opens ``first``, or stays on the page, with it."""
    first: str = ""
    """Its first page, if that is rendered in another location."""
    is_current: bool
    is_external: bool
    is_default: bool = False
    """Whether it is the default for new readers."""


MenuEntries = tuple[MenuEntry, ...]


class Chooser(NamedTuple):
    """A menu above the sidebar: the products, dropdowns or menu items around the page."""

    kind: str
    entries: MenuEntries

    @property
    def current(self) -> MenuEntry | None:
        """The entry that contains the page."""
        return next((entry for entry in self.entries if entry.is_current), None)


class Menu(NamedTuple):
    """The version menu or the language menu of a page."""

    current: str
    entries: MenuEntries
    page_version: str = ""
    """The version of the page; empty if it is in all versions."""
    is_listed: bool = False
    """Whether each version lists its own pages, so that every entry opens another page."""

    @property
    def preferred(self) -> MenuEntry | None:
        """The default version, for a page that belongs to another one.

        Versions with a locale are translations, none of which is outdated.
        """
        if not self.page_version or any(entry.locale for entry in self.entries):
            return None
        default = next((entry for entry in self.entries if entry.is_default), None)
        return default if default and default.name != self.page_version else None


class Alternate(NamedTuple):
    """The same page in another language, for search engines."""

    tag: str
    url: str


@record
class PageNavigation:
    tabs: MenuEntries
    anchors: MenuEntries
    choosers: tuple[Chooser, ...]
    groups: Entries
    tree_name: str
    """The name of the full tree if the groups are an excerpt."""
    breadcrumbs: tuple[Link, ...]
    outer_breadcrumbs: int
    """How many of them are divisions; the others are groups."""
    previous: Link | None
    next: Link | None
    version: str
    versions: Menu | None
    languages: Menu | None
    language: str
    """The language of the page, if it is not that of the site."""
    alternates: tuple[Alternate, ...]
    location: str
    """The key of the location that is rendered."""
    locations: tuple[str, ...]
    """The keys of all locations of a page that has several."""


@dataclass
class _First:
    """The first pages of one division: by version, and those rendered in it."""

    by_version: dict[str, tuple[int, str]] = field(default_factory=dict)
    drawn: str = ""

    def of(self, version: str) -> str:
        fitting = [self.by_version[v] for v in {"", version} if v in self.by_version]
        return min(fitting or self.by_version.values())[1]


class FirstPages:
    """The first page of each division.

    :param version_of: returns the version of a page that has none where it is listed.
    """

    def __init__(self, locations: PageLocations, version_of: Callable[[str], str]) -> None:
        self._first_links: dict[Chain, str] = {}
        self._first_pages: dict[Chain, _First] = {}
        for position, page in enumerate(locations.listed):
            is_drawn = locations.primary_chain(page.docname) == page.chain
            version = page.version or version_of(page.docname)
            for beginning in chain_prefixes(page.chain):
                if page.is_link:
                    self._first_links.setdefault(beginning, page.url)
                    continue
                first = self._first_pages.setdefault(beginning, _First())
                first.by_version.setdefault(version, (position, page.url))
                if is_drawn and not first.drawn:
                    first.drawn = page.url

    def url(self, chain: Chain, version: str = "") -> str:
        """Return the first page of a version that is listed and rendered in a division.

        A page that is listed elsewhere first is rendered there; without scripts, a link to it
        would not open this division. A division without pages opens its first link.
        """
        first = self._first_pages.get(chain)
        if first is None:
            return self._first_links.get(chain, "")
        return first.of(version) if version or not first.drawn else first.drawn

    def listed(self, chain: Chain) -> str:
        """Return the first page listed in a division, wherever it is rendered."""
        first = self._first_pages.get(chain)
        return first.of("") if first else ""


Member = TypeVar("Member", bound=Hashable)


class Counterparts(Generic[Member]):
    """Finds the counterpart of a page in another version or language by its name.

    :param names: what a page of a member may be called apart from the member's own name, the
        likeliest name first.
    """

    def __init__(self, names: Callable[[str, Member], Iterator[str]]) -> None:
        self._names = cache(lambda docname, member: tuple(names(docname, member)))
        self._pages: dict[Member, dict[str, None]] = {}

    def add(self, docname: str, member: Member) -> None:
        """Add a page of a member; must be called in reading order."""
        self._pages.setdefault(member, {})[docname] = None

    def pages(self, member: Member) -> dict[str, None]:
        return self._pages.get(member, {})

    def find(self, docname: str, member: Member | None, other: Member) -> str:
        """Return the page of the same name in another member, or an empty string."""
        if member == other or docname in self.pages(other):
            return docname
        for rest in self._names(docname, member) if member else ():
            if found := self._by_rest.get(rest, {}).get(other):
                return found
        return ""

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
        tag = language_tag(locale).lower()
        remaining = _without_folder(parts, lambda part: language_tag(part).lower() == tag)
    if len(remaining) < len(parts):
        yield "/".join(remaining)
        return
    # One of the versions may have no folder of its own.
    yield docname
    if len(parts) > 1:
        # The folder has another name than the version, but may be that of the version.
        yield "/".join(parts[1:])


def _without_folder(parts: list[str], is_folder: Callable[[str], bool]) -> list[str]:
    """Drop the outermost folder that matches from the parts of a name."""
    for index, part in enumerate(parts[:-1]):
        if is_folder(part):
            return [*parts[:index], *parts[index + 1 :]]
    return parts


def _folder_name(code: str) -> str:
    return code.lower().replace("_", "-")


def name_without_folder(docname: str, folder: str) -> str:
    """Return the name of a page without the folder of its language."""
    parts = _without_folder(docname.split("/"), lambda part: _folder_name(part) == folder)
    return "/".join(parts)


def language_folder(code: str, pages: dict[str, None]) -> str:
    """Return the folder of a language: the common one of its pages, else its code."""
    folder = _folder_name(code)
    if any(name_without_folder(name, folder) != name for name in pages):
        return folder
    outer = {_folder_name(name.partition("/")[0]) if "/" in name else "" for name in pages}
    return (outer.pop() if len(outer) == 1 else "") or folder


@lru_cache(maxsize=10_000)
def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower()).removeprefix("version").removeprefix("v")


class MarkedVersions:
    """The version menu of a site whose groups and pages name their version.

    :param pages: the version of each page of the navigation, in reading order.
    """

    def __init__(self, versions: Sequence[Version], pages: Mapping[str, str]) -> None:
        self._versions = tuple(versions)
        self._locales = {version.name: version.locale or "" for version in versions}
        self._pages: Counterparts[str] = Counterparts(
            lambda docname, page_version: names_without_version(
                docname, page_version, self.locale(page_version)
            )
        )
        for docname, version in pages.items():
            if version:
                self._pages.add(docname, version)

    def menu(self, docname: str, page_version: str, label: str) -> Menu | None:
        """Return the version menu of a page.

        :param page_version: the version of the page; empty when it is in all of them.
        :param label: the version whose entries the page shows.
        """
        if not self._versions:
            return None
        return Menu(
            current=label,
            page_version=page_version,
            entries=tuple(
                MenuEntry(
                    name=version.name,
                    url=version.url or f"/{self._target(docname, page_version, version.name)}",
                    locale=version.locale or "",
                    is_current=version.name == label,
                    is_external=bool(version.url),
                    is_default=version.default,
                )
                for version in self._versions
            ),
        )

    def locale(self, name: str) -> str:
        """Return the language of a version, or an empty string."""
        return self._locales.get(name, "")

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
        same = self._pages.find(docname, page_version, version)
        return same or next(iter(self._pages.pages(version)), "")


class _Siblings(NamedTuple):
    """Sibling divisions of one kind."""

    above: Chain
    current: Division | None
    """The division of the page."""
    all: tuple[Division, ...]


class DivisionMenus:
    """Tabs, anchors, and the menus of divisions that list their own pages.

    :param versions: the versions that entries of the settings may belong to.
    """

    def __init__(
        self, locations: PageLocations, first_pages: FirstPages, versions: Sequence[str]
    ) -> None:
        self._locations = locations
        self._first_pages = first_pages
        self._versions = tuple(versions)
        self._siblings = cache(self._find_siblings)
        self.controls = cache(self._controls)

    @cached_property
    def _families(self) -> dict[tuple[Chain, str], Counterparts[Division]]:
        """For each chain with versions or languages, the pages of each of them."""
        families: dict[tuple[Chain, str], Counterparts[Division]] = {}
        for page in self._locations.listed:
            for index, division in enumerate(page.chain):
                if division.kind in ("language", "version"):
                    key = (page.chain[:index], division.kind)
                    if key not in families:
                        families[key] = self._family(division.kind)
                    families[key].add(page.docname, division)
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

    def versions(self, docname: str, chain: Chain) -> Menu | None:
        """Return the version menu of a page, of the innermost versions around it."""
        menu = self._menu(docname, chain, "version")
        return menu and menu._replace(page_version=menu.current, is_listed=True)

    def languages(self, docname: str, chain: Chain) -> Menu | None:
        """Return the language menu of a page."""
        menu = self._menu(docname, chain, "language")
        return menu if menu and len(menu.entries) > 1 else None

    def _menu(self, docname: str, chain: Chain, kind: str) -> Menu | None:
        found = self._siblings(chain, kind)
        if found is None:
            return None
        current = found.current.name if found.current else ""
        return Menu(current=current, entries=tuple(self._entries(docname, found)))

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

    def _find_siblings(self, chain: Chain, kind: str) -> _Siblings | None:
        """Return the innermost divisions of a kind around a location."""
        for length in range(len(chain), -1, -1):
            above = chain[:length]
            current = chain[length] if length < len(chain) and chain[length].kind == kind else None
            found = tuple(
                each
                for each in self._locations.children(above)
                if each.kind == kind and (each is current or self._is_shown(above, each))
            )
            if found:
                return _Siblings(above=above, current=current, all=found)
        return None

    def _is_shown(self, above: Chain, division: Division) -> bool:
        has_target = division.url or self._first_pages.url((*above, division))
        return bool(has_target) and not division.is_hidden

    def _entries(self, docname: str, siblings: _Siblings) -> Iterator[MenuEntry]:
        """Yield an entry for each sibling, which opens the page of the same name in it."""
        family = self._families.get((siblings.above, siblings.all[0].kind))
        for each in siblings.all:
            is_current = each is siblings.current
            url, location = f"/{docname}", ""
            if not is_current:
                same = family.find(docname, siblings.current, each) if family else ""
                url, location = self._target(docname, same, (*siblings.above, each))
            yield MenuEntry(
                name=each.name,
                url=each.url or url,
                locale=language_tag(each.code) if each.code else "",
                tag=each.tag,
                location=location,
                is_current=is_current,
                is_external=bool(each.url),
                is_default=each.is_default,
            )

    def _target(self, docname: str, same: str, other: Chain) -> tuple[str, str]:
        """Return the page of the same name, else the first page, and the location to store."""
        if not same:
            return self._first_pages.url(other) or "/", ""
        chains = self._locations.by_page.get(same, ())
        inside = [chain for chain in chains if chain[: len(other)] == other]
        if not inside or inside[0] is chains[0]:
            return f"/{same}", ""
        # The page is listed there, too: with scripts it stays, without it is another page.
        url = self._first_pages.url(other) if same == docname else f"/{same}"
        return url, chain_key(inside[0])

    def _controls(
        self, chain: Chain, version: str
    ) -> tuple[MenuEntries, MenuEntries, tuple[Chooser, ...]]:
        """Return the tabs, the anchors and the choosers of a location, cached."""
        tabs: MenuEntries = ()
        anchors: list[MenuEntry] = []
        choosers: list[Chooser] = []
        for above in chain_prefixes(chain):
            divisions = self._locations.children(above)
            for kind in dict.fromkeys(division.kind for division in divisions):
                siblings = [division for division in divisions if division.kind == kind]
                links = tuple(self._links(above, siblings, chain, version))
                has_current = any(link.is_current for link in links)
                if kind == "anchor":
                    anchors += links
                elif kind == "tab" and (
                    not tabs or has_current > any(link.is_current for link in tabs)
                ):
                    # Tabs beside the versions of a site give way to those of the page's version.
                    tabs = links
                elif kind in ("product", "dropdown", "menu", "tab") and len(links) > 1:
                    choosers.append(Chooser(kind=kind, entries=links))
        anchors += (
            self._link((), link, chain=(), version=version, url=link.url)
            for link in self._locations.links
        )
        return tabs, tuple(anchors), tuple(choosers)

    def _links(
        self, above: Chain, siblings: Iterable[Division], chain: Chain, version: str
    ) -> Iterator[MenuEntry]:
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
    ) -> MenuEntry:
        division_chain = (*above, division)
        first = self._first_pages.listed(division_chain) if not version else ""
        is_elsewhere = bool(first) and first != url
        menu = [child for child in division.divisions if child.kind == "menu"]
        urls = ((each, self._first_pages.url(division_chain, each)) for each in self._versions)
        return MenuEntry(
            name=division.name,
            url=url or "/",
            icon=division.icon,
            icon_type=division.icon_type,
            color=division.color,
            description=division.description,
            tag=division.tag,
            version=division.version,
            version_urls=tuple((each, found) for each, found in urls if found not in ("", url)),
            items=tuple(self._links(division_chain, menu, chain, version)),
            location=chain_key(division_chain) if is_elsewhere else "",
            first=first if is_elsewhere else "",
            is_current=chain[: len(division_chain)] == division_chain,
            is_external=is_external(url),
        )
