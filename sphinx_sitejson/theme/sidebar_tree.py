"""Render the sidebar; write large trees and the other locations of pages to files.

Pages share most of a tree: entries that the current page does not change are rendered once. A page
that the navigation lists several times is rendered at its first location. For readers who come
from another one, a script replaces the navigation with that of the file of that location.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.appearance.page_icons import (
    icon_markup,
    icon_sprite,
    project_icons,
    resolve_images,
)
from sphinx_sitejson.common.files import remove, write_if_changed, write_text
from sphinx_sitejson.navigation.locations import chain_key
from sphinx_sitejson.navigation.menus import MenuEntry, PageNavigation
from sphinx_sitejson.navigation.sidebar import full_tree
from sphinx_sitejson.navigation.site_urls import SiteLinks
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.navigation.tree import Chain, Entries, Entry
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.other_extensions import has_our_theme

from .files import shared_pages

Draw = Callable[..., str]
"""A template macro, called with the context and one or several entries."""


class RowPosition(NamedTuple):
    """The position of the current row in a tree."""

    address: str | None = None
    """The URL of the row from the root; may be empty for the home page."""
    folds: frozenset[int] = frozenset()
    """The ids of its ancestors that are open."""
    row_ids: frozenset[int] = frozenset()
    """The ids of the entries that it changes: its ancestors and itself."""


NO_POSITION = RowPosition()


class TreeContext:
    """The context of the macros that render a tree; pages of one folder share it.

    :param root: the relative URL of the root; empty if all pages are one file.
    """

    is_external = staticmethod(is_remote)
    """Whether a link opens in a new tab."""

    def __init__(self, app: Sphinx, navigation: PageNavigation, root: str = "") -> None:
        self._app = app
        self._root = root
        self._links = SiteLinks(app, app.config.root_doc)
        self._rendered: dict[tuple[str, int], Markup] = {}
        self._position = NO_POSITION
        self.navigation = navigation

    def draw(
        self, tree: Draw, entries: Iterable[Entry], position: RowPosition = NO_POSITION
    ) -> Markup:
        """Render a tree with its current row."""
        self._position = position
        return Markup(tree(self, entries))

    def part(self, macro: Draw, entry: Entry) -> Markup:
        """Render an entry and its descendants; cached unless the current row changes it."""
        if id(entry) in self._position.row_ids:
            return Markup(macro(self, entry))
        # The site map holds these objects during the build, so that their ids are stable.
        key = (macro.name, id(entry))  # type: ignore[attr-defined]
        if key not in self._rendered:
            self._rendered[key] = Markup(macro(self, entry))
        return self._rendered[key]

    def parts(self, macro: Draw, entries: Iterable[Entry]) -> Markup:
        """Render several entries; faster than a loop in a template, which calls this for rows."""
        return Markup("".join([self.part(macro, entry) for entry in entries]))

    def is_current(self, url: str) -> bool:
        """Whether a row links to the current page."""
        current = self._position.address
        return current is not None and self.address(url) == current

    def is_open(self, entry: Entry) -> bool:
        """Whether a group is open: it contains the current row, or is expanded by default."""
        return id(entry) in self._position.folds or entry.is_expanded

    def address(self, url: str) -> str | None:
        """Return the URL of a page from the root; None if it is not a page."""
        docname = url.removeprefix("/")
        is_page = self._root and url.startswith("/") and docname in self._app.env.all_docs
        return self._app.builder.get_target_uri(docname) if is_page else None

    def href(self, url: str) -> str:
        """Return the URL of a row."""
        uri = self.address(url)
        if uri is None and self._root and url.startswith("/") and not url.startswith("//"):
            uri = self._links.site_uri(url)
        return self._links.href(url) if uri is None else f"{self._root}{uri}"

    def number(self, url: str) -> str:
        """Return the section number of a page in a numbered toctree."""
        env = self._app.env
        sections = env.toc_secnumbers.get(url.removeprefix("/")) if url.startswith("/") else None
        number = (sections or {}).get("")
        if not number:
            return ""
        return ".".join(map(str, number)) + str(env.config.html_secnumber_suffix)

    def icon(self, name: str, icon_type: str | None = None) -> Markup:
        """Return the markup of an icon; URLs of images are relative to the root."""
        return Markup(resolve_images(self._app, icon_markup(name, icon_type), self._root))


_contexts: BuildState[dict[tuple[int, str, str], TreeContext]] = BuildState(lambda env: {})
"""The contexts of the pages of a folder with the same entries."""
_positions: BuildState[dict[int, dict[str, RowPosition]]] = BuildState(lambda env: {})
"""The positions of pages, by their entries."""


def page_tree(
    app: Sphinx, navigation: PageNavigation, root: str, page_key: str, tree: Draw
) -> Markup:
    """Render the tree of one page.

    :param page_key: the URL of the page from the root.
    """
    contexts, positions = _contexts(app.env), _positions(app.env)
    entries = navigation.groups
    key = (id(entries), navigation.version, root)
    if key not in contexts:
        contexts[key] = TreeContext(app, navigation, root)
    if id(entries) not in positions:
        positions[id(entries)] = _row_positions(contexts[key], entries)
    position = positions[id(entries)].get(page_key, NO_POSITION)
    return shorten_links(contexts[key].draw(tree, entries, position), root, page_key)


def shorten_links(html: Markup, root: str, page_key: str) -> Markup:
    """Shorten links to pages near the current one, such as ``../api/ships.html`` in ``api/``.

    :param root: the relative URL of the root, which all links begin with.
    """
    folders = page_key.split("/")[:-1]
    if root != "../" * len(folders):
        return html
    text = str(html)
    for depth in range(len(folders), 0, -1):
        shorter = "../" * (len(folders) - depth)
        text = text.replace(f'href="{root}{"/".join(folders[:depth])}/', f'href="{shorter}')
    # The folder of the page itself.
    return Markup(text.replace('href=""', 'href="./"'))


def _row_positions(context: TreeContext, entries: Iterable[Entry]) -> dict[str, RowPosition]:
    """Return the position of each page; for a page that is listed twice, of the first."""
    result: dict[str, RowPosition] = {}
    for uri, path in _rows(context, entries, ()):
        ids = frozenset(map(id, path))
        first = result.get(uri, RowPosition(uri, folds=ids))
        result[uri] = first._replace(row_ids=first.row_ids | ids)
    return result


def _rows(
    context: TreeContext, entries: Iterable[Entry], ancestors: Entries
) -> Iterator[tuple[str, Entries]]:
    """Yield the URL of every row, with its ancestors and itself."""
    for entry in entries:
        path = (*ancestors, entry)
        uri = None if entry.kind == "group" else context.address(entry.url)
        if uri is not None:
            yield uri, path
        yield from _rows(context, entry.entries, path)


TREE_FILE = "sitejson-tree-{}.js"
TREE_TEMPLATE = "macros/tree.html"
ROOT_PLACEHOLDER = "\ue000/"
"""Placeholder of the relative URL of the root, in a private-use character."""


def write_navigation_files(app: Sphinx, exception: Exception | None) -> None:
    """Write files for scripts: large trees, of which pages contain only a part, and locations.

    A location has a file if it lists pages that are rendered elsewhere.
    """
    builder = app.builder
    if exception is not None or not has_our_theme(builder):
        return
    folder = Path(app.outdir, "_static")
    expected = set()
    if builder.name != "singlehtml":
        trees = site_map(app.env).large_trees(sorted(app.env.all_docs))
        for name, (navigation, section) in trees.items():
            file = folder / TREE_FILE.format(name)
            expected.add(file)
            _write_tree(app, builder, file, full_tree(section.groups), navigation)
        for chain, docnames in shared_pages(app.env).items():
            file = folder / LOCATION_FILE.format(chain_key(chain))
            expected.add(file)
            text = _location_file_text(app, builder, chain, docnames)
            write_if_changed(file, text.encode(), below=app.outdir)
    for pattern in (TREE_FILE, LOCATION_FILE):
        for outdated in set(folder.glob(pattern.format("*"))) - expected:
            remove(outdated)


def _write_tree(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    file: Path,
    tree: Entries,
    navigation: PageNavigation,
) -> None:
    """Render a tree, unless the file is up to date: that is slow for a large site."""
    icons = project_icons(app.env)
    template = builder.templates.environment.get_template(TREE_TEMPLATE)
    macros = Path(template.filename).read_text(encoding="utf-8") if template.filename else ""
    facts = (tree, navigation.version, icons.digest, macros, sorted(app.env.toc_secnumbers.items()))
    digest_line = f"// {hashlib.sha256(repr(facts).encode()).hexdigest()}\n"
    with suppress(OSError), file.open(encoding="utf-8") as known:
        if known.readline() == digest_line:
            return
    html = str(TreeContext(app, navigation, ROOT_PLACEHOLDER).draw(template.module.tree, tree))
    html += str(icon_sprite(html, icons.icons))
    call = f"sitejson.setTree({json.dumps(html, ensure_ascii=False)});\n"
    write_text(file, digest_line + call, below=app.outdir)


LOCATION_FILE = "sitejson-location-{}.js"
LOCATION_TEMPLATE = "place.html"
PAGE_TEMPLATE = "place-page.html"


class LocationContext(TreeContext):
    """The context of the templates of one location."""

    def __init__(self, app: Sphinx, navigation: PageNavigation, docname: str = "") -> None:
        super().__init__(app, navigation, ROOT_PLACEHOLDER)
        self.settings = site_of(app.env).settings
        self.page = site_domain(app.env).facts_of(docname)
        self.is_on_read_the_docs = False

    def addresses(self, division: MenuEntry) -> dict[str, str]:
        """Return the URLs of a division in other versions."""
        return {version: self.href(url) for version, url in division.version_urls}


def _location_file_text(
    app: Sphinx, builder: StandaloneHTMLBuilder, chain: Chain, docnames: Sequence[str]
) -> str:
    get_template, site = builder.templates.environment.get_template, site_map(app.env)
    shared = LocationContext(app, site.page_at(docnames[0], chain))
    groups = site.section(chain, site.version_of(docnames[0])).groups
    tree_html = shared.draw(get_template(TREE_TEMPLATE).module.tree, groups)
    common = get_template(LOCATION_TEMPLATE).render(sj=shared, tree_html=tree_html)
    common += str(icon_sprite(common, project_icons(app.env).icons))
    template = get_template(PAGE_TEMPLATE)
    pages = {
        builder.get_target_uri(docname): template.render(
            sj=LocationContext(app, site.page_at(docname, chain), docname)
        )
        for docname in docnames
    }
    data = json.dumps([common, pages], ensure_ascii=False, separators=(",", ":"))
    return f"sitejson.setLocation({data});\n"
