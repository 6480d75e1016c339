"""Badges: words on a colored ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    in_line_or_paragraph,
    inline_component,
    inline_node,
    text,
)
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.props import text_prop, word_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

TONES = {
    **dict.fromkeys(("gray", "grey", "white", "black", "surface"), "info"),
    "blue": "note",
    "green": "tip",
    **dict.fromkeys(("yellow", "orange", "amber"), "warning"),
    "red": "danger",
    "purple": "purple",
}
"""The colors of badges, by the names that authors give them."""


def build_badge(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return words on a colored ground."""
    color = text_prop(call, "color").lower()
    tone = TONES.get(color) or TONES.get(word_prop(call, "color", TONES), "info")
    icon = icon_prop(call, has_color=False)
    return in_line_or_paragraph(
        call, inline_node("badge", call, call.children, tone=tone, icon=icon)
    )


def gray_badge(label: str, call: ComponentCall) -> inline_component:
    """Return a badge that is part of another component."""
    return inline_node("badge", call, [text(label, call)], tone="info", icon=None)


FAMILY = Family(
    components=(
        spec(
            "Badge",
            build_badge,
            "color icon iconType size shape stroke disabled",
            argument="color",
            is_block=False,
        ),
    ),
    shapes=(NodeShape(name="badge"),),
)
