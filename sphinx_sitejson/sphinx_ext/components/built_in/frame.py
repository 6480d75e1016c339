"""Frames around pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_of
from sphinx_sitejson.sphinx_ext.components.links import marked_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import slot_paragraph
from sphinx_sitejson.sphinx_ext.components.props import number_prop, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

from .pictures import pictures

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_frame(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a picture, or anything else, with a frame and words below it."""
    children = [*pictures(call, is_lazy=True), *call.children]
    slots = [
        *marked_slot("hint", text_prop(call, "hint"), call),
        *marked_slot("caption", text_prop(call, "caption"), call),
    ]
    width = number_prop(call, "width")
    for child in children:
        for image in child.findall(nodes.image):
            if width and "width" not in image:
                image["width"] = f"{width}px"
    return [block("frame", call, children, slots=slots)]


def _plain_frame(node: nodes.Element) -> list[nodes.Node]:
    hint, caption = slot_paragraph(node, "hint"), slot_paragraph(node, "caption")
    return [*hint, *content_of(node), *caption]


FAMILY = Family(
    components=(
        spec(
            "Frame",
            build_frame,
            "caption hint width height image src darkImage alt",
            argument="caption",
        ),
    ),
    shapes=(NodeShape(name="frame", plain=_plain_frame),),
)
