"""The list of all tags and their pages."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import record_use
from sphinx_sitejson.sphinx_ext.components.specs import Family, spec


def build_tag_index(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return the place of the list, which is filled in when all pages are read."""
    record_use("tag_index", call)
    # An empty element would be removed.
    placeholder = nodes.container("", nodes.comment(), tag_index=call.env.docname)
    placeholder.source, placeholder.line = call.source, call.line
    return [placeholder]


FAMILY = Family(components=(spec("TagIndex", build_tag_index, ""),), shapes=())
