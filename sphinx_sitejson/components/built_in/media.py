"""Frames around images, and swatches of colors."""

from __future__ import annotations

import re
from dataclasses import replace

from docutils import nodes

from sphinx_sitejson.common.problems import quoted

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    PropValue,
    block,
    component_content,
    content_after_title,
    in_paragraphs,
    indented,
    is_component,
    join_inline,
    slot_content,
)
from ..props import (
    choice_prop,
    image,
    markdown_slots,
    number_prop,
    report_prop,
    text_prop,
    text_slot,
    text_slots,
    value_as_text,
)
from ..specs import ComponentSpec, NodeShape


def image_nodes(call: ComponentCall, *, is_lazy: bool = False) -> Nodes:
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
        node = image(call, source, text_prop(call, "alt"))
        if is_lazy:
            node["loading"] = "lazy"
        if len(images) > 1:
            node["classes"].append(name)
        result.append(node)
    return [*in_paragraphs(result)]


def build_themed_image(call: ComponentCall) -> NodeSequence:
    """Return an image for light and for dark mode: ``sources={{light: "/a.png", dark: …}}``."""
    sources = call.props.get("sources")
    found = sources if isinstance(sources, dict) else {}
    props = {"src": found.get("light", ""), "darkImage": found.get("dark", ""), **call.props}
    return [*image_nodes(replace(call, props=props)), *call.children]


def build_frame(call: ComponentCall) -> NodeSequence:
    """Return a frame around an image or other content, with a caption."""
    children = [*image_nodes(call, is_lazy=True), *call.children]
    width = number_prop(call, "width")
    for child in children:
        for node in child.findall(nodes.image):
            if width and "width" not in node:
                node["width"] = f"{width}px"
    return [block("frame", call, children, slots=markdown_slots(call, "hint", "caption"))]


_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\w\s.,%/+-]{1,80}\)"
    r"|color\([\w\s.,%/+-]{1,80}\)"
)
"""A color that is safe to write into a page."""


def build_color(call: ComponentCall) -> NodeSequence:
    """Return a palette."""
    variant = choice_prop(call, "variant", ("compact", "table")) or "compact"
    return [block("color", call, variant=variant)]


def build_row(call: ComponentCall) -> NodeSequence:
    """Return colors that belong together."""
    return [block("color_row", call, slots=text_slots(call, "title"))]


def build_item(call: ComponentCall) -> NodeSequence:
    """Return one color; a pair is one for each mode."""
    value_prop = call.props.get("value")
    pair = value_prop if isinstance(value_prop, dict) else {"light": value_prop, "dark": value_prop}
    light, dark = (_parse_color(call, pair.get(mode)) for mode in ("light", "dark"))
    if not light and not dark:
        report_prop(call, '"value" is not a color; it was ignored.')
        return []
    light, dark = light or dark, dark or light
    value = light if light == dark else f"{light} / {dark}"
    slots = [*text_slots(call, "name"), *text_slot("value", value, call)]
    return [block("color_item", call, (), slots=slots, light=light, dark=dark)]


def _parse_color(call: ComponentCall, value: PropValue) -> str:
    color = value_as_text(value)
    if color and not _COLOR.fullmatch(color):
        report_prop(call, f'"value" is not a color: {quoted(color)}.')
        return ""
    return color


def _plain_item(node: nodes.Element) -> Nodes:
    name = slot_content(node, "name")
    value = nodes.literal("", "", *slot_content(node, "value"))
    line = nodes.paragraph("", "", *join_inline(name, [value], between=": "))
    return [nodes.bullet_list("", nodes.list_item("", line))]


def _plain_color(node: nodes.Element) -> Nodes:
    return [
        child for child in component_content(node) if is_component(child) or child.astext().strip()
    ]


COMPONENTS = (
    ComponentSpec(
        "Frame",
        build_frame,
        "caption hint width height image src darkImage alt",
        argument="caption",
    ),
    ComponentSpec("ThemedImage", build_themed_image, "sources alt title width height"),
    ComponentSpec("Color", build_color, "variant"),
    ComponentSpec("Color.Row", build_row, "title", argument="title"),
    ComponentSpec("Color.Item", build_item, "name value", argument="name"),
)

SHAPES = (
    NodeShape("frame", indented("", before=["hint"], after=["caption"])),
    NodeShape("color", _plain_color, files="more"),
    NodeShape("color_row", content_after_title, files="more"),
    NodeShape("color_item", _plain_item, files="more"),
)
