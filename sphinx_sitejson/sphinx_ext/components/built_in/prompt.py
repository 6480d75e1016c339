"""Prompts for language models, ready to be copied."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component_content,
    indent_below_title,
    slot_content,
)
from sphinx_sitejson.sphinx_ext.components.props import (
    icon_prop,
    markdown_slot,
    text_prop,
    value_as_text,
)
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

_CURSOR = "https://cursor.com/link/prompt?text="
_ACTIONS = ("copy", "cursor")
_MAX_URL_LENGTH = 8_000


def build_prompt(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a prompt, with what a reader can do with it."""
    text = "\n\n".join(child.astext() for child in call.children).strip()
    url = f"{_CURSOR}{quote(text, safe='')}" if "cursor" in _actions(call) else ""
    return [
        block(
            "prompt",
            call,
            call.children,
            slots=markdown_slot("description", text_prop(call, "description"), call),
            icon=icon_prop(call),
            cursor=url if len(url) < _MAX_URL_LENGTH else "",
        )
    ]


def _actions(call: ComponentCall) -> list[str]:
    actions = call.props.get("actions")
    entries = actions if isinstance(actions, list) else value_as_text(actions).split(",")
    names = [value_as_text(action).lower() for action in entries]
    for name in filter(None, names):
        if name not in _ACTIONS:
            hint = did_you_mean(name, _ACTIONS) or f" Known are: {', '.join(_ACTIONS)}."
            call.report(
                ProblemCode.WRONG_PROP, f'<{call.name}>: "actions" cannot be {quoted(name)}.{hint}'
            )
    return names


def _plain_prompt(node: nodes.Element) -> list[nodes.Node]:
    return indent_below_title(slot_content(node, "description"), component_content(node))


FAMILY = Family(
    components=(
        spec("Prompt", build_prompt, "description icon iconType actions", argument="description"),
    ),
    shapes=(NodeShape(name="prompt", plain=_plain_prompt, needs_more_files=True),),
)
