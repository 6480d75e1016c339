"""Components that stand among words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.reference.ids import id_part
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline, slot, text
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.props import flag_prop, text_prop, word_prop

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


def build_icon(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return an icon; it says nothing that the words beside it do not say."""
    icon = icon_prop(call)
    return _in_place(call, inline("icon", call, icon=icon)) if icon else []


def build_badge(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return words on a colored ground."""
    color = text_prop(call, "color").lower()
    tone = TONES.get(color) or TONES.get(word_prop(call, "color", TONES), "info")
    icon = icon_prop(call, has_color=False)
    return _in_place(call, inline("badge", call, call.children, tone=tone, icon=icon))


def build_tooltip(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return words that explain themselves when one points at them."""
    tip = text_prop(call, "tip", "content", "title")
    if not tip:
        return call.children
    headline = text_prop(call, "headline")
    number = call.env.new_serialno("sitejson-tips")
    tip_id = f"tip-{id_part(call.env.docname)}-{number}"
    shown = f"{headline}: {tip}" if headline else tip
    words = [slot("tip", text(shown, call)), *call.children]
    return _in_place(call, inline("tooltip", call, words, tip_id=tip_id))


def build_latex(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a formula."""
    written = call.props.get("children")
    words = [written] if isinstance(written, str) else [node.astext() for node in call.children]
    formula = " ".join(words).strip()
    if not formula:
        return []
    if call.is_inline or flag_prop(call, "inline"):
        return [nodes.math(formula, formula)]
    block = nodes.math_block(formula, formula, nowrap=False, number=None, docname=call.env.docname)
    block.source, block.line = call.source, call.line
    return [block]


def _in_place(call: ComponentCall, node: nodes.Node) -> list[nodes.Node]:
    """Put words that stand alone into a paragraph."""
    return [node] if call.is_inline else [nodes.paragraph("", "", node)]
