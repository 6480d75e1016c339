"""Bodies of requests and responses as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sphinx.locale import _

from .field_rows import field_rows, field_summary_rows, in_a_row, rule_pieces
from .rows import (
    ExampleRow,
    Fact,
    Fields,
    Note,
    Piece,
    Prose,
    Rows,
    RowSection,
    Title,
)

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import (
        BodyView,
        EncodingView,
        FieldView,
        LinkView,
        MediaTypeView,
        ResponseView,
    )

RESPONSE_LEVEL = 3
"""The level of the headings of responses and callbacks."""


def body_rows(body: BodyView) -> Rows:
    """Yield what can be sent."""
    if body.required:
        yield Note(_("A body is required."))
    yield Prose(body.description)
    yield from _media_types(body.media_types)


def response_rows(responses: Iterable[ResponseView], level: int = RESPONSE_LEVEL) -> Rows:
    """Yield a section for each response."""
    for response in responses:
        yield RowSection(response.title, tuple(_response(response)), level)


def _response(response: ResponseView) -> Rows:
    yield Prose(response.description)
    if response.headers:
        yield Title((Piece(_("Headers")),), (Fields(response.headers),))
    if response.same_body:
        names = in_a_row(", ", ((Piece(m.name, "address"),) for m in response.media_types))
        yield Fact(names, (Piece(f"{_('same body as')} {response.same_body[0]}"),))
        for media in response.media_types:
            yield from map(ExampleRow, media.examples)
    else:
        yield from _media_types(response.media_types)
    yield from map(_link, response.links)


def response_details(response: ResponseView) -> Rows:
    """Yield what a line of its status, its words and the types of its bodies leaves open."""
    if response.headers:
        yield Title((Piece(_("Headers")),), (Fields(response.headers),))
    for media in response.media_types:
        body = media.body
        if body and not body.is_cut and any(_body_facts(body)):
            yield from _media_types((media,))
        else:
            yield from map(_encoding, media.encoding)
            yield from map(ExampleRow, media.examples)
    yield from map(_link, response.links)


def _media_types(media_types: Iterable[MediaTypeView]) -> Rows:
    for media in media_types:
        yield Title((Piece(media.name, "address"),))
        if media.is_stream:
            yield Note(_("A stream of items, each as described."))
        if media.body:
            yield from field_summary_rows(media.body)
        yield from map(_encoding, media.encoding)
        yield from map(ExampleRow, media.examples)


def _encoding(encoding: EncodingView) -> Fact:
    label = Piece(_("Encoding of %s") % encoding.name, "label")
    return Fact((label,), rule_pieces(encoding.facts), rows=tuple(field_rows(encoding.headers)))


def _body_facts(body: FieldView) -> Iterator[object]:
    """Yield what is said of a body beside its type."""
    yield from (body.facts, body.description, body.default is not None, body.group)
    yield from (body.enum, body.examples, body.extensions)


def _link(link: LinkView) -> Fact:
    target = Piece(link.target.label, link=link.target) if link.target else Piece(link.target_label)
    said = [group for group in ((target,) if target.text else (), rule_pieces(link.facts)) if group]
    label = Piece(_("Link %s") % link.name, "label")
    return Fact((label,), in_a_row("; ", said), link.description)
