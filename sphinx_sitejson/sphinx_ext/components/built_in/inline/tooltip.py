"""Tooltips: words that explain themselves when one points at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.reference.ids import id_part
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    content_of,
    in_line_or_paragraph,
    inline_node,
    slot,
    text,
)
from sphinx_sitejson.sphinx_ext.components.links import text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import slot_content
from sphinx_sitejson.sphinx_ext.components.props import text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_tooltip(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return words and their explanation."""
    tip = text_prop(call, "tip", "content", "title")
    if not tip:
        return call.children
    headline = text_prop(call, "headline")
    number = call.env.new_serialno("sitejson-tips")
    tip_id = f"tip-{id_part(call.env.docname)}-{number}"
    shown = f"{headline}: {tip}" if headline else tip
    cta = text_prop(call, "cta")
    href = text_prop(call, "href")
    content = [
        slot("tip", text(shown, call)),
        *(text_slot("cta", cta or href, call, href=href) if href else []),
        *call.children,
    ]
    return in_line_or_paragraph(call, inline_node("tooltip", call, content, tip_id=tip_id))


def _plain_tooltip(node: nodes.Element) -> list[nodes.Node]:
    tip, cta = slot_content(node, "tip"), slot_content(node, "cta")
    link = [nodes.Text(" "), *cta] if cta else []
    return [*content_of(node), nodes.Text(" ("), *tip, *link, nodes.Text(")")]


FAMILY = Family(
    components=(
        spec(
            "Tooltip",
            build_tooltip,
            "tip headline content title cta href",
            argument="tip",
            is_block=False,
        ),
    ),
    shapes=(NodeShape(name="tooltip", plain=_plain_tooltip, needs_script=True),),
)
