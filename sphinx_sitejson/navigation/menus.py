"""The menus of versions and languages: where each of them leads from one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.settings.structure import Version

from .counterparts import (
    Counterparts,
    folder_of_language,
    name_without_folder,
    names_without_version,
)
from .divisions import Chain, Division, key_of
from .first_pages import FirstPages
from .locations import Places, children_of
from .views import Alternate, LanguageLink, LanguageMenu, VersionLink, VersionMenu


class MarkedVersions:
    """The versions of a site in which groups and pages say to which one they belong.

    :param pages: the version of each page of the navigation, in reading order.
    """

    def __init__(self, versions: Sequence[Version], pages: Mapping[str, str]) -> None:
        self._versions = tuple(versions)
        locales = {version.name: version.locale or "" for version in versions}
        self._pages: Counterparts[str] = Counterparts(
            lambda docname, own: names_without_version(docname, own, locales.get(own, ""))
        )
        for docname, version in pages.items():
            if version:
                self._pages.add(docname, version)

    def menu(self, docname: str, own: str, shown: str) -> VersionMenu | None:
        """Return the menu of a page.

        :param own: the version of the page; empty when it is in all of them.
        :param shown: the version whose entries the page shows.
        """
        if not self._versions:
            return None
        return VersionMenu(
            current=shown,
            own=own,
            entries=tuple(
                VersionLink(
                    name=version.name,
                    url=version.url or f"/{self._target(docname, own, version.name)}",
                    locale=version.locale,
                    is_current=version.name == shown,
                    is_external=bool(version.url),
                )
                for version in self._versions
            ),
        )

    def locale(self, own: str) -> str:
        """Return the language of a version, if it says one."""
        found = (version.locale for version in self._versions if version.name == own)
        return next(found, None) or ""

    def alternates(self, docname: str, own: str) -> Iterator[Alternate]:
        """Yield the same page in versions of other languages."""
        if not self.locale(own):
            return
        for version in self._versions:
            found = "" if version.url else self._pages.find(docname, own, version.name)
            if version.locale and found:
                yield Alternate(tag=version.locale, url=f"/{found}")

    def _target(self, docname: str, own: str, version: str) -> str:
        """Return the page of the same name in a version, else the version's first page."""
        if own == version:
            return docname
        same = self._pages.find(docname, own, version) if own else ""
        return same or self._pages.first(version)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Siblings:
    """Divisions of one kind side by side."""

    above: Chain
    own: Division | None
    """The one that the page is in."""
    all: tuple[Division, ...]


class ListedMenus:
    """The languages and versions of a site that lists the pages of each."""

    def __init__(self, places: Places, firsts: FirstPages) -> None:
        self._places = places
        self._firsts = firsts
        self._known: dict[tuple[Chain, str], _Siblings | None] = {}

    @cached_property
    def _families(self) -> dict[tuple[Chain, str], Counterparts[Division]]:
        """For each place that has versions or languages, the pages of each of them."""
        families: dict[tuple[Chain, str], Counterparts[Division]] = {}
        for docname, chain in self._places.order:
            for index, division in enumerate(chain):
                if division.kind in ("language", "version"):
                    key = (chain[:index], division.kind)
                    if key not in families:
                        families[key] = self._family(division.kind)
                    families[key].add(docname, division)
        return families

    def _family(self, kind: str) -> Counterparts[Division]:
        if kind == "version":
            return Counterparts(lambda docname, own: names_without_version(docname, own.name))

        @cache
        def folder(language: Division) -> str:
            return folder_of_language(language.code, family.pages(language))

        def names(docname: str, own: Division) -> Iterator[str]:
            yield name_without_folder(docname, folder(own))

        family: Counterparts[Division] = Counterparts(names)
        return family

    def versions(self, docname: str, chain: Chain) -> VersionMenu | None:
        """Return the version menu of a page: that of the innermost versions around it."""
        found = self._siblings(chain, "version")
        if found is None:
            return None
        own = found.own
        return VersionMenu(
            current=own.name if own else "",
            own=own.name if own else "",
            is_listed=True,
            entries=tuple(
                VersionLink(
                    name=each.name,
                    tag=each.tag,
                    url=each.url or url,
                    place=place,
                    is_current=each is own,
                    is_external=bool(each.url),
                )
                for each, url, place in self._targets(docname, found)
            ),
        )

    def languages(self, docname: str, chain: Chain) -> LanguageMenu | None:
        """Return the language menu of a page."""
        found = self._siblings(chain, "language")
        if found is None or len(found.all) < 2:
            return None
        return LanguageMenu(
            current=found.own.name if found.own else "",
            entries=tuple(
                LanguageLink(
                    name=each.name,
                    tag=language_tag(each.code),
                    url=each.url or url,
                    place=place,
                    is_current=each is found.own,
                )
                for each, url, place in self._targets(docname, found)
            ),
        )

    def alternates(self, docname: str, chain: Chain) -> Iterator[Alternate]:
        """Yield the same page in all languages that have it; the default is for all others."""
        found = self._siblings(chain, "language")
        family = self._families.get((found.above, "language")) if found and found.own else None
        if found is None or family is None:
            return
        default = next((each for each in found.all if each.is_default), found.all[0])
        for each in found.all:
            if same := family.find(docname, found.own, each):
                yield Alternate(tag=language_tag(each.code), url=f"/{same}")
                if each is default:
                    yield Alternate(tag="x-default", url=f"/{same}")

    def _siblings(self, chain: Chain, kind: str) -> _Siblings | None:
        """Return the innermost divisions of a kind around a place; looked for once."""
        key = (chain, kind)
        if key not in self._known:
            self._known[key] = self._find_siblings(chain, kind)
        return self._known[key]

    def _find_siblings(self, chain: Chain, kind: str) -> _Siblings | None:
        for length in range(len(chain), -1, -1):
            above = chain[:length]
            own = chain[length] if length < len(chain) and chain[length].kind == kind else None
            found = tuple(
                each
                for each in children_of(self._places, above)
                if each.kind == kind and (each is own or self._is_shown(above, each))
            )
            if found:
                return _Siblings(above=above, own=own, all=found)
        return None

    def _is_shown(self, above: Chain, division: Division) -> bool:
        has_target = division.url or self._firsts.url((*above, division))
        return bool(has_target) and not division.is_hidden

    def _targets(self, docname: str, siblings: _Siblings) -> Iterator[tuple[Division, str, str]]:
        """Yield each sibling with the page it leads to, and the place to keep for it."""
        family = self._families.get((siblings.above, siblings.all[0].kind))
        for each in siblings.all:
            if each is siblings.own:
                yield each, f"/{docname}", ""
            else:
                same = family.find(docname, siblings.own, each) if family else ""
                yield each, *self._target(docname, same, (*siblings.above, each))

    def _target(self, docname: str, same: str, other: Chain) -> tuple[str, str]:
        """Return the page of the same name, else the first page; and the place, if it is kept."""
        if not same:
            return self._firsts.url(other) or "/", ""
        chains = self._places.of_pages.get(same, ())
        if len(chains) < 2:
            return f"/{same}", ""
        inside = [chain for chain in chains if chain[: len(other)] == other]
        if not inside or inside[0] is chains[0]:
            return f"/{same}", ""
        # The page itself is listed there, too: a script keeps it, others begin at another page.
        url = self._firsts.url(other) if same == docname else f"/{same}"
        return url, key_of(inside[0])
