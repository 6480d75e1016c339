"""The whole of a large tree in a file, from which the sidebar's script takes what a page lacks."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.files.writing import remove, write_text
from sphinx_sitejson.navigation.excerpts import whole_tree
from sphinx_sitejson.settings.project_files import is_remote

from .domain import site_domain
from .icons import IconFiles, icon_markup, icon_sprite
from .shared_tree import ROOT_MARK
from .site_links import SiteLinks
from .theme_files import has_our_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation import PageNavigation
    from sphinx_sitejson.navigation.sections import Section
    from sphinx_sitejson.navigation.views import SidebarGroup

TREE_FILE = "sitejson-tree-{}.js"
TREE_TEMPLATE = "macros/tree.html"


class RootContext:
    """What the template knows while it renders a tree that belongs to no page."""

    def __init__(self, app: Sphinx, navigation: PageNavigation) -> None:
        self._app = app
        self._links = SiteLinks(app.builder, app.env, app.config.root_doc)
        self._icon_files = IconFiles(app)
        self.navigation = navigation

    def href(self, url: str) -> str:
        """Return an address from the root."""
        docname = url.removeprefix("/")
        if url.startswith("/") and docname in self._app.env.all_docs:
            return f"{ROOT_MARK}{self._app.builder.get_target_uri(docname)}"
        return self._links.href(url)

    def is_external(self, url: str) -> bool:
        """Whether a link opens beside the site."""
        return is_remote(url)

    def icon(self, name: str, icon_type: str | None = None) -> Markup:
        """Return an icon, with an address from the root if it is an image."""
        return Markup(self._icon_files.resolve(icon_markup(name, icon_type), ROOT_MARK))


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
            tree = whole_tree(section.groups)
            _write_tree(app, builder, folder / TREE_FILE.format(name), tree, navigation)
    for file in folder.glob(TREE_FILE.format("*")):
        if file.name not in wanted:
            remove(file)


def _large_trees(app: Sphinx) -> dict[str, tuple[PageNavigation, Section]]:
    site_map = site_domain(app.env).site.site_map
    assert site_map is not None
    return site_map.large_trees(sorted(app.env.all_docs))


def _write_tree(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    file: Path,
    tree: tuple[SidebarGroup, ...],
    navigation: PageNavigation,
) -> None:
    """Render a tree if the file is not of this one already: that takes long for a large site."""
    site = site_domain(app.env).site
    template = builder.templates.environment.get_template(TREE_TEMPLATE)
    macros = Path(template.filename).read_text(encoding="utf-8") if template.filename else ""
    facts = (tree, navigation.version, site.own_icons_digest, macros)
    mark = f"// {hashlib.sha256(repr(facts).encode()).hexdigest()}\n"
    try:
        with file.open(encoding="utf-8") as known:
            if known.readline() == mark:
                return
    except OSError:
        pass
    html = str(template.module.tree(RootContext(app, navigation), tree))
    html += str(icon_sprite(html, site.own_icons))
    call = f"sitejson.setTree({json.dumps(html, ensure_ascii=False)});\n"
    write_text(file, mark + call, below=Path(app.outdir))


def setup_tree_files(app: Sphinx) -> None:
    """Connect to the end of the build."""
    app.connect("build-finished", write_tree_files)
