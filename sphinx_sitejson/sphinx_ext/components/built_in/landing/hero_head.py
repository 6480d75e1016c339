"""A hero that begins a page is its head: the page's title stands in it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.components.component_nodes import component, is_component
from sphinx_sitejson.sphinx_ext.pages.titles import is_head_of_page

from .hero import fill_head


class HeroesOfPages(SphinxTransform):
    """Gives a hero at the head of a page the page's title and description."""

    # After the page has its title and its lead (400).
    default_priority = 411

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if "hero" not in site_domain(self.env).components.get(self.env.docname, ()):
            return
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        head = [node for node in section.children if is_head_of_page(node)]
        first = next((node for node in section.children if not comes_before_text(node)), None)
        if not head or not is_component(first, "hero"):
            return
        title, *rest = [node for node in head if isinstance(node, nodes.Element)]
        fill_head(first, title, rest[0] if rest else None)


def comes_before_text(node: nodes.Node) -> bool:
    """Whether a node stands before the text of a page, or shows nothing."""
    return is_head_of_page(node) or isinstance(node, nodes.Invisible | nodes.comment | nodes.target)


class HeroAsHead(SphinxPostTransform):
    """Leaves the title of a page to its hero, which shows it in HTML."""

    default_priority = 6

    def is_supported(self) -> bool:
        """Leave the other formats their titles."""
        return site_of(self.env).builder.format == "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document; on one page for all, a hero is one part among many."""
        is_full_page = site_of(self.env).builder.name != "singlehtml"
        for hero in list(self.document.findall(component)):
            if hero["component"] != "hero" or not hero["values"]["is_head"]:
                continue
            hero["values"] = {**hero["values"], "is_head": is_full_page}
            if is_full_page:
                section = hero.parent
                section[:] = [node for node in section.children if not is_head_of_page(node)]
