"""The PDF as a book: where chapters begin, page numbers beside links, schemas in one chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

CLASS_OPTIONS = ("extraclassoptions", "classoptions")

MARGINS = "hmargin={0.9in,0.9in}, vmargin={0.85in,0.85in}"


def set_latex_defaults(app: Sphinx, config: Config) -> None:
    """Begin chapters on the next page and name the pages of links, unless the author chose."""
    elements = config.latex_elements
    if not any(name in elements for name in CLASS_OPTIONS):
        elements = {**elements, "extraclassoptions": "openany,oneside"}
    if "sphinxsetup" not in elements:
        elements = {**elements, "sphinxsetup": MARGINS}
    preamble = f"{render('latex_tables.tex.jinja')}\n{elements.get('preamble', '')}"
    config.latex_elements = {**elements, "preamble": preamble}
    if not is_set_by_author(config, "latex_show_pagerefs"):
        config.latex_show_pagerefs = True


class GroupsAsChapters(SphinxPostTransform):
    """Makes a chapter of each group of the navigation, with its pages as sections."""

    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book; one that begins elsewhere has no groups."""
        groups = site_domain(self.env).data["toctree"]
        pages = {page["docname"]: page for page in self.document.findall(addnodes.start_of_file)}
        for number, (caption, _written, docnames) in enumerate(groups):
            found = [pages[name] for name in docnames if name in pages]
            together = [page for page in found if page.parent is found[0].parent]
            if caption and len(together) > 1:
                _gather(together, caption, f"sitejson-group-{number}")


def _gather(pages: list[addnodes.start_of_file], caption: str, name: str) -> None:
    """Put pages below a heading, where the first of them stands."""
    parent = pages[0].parent
    place = parent.index(pages[0])
    for page in pages:
        parent.remove(page)
    title = nodes.title(caption, caption)
    parent.insert(place, nodes.section("", title, *pages, ids=[name]))


class SchemasInOneChapter(SphinxPostTransform):
    """Makes one chapter of the pages of schemas, each of which Sphinx would make an appendix."""

    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book: what is appended to it are documents of their own."""
        stubs = site_documents(self.env).pages.stubs
        pages = [
            page
            for page in self.document.children
            if isinstance(page, nodes.document)
            and (stub := stubs.get(page.get("docname", "")))
            and stub.is_schema
        ]
        if len(pages) < 2:
            return
        title = _("Schemas")
        chapter = nodes.section("", nodes.title(title, title), ids=["sitejson-schemas"])
        place = self.document.index(pages[0])
        for page in pages:
            self.document.remove(page)
            chapter += addnodes.start_of_file("", *page.children, docname=page["docname"])
        appendix = pages[0].copy()
        appendix.clear()
        # The chapter belongs to none of the pages.
        appendix.attributes.pop("docname", None)
        appendix += chapter
        self.document.insert(place, appendix)
