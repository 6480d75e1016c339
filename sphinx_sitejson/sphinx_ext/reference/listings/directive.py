"""The directive ``openapi``, under all its names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.common.problems import Problem, ProblemCode
from sphinx_sitejson.reference.listings import KNOWN_OPTIONS, parse_options
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.openapi.named_files import named_file
from sphinx_sitejson.sphinx_ext.reference.bound_pages import directive_place

from .listing import Listing, listing_nodes


def as_written(value: str | None) -> str:
    """Accept any value of an option: an invalid one is reported, and the rest is shown."""
    return value or ""


class AnyOption(dict[str, Callable[[str], Any]]):
    """Options by name, in which those that do not exist have a place, too."""

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return as_written


class OpenApiListing(SphinxDirective):
    """Shows a whole document, or a part of it, on a page."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = AnyOption(
        dict.fromkeys(KNOWN_OPTIONS, as_written)
    )

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the listing."""
        written = " ".join(self.arguments[0].split("\n")).strip() if self.arguments else ""
        if not written:
            self.complain("the directive needs the path of an OpenAPI document.")
            return []
        read = parse_options(self.options)
        for complaint in read.complaints:
            self.complain(complaint)
        if self.content:
            self.complain("the directive takes no text of its own; it is left out.")
        listing = Listing(
            file=named_file(self.env, written, self.env.docname),
            written=written,
            options=read.options,
            place=directive_place(self),
            other_ids=self.state.document.ids,
        )
        return listing_nodes(self.env, listing)

    def complain(self, message: str) -> None:
        """Say what is wrong with the directive."""
        report(
            [Problem(code=ProblemCode.OPENAPI_OPTION, message=message, place=directive_place(self))]
        )
