"""Palettes: colors with their names and values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall, PropValue
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component_content,
    content_after_title,
    is_component,
    slot_content,
)
from sphinx_sitejson.sphinx_ext.components.props import (
    choice_prop,
    text_prop,
    text_slot,
    value_as_text,
)
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

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
        spec("Color", build_color, "variant"),
        spec("Color.Row", build_row, "title", argument="title"),
        spec("Color.Item", build_item, "name value", argument="name"),
    ),
    shapes=(
        NodeShape(name="color", plain=_plain_color, needs_more_files=True),
        NodeShape(name="color_row", plain=content_after_title, needs_more_files=True),
        NodeShape(name="color_item", plain=_plain_item, needs_more_files=True),
    ),
)
