"""API blocks as ordinary nodes, for every builder that is not HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.reference.overview.views import OverviewView, groups_in
from sphinx_sitejson.sphinx_ext.domain import site_domain, site_of
from sphinx_sitejson.sphinx_ext.labels import in_site_language
from sphinx_sitejson.sphinx_ext.translation import (
    message_paragraph,
    messages_of,
    texts_of,
    translated_view,
    translator_for,
)

from .api_nodes import api_block
from .document_text import is_safe_link, text_to_nodes
from .outline import field_entry, outline
from .overview.sections import headings_in
from .plain_nodes import (
    code_block,
    inline,
    item,
    label,
    labelled,
    reference,
    see_page,
    title_words,
)
from .plain_rows import lay_open
from .rows import (
    CodeBlock,
    Entries,
    Entry,
    Example,
    Fact,
    Fields,
    Lead,
    Note,
    Prose,
    Request,
    Row,
    Samples,
    Section,
    See,
    Title,
    Values,
    WebLink,
)
from .shelf import reference_shelf
from .values import block_values

Nodes = Iterator[nodes.Node]


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
        for block in list(self.document.findall(api_block)):
            view = in_site_language(block_values(reference_shelf(self.env), block))
            values = translated_view(view, translate)
            target = [nodes.target("", "", ids=block["ids"])] if block["ids"] else []
            block.replace_self([*target, *plain_nodes(plain_part(block), values)])
        lay_open(self.document)
        if domain.site.builder.format == "text" and domain.shows_api(self.env.docname):
            write_addresses_out(self.document)

    def leave_messages(self) -> None:
        """Replace the blocks by the messages of all texts on the page."""
        shelf = reference_shelf(self.env)
        for block in list(self.document.findall(api_block)):
            values = block_values(shelf, block)
            texts = _texts(values["view"]) if block["part"] in _FIRST_PARTS else ()
            messages = dict.fromkeys(message for text in texts for message in messages_of(text))
            place = block.get("document", "")
            block.replace_self([message_paragraph(message, place) for message in messages])
        lay_open(self.document)


_FIRST_PARTS = ("endpoint", "schema", "about")
"""The parts that stand for the whole page where texts are collected."""


def _texts(view: Any) -> Iterator[str]:
    """Yield the texts of a page that catalogs translate."""
    if isinstance(view, OverviewView):
        yield from filter(None, (view.title, view.summary, *headings_in(view.description)))
        yield from (text for group in groups_in(view.groups) for text in (group.title,))
    yield from texts_of(view)


def plain_part(block: api_block) -> str:
    """Return the part that a block is on paper, where the line of a row says what it calls."""
    part = str(block["part"])
    return part if block.get("detail", "page") == "page" else _PARTS_IN_ROWS.get(part, part)


_PARTS_IN_ROWS = {"endpoint": "notice", "facts": "facts in row"}


def write_addresses_out(document: nodes.document) -> None:
    """Put the address behind each link, since plain text has no links."""
    for link in list(document.findall(nodes.reference)):
        address = link.get("refuri", "")
        if is_safe_link(address) and address != link.astext():
            link.replace_self([*link.children, nodes.Text(f" <{address}>")])


def plain_nodes(part: str, values: dict[str, Any]) -> Nodes:
    """Yield the facts of one part of an API page."""
    (value,) = values.values()
    yield from _written(outline(part, value))


def _written(rows: Iterable[Row]) -> Nodes:
    for row in rows:
        yield from _WRITERS[type(row)](row)


def _entries(row: Entries) -> Nodes:
    yield nodes.definition_list("", *map(_entry, row.entries))


def _fields(row: Fields) -> Nodes:
    yield nodes.definition_list("", *(_entry(field_entry(field)) for field in row.fields))


def _entry(entry: Entry) -> nodes.definition_list_item:
    head = [inline(piece) for piece in entry.head]
    for number, piece in enumerate(entry.kind):
        head += [nodes.Text(", " if number else " ("), inline(piece)]
    if entry.kind:
        head.append(nodes.Text(")"))
    content = [*_described(entry), *_written(entry.rows)]
    return item(head, *content)


def _described(row: Entry | Lead) -> Nodes:
    yield from text_to_nodes(row.text)
    if row.rules:
        yield nodes.paragraph(text="; ".join(row.rules))
    if row.default is not None:
        yield labelled(_("Default"), row.default)


def _lead(row: Lead) -> Nodes:
    yield labelled(row.label, *map(inline, row.value))
    yield from _described(row)


def _fact(row: Fact) -> Nodes:
    value = [inline(piece) for piece in row.value]
    gap = [nodes.Text(": ")] if any(node.astext() for node in value) else []
    yield nodes.paragraph("", "", *map(label, row.label), *gap, *value)
    yield from text_to_nodes(row.text)
    yield from _written(row.rows)


def _values(row: Values) -> Nodes:
    for value in row.values:
        yield labelled(value.value, value.description)


def _example(row: Example) -> Nodes:
    example = row.view
    yield nodes.paragraph("", "", nodes.emphasis(text=example.title or _("Example")))
    yield from text_to_nodes(example.description)
    if example.url:
        yield nodes.paragraph("", "", *reference(example.url, example.url))
    if example.code:
        yield code_block(example.code, example.language)


def _see(row: See) -> Nodes:
    yield see_page(row.link)


def _web_link(row: WebLink) -> Nodes:
    yield nodes.paragraph("", "", *reference(row.label, row.url))


def _title(row: Title) -> Nodes:
    yield nodes.paragraph("", "", *map(title_words, row.title))
    yield from _written(row.rows)


def _section(row: Section) -> Nodes:
    yield nodes.definition_list("", item(row.title, *_written(row.rows)))


def _note(row: Note) -> Nodes:
    words = nodes.emphasis(text=row.text) if row.is_aside else nodes.Text(row.text)
    yield nodes.paragraph("", "", words)


def _prose(row: Prose) -> Nodes:
    yield from text_to_nodes(row.text)


def _request(row: Request) -> Nodes:
    yield nodes.paragraph("", "", nodes.literal(text=row.text))


def _samples(row: Samples) -> Nodes:
    for sample in row.samples:
        yield nodes.paragraph("", "", nodes.strong(text=sample.label))
        yield code_block(sample.code, sample.language)


def _code(row: CodeBlock) -> Nodes:
    yield code_block(row.code, row.language)


_WRITERS: dict[type, Callable[[Any], Nodes]] = {
    CodeBlock: _code,
    Entries: _entries,
    Example: _example,
    Fact: _fact,
    Fields: _fields,
    Lead: _lead,
    Note: _note,
    Prose: _prose,
    Request: _request,
    Samples: _samples,
    Section: _section,
    See: _see,
    Title: _title,
    Values: _values,
    WebLink: _web_link,
}
