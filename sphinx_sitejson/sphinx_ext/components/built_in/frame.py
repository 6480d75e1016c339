"""Frames around pictures."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component_content,
    slot_paragraph,
)
from sphinx_sitejson.sphinx_ext.components.props import markdown_slot, number_prop, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec
from sphinx_sitejson.sphinx_ext.links.page_links import image_node


def image_nodes(call: ComponentCall, *, is_lazy: bool = False) -> list[nodes.Node]:
    """Return the image of a component, and the one for dark mode that replaces it.

    :param is_lazy: whether the browser loads it lazily.
    """
    sources = {
        "only-light": text_prop(call, "image", "src"),
        "only-dark": text_prop(call, "darkImage"),
    }
    images = {name: source for name, source in sources.items() if source}
    result = []
    for name, source in images.items():
        alt = text_prop(call, "alt")
        image = image_node(source, env=call.env, source=call.source, line=call.line, alt=alt)
        if is_lazy:
            image["loading"] = "lazy"
        if len(images) > 1:
            image["classes"].append(name)
        result.append(image)
    return [nodes.paragraph("", "", *result)] if result else []


def build_frame(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a frame around an image or other content, with a caption."""
    children = [*image_nodes(call, is_lazy=True), *call.children]
    slots = [
        *markdown_slot("hint", text_prop(call, "hint"), call),
        *markdown_slot("caption", text_prop(call, "caption"), call),
    ]
    width = number_prop(call, "width")
    for child in children:
        for image in child.findall(nodes.image):
            if width and "width" not in image:
                image["width"] = f"{width}px"
    return [block("frame", call, children, slots=slots)]


def _plain_frame(node: nodes.Element) -> list[nodes.Node]:
    hint, caption = slot_paragraph(node, "hint"), slot_paragraph(node, "caption")
    return [*hint, *component_content(node), *caption]


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
