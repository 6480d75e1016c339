"""Components as nodes that every writer knows."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.domain import site_of

from .component_nodes import component, component_slot, component_text, inline_component
from .plain_parts import content_after_title
from .registry import SHAPES


class PlainComponents(SphinxPostTransform):
    """Replaces components for the builders that do not write HTML."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Leave HTML to the templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if site_of(self.env).builder.name == "gettext":
            # Catalogs need the texts where they are; of a resolved link only a copy would stay.
            for link in list(self.document.findall(addnodes.pending_xref)):
                if isinstance(link.parent, component_slot):
                    _replace(link, link.children)
            return
        for kind in (component, inline_component):
            for node in list(self.document.findall(kind)):
                assert isinstance(node, nodes.Element)
                # A component of the owner's own may have the name of one of ours.
                shape = None if "template" in node else SHAPES.get(node["component"])
                _replace(node, shape.plain(node) if shape else content_after_title(node))
        for part in list(self.document.findall(is_text_of_prop)):
            assert isinstance(part, nodes.Element)
            _replace(part, part.children)


def is_text_of_prop(node: nodes.Node) -> bool:
    """Whether a node only holds the text of a prop."""
    return isinstance(node, component_slot | component_text)


def _replace(node: nodes.Element, others: list[nodes.Node]) -> None:
    """Put other nodes in the place of one; links to it still find their way."""
    if node["ids"]:
        others = [nodes.target("", "", ids=node["ids"]), *others]
    parent = node.parent
    place = parent.index(node)
    parent[place : place + 1] = others
