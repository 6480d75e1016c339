"""Inline components: badges, icons, formulas and tooltips."""

from __future__ import annotations

from dataclasses import replace

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.reference.views.ids import id_part

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    component_content,
    inline_component,
    inline_node,
    join_inline,
    set_location,
    slot,
    slot_content,
    text,
    wrap_in_paragraph,
)
from ..props import choice_prop, flag_prop, icon_prop, text_prop, text_slot
from ..specs import ComponentSpec, NodeShape

TONES = {
    **dict.fromkeys(("gray", "grey", "white", "black", "surface"), "info"),
    "blue": "note",
    "green": "tip",
    **dict.fromkeys(("yellow", "orange", "amber"), "warning"),
    "red": "danger",
    "purple": "purple",
}
"""The colors of badges, by the names that authors use."""


_TYPES = ("info", "tip", "warning", "danger")


def build_badge(call: ComponentCall) -> NodeSequence:
    """Return a badge: text on a colored background."""
    # "type" and "text" are those of VitePress.
    tone = text_prop(call, "type")
    if tone not in _TYPES:
        tone = TONES.get(choice_prop(call, "color", TONES), "info")
    if not call.children and (label := text_prop(call, "text")):
        call = replace(call, children=[text(label, call)])
    icon = icon_prop(call, has_color=False)
    return wrap_in_paragraph(call, inline_node("badge", call, tone=tone, icon=icon))


def gray_badge(label: str, call: ComponentCall) -> inline_component:
    """Return a badge that is part of another component."""
    return inline_node("badge", call, [text(label, call)], tone="info", icon=None)


def build_icon(call: ComponentCall) -> NodeSequence:
    """Return a decorative icon."""
    icon = icon_prop(call, has_size=True)
    if not icon and not call.children:
        call.report(ProblemCode.WRONG_PROP, f'<{call.name}> has no "icon"; nothing is shown.')
    return wrap_in_paragraph(call, inline_node("icon", call, (), icon=icon)) if icon else []


def build_latex(call: ComponentCall) -> NodeSequence:
    """Return a formula node, which every writer supports."""
    source = call.props.get("children")
    parts = [source] if isinstance(source, str) else [node.astext() for node in call.children]
    formula = " ".join(parts).strip()
    if not formula:
        return []
    if call.is_inline or flag_prop(call, "inline"):
        return [nodes.math(formula, formula)]
    block = nodes.math_block(formula, formula, nowrap=False, number=None, docname=call.env.docname)
    return [set_location(block, call)]


def build_tooltip(call: ComponentCall) -> NodeSequence:
    """Return text with a tooltip; without a tip only the text."""
    tip = text_prop(call, "tip", "content", "title")
    if not tip:
        call.report(ProblemCode.WRONG_PROP, f'<{call.name}> has no "tip"; only its text is shown.')
        return call.children
    headline = text_prop(call, "headline")
    number = call.env.new_serialno("sitejson-tips")

    tip_id = f"tip-{id_part(call.env.docname)}-{number}"
    tip_text = f"{headline}: {tip}" if headline else tip
    cta = text_prop(call, "cta")
    href = text_prop(call, "href")
    content = [
        slot("tip", text(tip_text, call)),
        *(text_slot("cta", cta or href, call, href=href) if href else []),
        *call.children,
    ]
    return wrap_in_paragraph(call, inline_node("tooltip", call, content, tip_id=tip_id))


def _plain_tooltip(node: nodes.Element) -> Nodes:
    tip = join_inline(slot_content(node, "tip"), slot_content(node, "cta"))
    return [*component_content(node), nodes.Text(" ("), *tip, nodes.Text(")")]


COMPONENTS = (
    ComponentSpec(
        "Badge",
        build_badge,
        "color icon iconType size shape stroke disabled type text",
        argument="color",
        is_block=False,
    ),
    ComponentSpec(
        "Icon",
        build_icon,
        "icon iconType icontype size color",
        argument="icon",
        role_option="iconType",
        is_block=False,
    ),
    ComponentSpec("Latex", build_latex, "inline", is_block=False),
    ComponentSpec(
        "Tooltip",
        build_tooltip,
        "tip headline content title cta href",
        argument="tip",
        is_block=False,
    ),
)

SHAPES = (
    NodeShape("badge"),
    NodeShape("icon"),
    NodeShape("tooltip", _plain_tooltip, files="components"),
)
