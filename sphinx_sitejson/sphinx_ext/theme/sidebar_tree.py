"""Render the sidebar; write large trees and the other locations of pages to files.

Pages share most of a tree: entries that the current page does not change are rendered once. A page
that the navigation lists several times is rendered at its first location. For readers who come
from another one, a script replaces the navigation with that of the file of that location.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.common.files import remove, write_if_changed, write_text
from sphinx_sitejson.navigation.locations import chain_key
from sphinx_sitejson.navigation.sections import full_tree
from sphinx_sitejson.navigation.views import SidebarGroup
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.sphinx_ext.appearance.page_icons import (
    IconFiles,
    icon_markup,
    icon_sprite,
    project_icons,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import has_our_theme
from sphinx_sitejson.sphinx_ext.common.site_urls import SiteLinks
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map

from .files import shared_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation.locations import Chain
    from sphinx_sitejson.navigation.sections import Section
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


TREE_FILE = "sitejson-tree-{}.js"
TREE_TEMPLATE = "macros/tree.html"
ROOT_MARK = "\ue000/"
"""Stands for the way to the site's root; no text of a page has this character."""


def write_tree_files(app: Sphinx, exception: Exception | None) -> None:
    """Write each tree of which pages show only a part to a file, for the sidebar's script."""
    builder = app.builder
    if exception is not None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if not has_our_theme(builder):
        return
    folder = Path(app.outdir, "_static")
    wanted = set()
    if builder.name != "singlehtml":
        for name, (navigation, section) in _large_trees(app).items():
            wanted.add(TREE_FILE.format(name))
            tree = full_tree(section.groups)
            _write_tree(app, builder, folder / TREE_FILE.format(name), tree, navigation)
    for file in folder.glob(TREE_FILE.format("*")):
        if file.name not in wanted:
            remove(file)


def _large_trees(app: Sphinx) -> dict[str, tuple[PageNavigation, Section]]:
    return site_map(app.env).large_trees(sorted(app.env.all_docs))


def _write_tree(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    file: Path,
    tree: tuple[SidebarGroup, ...],
    navigation: PageNavigation,
) -> None:
    """Render a tree if the file is not of this one already: that takes long for a large site."""
    own = project_icons(app.env)
    template = builder.templates.environment.get_template(TREE_TEMPLATE)
    macros = Path(template.filename).read_text(encoding="utf-8") if template.filename else ""
    numbers = sorted(app.env.toc_secnumbers.items())
    facts = (tree, navigation.version, own.digest, macros, numbers)
    mark = f"// {hashlib.sha256(repr(facts).encode()).hexdigest()}\n"
    try:
        with file.open(encoding="utf-8") as known:
            if known.readline() == mark:
                return
    except OSError:
        pass
    html = str(TreeContext(app, navigation, ROOT_MARK).draw(template.module.tree, tree))
    html += str(icon_sprite(html, own.icons))
    call = f"sitejson.setTree({json.dumps(html, ensure_ascii=False)});\n"
    write_text(file, mark + call, below=Path(app.outdir))


PLACE_FILE = "sitejson-place-{}.js"
PLACE_TEMPLATE = "place.html"
PAGE_TEMPLATE = "place-page.html"


class PlaceContext(TreeContext):
    """What the templates know while they draw the parts of one place."""

    def __init__(self, app: Sphinx, navigation: PageNavigation, docname: str = "") -> None:
        super().__init__(app, navigation, ROOT_MARK)
        self.settings = site_of(app.env).settings
        self.page = site_domain(app.env).facts_of(docname)
        self.is_on_read_the_docs = False

    def addresses(self, division: Any) -> dict[str, str]:
        """Return where a division leads in other versions."""
        return {version: self.href(url) for version, url in division.version_urls}


def write_location_files(app: Sphinx, exception: Exception | None) -> None:
    """Write a file for each place in which pages are listed that are drawn elsewhere."""
    builder = app.builder
    if exception is not None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if not has_our_theme(builder):
        return
    folder = Path(app.outdir, "_static")
    wanted = set()
    if builder.name != "singlehtml":
        for chain, docnames in shared_pages(app.env).items():
            file = PLACE_FILE.format(chain_key(chain))
            wanted.add(file)
            text = _place(app, builder, chain, docnames)
            write_if_changed(folder / file, text.encode(), below=Path(app.outdir))
    for file_left in folder.glob(PLACE_FILE.format("*")):
        if file_left.name not in wanted:
            remove(file_left)


def _place(
    app: Sphinx, builder: StandaloneHTMLBuilder, chain: Chain, docnames: Iterable[str]
) -> str:
    environment = builder.templates.environment
    site = site_map(app.env)
    names = list(docnames)
    shared = PlaceContext(app, site.page_at(names[0], chain))
    tree = environment.get_template(TREE_TEMPLATE).module.tree
    groups = site.section(chain, site.version_of(names[0])).groups
    common = environment.get_template(PLACE_TEMPLATE).render(
        sj=shared, tree_html=shared.draw(tree, groups)
    )
    common += str(icon_sprite(common, project_icons(app.env).icons))
    pages = dict(_pages(app, builder, chain, names))
    data = json.dumps([common, pages], ensure_ascii=False, separators=(",", ":"))
    return f"sitejson.setPlace({data});\n"


def _pages(
    app: Sphinx, builder: StandaloneHTMLBuilder, chain: Chain, docnames: Iterable[str]
) -> Iterator[tuple[str, str]]:
    template = builder.templates.environment.get_template(PAGE_TEMPLATE)
    for docname in docnames:
        context = PlaceContext(app, site_map(app.env).page_at(docname, chain), docname)
        yield builder.get_target_uri(docname), template.render(sj=context)
