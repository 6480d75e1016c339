"""Plans: offers beside each other, with what each costs and holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_of
from sphinx_sitejson.sphinx_ext.components.links import marked_slot, text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import (
    below_title,
    slot_content,
    slot_paragraph,
)
from sphinx_sitejson.sphinx_ext.components.props import flag_prop, number_prop, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

MOST_COLUMNS = 4


def build_plans(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a row of plans."""
    columns = number_prop(call, "cols", "columns") or 3
    return [block("plans", call, call.children, columns=min(max(columns, 1), MOST_COLUMNS))]


def build_plan(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one plan: its name, its price, what it holds, and how to choose it."""
    href = text_prop(call, "href", "url")
    slots = [
        *text_slot("title", text_prop(call, "title"), call),
        *text_slot("badge", text_prop(call, "badge"), call),
        *text_slot("price", text_prop(call, "price"), call),
        *text_slot("period", text_prop(call, "period"), call),
        *marked_slot("description", text_prop(call, "description"), call),
        *text_slot("cta", text_prop(call, "cta"), call, href=href),
    ]
    is_featured = flag_prop(call, "featured")
    return [block("plan", call, call.children, slots=slots, is_featured=is_featured)]


def _plain_plan(node: nodes.Element) -> list[nodes.Node]:
    price, period = slot_content(node, "price"), slot_content(node, "period")
    costs = [*price, *([nodes.Text(" "), *period] if period else [])]
    content = [
        *([nodes.paragraph("", "", *costs)] if costs else []),
        *slot_paragraph(node, "description"),
        *content_of(node),
        *slot_paragraph(node, "cta"),
    ]
    badge = slot_content(node, "badge")
    title = slot_content(node, "title")
    if badge:
        title = [*title, nodes.Text(" ("), *badge, nodes.Text(")")]
    return below_title(title, content)


FAMILY = Family(
    components=(
        spec("Plans", build_plans, "cols columns"),
        spec(
            "Plan",
            build_plan,
            "title price period description badge cta href url featured",
            argument="title",
        ),
    ),
    shapes=(
        NodeShape(name="plans", is_of_landing=True),
        NodeShape(
            name="plan",
            plain=_plain_plan,
            inside="plans",
            when_stray="<Plan> is outside <Plans>; its content is shown.",
            is_of_landing=True,
        ),
    ),
)
