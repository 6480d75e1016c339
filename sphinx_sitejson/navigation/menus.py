"""The menus of versions and languages: where each of them leads from one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

from sphinx_sitejson.settings.structure import Version

from .counterparts import (
    Counterparts,
    folder_of_language,
    name_without_folder,
    names_without_version,
)
from .divisions import Chain, Division, key_of
from .firsts import FirstPages
from .languages import language_tag
from .places import Places, children_of
from .views import Alternate, LanguageLink, LanguageMenu, VersionLink, VersionMenu


class MarkedVersions:
    """The versions of a site in which groups and pages say to which one they belong.

    :param pages: the version of each page of the navigation, in reading order.
    """

    def __init__(self, versions: Sequence[Version], pages: Mapping[str, str]) -> None:
        self._versions = tuple(versions)
        self._pages: Counterparts[str] = Counterparts(names_without_version)
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


class ListedMenus:
    """The languages and versions of a site that lists the pages of each."""

    def __init__(self, places: Places, firsts: FirstPages) -> None:
        self._places = places
        self._firsts = firsts

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
        above, own, siblings = found
        return VersionMenu(
            current=own.name if own else "",
            own=own.name if own else "",
            is_listed=True,
            entries=tuple(
                VersionLink(
                    name=each.name,
                    tag=each.tag,
                    url=each.url or self._target(docname, above, own, each)[0],
                    place=self._target(docname, above, own, each)[1],
                    is_current=each is own,
                    is_external=bool(each.url),
                )
                for each in siblings
            ),
        )

    def languages(self, docname: str, chain: Chain) -> LanguageMenu | None:
        """Return the language menu of a page."""
        found = self._siblings(chain, "language")
        if found is None or len(found[2]) < 2:
            return None
        above, own, siblings = found
        return LanguageMenu(
            current=own.name if own else "",
            entries=tuple(
                LanguageLink(
                    name=each.name,
                    tag=language_tag(each.code),
                    url=each.url or self._target(docname, above, own, each)[0],
                    place=self._target(docname, above, own, each)[1],
                    is_current=each is own,
                )
                for each in siblings
            ),
        )

    def alternates(self, docname: str, chain: Chain) -> Iterator[Alternate]:
        """Yield the same page in all languages that have it; the default is for all others."""
        found = self._siblings(chain, "language")
        if found is None or found[1] is None:
            return
        above, own, siblings = found
        family = self._families.get((above, "language"))
        default = next((each for each in siblings if each.is_default), siblings[0])
        for each in siblings if family else ():
            if same := family.find(docname, own, each) if family else "":
                yield Alternate(tag=language_tag(each.code), url=f"/{same}")
                if each is default:
                    yield Alternate(tag="x-default", url=f"/{same}")

    def _siblings(
        self, chain: Chain, kind: str
    ) -> tuple[Chain, Division | None, tuple[Division, ...]] | None:
        """Return the innermost divisions of a kind: where they are, which one is ours, and all."""
        for length in range(len(chain), -1, -1):
            own = chain[length] if length < len(chain) and chain[length].kind == kind else None
            siblings = tuple(
                each
                for each in children_of(self._places, chain[:length])
                if each.kind == kind and (each is own or self._is_shown(chain[:length], each))
            )
            if siblings:
                return chain[:length], own, siblings
        return None

    def _is_shown(self, above: Chain, division: Division) -> bool:
        has_target = division.url or self._firsts.url((*above, division))
        return bool(has_target) and not division.is_hidden

    def _target(
        self, docname: str, above: Chain, own: Division | None, other: Division
    ) -> tuple[str, str]:
        """Return the page of the same name, else the first page; and the place, if it is kept."""
        if other is own:
            return f"/{docname}", ""
        family = self._families.get((above, other.kind))
        same = family.find(docname, own, other) if family else ""
        if not same:
            return self._firsts.url((*above, other)) or "/", ""
        chains = self._places.of_pages.get(same, ())
        inside = [chain for chain in chains if chain[: len(above) + 1] == (*above, other)]
        if not inside or inside[0] is chains[0]:
            return f"/{same}", ""
        # The page itself is listed there, too: a script keeps it, others begin at another page.
        url = self._firsts.url((*above, other)) if same == docname else f"/{same}"
        return url, key_of(inside[0])
