"""Prompts for language models, ready to be copied."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    below_title,
    block,
    content_of,
    slot_content,
)
from sphinx_sitejson.sphinx_ext.components.props import (
    icon_prop,
    marked_slot,
    text_of_value,
    text_prop,
)
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

_CURSOR = "https://cursor.com/link/prompt?text="
_ACTIONS = ("copy", "cursor")
_LONGEST_ADDRESS = 8_000


def build_prompt(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a prompt, with what a reader can do with it."""
    words = "\n\n".join(child.astext() for child in call.children).strip()
    address = f"{_CURSOR}{quote(words, safe='')}" if "cursor" in _actions(call) else ""
    return [
        block(
            "prompt",
            call,
            call.children,
            slots=marked_slot("description", text_prop(call, "description"), call),
            icon=icon_prop(call),
            cursor=address if len(address) < _LONGEST_ADDRESS else "",
        )
    ]


def _actions(call: ComponentCall) -> list[str]:
    given = call.props.get("actions")
    words = given if isinstance(given, list) else text_of_value(given).split(",")
    names = [text_of_value(word).lower() for word in words]
    for name in filter(None, names):
        if name not in _ACTIONS:
            hint = did_you_mean(name, _ACTIONS) or f" Known are: {', '.join(_ACTIONS)}."
            call.report(
                ProblemCode.WRONG_PROP, f'<{call.name}>: "actions" cannot be {quoted(name)}.{hint}'
            )
    return names


def _plain_prompt(node: nodes.Element) -> list[nodes.Node]:
    return below_title(slot_content(node, "description"), content_of(node))


FAMILY = Family(
    components=(
        spec("Prompt", build_prompt, "description icon iconType actions", argument="description"),
    ),
    shapes=(NodeShape(name="prompt", plain=_plain_prompt, needs_more_files=True),),
)
