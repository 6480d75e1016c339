"""Outlines of API pages: the content of each part as rows, for formats without templates.

LaTeX, plain text and Markdown write these rows, so that a row added here is part of all of them.
A large document has some hundred thousand rows, so they are tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinx.locale import _

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.samples import CodeSample
    from sphinx_sitejson.http_messages.visible_examples import RenderedExample

    from .views.model import (
        BodyView,
        CallbackView,
        EncodingView,
        EnumValue,
        ExtensionView,
        FactView,
        FieldGroup,
        FieldView,
        LinkView,
        MediaTypeView,
        OperationLink,
        OperationView,
        ResponseView,
        SchemaLink,
        SchemaPageView,
        SchemeView,
        ScopeView,
        SecurityView,
        ServerVariableView,
        ServerView,
        VariantView,
    )
    from .views.overview import AuthorizationView, ListedOperation, OverviewView

PieceKind = Literal["words", "label", "name", "address", "rule", "prose"]


class Piece(NamedTuple):
    """A piece of inline text.

    Names, URLs and rules are texts of the document that are not prose; a rule is a phrase such as
    "at least 1".
    """

    text: str
    kind: PieceKind = "words"
    link: SchemaLink | OperationLink | None = None
    """The page that the text links to."""


Pieces = tuple[Piece, ...]


class Prose(NamedTuple):
    """A text of the document, in CommonMark."""

    text: str


class Note(NamedTuple):
    """A generated sentence."""

    text: str
    is_aside: bool = False


class RequestLine(NamedTuple):
    """The first line of a request."""

    text: str
    is_webhook: bool


class Samples(NamedTuple):
    """The same request in several languages."""

    samples: tuple[CodeSample, ...]


class CodeLines(NamedTuple):
    """Lines of code."""

    code: str
    language: str


class Values(NamedTuple):
    """The values that are allowed."""

    values: tuple[EnumValue, ...]


class ExampleRow(NamedTuple):
    """An example of a value."""

    view: RenderedExample


class WebLink(NamedTuple):
    """A link out of the site."""

    label: str
    url: str


class See(NamedTuple):
    """A reference to another page, instead of nested fields."""

    link: SchemaLink


class Summary(NamedTuple):
    """A fact about all that follows."""

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
    """A named item, such as a field, with its details."""

    head: Pieces
    kind: Pieces = ()
    """Its type and flags."""
    id: str = ""
    """Its anchor."""
    rules: tuple[str, ...] = ()
    default: str | None = None
    text: str = ""
    rows: tuple[Row, ...] = ()


class Entries(NamedTuple):
    """Named items."""

    entries: tuple[Entry, ...]


class Fields(NamedTuple):
    """Fields; pages share many, so a writer creates the entry only of each new one."""

    fields: tuple[FieldView, ...]


class Title(NamedTuple):
    """A title above rows.

    :param level: the level of the heading in formats that have one, 0 for strong text.
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


def field_entry(field: FieldView) -> Entry:
    """Return the entry of a field."""
    return Entry(
        head=(Piece(field.name, "name"),),
        kind=(*_type(field.type_label, field.link), *_field_flags(field)),
        id=field.id,
        rules=field.facts,
        default=field.default,
        text=field.description,
        rows=tuple(_nested_rows(field)),
    )


def field_rows(fields: tuple[FieldView, ...]) -> Rows:
    """Yield the fields of a section, if it has any."""
    if fields:
        yield Fields(fields)


def field_summary_rows(body: FieldView) -> Rows:
    """Yield the type of a body or schema, and its nested fields."""
    kind = (Piece(body.type_label, link=body.link),)
    yield Summary(_("Type"), kind, body.facts, body.default, body.description)
    yield from _nested_rows(body)


def _type(label: str, link: SchemaLink | None) -> Pieces:
    return (Piece(label, link=link),) if label else ()


def _field_flags(field: FieldView) -> Iterator[Piece]:
    if field.required:
        yield Piece(_("required"))
    if field.deprecated:
        yield Piece(_("deprecated"))
    if field.read_only:
        yield Piece(_("read-only"))
    if field.write_only:
        yield Piece(_("write-only"))


def _nested_rows(field: FieldView) -> Rows:
    if field.enum:
        yield Values(field.enum)
    yield from map(ExampleRow, field.examples)
    yield from map(extension_fact, field.extensions)
    if field.is_cut and field.link:
        yield See(field.link)
    if field.group:
        yield from _group(field.group)


def extension_fact(extension: ExtensionView) -> Fact:
    """Return the fact of a vendor extension."""
    return Fact((Piece(extension.name, "name"),), (Piece(extension.value, "name"),))


def event_fact(fact: FactView) -> Fact:
    """Return a fact of an AsyncAPI document."""
    return Fact((Piece(fact.name, "label"),), (Piece(fact.value, "name"),), fact.description)


def _group(group: FieldGroup) -> Rows:
    if group.fields:
        yield Fields(group.fields)
    yield from map(Note, group.notes)
    if group.discriminator:
        values = tuple(
            Fact((Piece(value, "name"),), (Piece(link.label, link=link),))
            for value, link in group.discriminator.mapping
        )
        name = Piece(group.discriminator.property_name, "name")
        yield Fact((Piece(_("Distinguished by"), "label"),), (name,), rows=values)
    if group.variants:
        variants = Entries(tuple(map(_variant, group.variants)))
        yield Title((Piece(group.variants_label),), (variants,))
    yield from map(Note, group.endings)


def _variant(variant: VariantView) -> Entry:
    label = "" if variant.type_label == variant.title else variant.type_label
    rows: list[Row] = [Values(variant.enum)] if variant.enum else []
    return Entry(
        head=(Piece(variant.title, link=variant.link),),
        kind=_type(label, None),
        rules=variant.facts,
        text=variant.description,
        rows=(*rows, *(_group(variant.group) if variant.group else ())),
    )


def rule_pieces(facts: Iterable[str]) -> Pieces:
    """Return rules side by side."""
    return join_pieces("; ", ((Piece(fact, "rule"),) for fact in facts))


def join_pieces(separator: str, groups: Iterable[Pieces]) -> Pieces:
    """Return groups of pieces side by side."""
    pieces = [piece for group in groups for piece in (Piece(separator), *group)]
    return tuple(pieces[1:])


RESPONSE_LEVEL = 3
"""The level of the headings of responses and callbacks."""


def body_rows(body: BodyView) -> Rows:
    """Yield the rows of a request body."""
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
    yield from map(event_fact, response.facts)
    if response.headers:
        yield Title((Piece(_("Headers")),), (Fields(response.headers),))
    if response.same_body:
        names = join_pieces(", ", ((Piece(m.name, "address"),) for m in response.media_types))
        yield Fact(names, (Piece(f"{_('same body as')} {response.same_body[0]}"),))
        for media in response.media_types:
            yield from _examples(media.examples)
    else:
        yield from _media_types(response.media_types)
    yield from map(_link, response.links)


def response_details(response: ResponseView) -> Rows:
    """Yield the details of a response that a row of a table cannot show."""
    yield from map(event_fact, response.facts)
    if response.headers:
        yield Title((Piece(_("Headers")),), (Fields(response.headers),))
    for media in response.media_types:
        body = media.body
        if body and not body.is_cut and any(_body_facts(body)):
            yield from _media_types((media,))
        else:
            yield from map(_encoding, media.encoding)
            yield from _examples(media.examples)
    yield from map(_link, response.links)


def _media_types(media_types: Iterable[MediaTypeView]) -> Rows:
    for media in media_types:
        yield Title((Piece(media.name, "address"),))
        if media.description:
            yield Prose(media.description)
        if media.is_stream:
            yield Note(_("A stream of items, each as described."))
        if media.body:
            yield from field_summary_rows(media.body)
        yield from map(_encoding, media.encoding)
        yield from _examples(media.examples)


def _examples(examples: Iterable[RenderedExample]) -> Rows:
    """Yield the examples of a body, each followed by the headers of the message."""
    for example in examples:
        if example.code or example.url or example.description or not example.headers:
            yield ExampleRow(example)
        if example.headers:
            headers = replace(
                example, code=example.headers, language="json", description="", url=""
            )
            yield ExampleRow(replace(headers, title=_("Headers")))


def _encoding(encoding: EncodingView) -> Fact:
    label = Piece(_("Encoding of %s") % encoding.name, "label")
    return Fact((label,), rule_pieces(encoding.facts), rows=tuple(field_rows(encoding.headers)))


def _body_facts(body: FieldView) -> Iterator[object]:
    """Yield the facts of a body besides its type."""
    yield from (body.facts, body.description, body.default is not None, body.group)
    yield from (body.enum, body.examples, body.extensions)


def _link(link: LinkView) -> Fact:
    target = Piece(link.target.label, link=link.target) if link.target else Piece(link.target_label)
    details = [
        group for group in ((target,) if target.text else (), rule_pieces(link.facts)) if group
    ]
    label = Piece(_("Link %s") % link.name, "label")
    return Fact((label,), join_pieces("; ", details), link.description)


def security_rows(security: SecurityView) -> Rows:
    """Yield the rows of the security requirements."""
    if not security.alternatives:
        yield Note(_("No authorization required."))
    elif security.is_optional:
        yield Note(_("Authorization is optional."))
    for number, alternative in enumerate(security.alternatives):
        if number:
            yield Note(_("or"), is_aside=True)
        yield Entries(tuple(map(scheme_entry, alternative)))


def authorization_rows(authorizations: Iterable[AuthorizationView]) -> Rows:
    """Yield the security schemes of a document, with the samples that show how each is sent."""
    for authorization in authorizations:
        yield Entries((scheme_entry(authorization.scheme),))
        yield from _sample_rows(authorization.samples)


def scheme_entry(scheme: SchemeView) -> Entry:
    """Return the entry of a security scheme."""
    note = f" ({_('deprecated')})" if scheme.deprecated else ""
    rows: list[Row] = [*map(_scope, scheme.scopes), *(WebLink(*url) for url in scheme.urls)]
    for flow in scheme.flows:
        inner: tuple[Row, ...] = (*(WebLink(*url) for url in flow.urls), *map(_scope, flow.scopes))
        rows.append(Fact((Piece(flow.title),), rows=inner))
    return Entry(
        head=(Piece(scheme.name, "name"), Piece(f": {scheme.title}{note}")),
        text=scheme.description,
        rows=tuple(rows),
    )


def _scope(scope: ScopeView) -> Fact:
    text = (Piece(scope.description, "prose"),) if scope.description else ()
    return Fact((Piece(scope.name, "name"),), text)


def outline(part: str, value: Any) -> Rows:
    """Yield the rows of one part of an API page."""
    yield from _PARTS[part](value)


def _endpoint(view: OperationView) -> Rows:
    kind = [_("Webhook")] if view.is_webhook else []
    is_request = not (view.is_webhook or view.is_event)
    yield RequestLine(" ".join([*kind, view.method, view.path]), not is_request)
    yield from _notice(view)
    if view.servers and not view.are_servers_shared:
        yield RowSection(_("Servers"), tuple(map(_server, view.servers)))


def _notice(view: OperationView) -> Rows:
    if view.deprecated:
        note = view.deprecation_note or _("Do not use it in new code.")
        yield Summary(_("Deprecated"), (Piece(note),))


def _server(server: ServerView) -> Fact:
    label = (Piece(f" ({server.label})"),) if server.label else ()
    variables = tuple(map(_variable, server.variables))
    facts = tuple(map(event_fact, server.facts))
    return Fact(
        (Piece(server.url, "address"), *label), (), server.description, (*variables, *facts)
    )


def _variable(variable: ServerVariableView) -> Fact:
    facts: list[Pieces] = []
    if variable.default:
        facts.append((Piece(f"{_('default')}: "), Piece(variable.default, "name")))
    if variable.enum:
        values = join_pieces(", ", ((Piece(value, "name"),) for value in variable.enum))
        facts.append((Piece(f"{_('values')}: "), *values))
    return Fact((Piece(variable.name, "name"),), join_pieces("; ", facts), variable.description)


def _facts(view: OperationView) -> Rows:
    yield from _facts_in_row(view, has_tag_texts=True)


def _facts_in_row(view: OperationView, *, has_tag_texts: bool = False) -> Rows:
    """Yield the facts of an operation; descriptions of tags are left out of rows."""
    if view.operation_id:
        yield _fact(_("Operation"), Piece(view.operation_id, "name"))
    for tag in view.tags:
        yield _fact(_("Tag"), Piece(tag.name), tag.description if has_tag_texts else "")
    if view.path_summary or view.path_description:
        label = _("Channel") if view.is_event else _("Path")
        yield _fact(label, Piece(view.path_summary), view.path_description)
    if view.external_docs:
        yield WebLink(*view.external_docs)
    if view.used_by:
        links = join_pieces(", ", ((Piece(user.label, link=user),) for user in view.used_by))
        yield Summary(_("Used by"), links)
    yield from map(event_fact, view.facts)
    yield from map(extension_fact, view.extensions)


def _fact(label: str, value: Piece, text: str = "") -> Fact:
    return Fact((Piece(label, "label"),), (value,), text)


def _sample_rows(samples: Iterable[CodeSample]) -> Rows:
    # A sample that only a browser can write has no code.
    if written := tuple(sample for sample in samples if sample.code):
        yield Samples(written)


def _samples(view: OperationView) -> Rows:
    yield from _sample_rows(view.samples)
    for response in view.response_examples:
        if response.is_manual:
            blocks = tuple(CodeLines(each.code, each.language) for each in response.examples)
            yield Title((Piece(response.status),), blocks)


def _callbacks(callbacks: Iterable[CallbackView]) -> Rows:
    for callback in callbacks:
        rows = [row for operation in callback.operations for row in _callback_rows(operation)]
        yield Title((Piece(callback.name),), tuple(rows), RESPONSE_LEVEL)


def _callback_rows(operation: OperationView) -> Rows:
    yield from _endpoint(operation)
    yield Note(operation.title)
    yield Prose(operation.description)
    if operation.path_summary and operation.path_summary != operation.title:
        yield Note(operation.path_summary)
    if operation.path_description:
        yield Prose(operation.path_description)
    for section in operation.parameters:
        yield from field_rows(section.fields)
    if operation.body:
        yield from body_rows(operation.body)
    yield from response_rows(operation.responses, RESPONSE_LEVEL + 1)


def _schema(view: SchemaPageView) -> Rows:
    yield Summary(_("Schema"), (Piece(view.name, "name"),))
    yield from field_summary_rows(view.body)
    if view.example:
        yield ExampleRow(view.example)
    users: list[OperationLink | SchemaLink] = [*view.used_by_operations]
    users += view.used_by_schemas
    if users:
        links = join_pieces(", ", ((Piece(user.label, link=user),) for user in users))
        yield Summary(_("Used by"), links)
    if view.external_docs:
        yield WebLink(*view.external_docs)


def _about(view: OverviewView) -> Rows:
    if view.version:
        yield Fact((Piece(_("Version"), "label"),), (Piece(view.version, "name"),))
    if view.contact:
        yield _linked(_("Contact"), *view.contact)
    if view.license:
        yield _linked(_("License"), view.license)
    if view.terms:
        yield _linked(_("Terms of service"), (view.terms, view.terms))
    if view.external_docs:
        yield _linked(_("See also"), view.external_docs)
    yield from map(event_fact, view.facts)


def _linked(label: str, *links: tuple[str, str]) -> Fact:
    rows = tuple(WebLink(*link) if link[1] else Note(link[0]) for link in links)
    return Fact((Piece(label, "label"),), rows=rows)


def _operations(operations: Iterable[ListedOperation]) -> Rows:
    for each in operations:
        request = each.path if each.is_webhook else f"{each.method} {each.path}"
        note = f" ({_('deprecated')})" if each.deprecated else ""
        yield Fact(
            (Piece(request, "address"),), (Piece(each.link.label, link=each.link), Piece(note))
        )


_PARTS: dict[str, Callable[[Any], Rows]] = {
    "endpoint": _endpoint,
    "notice": _notice,
    "facts": _facts,
    "facts in row": _facts_in_row,
    "samples": _samples,
    "security": security_rows,
    "parameters": field_rows,
    "body": body_rows,
    "responses": response_rows,
    "replies": response_rows,
    "callbacks": _callbacks,
    "schema": _schema,
    "about": _about,
    "servers": lambda servers: map(_server, servers),
    "schemes": authorization_rows,
    "operations": _operations,
}
