"""The overview of a document, or of one of its tags, on a page that has other words, too."""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.navigation.page_files.bindings import OverviewBinding, read_overview
from sphinx_sitejson.openapi.library import FoundOverview
from sphinx_sitejson.sphinx_ext.reference.api_nodes import GROUP
from sphinx_sitejson.sphinx_ext.reference.bound_pages import directive_place, page_anchors, resolve

from .nodes import overview_of


class OverviewDirective(SphinxDirective):
    """Shows what a document says of the whole API, or of a tag, on a page with other words."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return sections; where none may be, they become headings once the page is read."""
        anchors, others = page_anchors(self.env), self.state.document.ids
        argument = self.arguments[0].strip() if self.arguments else ""
        binding = read_overview(argument) if argument else OverviewBinding()
        found = resolve(
            self.env, binding, lambda: directive_place(self), anchor_of=lambda found: ""
        )
        if not isinstance(found, FoundOverview):
            return []
        made = overview_of(self.env, found, lambda wanted: anchors.take(wanted, others))
        sections = (node for top in made.content for node in top.findall(nodes.section))
        for section in sections:
            section[GROUP] = True
        return list(made.content)
