"""The sidebar's tree: what pages share of it is drawn once, the way to the current row anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from sphinx_sitejson.navigation.views import SidebarGroup
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.sphinx_ext.appearance.page_icons import IconFiles, icon_markup
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.output.site_links import SiteLinks

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation.views import PageNavigation, SidebarEntry

Draw = Callable[..., str]
"""A macro of the tree: called with the context and one entry, or several."""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """Where the current row stands in a tree."""

    address: str | None = None
    """The address of the row, from the root; that of a first page may be empty."""
    folds: frozenset[int] = frozenset()
    """The entries around it that are open, by identity."""
    own: frozenset[int] = frozenset()
    """The entries that look different because of it: those around it, and itself."""


NOWHERE = RowPlace()


class TreeContext:
    """What the macros know while they draw a tree; pages of one folder share it.

    :param root: the way from the page to the root of the site; none where all pages are one.
    """

    def __init__(self, app: Sphinx, navigation: PageNavigation, root: str = "") -> None:
        self._app = app
        self._root = root
        self._links = SiteLinks(app.builder, app.env, app.config.root_doc)
        self._icon_files = IconFiles(app)
        self._drawn: dict[tuple[str, int], Markup] = {}
        self._place = NOWHERE
        self.navigation = navigation

    def draw(
        self, tree: Draw, entries: Iterable[SidebarEntry], place: RowPlace = NOWHERE
    ) -> Markup:
        """Return a tree with its current row."""
        self._place = place
        return Markup(tree(self, entries))

    def part(self, macro: Draw, entry: SidebarEntry) -> Markup:
        """Return one entry with all below it; what the current row does not touch is kept."""
        if id(entry) in self._place.own:
            return Markup(macro(self, entry))
        # The site map keeps what pages share, so that these objects live as long as the build.
        key = (macro.name, id(entry))  # type: ignore[attr-defined]
        if key not in self._drawn:
            self._drawn[key] = Markup(macro(self, entry))
        return self._drawn[key]

    def is_current(self, url: str) -> bool:
        """Whether a row leads to the page that shows the tree."""
        current = self._place.address
        return current is not None and self.address(url) == current

    def is_open(self, entry: SidebarEntry) -> bool:
        """Whether a fold is open: the current row stands in it, or it is open at first."""
        return id(entry) in self._place.folds or getattr(entry, "is_expanded", False)

    def address(self, url: str) -> str | None:
        """Return the address of a page from the root; none for what is no page."""
        docname = url.removeprefix("/")
        is_page = self._root and url.startswith("/") and docname in self._app.env.all_docs
        return self._app.builder.get_target_uri(docname) if is_page else None

    def href(self, url: str) -> str:
        """Return where a row leads."""
        address = self.address(url)
        return self._links.href(url) if address is None else f"{self._root}{address}"

    def number(self, url: str) -> str:
        """Return the number that a toctree gives to a page, as it stands before its title."""
        env = self._app.env
        sections = env.toc_secnumbers.get(url.removeprefix("/")) if url.startswith("/") else None
        number = (sections or {}).get("")
        if not number:
            return ""
        return ".".join(map(str, number)) + str(env.config.html_secnumber_suffix)

    def is_external(self, url: str) -> bool:
        """Whether a link opens beside the site."""
        return is_remote(url)

    def icon(self, name: str, icon_type: str | None = None) -> Markup:
        """Return an icon, with an address from the root if it is an image."""
        return Markup(self._icon_files.resolve(icon_markup(name, icon_type), self._root))


class SharedTrees:
    """Keeps the trees of a build: one for the pages of a folder that show the same entries."""

    def __init__(self) -> None:
        self._contexts: dict[tuple[int, str, str], TreeContext] = {}
        self._places: dict[int, dict[str, RowPlace]] = {}

    def html(
        self, app: Sphinx, navigation: PageNavigation, root: str, own: str, tree: Draw
    ) -> Markup:
        """Return the tree as one page shows it.

        :param own: the address of the page from the root.
        """
        entries = navigation.groups
        key = (id(entries), navigation.version, root)
        context = self._contexts.get(key)
        if context is None:
            context = self._contexts[key] = TreeContext(app, navigation, root)
        places = self._places.get(id(entries))
        if places is None:
            places = self._places[id(entries)] = _places(context, entries)
        return context.draw(tree, entries, places.get(own, NOWHERE))


def _places(context: TreeContext, entries: Iterable[SidebarEntry]) -> dict[str, RowPlace]:
    """Return where each page stands; one that is listed twice opens the folds of the first."""
    found: dict[str, RowPlace] = {}
    for address, around in _rows(context, entries, ()):
        place = found.get(address)
        around_ids = frozenset(map(id, around))
        folds, own = (place.folds, place.own) if place else (around_ids, frozenset())
        found[address] = RowPlace(address, folds, own | around_ids)
    return found


def _rows(
    context: TreeContext, entries: Iterable[SidebarEntry], around: tuple[SidebarEntry, ...]
) -> Iterator[tuple[str, tuple[SidebarEntry, ...]]]:
    """Yield the address of every row, and the entries from the top down to it."""
    for entry in entries:
        way = (*around, entry)
        address = None if isinstance(entry, SidebarGroup) else context.address(entry.url)
        if address is not None:
            yield address, way
        yield from _rows(context, entry.entries, way)


shared_trees: BuildState[SharedTrees] = BuildState(lambda env: SharedTrees())
