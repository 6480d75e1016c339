"""Panels: content beside the text, where the contents of the page would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import block, component
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec
from sphinx_sitejson.sphinx_ext.pages.titles import is_head_of_page

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_panel(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a panel."""
    return [block("panel", call, call.children)]


def place_panels(document: nodes.document) -> None:
    """Put all panels of a page, as one, below its head: beside the text there is one place."""
    panels = [node for node in document.findall(component) if node["component"] == "panel"]
    if not panels:
        return
    joined = component("", **panels[0].attributes)
    joined.source, joined.line = panels[0].source, panels[0].line
    for panel in panels:
        panel.parent.remove(panel)
        joined.extend(in_paragraphs(panel.children))
    section = next(iter(document.findall(nodes.section)), None)
    place: nodes.Element = section if section is not None else document
    place.insert(sum(1 for node in place.children if is_head_of_page(node)), joined)


FAMILY = Family(
    components=(spec("Panel", build_panel),),
    shapes=(NodeShape(name="panel", needs_more_files=True),),
)
