"""API blocks as nodes that every writer knows: the rows of their outlines, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.sphinx_ext.reference.document_text import text_to_nodes
from sphinx_sitejson.sphinx_ext.reference.outline.field_rows import field_entry
from sphinx_sitejson.sphinx_ext.reference.outline.page_rows import outline
from sphinx_sitejson.sphinx_ext.reference.outline.rows import (
    CodeLines,
    Entries,
    Entry,
    ExampleRow,
    Fact,
    Fields,
    Note,
    Prose,
    RequestLine,
    Row,
    RowSection,
    Samples,
    See,
    Summary,
    Title,
    Values,
    WebLink,
)
from sphinx_sitejson.sphinx_ext.reference.plain_nodes import (
    highlighted_block,
    inline_text,
    item,
    label,
    labeled,
    reference,
    see_page,
    title_words,
)

Nodes = Iterator[nodes.Node]


class PlainWriter:
    """Writes rows as paragraphs, lists and code."""

    has_targets = False
    """Whether links can lead to a field, not only to its page."""

    def __init__(self) -> None:
        self._writers: dict[type, Any] = {
            CodeLines: self.code,
            Entries: self.entries,
            ExampleRow: self.example,
            Fact: self.fact,
            Fields: self.fields,
            Summary: self.summary,
            Note: self.note,
            Prose: self.prose,
            RequestLine: self.request,
            Samples: self.samples,
            RowSection: self.section,
            See: self.see,
            Title: self.title,
            Values: self.values,
            WebLink: self.web_link,
        }

    def part(self, part: str, value: Any) -> Nodes:
        """Yield the facts of one part of an API page."""
        yield from self.written(outline(part, value))

    def written(self, rows: Iterable[Row]) -> Nodes:
        """Yield what rows say."""
        for row in rows:
            yield from self._writers[type(row)](row)

    def entries(self, row: Entries) -> Nodes:
        """Write things with names as a list."""
        yield nodes.definition_list("", *map(self.entry, row.entries))

    def fields(self, row: Fields) -> Nodes:
        """Write fields as a list."""
        yield nodes.definition_list("", *(self.entry(field_entry(field)) for field in row.fields))

    def entry(self, entry: Entry) -> nodes.definition_list_item:
        """Return one thing of a list."""
        head = [inline_text(piece) for piece in entry.head]
        for number, piece in enumerate(entry.kind):
            head += [nodes.Text(", " if number else " ("), inline_text(piece)]
        if entry.kind:
            head.append(nodes.Text(")"))
        content = [*self.described(entry), *self.written(entry.rows)]
        return item(head, *content, ids=[entry.id] if self.has_targets and entry.id else [])

    def described(self, row: Entry | Summary) -> Nodes:
        """Return what is said about an entry, or about a whole body or schema."""
        yield from text_to_nodes(row.text)
        if row.rules:
            yield nodes.paragraph(text="; ".join(row.rules))
        if row.default is not None:
            yield labeled(_("Default"), row.default)

    def summary(self, row: Summary) -> Nodes:
        """Say a fact about the whole of what follows."""
        yield labeled(row.label, *map(inline_text, row.value))
        yield from self.described(row)

    def fact(self, row: Fact) -> Nodes:
        """Say a fact and what belongs to it."""
        value = [inline_text(piece) for piece in row.value]
        gap = [nodes.Text(": ")] if any(node.astext() for node in value) else []
        yield nodes.paragraph("", "", *map(label, row.label), *gap, *value)
        yield from text_to_nodes(row.text)
        yield from self.written(row.rows)

    def values(self, row: Values) -> Nodes:
        """List the values that are allowed."""
        for value in row.values:
            yield labeled(value.value, value.description)

    def example(self, row: ExampleRow) -> Nodes:
        """Show an example."""
        example = row.view
        yield nodes.paragraph("", "", nodes.emphasis(text=example.title or _("Example")))
        yield from text_to_nodes(example.description)
        if example.url:
            yield nodes.paragraph("", "", *reference(example.url, example.url))
        if example.code:
            yield highlighted_block(example.code, example.language)

    def see(self, row: See) -> Nodes:
        """Point to another page."""
        yield see_page(row.link)

    def web_link(self, row: WebLink) -> Nodes:
        """Link out of the site."""
        yield nodes.paragraph("", "", *reference(row.label, row.url))

    def title(self, row: Title) -> Nodes:
        """Write a title above rows."""
        yield nodes.paragraph("", "", *map(title_words, row.title))
        yield from self.written(row.rows)

    def section(self, row: RowSection) -> Nodes:
        """Write a title and the rows below it."""
        yield nodes.definition_list("", item(row.title, *self.written(row.rows)))

    def note(self, row: Note) -> Nodes:
        """Write a sentence of ours."""
        words = nodes.emphasis(text=row.text) if row.is_aside else nodes.Text(row.text)
        yield nodes.paragraph("", "", words)

    def prose(self, row: Prose) -> Nodes:
        """Write a text of the document."""
        yield from text_to_nodes(row.text)

    def request(self, row: RequestLine) -> Nodes:
        """Write the first line of a request."""
        yield nodes.paragraph("", "", nodes.literal(text=row.text))

    def samples(self, row: Samples) -> Nodes:
        """Show a request in several languages."""
        for sample in row.samples:
            yield nodes.paragraph("", "", nodes.strong(text=sample.label))
            yield highlighted_block(sample.code, sample.language)

    def code(self, row: CodeLines) -> Nodes:
        """Show lines of code."""
        yield highlighted_block(row.code, row.language)
