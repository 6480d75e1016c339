"""Accordions."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.mdx.slugs import heading_slug
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component_content,
    indent_below_title,
    is_component,
    slot_content,
    slot_paragraph,
)
from sphinx_sitejson.sphinx_ext.components.props import (
    flag_prop,
    icon_prop,
    markdown_slot,
    text_prop,
    text_slot,
)
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec


def build_accordion(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a fold."""
    title = text_prop(call, "title") or _("More")
    slots = [
        *text_slot("title", title, call),
        *markdown_slot("description", text_prop(call, "description"), call),
    ]
    return [
        block(
            "accordion",
            call,
            call.children,
            slots=slots,
            wanted_id=text_prop(call, "id") or heading_slug(title),
            icon=icon_prop(call),
            is_open=flag_prop(call, "defaultOpen", "openDefault"),
        )
    ]


def build_accordion_group(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return folds that share their borders."""
    if not any(is_component(child, "accordion") for child in call.children):
        message = f"<{call.name}> contains no <Accordion>; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    return [block("accordion_group", call, call.children)]


def _plain_accordion(node: nodes.Element) -> list[nodes.Node]:
    content = [*slot_paragraph(node, "description"), *component_content(node)]
    return indent_below_title(slot_content(node, "title"), content)


FAMILY = Family(
    components=(
        spec(
            "Accordion",
            build_accordion,
            "title description icon iconType defaultOpen openDefault type href",
            argument="title",
        ),
        spec("AccordionGroup", build_accordion_group),
    ),
    shapes=(
        NodeShape(name="accordion", plain=_plain_accordion, needs_script=True),
        NodeShape(name="accordion_group"),
    ),
)
