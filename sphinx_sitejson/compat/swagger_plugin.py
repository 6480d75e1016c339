"""The directive ``swagger-plugin``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import ClassVar

from docutils import nodes

from sphinx_sitejson.common.problems import did_you_mean, quoted
from sphinx_sitejson.reference.listing_directive import AnyOption, OpenApiListing, accept_option

SWAGGER_OPTIONS = ("id", "classes", "full-page", "page-title", "swagger-options")


def complaints_about(options: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each invalid option."""
    for name in options:
        if name not in SWAGGER_OPTIONS:
            hint = did_you_mean(name, SWAGGER_OPTIONS)
            yield f"there is no option {quoted(name)}; it was ignored.{hint}"
    plugin_options = options.get("swagger-options", "").strip()
    try:
        value = json.loads(plugin_options) if plugin_options else {}
    except (ValueError, RecursionError) as error:
        yield f'the option "swagger-options" is not JSON ({error}); it was ignored.'
        return
    if not isinstance(value, dict):
        yield 'the option "swagger-options" must be a JSON object; it was ignored.'


_DEFAULT_TITLE = "OpenAPI Specification"


class SwaggerPlugin(OpenApiListing):
    """Show a document instead of Swagger UI."""

    option_spec: ClassVar = AnyOption(dict.fromkeys(SWAGGER_OPTIONS, accept_option))

    def run(self) -> list[nodes.Node]:
        """Return the listing; with ``full-page`` on a page without headings, in a section."""
        plugin_options, self.options = self.options, {}
        for complaint in complaints_about(plugin_options):
            self.complain(complaint)
        content = super().run()
        classes = plugin_options.get("classes", "").split()
        if name := plugin_options.get("id", "").strip():
            target = nodes.container("", classes=classes, ids=[nodes.make_id(name) or name])
            self.state.document.note_explicit_target(target)
            content.insert(0, target)
        is_full_page = "full-page" in plugin_options and not _has_heading(self.state.document)
        return [self._page(plugin_options, content)] if is_full_page else content

    def _page(self, plugin_options: dict[str, str], content: list[nodes.Node]) -> nodes.section:
        title = plugin_options.get("page-title", "").strip() or _DEFAULT_TITLE
        section = nodes.section("", nodes.title(title, title), ids=[nodes.make_id(title) or "api"])
        self.state.document.note_implicit_target(section, section)
        section += content
        return section


def _has_heading(document: nodes.document) -> bool:
    return next(document.findall(nodes.title), None) is not None
