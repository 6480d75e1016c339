"""The whole of a large tree in a file, from which the sidebar's script takes what a page lacks."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.common.files.writing import remove, write_text
from sphinx_sitejson.navigation.excerpts import full_tree
from sphinx_sitejson.sphinx_ext.appearance.page_icons import icon_sprite, project_icons
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map

from .sidebar_tree import TreeContext

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation.sections import Section
    from sphinx_sitejson.navigation.views import PageNavigation, SidebarGroup


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
