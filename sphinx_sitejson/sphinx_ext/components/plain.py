"""Components and HTML elements as nodes that every writer knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS
from sphinx_sitejson.sphinx_ext.common.build_state import site_of

from .component_nodes import component, component_slot, component_text, inline_component
from .html_nodes import (
    EMBEDDED,
    NEEDS_TARGET,
    HtmlNode,
    html_block,
    html_inline,
    html_text,
    in_paragraphs,
)
from .registry import plain_component
from .tree_normalizer import convert_to_inline, is_allowed_in_text, normalize_tree

_PICTURES = frozenset({"svg", "canvas", "math"})


class PlainComponents(SphinxPostTransform):
    """Replaces components for the builders that do not write HTML."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Leave HTML to the templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if site_of(self.env).builder.name == "gettext":
            # Catalogs need the texts where they are; of a resolved link only a copy would stay.
            for link in list(self.document.findall(addnodes.pending_xref)):
                if isinstance(link.parent, component_slot):
                    _replace(link, link.children)
            return
        found = [*self.document.findall(component), *self.document.findall(inline_component)]
        for node in found:
            plain = plain_component(node)
            _replace(node, convert_to_inline(plain) if is_allowed_in_text(node) else plain)
        for part in list(self.document.findall(is_text_of_prop)):
            assert isinstance(part, nodes.Element)
            _replace(part, part.children)
        if found:
            normalize_tree(self.document)


def is_text_of_prop(node: nodes.Node) -> bool:
    """Whether a node only holds the text of a prop."""
    return isinstance(node, component_slot | component_text)


def _replace(node: nodes.Element, others: list[nodes.Node]) -> None:
    """Put other nodes in the place of one; links to it still find their way."""
    parent = node.parent
    place = parent.index(node)
    parent[place : place + 1] = with_ids(node["ids"], others)


def with_ids(ids: list[str], others: list[nodes.Node]) -> list[nodes.Node]:
    """Return nodes that answer to some ids."""
    if not ids:
        return others
    first = others[0] if others else None
    if isinstance(first, nodes.literal_block | nodes.table | nodes.figure):
        # Before these LaTeX shows no target: they show their ids themselves.
        first["ids"] += ids
        return others
    return [nodes.target("", "", ids=ids), *others]


class PlainHtml(SphinxPostTransform):
    """Leaves only the content of elements, for builders other than HTML."""

    default_priority = 190

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        if site_of(self.env).builder.format == "html":
            return
        is_changed = False
        for kind in (html_block, html_text, html_inline):
            # Inner elements first: what they leave is part of what the outer ones leave.
            for node in reversed([*self.document.findall(kind)]):
                assert isinstance(node, HtmlNode)
                leave_plain_form(node)
                is_changed = True
        hidden = [image for image in self.document.findall(nodes.image) if is_for_dark(image)]
        for image in hidden:
            image.parent.remove(image)
        if is_changed:
            normalize_tree(self.document)
        for node in [*self.document.findall(needs_target)]:
            assert isinstance(node, nodes.Element)
            move_ids_to_target(node)


def leave_plain_form(node: HtmlNode) -> None:
    """Put the plain form of an element in its place; its ids stay where links find them."""
    _replace(node, list(plain_form(node)))


def needs_target(node: nodes.Node) -> bool:
    """Whether a node has the id of an HTML element."""
    return isinstance(node, nodes.Element) and bool(node.get(NEEDS_TARGET))


def move_ids_to_target(node: nodes.Element) -> None:
    """Put a target before a node, or into one that stands in a list, for its ids."""
    is_code = isinstance(node, nodes.literal_block)
    has_markup = is_code and node.rawsource != node.astext()
    if isinstance(node, nodes.reference | nodes.target) or (is_code and not has_markup):
        # LaTeX shows their ids, but not those of code with links in it.
        return
    target = nodes.target("", "", ids=node["ids"])
    node["ids"] = []
    if isinstance(node, nodes.list_item) or has_markup:
        node.insert(0, target)
    else:
        node.parent.insert(node.parent.index(node), target)


def is_for_dark(image: nodes.image) -> bool:
    """Whether an image is only for the dark mode, which paper does not have."""
    return "only-dark" in image["classes"]


def plain_form(node: HtmlNode) -> Iterator[nodes.Node]:
    """Yield what a builder shows that knows no HTML."""
    tag = node["tag"]
    is_inline = isinstance(node, html_inline)
    if tag == "br":
        yield nodes.Text("\n")
    elif tag == "hr":
        if isinstance(node.parent, nodes.section | nodes.document):
            yield nodes.transition()
    elif tag in _PICTURES:
        return
    elif tag in EMBEDDED and not node.children:
        address = node["attributes"].get("src") or node["attributes"].get("data") or ""
        if "://" in address:
            link = nodes.reference("", address, refuri=address)
            yield link if is_inline else nodes.paragraph("", "", link)
    elif is_inline:
        # Items and cells that are written in one line stand apart from each other in HTML only.
        if tag not in INLINE_ELEMENTS and node.parent.index(node) > 0:
            yield nodes.Text(" ")
        yield from node.children
    else:
        yield from in_paragraphs(node.children)
