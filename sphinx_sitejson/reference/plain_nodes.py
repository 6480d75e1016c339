"""API pages as ordinary nodes: their Markdown, with tables of fields and responses in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, groupby
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.markdown_text import code, one_line
from sphinx_sitejson.site_build.nodes import Nodes
from sphinx_sitejson.site_build.plain_markdown import line_to_nodes, text_to_nodes

from .markdown import Blocks, ListItems, ReferenceMarkdown, join_blocks, list_item, rule_texts
from .views.model import (
    EnumValue,
    FieldGroup,
    Fields,
    FieldView,
    OperationLink,
    ResponseView,
    SchemaLink,
)

MAX_CELL_LENGTH = 1_200
"""The number of characters in a cell: a table row cannot continue on the next page."""

MAX_CELL_LINES = 12

Cell = Sequence[nodes.Node]


def role_url(target: SchemaLink | OperationLink) -> str:
    """Return a URL that becomes a cross-reference, which stays text if its target has no page."""
    kind, name = ("schema", target.name) if isinstance(target, SchemaLink) else ("op", target.key)
    return f"#role/{kind}/{quote(f'{target.document}#{name}', safe='')}"


class ReferenceNodes(ReferenceMarkdown):
    """Convert the parts of API pages to nodes, by way of their Markdown.

    Texts of the document are parsed on their own, so that none of them, such as a block of code
    without an end, takes in what follows. A mark has their place in the Markdown.
    """

    max_samples = None

    def __init__(self) -> None:
        super().__init__(role_url)
        # Each mark is used once.
        self._field = self._render_field
        self._numbers = count()
        self._marked: dict[str, Nodes] = {}

    def part_nodes(self, part: str, value: Any) -> Nodes:
        """Return the nodes of one part of an API page."""
        return self._parsed(self.part(part, value))

    def _parsed(self, markdown: str) -> Nodes:
        content = nodes.container("", *text_to_nodes(markdown))
        for paragraph in list(content.findall(nodes.paragraph)):
            if (marked := self._marked.pop(paragraph.astext(), None)) is not None:
                paragraph.replace_self(marked)
        return content.children

    def _mark(self, marked: Nodes) -> str:
        """Return a block of Markdown that stands for nodes."""
        # Characters for private use: nothing else in a document means anything by them.
        mark = f"\ue000{next(self._numbers)}\ue000"
        self._marked[mark] = marked
        return f"\n{mark}\n"

    def _request_line(self, text: str, language: str) -> str:
        return code(text)

    def _label(self, text: str) -> str:
        return f"**{one_line(text)}**"

    def _prose(self, text: str) -> str:
        return self._mark(text_to_nodes(text)).strip("\n") if text else ""

    def _text(self, text: str) -> str:
        return self._mark(text_to_nodes(text)) if "\n" in text.strip() else text.strip()

    def _group(self, group: FieldGroup, *, is_in_list: bool = True) -> Blocks:
        # Parsed on their own, since Markdown is nested only to a limited depth.
        inner = super()._group(group, is_in_list=False)
        yield ListItems(self._mark(self._parsed(join_blocks(inner))))

    def _section(self, title: str, blocks: Iterable[str], level: int = 0) -> Blocks:
        if level:
            yield list_item(f"**{one_line(title)}**\n\n{join_blocks(blocks)}")
        else:
            yield from super()._section(title, blocks)


class ReferenceTables(ReferenceNodes):
    """Write fields and responses as tables, and as lists where they do not fit into cells."""

    def __init__(self) -> None:
        super().__init__()
        self._parts["responses"] = self._response_table

    def part_nodes(self, part: str, value: Any) -> Nodes:
        """Return the nodes of one part; LaTeX nests at most six lists, and four with bullets."""
        content = nodes.container("", *super().part_nodes(part, value))
        for listed in reversed(list(content.findall(nodes.bullet_list))):
            outer = _outer_lists(listed)
            if len(outer) > 6 or sum(isinstance(each, nodes.bullet_list) for each in outer) > 4:
                listed.replace_self([child for item in listed.children for child in item.children])
        return content.children

    def _response_table(self, responses: tuple[ResponseView, ...]) -> Blocks:
        if not all(is_simple_text(response.description) for response in responses):
            yield from self._responses(responses)
            return
        rows: list[list[Cell]] = [
            [
                [nodes.paragraph(text=response.title)],
                text_to_nodes(response.description),
                self._parsed(join_blocks(self._body_lines(response))),
            ]
            for response in responses
        ]
        yield self._mark([table((_("Status"), _("Description"), _("Body")), rows)]).strip("\n")
        for response in responses:
            if details := join_blocks(self._response_details(response)):
                yield f"**{one_line(response.title)}**"
                yield details

    def _body_lines(self, response: ResponseView) -> Blocks:
        for media in response.media_types:
            line = code(media.name)
            if media.body and media.body.type_label:
                line += f": {self._page_link(media.body.link, media.body.type_label)}"
            if media.is_stream:
                line += f" ({_('A stream of items, each as described.')})"
            yield line
        if response.same_body:
            yield one_line(f"{_('same body as')} {response.same_body[0]}")

    def _response_details(self, response: ResponseView) -> Blocks:
        """Yield what a row of a table cannot show."""
        yield from self._response_head(response)
        for media in response.media_types:
            if media.body and not media.body.is_cut and _has_details(media.body):
                yield from self._media_types((media,))
            else:
                yield from map(self._encoding, media.encoding)
                yield from self._body_examples(media.examples)
        yield from map(self._link, response.links)

    def _field_list(self, fields: Fields) -> Blocks:
        if fields:
            yield ListItems(self._mark(list(self._tables(fields))))

    def _tables(self, fields: Fields) -> Iterator[nodes.Node]:
        """Yield fields as a table, interrupted by fields that do not fit into a row."""
        for fits, group in groupby(_flatten_fields(fields), lambda named: fits_into_row(named[1])):
            if fits:
                labels = (_("Name"), _("Type"), _("Description"))
                yield table(labels, [self._row(name, field) for name, field in group])
            else:
                yield nodes.definition_list("", *(self._item(field) for _name, field in group))

    def _row(self, name: str, field: FieldView) -> list[Cell]:
        target = nodes.target("", "", ids=[field.id])
        # Nested fields have their own rows.
        own = replace(field, group=replace(field.group, fields=()) if field.group else None)
        return [
            [nodes.paragraph("", "", target, nodes.literal(text=name))],
            self._parsed(", ".join(self._field_kinds(field))) or [nodes.paragraph()],
            self._details(own),
        ]

    def _item(self, field: FieldView) -> nodes.definition_list_item:
        kinds = ", ".join(self._field_kinds(field))
        head = one_line(field.name) + (f" ({kinds})" if kinds else "")
        return nodes.definition_list_item(
            "",
            nodes.term("", "", *line_to_nodes(head), ids=[field.id]),
            nodes.definition("", *self._details(field)),
        )

    def _details(self, field: FieldView) -> Nodes:
        rules = "; ".join(rule_texts(field.facts, field.default))
        return self._parsed(
            join_blocks((self._prose(field.description), rules, *self._nested(field)))
        )

    def _see(self, target: SchemaLink) -> Blocks:
        # The type is a link with a page number.
        yield from ()

    def _values(self, values: tuple[EnumValue, ...]) -> str:
        text = super()._values(values)
        return text if "\n" in text else text.removeprefix("- ")


def _outer_lists(node: nodes.Node | None) -> Nodes:
    """Return a list and those around it."""
    found: Nodes = []
    while node is not None:
        if isinstance(node, nodes.bullet_list | nodes.enumerated_list | nodes.definition_list):
            found.append(node)
        node = node.parent
    return found


def _has_details(body: FieldView) -> bool:
    """Whether there is more to say of a body than its type."""
    details = (body.facts, body.description, body.group, body.enum, body.examples, body.extensions)
    return body.default is not None or any(details)


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
