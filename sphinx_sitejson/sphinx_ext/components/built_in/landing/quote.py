"""Quotes: what a person said, and who it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_of, slot
from sphinx_sitejson.sphinx_ext.components.links import text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import slot_content
from sphinx_sitejson.sphinx_ext.components.props import text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec
from sphinx_sitejson.sphinx_ext.links.page_links import image_node

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_quote(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a quote with the name of the person below."""
    slots = [
        *text_slot("author", text_prop(call, "author"), call, href=text_prop(call, "href")),
        *text_slot("role", text_prop(call, "role"), call),
    ]
    if source := text_prop(call, "avatar", "img"):
        # The name beside the picture says whom it shows.
        image = image_node(source, env=call.env, source=call.source, line=call.line)
        slots.append(slot("avatar", image))
    return [block("quote", call, call.children, slots=slots)]


def _plain_quote(node: nodes.Element) -> list[nodes.Node]:
    author, role = slot_content(node, "author"), slot_content(node, "role")
    between = [nodes.Text(", ")] if author and role else []
    by = [*author, *between, *role]
    content = content_of(node)
    if not content:
        return [nodes.paragraph("", "", *by)] if by else []
    attribution = [nodes.attribution("", "", *by)] if by else []
    return [nodes.block_quote("", *content, *attribution)]


FAMILY = Family(
    components=(spec("Quote", build_quote, "author role href avatar img", argument="author"),),
    shapes=(NodeShape(name="quote", plain=_plain_quote, is_of_landing=True),),
)
