"""The directive ``swagger-plugin``."""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes

from sphinx_sitejson.compat.swagger_ui import OPTIONS, complaints_about
from sphinx_sitejson.sphinx_ext.reference.listings.directive import (
    AnyOption,
    OpenApiListing,
    as_written,
)

_DEFAULT_TITLE = "OpenAPI Specification"


class SwaggerPlugin(OpenApiListing):
    """Shows a document where Swagger UI would have shown it."""

    option_spec: ClassVar = AnyOption(dict.fromkeys(OPTIONS, as_written))

    def run(self) -> list[nodes.Node]:
        """Return the listing, on a page without a heading below a title."""
        written, self.options = self.options, {}
        for complaint in complaints_about(written):
            self.complain(complaint)
        content = super().run()
        classes = written.get("classes", "").split()
        if name := written.get("id", "").strip():
            target = nodes.container("", classes=classes, ids=[nodes.make_id(name) or name])
            self.state.document.note_explicit_target(target)
            content.insert(0, target)
        is_full_page = "full-page" in written and not _has_heading(self.state.document)
        return [self._page(written, content)] if is_full_page else content

    def _page(self, written: dict[str, str], content: list[nodes.Node]) -> nodes.section:
        title = written.get("page-title", "").strip() or _DEFAULT_TITLE
        section = nodes.section("", nodes.title(title, title), ids=[nodes.make_id(title) or "api"])
        self.state.document.note_implicit_target(section, section)
        section += content
        return section


def _has_heading(document: nodes.document) -> bool:
    return next(document.findall(nodes.title), None) is not None
