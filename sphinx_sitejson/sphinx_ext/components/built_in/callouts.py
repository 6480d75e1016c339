"""Callouts: text set apart by its meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import block
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.links import text_slot
from sphinx_sitejson.sphinx_ext.components.props import text_prop, word_prop

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


@dataclass(frozen=True, slots=True)
class Kind:
    """What a callout means: its tone, its icon, and the word for those who do not see them."""

    tone: str
    icon: str
    label: str


KINDS = {
    "note": Kind("note", "circle-info", "Note"),
    "warning": Kind("warning", "triangle-exclamation", "Warning"),
    "info": Kind("info", "circle-info", "Info"),
    "tip": Kind("tip", "lightbulb", "Tip"),
    "check": Kind("tip", "circle-check", "Check"),
    "danger": Kind("danger", "circle-exclamation", "Danger"),
}
_OTHER_NAMES = {
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
    """Return a callout; its name says what it means, or its type."""
    own = call.name.lower()
    given = word_prop(call, "type", {*KINDS, *_OTHER_NAMES})
    name = _OTHER_NAMES.get(given, given) or (own if own in KINDS else "note")
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
