"""The builder behind ``sitejson check``: reads and resolves every page, and writes none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.sphinx_ext.components.component_nodes import component, inline_component
from sphinx_sitejson.sphinx_ext.components.icon_values import IconValue
from sphinx_sitejson.sphinx_ext.icons.page_icons import check_icon


class DryBuilder(StandaloneHTMLBuilder):
    """An HTML builder without its files: whatever asks about web pages is answered as there."""

    name = "sitejson-check"
    epilog = ""
    search = False

    def get_outdated_docs(self) -> Iterable[str]:
        """Check every page."""
        return sorted(self.env.found_docs)

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Check what only a written page would show: the icons of its components."""
        for node in (*doctree.findall(component), *doctree.findall(inline_component)):
            for value in node["values"].values():
                if isinstance(value, IconValue) and value.name:
                    check_icon(self.env, value.name, value.icon_type, docname)

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Collect nothing for search."""

    def copy_assets(self) -> None:
        """Copy no styles, scripts and images."""

    def handle_page(self, *arguments: Any, **options: Any) -> None:
        """Write no page."""

    def gen_indices(self) -> None:
        """Make no index."""

    def finish(self) -> None:
        """Write nothing that comes with the pages."""
