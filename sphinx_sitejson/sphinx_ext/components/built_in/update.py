"""Entries of a changelog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.slugs import slug_of
from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_of, slot
from sphinx_sitejson.sphinx_ext.components.links import marked_slot, text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import (
    below_title,
    slot_content,
    slot_paragraph,
)
from sphinx_sitejson.sphinx_ext.components.props import text_of_value, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, Shape, spec

from .badge import gray_badge

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_update(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one entry of a changelog."""
    label = text_prop(call, "label")
    given = call.props.get("tags")
    tags = [text_of_value(tag) for tag in given] if isinstance(given, list) else []
    slots = [
        *text_slot("label", label, call),
        *marked_slot("description", text_prop(call, "description"), call),
    ]
    if tags:
        slots.append(slot("tags", *(gray_badge(tag, call) for tag in tags if tag)))
    wanted_id = text_prop(call, "id") or slug_of(label)
    return [
        block("update", call, call.children, slots=slots, wanted_id=wanted_id, heading=("label", 2))
    ]


def _plain_update(node: nodes.Element) -> list[nodes.Node]:
    tags = slot_content(node, "tags")
    between = [part for tag in tags for part in (nodes.Text(", "), tag)][1:]
    tag_line = [nodes.paragraph("", "", *between)] if tags else []
    content = [*slot_paragraph(node, "description"), *tag_line, *content_of(node)]
    return below_title(slot_content(node, "label"), content)


FAMILY = Family(
    components=(spec("Update", build_update, "label description tags", argument="label"),),
    shapes=(Shape(name="update", plain=_plain_update),),
)
