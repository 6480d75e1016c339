"""Answers: their status in words, headers, bodies, and the operations that can follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from typing import Literal

from sphinx_sitejson.common.messages import Message, joined
from sphinx_sitejson.openapi.model import Link, MediaType, Response

from .bodies import media_type_parts
from .context import ReferenceContext
from .fields.field_views import Direction, PageFields
from .parameters import draft_parameter
from .texts.value_formatting import typed_value
from .views import LinkView, ResponseView

StatusKind = Literal["1xx", "2xx", "3xx", "4xx", "5xx", "default"]

_KINDS: dict[str, StatusKind] = {"1": "1xx", "2": "2xx", "3": "3xx", "4": "4xx", "5": "5xx"}
_ERRORS = frozenset({"4xx", "5xx", "default"})
_RANGES = {
    "1XX": Message("Information"),
    "2XX": Message("Success"),
    "3XX": Message("Redirection"),
    "4XX": Message("Client errors"),
    "5XX": Message("Server errors"),
}


class ResponsePart:
    """One answer."""

    def __init__(
        self,
        response: Response,
        fields: PageFields,
        context: ReferenceContext,
        *,
        prefix: str = "",
        direction: Direction = "response",
        twin: ResponsePart | None = None,
    ) -> None:
        """Begin an answer.

        :param twin: another one with the same body, which is not described again.
        """
        self._twin = twin
        self.response = self._response = response
        self._fields = fields
        self._context = context
        self._id = fields.ids.new(f"{prefix}response", response.status)
        self._headers = [
            draft_parameter(
                header, f"{self._id}-header", fields, context.options, direction=direction
            )
            for header in response.headers
        ]
        options = context.options
        self._media_types = media_type_parts(
            response.content,
            self._id,
            fields,
            replace(options, has_fields=False) if twin else options,
            direction=direction,
            body_id=f"{self._id}-body",
            # What operations share without end: of errors, the top is what readers look for.
            is_minor=status_kind(response.status) in _ERRORS,
        )

    @property
    def title(self) -> str:
        """The status in words."""
        return status_title(self._response.status)

    def view(self) -> ResponseView:
        """Return the answer as it is shown."""
        response = self._response
        words = (response.summary, response.description)
        return ResponseView(
            id=self._id,
            status=response.status,
            title=status_title(response.status),
            kind=status_kind(response.status),
            description="\n\n".join(dict.fromkeys(text for text in words if text)),
            headers=self._fields.views(self._headers),
            media_types=tuple(part.view() for part in self._media_types),
            same_body=(self._twin.title, self._twin._id) if self._twin else None,
            links=tuple(_link_view(link, self._context) for link in response.links),
        )


def response_parts(
    responses: tuple[Response, ...],
    fields: PageFields,
    context: ReferenceContext,
    *,
    prefix: str,
    direction: Direction,
) -> list[ResponsePart]:
    """Begin all answers; of errors with the same body, the first one describes it."""
    parts: list[ResponsePart] = []
    # Where schemas stand apart, a body is only a link.
    has_bodies = context.options.has_fields and not context.options.are_shared_apart
    for response in ordered_responses(responses):
        same = (part for part in parts if _have_same_body(part.response, response))
        twin = next(same, None) if has_bodies else None
        parts.append(
            ResponsePart(response, fields, context, prefix=prefix, direction=direction, twin=twin)
        )
    return parts


def _have_same_body(one: Response, other: Response) -> bool:
    """Whether two errors are described alike; their examples may differ."""
    kinds = {status_kind(one.status), status_kind(other.status)}
    if not kinds <= _ERRORS or not one.content:
        return False
    return [*map(_shape, one.content)] == [*map(_shape, other.content)] and any(
        media.schema for media in one.content
    )


def _shape(media: MediaType) -> tuple[object, ...]:
    schemas = (media.schema, media.item_schema)
    return media.name, *(schema.raw if schema else None for schema in schemas), media.encoding


def ordered_responses(responses: tuple[Response, ...]) -> list[Response]:
    """Return the answers in the document's order, the one for all other statuses last."""
    return sorted(responses, key=lambda response: response.status == "default")


def status_title(status: str) -> str:
    """Say what a status means: ``200 OK``."""
    if status.lower() == "default":
        return Message("Any other status")
    if status.upper() in _RANGES:
        return joined(" ", (status.upper(), _RANGES[status.upper()]))
    try:
        return f"{status} {HTTPStatus(int(status)).phrase}"
    except ValueError:
        return status


def status_kind(status: str) -> StatusKind:
    """Return the class of a status."""
    return _KINDS.get(status[:1], "default") if len(status) == 3 else "default"


def _link_view(link: Link, context: ReferenceContext) -> LinkView:
    target = context.link_by_id(link.operation_id) or context.link_by_reference(link.operation_ref)
    return LinkView(
        name=link.name,
        description=link.description,
        target=target,
        target_label="" if target else link.operation_id or link.operation_ref,
        facts=tuple(_link_facts(link)),
    )


def _link_facts(link: Link) -> Iterator[str]:
    for name, expression in link.parameters.items():
        yield f"{name} = {typed_value(expression)}"
    if link.request_body is not None:
        yield Message("request body = {value}", value=typed_value(link.request_body))
    if link.server:
        yield Message("server: {url}", url=link.server.url)
