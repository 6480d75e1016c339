"""The page of the same name in another version or language."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from sphinx_sitejson.common.languages import language_tag

Member = TypeVar("Member", bound=Hashable)


class Counterparts(Generic[Member]):
    """Finds pages of the same name; a page is known to the members of a family that list it.

    :param names: what a page of a member may be called apart from the member's own name, the
        likeliest name first.
    """

    def __init__(self, names: Callable[[str, Member], Iterator[str]]) -> None:
        self._names = names
        self._pages: dict[Member, dict[str, None]] = {}
        self._last: tuple[str, Member | None, tuple[str, ...]] = ("", None, ())

    def add(self, docname: str, member: Member) -> None:
        """Note a page of a member; those of a member come in reading order."""
        self._pages.setdefault(member, {})[docname] = None

    def pages(self, member: Member) -> dict[str, None]:
        """Return the pages of a member."""
        return self._pages.get(member, {})

    def first(self, member: Member) -> str:
        """Return the first page of a member; nothing when it has none."""
        return next(iter(self.pages(member)), "")

    def find(self, docname: str, own: Member | None, other: Member) -> str:
        """Return the page of the same name in another member, or nothing."""
        if own == other or docname in self.pages(other):
            return docname
        for rest in self._rests(docname, own) if own else ():
            if found := self._by_rest.get(rest, {}).get(other):
                return found
        return ""

    def _rests(self, docname: str, own: Member) -> tuple[str, ...]:
        """Return the names of a page; those of the last one are kept, since all siblings ask."""
        if self._last[:2] != (docname, own):
            self._last = (docname, own, tuple(self._names(docname, own)))
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
        # A page that is called so by its best name counts more than one that may be called so.
        for rest, member, docname in lesser:
            found.setdefault(rest, {}).setdefault(member, docname)
        return found


def names_without_version(docname: str, version: str, locale: str = "") -> Iterator[str]:
    """Yield what a page is called apart from its version: ``lamp`` for ``v1/lamp``.

    :param locale: the language of the version, whose code may be its folder, too.
    """
    parts = docname.split("/")
    own = _plain(version)
    kept = [part for part in parts if _plain(part) != own]
    if locale and len(kept) == len(parts):
        kept = _without_language(parts, language_tag(locale).lower())
    if len(kept) < len(parts):
        yield "/".join(kept)
        return
    # One of the versions may have no folder of its own.
    yield docname
    if len(parts) > 1:
        # The folder is not called like the version, but it may well stand for it.
        yield "/".join(parts[1:])


def _without_language(parts: list[str], tag: str) -> list[str]:
    """Leave out the folder of a language, however its code is written."""
    for index, part in enumerate(parts[:-1]):
        if language_tag(part).lower() == tag:
            return [*parts[:index], *parts[index + 1 :]]
    return parts


def name_without_folder(docname: str, folder: str) -> str:
    """Return what a page is called apart from the folder of its language, wherever that is."""
    parts = docname.split("/")
    for index, part in enumerate(parts[:-1]):
        if part.lower().replace("_", "-") == folder:
            return "/".join((*parts[:index], *parts[index + 1 :]))
    return docname


def folder_of_language(code: str, pages: dict[str, None]) -> str:
    """Return the folder of a language: its code, unless all its pages lie in another one."""
    folder = code.lower().replace("_", "-")
    if any(name_without_folder(name, folder) != name for name in pages):
        return folder
    outer = {name.partition("/")[0].lower().replace("_", "-") for name in pages if "/" in name}
    has_one = len(outer) == 1 and all("/" in name for name in pages)
    return outer.pop() if has_one else folder


@lru_cache(maxsize=10_000)
def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower()).removeprefix("version").removeprefix("v")
