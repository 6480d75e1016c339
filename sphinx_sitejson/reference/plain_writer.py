"""The rows of an outline as docutils nodes: lists, or tables in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _

from sphinx_sitejson.site_build.plain_markdown import is_safe_link, text_to_nodes

from .outline import (
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
    field_entry,
    outline,
    response_details,
)

if TYPE_CHECKING:
    from .outline import Piece
    from .views.model import FieldView, MediaTypeView, OperationLink, ResponseView, SchemaLink


def inline_text(piece: Piece) -> nodes.Node:
    """Return a piece as text, link or literal."""
    if piece.link and piece.text:
        return page_link(piece.link, piece.text)
    return nodes.literal(text=piece.text) if piece.kind == "address" else nodes.Text(piece.text)


def label(piece: Piece) -> nodes.Node:
    """Return a piece of a label; its name is strong."""
    return nodes.strong(text=piece.text) if piece.kind in ("label", "name") else inline_text(piece)


def title_text(piece: Piece) -> nodes.Node:
    """Return a piece of a title without a level."""
    return inline_text(piece) if piece.kind == "address" else nodes.strong(text=piece.text)


def item(
    term: str | Iterable[nodes.Node], *content: nodes.Node, ids: Sequence[str] = ()
) -> nodes.definition_list_item:
    """Return a term and its definition.

    :param ids: what links to the term name.
    """
    children = [nodes.Text(term)] if isinstance(term, str) else term
    return nodes.definition_list_item(
        "", nodes.term("", "", *children, ids=list(ids)), nodes.definition("", *content)
    )


def labeled(label: str, *texts: str | nodes.Node) -> nodes.paragraph:
    """Return a paragraph that begins with a label."""
    children = [nodes.Text(text) if isinstance(text, str) else text for text in texts]
    gap = [nodes.Text(": ")] if any(node.astext() for node in children) else []
    return nodes.paragraph("", "", nodes.strong(text=label), *gap, *children)


def page_reference(link: SchemaLink) -> nodes.paragraph:
    """Return a paragraph that refers to another page."""
    before, _mark, after = _("See %s").partition("%s")
    return nodes.paragraph("", "", nodes.Text(before), page_link(link), nodes.Text(after))


def page_link(link: SchemaLink | OperationLink, label: str = "") -> addnodes.pending_xref:
    """Return a cross-reference to a schema or operation, which stays text if it has no page."""
    from .views.model import SchemaLink

    kind, name = ("schema", link.name) if isinstance(link, SchemaLink) else ("op", link.key)
    return addnodes.pending_xref(
        "",
        nodes.inline(text=label or link.label),
        refdomain="openapi",
        reftype=kind,
        reftarget=f"{link.document}#{name}",
        refexplicit=True,
        refwarn=False,
    )


def reference(label: str, url: str) -> Iterator[nodes.Node]:
    """Yield a link, or its text where the URL is not safe."""
    if is_safe_link(url):
        yield nodes.reference("", label or url, refuri=url)
    else:
        yield nodes.Text(f"{label} {url}".strip())


def highlighted_block(code: str, language: str) -> nodes.literal_block:
    """Return a code block, highlighted if its language is known."""
    return nodes.literal_block(code, code, language=language or "none", force=True)


Nodes = Iterator[nodes.Node]


class PlainWriter:
    """Write rows as paragraphs, lists and code."""

    has_targets = False
    """Whether links can target a field, not only its page."""

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
        """Yield the nodes of one part of an API page."""
        yield from self.write_rows(outline(part, value))

    def write_rows(self, rows: Iterable[Row]) -> Nodes:
        """Yield the nodes of rows."""
        for row in rows:
            yield from self._writers[type(row)](row)

    def entries(self, row: Entries) -> Nodes:
        """Write named items as a list."""
        yield nodes.definition_list("", *map(self.entry, row.entries))

    def fields(self, row: Fields) -> Nodes:
        """Write fields as a list."""
        yield nodes.definition_list("", *(self.entry(field_entry(field)) for field in row.fields))

    def entry(self, entry: Entry) -> nodes.definition_list_item:
        """Return an item of a list."""
        head = [inline_text(piece) for piece in entry.head]
        for number, piece in enumerate(entry.kind):
            head += [nodes.Text(", " if number else " ("), inline_text(piece)]
        if entry.kind:
            head.append(nodes.Text(")"))
        content = [*self.description_nodes(entry), *self.write_rows(entry.rows)]
        return item(head, *content, ids=[entry.id] if self.has_targets and entry.id else [])

    def description_nodes(self, row: Entry | Summary) -> Nodes:
        """Yield the description, rules and default of an entry, a body or a schema."""
        yield from text_to_nodes(row.text)
        if row.rules:
            yield nodes.paragraph(text="; ".join(row.rules))
        if row.default is not None:
            yield labeled(_("Default"), row.default)

    def summary(self, row: Summary) -> Nodes:
        """Write a fact about all that follows."""
        yield labeled(row.label, *map(inline_text, row.value))
        yield from self.description_nodes(row)

    def fact(self, row: Fact) -> Nodes:
        """Write a fact and its details."""
        value = [inline_text(piece) for piece in row.value]
        gap = [nodes.Text(": ")] if any(node.astext() for node in value) else []
        yield nodes.paragraph("", "", *map(label, row.label), *gap, *value)
        yield from text_to_nodes(row.text)
        yield from self.write_rows(row.rows)

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
        yield page_reference(row.link)

    def web_link(self, row: WebLink) -> Nodes:
        """Link out of the site."""
        yield nodes.paragraph("", "", *reference(row.label, row.url))

    def title(self, row: Title) -> Nodes:
        """Write a title above rows."""
        yield nodes.paragraph("", "", *map(title_text, row.title))
        yield from self.write_rows(row.rows)

    def section(self, row: RowSection) -> Nodes:
        """Write a title and the rows below it."""
        yield nodes.definition_list("", item(row.title, *self.write_rows(row.rows)))

    def note(self, row: Note) -> Nodes:
        """Write a generated sentence."""
        content = nodes.emphasis(text=row.text) if row.is_aside else nodes.Text(row.text)
        yield nodes.paragraph("", "", content)

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


MAX_CELL_LENGTH = 1_200
"""The number of characters in a cell: a table row cannot continue on the next page."""

MAX_CELL_LINES = 12

Cell = Sequence[nodes.Node]


class CellWriter(PlainWriter):
    """Write the description of a field in few lines, for a table cell."""

    def description_nodes(self, row: Entry | Summary) -> Nodes:
        """Yield the description, rules and default of a field."""
        yield from text_to_nodes(row.text)
        rules = [*row.rules]
        if row.default is not None:
            rules.append(f"{_('Default')}: {row.default}")
        if rules:
            yield nodes.paragraph(text="; ".join(rules))

    def values(self, row: Values) -> Nodes:
        """List the allowed values, on one line if they have no descriptions."""
        if any(value.description for value in row.values):
            yield from super().values(row)
        else:
            listed: list[nodes.Node] = []
            for value in row.values:
                listed += [nodes.Text(", "), nodes.literal(text=value.value)]
            yield nodes.paragraph("", "", *listed[1:])

    def example(self, row: ExampleRow) -> Nodes:
        """Show an example, inline if it has a single line."""
        example = row.view
        if "\n" in example.code or example.description or not example.code:
            yield from super().example(row)
        else:
            code = nodes.literal(text=example.code)
            title = nodes.emphasis(text=example.title or _("Example"))
            yield nodes.paragraph("", "", title, nodes.Text(": "), code)


class TableWriter(PlainWriter):
    """Write fields and responses as tables, and as lists where they do not fit into cells."""

    has_targets = True

    def __init__(self) -> None:
        super().__init__()
        self._in_cells = CellWriter()

    def part(self, part: str, value: Any) -> Nodes:
        """Yield the nodes of one part of an API page."""
        if part == "responses" and all(is_simple_text(each.description) for each in value):
            yield from self._responses(value)
        else:
            yield from super().part(part, value)

    def fields(self, row: Fields) -> Nodes:
        """Write fields as a table, interrupted by fields that do not fit into a row."""
        for fits, group in groupby(
            _flatten_fields(row.fields), lambda named: fits_into_row(named[1])
        ):
            if fits:
                labels = (_("Name"), _("Type"), _("Description"))
                yield table(labels, [self._field(name, field) for name, field in group])
            else:
                yield nodes.definition_list(
                    "", *(self.entry(field_entry(field)) for _name, field in group)
                )

    def see(self, row: See) -> Nodes:
        """Write nothing: the type is a link with a page number."""
        return iter(())

    def _field(self, name: str, field: FieldView) -> list[Cell]:
        entry, target = field_entry(field), nodes.target("", "", ids=[field.id])
        kind: list[nodes.Node] = []
        for number, piece in enumerate(entry.kind):
            kind += [nodes.Text(", "), inline_text(piece)] if number else [inline_text(piece)]
        # Nested fields have their own rows, and the type links to other pages.
        rows = [row for row in entry.rows if not isinstance(row, See | Fields)]
        description = [*self._in_cells.description_nodes(entry), *self._in_cells.write_rows(rows)]
        return [
            [nodes.paragraph("", "", target, nodes.literal(text=name))],
            [nodes.paragraph("", "", *kind)],
            description,
        ]

    def _responses(self, responses: Iterable[ResponseView]) -> Nodes:
        rows: list[list[Cell]] = [
            [
                [nodes.paragraph(text=response.title)],
                list(text_to_nodes(response.description)),
                [*map(_body_line, response.media_types), *_same_body(response)],
            ]
            for response in responses
        ]
        yield table((_("Status"), _("Description"), _("Body")), rows)
        for response in responses:
            details = list(self.write_rows(response_details(response)))
            if details:
                title = nodes.strong(text=response.title)
                yield nodes.paragraph("", "", title)
                yield from details


def _same_body(response: ResponseView) -> Iterator[nodes.paragraph]:
    """Yield a reference to an earlier response with the same body."""
    if response.same_body:
        yield nodes.paragraph(text=f"{_('same body as')} {response.same_body[0]}")


def _body_line(media: MediaTypeView) -> nodes.paragraph:
    line = nodes.paragraph("", "", nodes.literal(text=media.name))
    if media.body and media.body.type_label:
        link = media.body.link
        label = media.body.type_label
        line += [nodes.Text(": "), page_link(link, label) if link else nodes.Text(label)]
    if media.is_stream:
        line += nodes.Text(f" ({_('A stream of items, each as described.')})")
    return line


def _flatten_fields(
    fields: Iterable[FieldView], prefix: str = ""
) -> Iterator[tuple[str, FieldView]]:
    """Yield fields and nested fields with their paths: ``owner.name``."""
    for field in fields:
        name = f"{prefix}{field.name}"
        yield name, field
        if field.group and fits_into_row(field):
            yield from _flatten_fields(field.group.fields, f"{name}.")


def fits_into_row(field: FieldView) -> bool:
    """Whether a field fits into the row of a table, apart from nested fields."""
    group = field.group
    is_choice = group is not None and bool(group.variants or group.discriminator)
    lines = sum(example.code.count("\n") + 3 for example in field.examples) + len(field.enum)
    return not is_choice and lines <= MAX_CELL_LINES and is_simple_text(field.description)


def is_simple_text(text: str) -> bool:
    """Whether a text is short and has no tables, code blocks or images."""
    has_blocks = any(
        mark in text for mark in ("```", "~~~", "|", "![", "<", "\n    ", "\n\t", "\n#")
    )
    return len(text) <= MAX_CELL_LENGTH and not has_blocks


def table(labels: Sequence[str], rows: Iterable[Sequence[Cell]]) -> nodes.table:
    """Return a table."""
    head = _row([nodes.paragraph(text=label)] for label in labels)
    group = nodes.tgroup(
        "",
        *(nodes.colspec(colwidth=1) for _label in labels),
        nodes.thead("", head),
        nodes.tbody("", *map(_row, rows)),
        cols=len(labels),
    )
    return nodes.table("", group)


def _row(cells: Iterable[Cell]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", *content) for content in cells))
