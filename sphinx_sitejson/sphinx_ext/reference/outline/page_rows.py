"""All parts of an API page as rows: the order and the words.

What is added here is shown in every format without templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sphinx.locale import _

from .field_rows import extension_fact, field_rows, field_summary_rows, in_a_row
from .message_rows import RESPONSE_LEVEL, body_rows, response_rows
from .rows import (
    CodeLines,
    ExampleRow,
    Fact,
    Note,
    Piece,
    Pieces,
    Prose,
    RequestLine,
    Rows,
    RowSection,
    Samples,
    Summary,
    Title,
    WebLink,
)
from .security_rows import authorization_rows, security_rows

if TYPE_CHECKING:
    from sphinx_sitejson.reference.overview import (
        ListedOperation,
        OverviewView,
    )
    from sphinx_sitejson.reference.views import (
        CallbackView,
        OperationLink,
        OperationView,
        SchemaLink,
        SchemaPageView,
        ServerVariableView,
        ServerView,
    )


def outline(part: str, value: Any) -> Rows:
    """Yield the facts of one part of an API page."""
    yield from _PARTS[part](value)


def _endpoint(view: OperationView) -> Rows:
    kind = [_("Webhook")] if view.is_webhook else []
    yield RequestLine(" ".join([*kind, view.method, view.path]), view.is_webhook)
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
    return Fact((Piece(server.url, "address"), *label), (), server.description, variables)


def _variable(variable: ServerVariableView) -> Fact:
    facts: list[Pieces] = []
    if variable.default:
        facts.append((Piece(f"{_('default')}: "), Piece(variable.default, "name")))
    if variable.enum:
        values = in_a_row(", ", ((Piece(value, "name"),) for value in variable.enum))
        facts.append((Piece(f"{_('values')}: "), *values))
    return Fact((Piece(variable.name, "name"),), in_a_row("; ", facts), variable.description)


def _facts(view: OperationView) -> Rows:
    yield from _facts_in_row(view, has_words=True)


def _facts_in_row(view: OperationView, *, has_words: bool = False) -> Rows:
    """Yield the facts of an operation; what is said of its tags concerns many of them."""
    if view.operation_id:
        yield _fact(_("Operation"), Piece(view.operation_id, "name"))
    for tag in view.tags:
        yield _fact(_("Tag"), Piece(tag.name), tag.description if has_words else "")
    if view.path_summary or view.path_description:
        yield _fact(_("Path"), Piece(view.path_summary), view.path_description)
    if view.external_docs:
        yield WebLink(*view.external_docs)
    yield from map(extension_fact, view.extensions)


def _fact(label: str, value: Piece, text: str = "") -> Fact:
    return Fact((Piece(label, "label"),), (value,), text)


def _samples(view: OperationView) -> Rows:
    if view.samples:
        yield Samples(view.samples)
    for answer in view.response_examples:
        if answer.is_written:
            blocks = tuple(CodeLines(each.code, each.language) for each in answer.examples)
            yield Title((Piece(answer.status),), blocks)


def _callbacks(callbacks: Iterable[CallbackView]) -> Rows:
    for callback in callbacks:
        rows = [row for operation in callback.operations for row in _called_back(operation)]
        yield Title((Piece(callback.name),), tuple(rows), RESPONSE_LEVEL)


def _called_back(operation: OperationView) -> Rows:
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
        links = in_a_row(", ", ((Piece(user.label, link=user),) for user in users))
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
    "callbacks": _callbacks,
    "schema": _schema,
    "about": _about,
    "servers": lambda servers: map(_server, servers),
    "schemes": authorization_rows,
    "operations": _operations,
}
