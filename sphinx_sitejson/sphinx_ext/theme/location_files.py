"""What the further places of pages show, in files from which a script takes it.

A page that is listed in several places is drawn in its first one. For a reader who comes from
another place that lists it, too, the script puts the navigation of that place into the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.common.files.writing import remove, write_if_changed
from sphinx_sitejson.navigation.divisions import key_of
from sphinx_sitejson.sphinx_ext.appearance.page_icons import icon_sprite, project_icons
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map

from .files import shared_pages
from .sidebar_tree import TreeContext
from .tree_files import ROOT_MARK, TREE_TEMPLATE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation.divisions import Chain
    from sphinx_sitejson.navigation.views import PageNavigation

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
            file = PLACE_FILE.format(key_of(chain))
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
