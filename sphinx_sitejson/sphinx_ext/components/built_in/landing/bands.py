"""Parts of landing pages: bands of the full width, features, and logos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.slugs import slug_of
from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_of
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.links import marked_slot, text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import (
    content_below_title,
    slot_content,
    slot_paragraph,
    strong_paragraph,
)
from sphinx_sitejson.sphinx_ext.components.props import number_prop, text_prop, word_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

SURFACES = ("plain", "tint", "accent", "dark", "grid")
ALIGNMENTS = ("start", "center")
MOST_COLUMNS = 4


def build_section(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a band that is as wide as the page, with a heading of its own."""
    title = text_prop(call, "title")
    slots = [
        *marked_slot("eyebrow", text_prop(call, "eyebrow"), call),
        *marked_slot("title", title, call),
        *marked_slot("lead", text_prop(call, "lead"), call),
    ]
    return [
        block(
            "section",
            call,
            call.children,
            slots=slots,
            wanted_id=text_prop(call, "id") or slug_of(title),
            heading=("title", 2) if title else None,
            surface=word_prop(call, "surface", SURFACES) or "plain",
            align=word_prop(call, "align", ALIGNMENTS) or "start",
        )
    ]


def build_features(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a grid of features."""
    columns = number_prop(call, "cols", "columns") or 3
    return [block("features", call, call.children, columns=min(max(columns, 1), MOST_COLUMNS))]


def build_feature(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one thing that the product does; its title may lead to more."""
    href = text_prop(call, "href", "url")
    title = text_slot("title", text_prop(call, "title"), call, href=href)
    return [block("feature", call, call.children, slots=title, icon=icon_prop(call))]


def build_logos(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a row of pictures or names, which are all as strong as each other."""
    title = marked_slot("title", text_prop(call, "title"), call)
    return [block("logos", call, call.children, slots=title)]


def _plain_section(node: nodes.Element) -> list[nodes.Node]:
    title = slot_content(node, "title")
    heading = [strong_paragraph(title)] if title else []
    eyebrow, lead = slot_paragraph(node, "eyebrow"), slot_paragraph(node, "lead")
    return [*eyebrow, *heading, *lead, *content_of(node)]


FAMILY = Family(
    components=(
        spec("Section", build_section, "title eyebrow lead surface align", argument="title"),
        spec("Features", build_features, "cols columns"),
        spec("Feature", build_feature, "title icon iconType color href url", argument="title"),
        spec("Logos", build_logos, "title", argument="title"),
    ),
    shapes=(
        NodeShape(name="section", plain=_plain_section, is_of_landing=True),
        NodeShape(name="features", is_of_landing=True),
        NodeShape(
            name="feature",
            plain=content_below_title,
            inside="features",
            when_stray="<Feature> is outside <Features>; its content is shown.",
            is_of_landing=True,
        ),
        NodeShape(name="logos", is_of_landing=True),
    ),
)
