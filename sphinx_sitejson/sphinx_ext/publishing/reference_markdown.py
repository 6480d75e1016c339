"""API pages as Markdown, straight from their rows.

To make nodes of the rows first, and let the writer of pages write those, would cost a tenth of the
time of a build: an API page is mostly fields, and a node costs more than a line of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sphinx.locale import _

from sphinx_sitejson.publishing.markdown_text import (
    code,
    code_block,
    items,
    link,
    one_line,
    plain,
)
from sphinx_sitejson.sphinx_ext.reference.outline import (
    CodeLines,
    Entries,
    Entry,
    ExampleRow,
    Fact,
    Fields,
    Note,
    Piece,
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
)

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import FieldView, OperationLink, SchemaLink

    AddressOf = Callable[[SchemaLink | OperationLink], str]
    """Gives the address of a schema's or an operation's page, or nothing."""

MOST_VALUES_IN_A_LINE = 12
MAX_CACHED_FIELDS = 5_000

# Neither a label nor an address goes past a bracket: each sign is looked at once.
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\[\]]*+)\]\((?!https?://|mailto:)[^)\s\[]*+\)")
_LOCAL_IMAGE = re.compile(r"!\[([^\[\]]*+)\]\((?!https://)[^)\s\[]*+\)")
_ENDS = (".", ":", "!", "?")


class ReferenceMarkdown:
    """Writes the parts of API pages.

    Operations of one document share many fields: each is written once.

    :param address_of: gives addresses that hold for all pages it writes.
    """

    def __init__(self, address_of: AddressOf) -> None:
        self._address_of = address_of
        self._field = lru_cache(maxsize=MAX_CACHED_FIELDS)(self._written_field)
        self._lists: dict[type, Callable[[Any], str]] = {
            Entries: self._entries,
            Fact: self._fact,
            Fields: self._fields,
            See: self._see,
            Values: self._values,
            WebLink: self._web_link,
        }
        self._blocks: dict[type, Callable[[Any], Iterator[str]]] = {
            CodeLines: self._code,
            ExampleRow: self._example,
            Summary: self._summary,
            Note: self._note,
            Prose: self._prose,
            RequestLine: self._request,
            Samples: self._samples,
            RowSection: self._section,
            Title: self._title,
        }

    def part(self, name: str, value: Any) -> str:
        """Return one part of a page."""
        return "\n\n".join(self._written(outline(name, value)))

    def _written(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield paragraphs and lists."""
        for is_list, group in groupby(rows, lambda row: type(row) in self._lists):
            if is_list:
                yield "\n".join(self._lists[type(row)](row) for row in group)
            else:
                for row in group:
                    yield from self._blocks[type(row)](row)

    def _with_rows(self, head: str, rows: Iterable[Row]) -> str:
        """Write what belongs to the item of a list, as a list inside it."""
        inner = "\n".join(map(self._inner, rows))
        return f"{head}\n{inner}" if inner else head

    def _inner(self, row: Row) -> str:
        if write := self._lists.get(type(row)):
            return write(row)
        if isinstance(row, Title):
            return items([self._with_rows(f"**{self._pieces(row.title)}**", row.rows)])
        return items(["\n\n".join(self._blocks[type(row)](row))])

    def _fields(self, row: Fields) -> str:
        return items(map(self._field, row.fields))

    def _written_field(self, field: FieldView) -> str:
        return self._entry(field_entry(field))

    def _entries(self, row: Entries) -> str:
        return items(map(self._entry, row.entries))

    def _entry(self, entry: Entry) -> str:
        kind = ", ".join(map(self._piece, entry.kind))
        said = "; ".join(filter(None, (kind, *_rules(entry.rules, entry.default))))
        head = self._pieces(entry.head) + (f" ({said})" if said else "")
        return self._with_rows(_joined(head, self._text(entry.text)), entry.rows)

    def _fact(self, row: Fact) -> str:
        value = self._pieces(row.value)
        head = self._pieces(row.label) + (f": {value}" if value else "")
        text = _joined(head, self._text(row.text), "." if value else ":")
        return items([self._with_rows(text, row.rows)])

    def _see(self, row: See) -> str:
        return items([_("See %s") % self._piece(Piece(row.link.label, link=row.link))])

    def _values(self, row: Values) -> str:
        values = row.values
        if len(values) <= MOST_VALUES_IN_A_LINE and not any(v.description for v in values):
            said = ", ".join(code(value.value) for value in values)
            return items([f"{_('One of')} {said}"])
        return items(_joined(code(v.value), self._text(v.description)) for v in values)

    def _web_link(self, row: WebLink) -> str:
        return items([_outside_link(row.label, row.url)])

    def _summary(self, row: Summary) -> Iterator[str]:
        said = "; ".join((self._pieces(row.value), *_rules(row.rules, row.default)))
        head = f"{one_line(row.label)}: {said}"
        yield _joined(head if head.endswith(_ENDS) else f"{head}.", self._text(row.text))

    def _title(self, row: Title) -> Iterator[str]:
        title = self._pieces(row.title)
        yield f"{'#' * row.level} {title}" if row.level else f"**{title}**"
        yield from self._written(row.rows)

    def _section(self, row: RowSection) -> Iterator[str]:
        yield from self._title(Title((Piece(row.title),), row.rows, row.level))

    def _note(self, row: Note) -> Iterator[str]:
        if row.text:
            yield one_line(row.text)

    def _prose(self, row: Prose) -> Iterator[str]:
        if text := self._text(row.text):
            yield text

    def _request(self, row: RequestLine) -> Iterator[str]:
        yield code_block(row.text, "" if row.is_webhook else "http")

    def _samples(self, row: Samples) -> Iterator[str]:
        # One language is enough to see how a request looks; the others say the same.
        sample = row.samples[0]
        yield f"**{one_line(sample.label)}**"
        yield code_block(sample.code, sample.language)

    def _code(self, row: CodeLines) -> Iterator[str]:
        yield code_block(row.code, row.language)

    def _example(self, row: ExampleRow) -> Iterator[str]:
        view = row.view
        head = _joined(
            f"{_('Example')}: {one_line(view.title)}".rstrip(), self._text(view.description)
        )
        if view.code and "\n" not in view.code:
            yield f"{head} {code(view.code)}"
            return
        yield head
        if view.url:
            yield _outside_link("", view.url)
        if view.code:
            yield code_block(view.code, view.language)

    def _pieces(self, pieces: Iterable[Piece]) -> str:
        return "".join(map(self._piece, pieces))

    def _piece(self, piece: Piece) -> str:
        if piece.kind in ("name", "address"):
            return code(piece.text)
        if piece.kind == "rule":
            return _rule(piece.text)
        if piece.kind == "prose":
            return self._text(piece.text)
        address = self._address_of(piece.link) if piece.link else ""
        return link(one_line(piece.text), address) if address else one_line(piece.text)

    def _text(self, text: str) -> str:
        return safe_text(text) if text else ""


@lru_cache(maxsize=20_000)
def safe_text(text: str) -> str:
    """Return a text of a document without links that lead nowhere outside of it."""
    return _LOCAL_LINK.sub(r"\1", _LOCAL_IMAGE.sub(r"\1", text)).strip()


def _joined(head: str, text: str, mark: str = ":") -> str:
    """Put a text behind what it is about; one of several paragraphs stands by itself."""
    if not text:
        return head
    if "\n" in text:
        return f"{head}\n\n{text}"
    return f"{head} {text}" if head.endswith(_ENDS) else f"{head}{mark} {text}"


def _rules(rules: Iterable[str], default: str | None) -> list[str]:
    said = [] if default is None else [f"{_('default')} {code(default)}"]
    return [*map(_rule, rules), *said]


def _rule(text: str) -> str:
    """Write a rule; one with signs in it, such as a pattern, as code."""
    return text if plain(text) == text else code(text)


def _outside_link(label: str, url: str) -> str:
    if not url.lower().startswith(("https://", "http://", "mailto:")):
        return one_line(f"{label} {url}".strip())
    return link(one_line(label or url), url)
