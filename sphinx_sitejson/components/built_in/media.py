"""Frames around images, and swatches of colors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.navigation.page_links import image_node

from ..nodes import (
    ComponentCall,
    PropValue,
    block,
    component_content,
    content_after_title,
    is_component,
    slot_content,
    slot_paragraph,
)
from ..props import choice_prop, markdown_slot, number_prop, text_prop, text_slot, value_as_text
from ..specs import Family, NodeShape, spec


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


_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\w\s.,%/+-]{1,80}\)"
    r"|color\([\w\s.,%/+-]{1,80}\)"
)
"""A color that is safe to write into a page."""


def build_color(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a palette."""
    variant = choice_prop(call, "variant", ("compact", "table")) or "compact"
    return [block("color", call, call.children, variant=variant)]


def build_row(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return colors that belong together."""
    slots = text_slot("title", text_prop(call, "title"), call)
    return [block("color_row", call, call.children, slots=slots)]


def build_item(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one color; a pair is one for each mode."""
    value_prop = call.props.get("value")
    pair = value_prop if isinstance(value_prop, dict) else {"light": value_prop, "dark": value_prop}
    light, dark = (_parse_color(call, pair.get(mode)) for mode in ("light", "dark"))
    if not light and not dark:
        call.report(
            ProblemCode.WRONG_PROP, f'<{call.name}>: "value" is not a color; it was ignored.'
        )
        return []
    light, dark = light or dark, dark or light
    value = light if light == dark else f"{light} / {dark}"
    slots = [
        *text_slot("name", text_prop(call, "name"), call),
        *text_slot("value", value, call),
    ]
    return [block("color_item", call, slots=slots, light=light, dark=dark)]


def _parse_color(call: ComponentCall, value: PropValue) -> str:
    color = value_as_text(value)
    if color and not _COLOR.fullmatch(color):
        call.report(
            ProblemCode.WRONG_PROP, f'<{call.name}>: "value" is not a color: {quoted(color)}.'
        )
        return ""
    return color


def _plain_item(node: nodes.Element) -> list[nodes.Node]:
    name = slot_content(node, "name")
    value = nodes.literal("", "", *slot_content(node, "value"))
    line = [*name, nodes.Text(": "), value] if name else [value]
    return [nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "", *line)))]


def _plain_color(node: nodes.Element) -> list[nodes.Node]:
    return [
        child for child in component_content(node) if is_component(child) or child.astext().strip()
    ]


FAMILY = Family(
    components=(
        spec(
            "Frame",
            build_frame,
            "caption hint width height image src darkImage alt",
            argument="caption",
        ),
        spec("Color", build_color, "variant"),
        spec("Color.Row", build_row, "title", argument="title"),
        spec("Color.Item", build_item, "name value", argument="name"),
    ),
    shapes=(
        NodeShape(name="frame", plain=_plain_frame),
        NodeShape(name="color", plain=_plain_color, needs_more_files=True),
        NodeShape(name="color_row", plain=content_after_title, needs_more_files=True),
        NodeShape(name="color_item", plain=_plain_item, needs_more_files=True),
    ),
)
