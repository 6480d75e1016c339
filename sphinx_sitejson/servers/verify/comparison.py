"""In what an answer differs from what the document says."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Operation, Response
from sphinx_sitejson.servers.http_messages.bodies import body_faults
from sphinx_sitejson.servers.http_messages.media_types import ContentType, documented_media
from sphinx_sitejson.servers.http_messages.parameters import NOT_PARAMETERS, header_faults
from sphinx_sitejson.servers.http_messages.statuses import documented_response
from sphinx_sitejson.servers.http_messages.validation import Fault, SchemaValidator

from .sender import ReceivedAnswer

_WITHOUT_BODY = (204, 205, 304)


def differences(
    operation: Operation, answer: ReceivedAnswer, validator: SchemaValidator
) -> tuple[Fault, ...]:
    """Return in what an answer is not as its operation documents it."""
    response = documented_response(operation.responses, answer.status)
    known = ", ".join(each.status for each in operation.responses)
    if response is None:
        if not known:
            return ()
        detail = f"the status {answer.status} is not documented; documented: {known}."
        return (Fault(detail=detail, place="status"),)
    return tuple(_of_response(operation, response, answer, validator))


def _of_response(
    operation: Operation, response: Response, answer: ReceivedAnswer, validator: SchemaValidator
) -> Iterator[Fault]:
    for header in response.headers:
        if header.name.lower() not in NOT_PARAMETERS:
            yield from header_faults(header, answer.headers, validator)
    if operation.method.upper() != "HEAD":
        yield from _of_body(response, answer, validator)


def _of_body(
    response: Response, answer: ReceivedAnswer, validator: SchemaValidator
) -> Iterator[Fault]:
    given = ContentType.read(answer.header("content-type"))
    names = ", ".join(media.name for media in response.content)
    if not answer.body and _may_be_empty(response, answer, validator):
        return
    if not answer.body:
        yield Fault(detail=f"there is none; documented: {names}.", place="body")
        return
    if not response.content:
        shown = f" of the type {given.name}" if given.name else ""
        yield Fault(detail=f"there is one{shown}, and none is documented.", place="body")
        return
    if not given.name:
        detail = f"there is none; documented: {names}."
        yield Fault(detail=detail, place="header", name="Content-Type")
        return
    media = documented_media(response.content, given.name)
    if media is None:
        detail = f"it is {given.name}; documented: {names}."
        yield Fault(detail=detail, place="header", name="Content-Type")
        return
    yield from body_faults(answer.body, given, media, validator)


def _may_be_empty(response: Response, answer: ReceivedAnswer, validator: SchemaValidator) -> bool:
    """Tell whether an answer without a body is as documented: no body, or one of no length."""
    if answer.status in _WITHOUT_BODY or not response.content:
        return True
    texts = (media for media in response.content if media_kind(media.name) in ("text", "binary"))
    says_nothing = all(
        media.schema is None and media.item_schema is None for media in response.content
    )
    return says_nothing or any(
        not body_faults(b"", ContentType(media.name), media, validator) for media in texts
    )
