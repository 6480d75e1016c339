"""Steps: what to do, one thing after the other."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes

from sphinx_sitejson.common.characters import heading_slug
from sphinx_sitejson.common.problems import ProblemCode

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    block,
    component,
    component_content,
    is_component,
)
from ..props import choice_prop, flag_prop, icon_prop, number_prop, text_prop, text_slots
from ..specs import Family, NodeShape, spec

TITLE_SIZES = frozenset({"p", "h2", "h3", "h4"})


def build_steps(call: ComponentCall) -> NodeSequence:
    """Return a numbered list of steps."""
    size = choice_prop(call, "titleSize", TITLE_SIZES)
    steps: list[component] = []
    # Other content between steps becomes a step without a number.
    for is_step, run in groupby(call.children, key=lambda child: is_component(child, "step")):
        if is_step:
            steps += filter(is_component, run)
        else:
            other = block("step", call, run, icon=None, is_step=False, number=0, title_size="p")
            steps.append(other)
    if not any(step["values"]["is_step"] for step in steps):
        message = f"<{call.name}> contains no <Step>; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    number = 0
    for step in steps:
        values = step["values"]
        if values["is_step"]:
            number = values["number"] or number + 1
            title_size = values["title_size"] or size or "p"
            step["values"] = {**values, "number": number, "title_size": title_size}
            if "wanted_id" in step and title_size != "p":
                step["heading_slot"], step["mdx_heading"] = "title", int(title_size[1])
    return [block("steps", call, steps)]


def build_step(call: ComponentCall) -> NodeSequence:
    title = text_prop(call, "title")
    has_no_anchor = flag_prop(call, "noAnchor")
    return [
        block(
            "step",
            call,
            slots=text_slots(call, "title"),
            wanted_id=text_prop(call, "id") or ("" if has_no_anchor else heading_slug(title)),
            icon=icon_prop(call),
            is_step=True,
            number=number_prop(call, "stepNumber") or 0,
            title_size=choice_prop(call, "titleSize", TITLE_SIZES),
        )
    ]


def _plain_steps(node: nodes.Element) -> Nodes:
    """Return lists of steps: a new one where the numbers jump."""
    result: Nodes = []
    expected = 0
    for step in filter(is_component, component_content(node)):
        listed = result[-1] if result else None
        number = step["values"]["number"]
        if not step["values"]["is_step"]:
            last_item = listed[-1] if isinstance(listed, nodes.enumerated_list) else None
            (last_item.append if isinstance(last_item, nodes.list_item) else result.append)(step)
            continue
        if number != expected or not isinstance(listed, nodes.enumerated_list):
            listed = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", start=number)
            result.append(listed)
        listed += nodes.list_item("", step)
        expected = number + 1
    return result


FAMILY = Family(
    components=(
        spec("Steps", build_steps, "titleSize title"),
        spec(
            "Step",
            build_step,
            "title icon iconType titleSize stepNumber noAnchor",
            argument="title",
        ),
    ),
    shapes=(
        NodeShape("steps", _plain_steps),
        NodeShape(
            "step",
            inside="steps",
            misplaced_message="<Step> is outside <Steps>; it is shown without a number.",
        ),
    ),
)
