"""Callouts: text set apart by its meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.messages import form
from sphinx_sitejson.sphinx_ext.common.markdown_writer import CALLOUT_LABEL
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import block, content_after_title
from sphinx_sitejson.sphinx_ext.components.props import choice_prop, icon_prop, text_prop, text_slot
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec


@dataclass(frozen=True, slots=True)
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


def build_callout(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a callout of the kind of its prop ``type`` or of its name."""
    name_kind = call.name.lower()
    type_kind = choice_prop(call, "type", {*KINDS, *_ALIASES})
    name = _ALIASES.get(type_kind, type_kind) or (name_kind if name_kind in KINDS else "note")
    kind = KINDS[name]
    title = text_slot("title", text_prop(call, "title"), call, href=text_prop(call, "href"))
    return [
        block(
            "callout",
            call,
            call.children,
            slots=title,
            kind=name,
            tone=kind.tone,
            label=kind.label,
            icon=icon_prop(call, kind.icon),
        )
    ]


def _plain_callout(node: nodes.Element) -> list[nodes.Node]:
    kind = KINDS[node["values"]["kind"]]
    admonition = kind.admonition("", *content_after_title(node))
    admonition[CALLOUT_LABEL] = _(kind.label)
    return [admonition]


_PROPS = "title type icon iconType emoji color href"

FAMILY = Family(
    components=(
        *(spec(name.capitalize(), build_callout, _PROPS) for name in KINDS),
        spec("Callout", build_callout, _PROPS, argument="title"),
    ),
    shapes=(NodeShape(name="callout", plain=_plain_callout),),
)
