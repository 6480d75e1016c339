"""Simulated responses, from the examples of a document."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.openapi.model import MediaType, Operation, Response
from sphinx_sitejson.reference.request_samples.sample_values import concrete_media_type
from sphinx_sitejson.servers.http_messages.content_negotiation import expected_response
from sphinx_sitejson.servers.http_messages.example_selection import (
    SelectedBody,
    response_headers,
    select_body,
)
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

MAX_SIZE = 60_000
"""The number of bytes of the responses of one page; the expected one is always included."""
_MAX_EXAMPLES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedResponse:
    """A simulated response: its status, and a body for each media type and example."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    bodies: tuple[tuple[str, str, bytes], ...] = ()
    """Media type, name of the example, content."""

    def as_json(self) -> list[Any]:
        """Return the JSON for the script, with binary bodies as base64."""
        return [self.status, self.headers, [_encode_body(*body) for body in self.bodies]]


def simulated_responses(
    operation: Operation, validator: SchemaValidator
) -> Iterator[SimulatedResponse]:
    """Yield the simulated responses of an operation, the expected one first."""
    expected, response = expected_response(operation.responses)
    remaining = MAX_SIZE
    seen: set[int] = set()
    for status, each in [(expected, response), *_other_responses(operation)]:
        if status in seen:
            continue
        seen.add(status)
        bodies: list[tuple[str, str, bytes]] = []
        for body in _bodies(each, validator) if each else ():
            remaining -= len(body[2])
            if remaining < 0 and not (status == expected and not bodies):
                break
            bodies.append(body)
        headers = tuple(response_headers(each, validator)) if each else ()
        yield SimulatedResponse(status=status, headers=headers, bodies=tuple(bodies))


def _other_responses(operation: Operation) -> Iterator[tuple[int, Response]]:
    for response in operation.responses:
        status = response.status.upper().replace("XX", "00")
        if status.isdecimal() and 200 <= int(status) < 600:
            yield int(status), response


def _bodies(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str, bytes]]:
    for media in response.content:
        for chosen in _examples(media, validator):
            yield chosen.body.media_type, chosen.example, chosen.body.content


def _examples(media: MediaType, validator: SchemaValidator) -> Iterator[SelectedBody]:
    media_type = concrete_media_type(media.name)
    first = select_body(media, validator, media_type=media_type)
    if first is not None:
        yield first
    for example in media.examples[:_MAX_EXAMPLES]:
        is_other = first is None or example.name != first.example
        if example.name and is_other and (example.has_value or example.serialized is not None):
            named = select_body(media, validator, media_type=media_type, example=example.name)
            if named is not None:
                yield named


def _encode_body(media_type: str, name: str, content: bytes) -> list[Any]:
    try:
        return [media_type, name, content.decode("utf-8")]
    except UnicodeDecodeError:
        return [media_type, name, base64.b64encode(content).decode("ascii"), 1]
