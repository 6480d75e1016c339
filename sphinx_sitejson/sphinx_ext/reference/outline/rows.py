"""What an API page says in formats without templates, row by row and before any layout.

Rows are made by ``page_rows`` and written by each format in its own way. A large document has some
hundred thousand of them, so they are tuples.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import (
        CodeSampleView,
        EnumValue,
        ExampleView,
        FieldView,
        OperationLink,
        SchemaLink,
    )

PieceKind = Literal["words", "label", "name", "address", "rule", "prose"]


class Piece(NamedTuple):
    """A few words among others.

    Names, addresses and rules are texts of the document that are no prose; a rule is one in words,
    such as "at least 1".
    """

    text: str
    kind: PieceKind = "words"
    link: SchemaLink | OperationLink | None = None
    """The page that the words lead to."""


Pieces = tuple[Piece, ...]


class Prose(NamedTuple):
    """A text of the document, in CommonMark."""

    text: str


class Note(NamedTuple):
    """A sentence of ours."""

    text: str
    is_aside: bool = False


class RequestLine(NamedTuple):
    """The first line of a request."""

    text: str
    is_webhook: bool


class Samples(NamedTuple):
    """The same request in several languages."""

    samples: tuple[CodeSampleView, ...]


class CodeLines(NamedTuple):
    """Lines of code."""

    code: str
    language: str


class Values(NamedTuple):
    """The values that are allowed."""

    values: tuple[EnumValue, ...]


class ExampleRow(NamedTuple):
    """An example of a value."""

    view: ExampleView


class WebLink(NamedTuple):
    """A link out of the site."""

    label: str
    url: str


class See(NamedTuple):
    """The pointer that stands for what is shown only on another page."""

    link: SchemaLink


class Summary(NamedTuple):
    """A fact about the whole of what follows."""

    label: str
    value: Pieces
    rules: tuple[str, ...] = ()
    default: str | None = None
    text: str = ""


class Fact(NamedTuple):
    """One of several facts with a label, and what belongs to it."""

    label: Pieces
    value: Pieces = ()
    text: str = ""
    rows: tuple[Row, ...] = ()


class Entry(NamedTuple):
    """A thing with a name, such as a field, and all about it."""

    head: Pieces
    kind: Pieces = ()
    """Its type and marks."""
    id: str = ""
    """What links to it name."""
    rules: tuple[str, ...] = ()
    default: str | None = None
    text: str = ""
    rows: tuple[Row, ...] = ()


class Entries(NamedTuple):
    """Things with names."""

    entries: tuple[Entry, ...]


class Fields(NamedTuple):
    """Fields; pages share many, so a writer requests the entry only of each new one."""

    fields: tuple[FieldView, ...]


class Title(NamedTuple):
    """A title above rows.

    :param level: the level of the heading where formats have one, 0 for strong words.
    """

    title: Pieces
    rows: tuple[Row, ...] = ()
    level: int = 0


class RowSection(NamedTuple):
    """A title and rows that belong to it alone."""

    title: str
    rows: tuple[Row, ...]
    level: int = 0


Row = (
    Prose
    | Note
    | RequestLine
    | Samples
    | CodeLines
    | Values
    | ExampleRow
    | WebLink
    | See
    | Summary
    | Fact
    | Entries
    | Fields
    | Title
    | RowSection
)

Rows = Iterator[Row]
