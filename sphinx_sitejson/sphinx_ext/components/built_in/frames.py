"""Frames around pictures, and entries of a changelog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.slugs import slug_of
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    inline,
    inline_component,
    slot,
    text,
)
from sphinx_sitejson.sphinx_ext.components.links import marked_slot, text_slot
from sphinx_sitejson.sphinx_ext.components.props import number_prop, text_prop, words_of_value

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_frame(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a picture, or anything else, with a frame and words below it."""
    slots = [
        *marked_slot("hint", text_prop(call, "hint"), call),
        *marked_slot("caption", text_prop(call, "caption"), call),
    ]
    width = number_prop(call, "width")
    for child in call.children:
        for image in child.findall(nodes.image):
            if width and "width" not in image:
                image["width"] = f"{width}px"
    return [block("frame", call, call.children, slots=slots)]


def build_update(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one entry of a changelog."""
    label = text_prop(call, "label")
    tags = call.props.get("tags")
    words = [words_of_value(tag) for tag in tags] if isinstance(tags, list) else []
    slots = [
        *text_slot("label", label, call),
        *marked_slot("description", text_prop(call, "description"), call),
    ]
    if words:
        badges = (_badge(word, call) for word in words if word)
        slots.append(slot("tags", *badges))
    wanted_id = text_prop(call, "id") or slug_of(label)
    return [
        block("update", call, call.children, slots=slots, wanted_id=wanted_id, heading=("label", 2))
    ]


def _badge(word: str, call: ComponentCall) -> inline_component:
    return inline("badge", call, [text(word, call)], tone="info", icon=None)
