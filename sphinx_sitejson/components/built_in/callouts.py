"""Notes, warnings and other callouts, and prompts."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.messages import form
from sphinx_sitejson.site_build.markdown_writer import CALLOUT_LABEL

from ..nodes import ComponentCall, Nodes, NodeSequence, block, content_after_title, indented
from ..props import (
    check_choice,
    choice_prop,
    icon_prop,
    markdown_slots,
    text_prop,
    text_slots,
    value_as_text,
)
from ..specs import ComponentSpec, NodeShape


@dataclass(frozen=True)
class CalloutKind:
    """The tone of a callout, its icon, and its label for screen readers."""

    tone: str
    icon: str
    label: str
    admonition: type[nodes.Element]
    """What it is to builders other than HTML."""


KINDS = {
    "note": CalloutKind("note", "line-info", "Note", nodes.note),
    "warning": CalloutKind("warning", "line-warning", "Warning", nodes.warning),
    "info": CalloutKind("info", "line-info", form("Info"), nodes.note),
    "tip": CalloutKind("tip", "line-bulb", "Tip", nodes.tip),
    "check": CalloutKind("tip", "line-check", form("Check"), nodes.tip),
    "danger": CalloutKind("danger", "line-danger", "Danger", nodes.danger),
}
_ALIASES = {
    "error": "danger",
    "critical": "danger",
    "caution": "warning",
    "alert": "warning",
    "attention": "warning",
    "important": "warning",
    "success": "check",
    "hint": "tip",
    "information": "info",
    "default": "note",
}


def build_callout(call: ComponentCall) -> NodeSequence:
    """Return a callout of the kind of its prop ``type`` or of its name."""
    name_kind = call.name.lower()
    type_kind = choice_prop(call, "type", {*KINDS, *_ALIASES})
    name = _ALIASES.get(type_kind, type_kind) or (name_kind if name_kind in KINDS else "note")
    kind = KINDS[name]
    title = text_slots(call, "title", href=text_prop(call, "href"))
    return [
        block(
            "callout",
            call,
            slots=title,
            kind=name,
            tone=kind.tone,
            label=kind.label,
            icon=icon_prop(call, kind.icon),
        )
    ]


def _plain_callout(node: nodes.Element) -> Nodes:
    kind = KINDS[node["values"]["kind"]]
    admonition = kind.admonition("", *content_after_title(node))
    admonition[CALLOUT_LABEL] = _(kind.label)
    return [admonition]


_PROPS = "title type icon iconType emoji color href"

_CURSOR = "https://cursor.com/link/prompt?text="
_ACTIONS = ("copy", "cursor")
_MAX_URL_LENGTH = 8_000


def build_prompt(call: ComponentCall) -> NodeSequence:
    """Return a prompt, with what a reader can do with it."""
    text = "\n\n".join(child.astext() for child in call.children).strip()
    url = f"{_CURSOR}{quote(text, safe='')}" if "cursor" in _actions(call) else ""
    return [
        block(
            "prompt",
            call,
            slots=markdown_slots(call, "description"),
            icon=icon_prop(call),
            cursor=url if len(url) < _MAX_URL_LENGTH else "",
        )
    ]


def _actions(call: ComponentCall) -> list[str]:
    actions = call.props.get("actions")
    entries = actions if isinstance(actions, list) else value_as_text(actions).split(",")
    names = [value_as_text(action).lower() for action in entries]
    return [check_choice(call, "actions", name, _ACTIONS) for name in names]


COMPONENTS = (
    *(ComponentSpec(name.capitalize(), build_callout, _PROPS) for name in KINDS),
    ComponentSpec("Callout", build_callout, _PROPS, argument="title"),
    ComponentSpec(
        "Prompt", build_prompt, "description icon iconType actions", argument="description"
    ),
)

SHAPES = (
    NodeShape("callout", _plain_callout),
    NodeShape("prompt", indented("description"), files="more"),
)
