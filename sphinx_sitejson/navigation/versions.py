"""The version menu: where each version leads from one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sphinx_sitejson.settings.structure import Version

from .views import VersionLink, VersionMenu


class VersionMenus:
    """Makes the menu of each page.

    :param pages: the version of each page of the navigation, in reading order.
    """

    def __init__(self, versions: Sequence[Version], pages: Mapping[str, str]) -> None:
        self._versions = tuple(versions)
        self._first: dict[str, str] = {}
        self._by_rest: dict[tuple[str, str], str] = {}
        for docname, version in pages.items():
            if not version:
                continue
            self._first.setdefault(version, docname)
            for rest in _names_within(docname, version):
                self._by_rest.setdefault((version, rest), docname)

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

    def _target(self, docname: str, own: str, version: str) -> str:
        """Return the page of the same name in a version, else the version's first page."""
        if own == version:
            return docname
        for rest in _names_within(docname, own) if own else ():
            if found := self._by_rest.get((version, rest)):
                return found
        return self._first.get(version, "")


def _names_within(docname: str, version: str) -> Iterator[str]:
    """Yield what a page is called apart from its version: ``lamp`` for ``v1/lamp``."""
    parts = docname.split("/")
    kept = [part for part in parts if _plain(part) != _plain(version)]
    if len(kept) < len(parts):
        yield "/".join(kept)
    elif len(parts) > 1:
        # The folder is not called like the version, but it may well stand for it.
        yield "/".join(parts[1:])


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower()).removeprefix("version").removeprefix("v")
