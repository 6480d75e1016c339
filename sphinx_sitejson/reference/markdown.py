"""API pages as Markdown, rendered from their rows.

Creating docutils nodes first would cost a tenth of the time of a build: an API page is mostly
fields, and a node costs more than a line of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sphinx.locale import _

from sphinx_sitejson.common.markdown_text import code, code_block, items, link, one_line, plain

from .outline import (
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
    from .views.model import FieldView, OperationLink, SchemaLink

    LinkUrl = Callable[[SchemaLink | OperationLink], str]
    """Returns the URL of the page of a schema or an operation; empty if it has none."""

MAX_INLINE_VALUES = 12
MAX_CACHED_FIELDS = 5_000

# Labels and URLs contain no brackets, and quantifiers are possessive: linear time.
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\[\]]*+)\]\((?!https?://|mailto:)[^)\s\[]*+\)")
_LOCAL_IMAGE = re.compile(r"!\[([^\[\]]*+)\]\((?!https://)[^)\s\[]*+\)")
_FINAL_PUNCTUATION = (".", ":", "!", "?")


class ReferenceMarkdown:
    """Renders the parts of API pages.

    Operations of one document share many fields; each is rendered once.

    :param link_url: returns URLs that are valid on all pages it renders.
    """

    def __init__(self, link_url: LinkUrl) -> None:
        self._link_url = link_url
        self._field = lru_cache(maxsize=MAX_CACHED_FIELDS)(self._render_field)
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
        """Render one part of a page."""
        return "\n\n".join(self._render_rows(outline(name, value)))

    def _render_rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield paragraphs and lists."""
        for is_list, group in groupby(rows, lambda row: type(row) in self._lists):
            if is_list:
                yield "\n".join(self._lists[type(row)](row) for row in group)
            else:
                for row in group:
                    yield from self._blocks[type(row)](row)

    def _with_rows(self, head: str, rows: Iterable[Row]) -> str:
        """Render the rows of a list item as a nested list."""
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

    def _render_field(self, field: FieldView) -> str:
        return self._entry(field_entry(field))

    def _entries(self, row: Entries) -> str:
        return items(map(self._entry, row.entries))

    def _entry(self, entry: Entry) -> str:
        kind = ", ".join(map(self._piece, entry.kind))
        details = "; ".join(filter(None, (kind, *_rules(entry.rules, entry.default))))
        head = self._pieces(entry.head) + (f" ({details})" if details else "")
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
        if len(values) <= MAX_INLINE_VALUES and not any(v.description for v in values):
            details = ", ".join(code(value.value) for value in values)
            return items([f"{_('One of')} {details}"])
        return items(_joined(code(v.value), self._text(v.description)) for v in values)

    def _web_link(self, row: WebLink) -> str:
        return items([_external_link(row.label, row.url)])

    def _summary(self, row: Summary) -> Iterator[str]:
        details = "; ".join((self._pieces(row.value), *_rules(row.rules, row.default)))
        head = f"{one_line(row.label)}: {details}"
        yield _joined(
            head if head.endswith(_FINAL_PUNCTUATION) else f"{head}.", self._text(row.text)
        )

    def _title(self, row: Title) -> Iterator[str]:
        title = self._pieces(row.title)
        yield f"{'#' * row.level} {title}" if row.level else f"**{title}**"
        yield from self._render_rows(row.rows)

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
        # One language is enough; the others show the same request.
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
            yield _external_link("", view.url)
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
        url = self._link_url(piece.link) if piece.link else ""
        return link(one_line(piece.text), url) if url else one_line(piece.text)

    def _text(self, text: str) -> str:
        return safe_text(text) if text else ""


@lru_cache(maxsize=20_000)
def safe_text(text: str) -> str:
    """Strip relative links and images, which are valid only in the OpenAPI document."""
    return _LOCAL_LINK.sub(r"\1", _LOCAL_IMAGE.sub(r"\1", text)).strip()


def _joined(head: str, text: str, separator: str = ":") -> str:
    """Append a text to its head; several paragraphs are set apart."""
    if not text:
        return head
    if "\n" in text:
        return f"{head}\n\n{text}"
    return f"{head} {text}" if head.endswith(_FINAL_PUNCTUATION) else f"{head}{separator} {text}"


def _rules(rules: Iterable[str], default: str | None) -> list[str]:
    details = [] if default is None else [f"{_('default')} {code(default)}"]
    return [*map(_rule, rules), *details]


def _rule(text: str) -> str:
    """Render a rule; one with markup characters, such as a pattern, as code."""
    return text if plain(text) == text else code(text)


def _external_link(label: str, url: str) -> str:
    if not url.lower().startswith(("https://", "http://", "mailto:")):
        return one_line(f"{label} {url}".strip())
    return link(one_line(label or url), url)
