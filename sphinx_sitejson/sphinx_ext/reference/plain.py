"""API blocks as ordinary nodes, for every builder that is not HTML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.reference.texts.translation_units import messages_of
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.labels import in_site_language
from sphinx_sitejson.sphinx_ext.common.translation import (
    message_paragraph,
    texts_of_view,
    translated_view,
    translator_for,
)

from .api_nodes import api_block
from .block_values import block_values
from .document_text import is_safe_link
from .plain_rows import lay_open
from .print_output.checked_links import prepare_links
from .print_output.tables import TableWriter
from .print_output.writer import PlainWriter
from .view_cache import output_views

if TYPE_CHECKING:
    from .view_cache import ReferenceViews


class PlainReference(SphinxPostTransform):
    """Replaces the blocks by nodes that every writer knows."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Leave HTML to the templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        domain = site_domain(self.env)
        if domain.site.builder.name == "gettext":
            self.leave_messages()
            return
        translate = translator_for(self.env, self.env.docname)
        blocks = list(self.document.findall(api_block))
        writer = TableWriter() if domain.site.builder.format == "latex" else PlainWriter()
        for block in blocks:
            view = in_site_language(block_values(output_views(self.env), block))
            values = translated_view(view, translate)
            ids = [*block["ids"], *(way.id for way in view.get("schemes", ()))]
            target = [nodes.target("", "", ids=ids)] if ids else []
            block.replace_self([*target, *plain_nodes(plain_part(block), values, writer)])
        lay_open(self.document)
        if blocks and domain.site.builder.name == "linkcheck":
            locations = list(dict.fromkeys(block.get("document", "") for block in blocks))
            prepare_links(self.env, self.document, locations)
        if domain.site.builder.format == "text" and domain.shows_api(self.env.docname):
            write_addresses_out(self.document)

    def leave_messages(self) -> None:
        """Replace the blocks by the messages of all texts on the page."""
        views = output_views(self.env)
        for block in list(self.document.findall(api_block)):
            texts = texts_of_view(_translated_view(views, block))
            messages = dict.fromkeys(message for text in texts for message in messages_of(text))
            place = block.get("document", "")
            block.replace_self([message_paragraph(message, place) for message in messages])
        lay_open(self.document)


def _translated_view(views: ReferenceViews, block: api_block) -> Any:
    """Return what is translated in the place of a block: the first of a page stands for all."""
    if block["part"] == "operations":
        return views.tag(block["document"], block["key"])
    return block_values(views, block)["view"] if block["part"] in _FIRST_PARTS else ()


_FIRST_PARTS = ("endpoint", "schema", "about")


def plain_part(block: api_block) -> str:
    """Return the part that a block is on paper, where the line of a row says what it calls."""
    part = str(block["part"])
    return part if block.get("detail", "page") == "page" else _PARTS_IN_ROWS.get(part, part)


_PARTS_IN_ROWS = {"endpoint": "notice", "facts": "facts in row"}


def plain_nodes(
    part: str, values: dict[str, Any], writer: PlainWriter | None = None
) -> Iterator[nodes.Node]:
    """Yield the facts of one part of an API page."""
    (value,) = values.values()
    yield from (writer or PlainWriter()).part(part, value)


def write_addresses_out(document: nodes.document) -> None:
    """Put the address behind each link, since plain text has no links."""
    for link in list(document.findall(nodes.reference)):
        address = link.get("refuri", "")
        if is_safe_link(address) and address != link.astext():
            link.replace_self([*link.children, nodes.Text(f" <{address}>")])
