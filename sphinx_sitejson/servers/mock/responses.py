"""Choose the documented response of an operation: status, headers and body.

Clients can ask for a status or a named example in ``Prefer`` (RFC 7240).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from sphinx_sitejson.openapi.model import MediaType, Operation, Response
from sphinx_sitejson.servers.http_messages.body_serialization import SerializedBody
from sphinx_sitejson.servers.http_messages.content_negotiation import (
    documented_response,
    expected_response,
    negotiate_media_type,
)
from sphinx_sitejson.servers.http_messages.example_selection import (
    UnknownExampleError,
    response_headers,
    select_body,
)
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

from .exchange import MockResponse, problem_response

_PREFERENCE = re.compile(
    r'\s*(?P<name>[A-Za-z-]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))'
)


class InvalidPreferenceError(ValueError):
    """Raised for an invalid preference; the message gives the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The response that a client asks for."""

    code: int | None = None
    example: str | None = None

    @property
    def applied(self) -> str:
        """The value of ``Preference-Applied`` (RFC 7240, section 3)."""
        parts = []
        if self.code is not None:
            parts.append(f"code={self.code}")
        if self.example is not None:
            is_token = re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", self.example)
            plain = self.example.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f"example={self.example}" if is_token else f'example="{plain}"')
        return ", ".join(parts)


def parse_preferences(values: Iterable[str]) -> Preferences:
    """Parse all values of ``Prefer``: ``code=404`` or ``example=cats``; others are ignored."""
    result: dict[str, str] = {}
    for preference in _PREFERENCE.finditer(",".join(values)):
        quoted = preference["quoted"]
        value = preference["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        # The first of two equal preferences applies (RFC 7240, section 2).
        result.setdefault(preference["name"].lower(), value)
    code = result.get("code")
    if code is not None and not re.fullmatch(r"[2-5][0-9][0-9]", code):
        raise InvalidPreferenceError(
            '"Prefer: code=…" names a status from 200 to 599, such as "Prefer: code=404".'
        )
    return Preferences(code=None if code is None else int(code), example=result.get("example"))


class UnavailableResponseError(Exception):
    """Raised if the document lacks a requested response; has the error response to send."""

    def __init__(self, response: MockResponse) -> None:
        super().__init__()
        self.response = response


class DocumentedResponses:
    """Creates and caches the responses of one document."""

    def __init__(self, validator: SchemaValidator) -> None:
        self._validator = validator
        self._cache: dict[tuple[object, ...], MockResponse] = {}

    def respond(self, operation: Operation, preferences: Preferences, accept: str) -> MockResponse:
        """Return the documented response; raise UnavailableResponseError if there is none."""
        key = (id(operation), preferences, accept[:200])
        if key in self._cache:
            return self._cache[key]
        response = self._respond(operation, preferences, accept)
        if len(self._cache) < _MAX_CACHED:
            self._cache[key] = response
        return response

    def _respond(self, operation: Operation, preferences: Preferences, accept: str) -> MockResponse:
        status, documented = select_response(operation, preferences)
        headers = list(response_headers(documented, self._validator)) if documented else []
        response = MockResponse(status=status, operation=operation.key)
        body = self._body(operation, documented, preferences, accept) if documented else None
        if body is not None and response.has_body:
            headers.insert(0, ("Content-Type", body.media_type))
        else:
            body = None
        return MockResponse(
            status=status,
            headers=tuple(headers),
            body=body.content if body else b"",
            operation=operation.key,
        )

    def _body(
        self, operation: Operation, documented: Response, preferences: Preferences, accept: str
    ) -> SerializedBody | None:
        if not documented.content:
            return None
        offers = _media_types_with_example(documented.content, preferences.example)
        chosen = negotiate_media_type(offers, accept)
        if chosen is None:
            raise UnavailableResponseError(_not_acceptable(operation, offers))
        media, name = chosen
        try:
            result = select_body(
                media, self._validator, media_type=name, example=preferences.example
            )
        except UnknownExampleError as error:
            raise UnavailableResponseError(
                _no_example(operation, preferences, error.available)
            ) from None
        return result.body if result else SerializedBody(b"", name)


_MAX_CACHED = 2_000


def select_response(operation: Operation, preferences: Preferences) -> tuple[int, Response | None]:
    """Return the status and the documentation of the response.

    Without a preference it is the first success that the document names.
    """
    if preferences.code is not None:
        documented = documented_response(operation.responses, preferences.code)
        if documented is None:
            raise UnavailableResponseError(_no_status(operation, preferences.code))
        return preferences.code, documented
    return expected_response(operation.responses)


def _media_types_with_example(
    content: Sequence[MediaType], example: str | None
) -> Sequence[MediaType]:
    """Return the media types of a response; if an example is requested, those that have it."""
    if example is None:
        return content
    having = [media for media in content if any(each.name == example for each in media.examples)]
    return having or content


def _no_status(operation: Operation, code: int) -> MockResponse:
    known = ", ".join(documented.status for documented in operation.responses) or "none"
    return problem_response(
        HTTPStatus.BAD_REQUEST,
        "no_such_status",
        f"{operation.key} documents no status {code}; it documents: {known}.",
        operation=operation.key,
    )


def _no_example(
    operation: Operation, preferences: Preferences, known: Sequence[str]
) -> MockResponse:
    names = ", ".join(known) or "none with a name"
    return problem_response(
        HTTPStatus.BAD_REQUEST,
        "no_such_example",
        f'{operation.key} has no example "{preferences.example}" for this response; '
        f"it has: {names}.",
        operation=operation.key,
    )


def _not_acceptable(operation: Operation, offers: Sequence[MediaType]) -> MockResponse:
    names = ", ".join(media.name for media in offers)
    return problem_response(
        HTTPStatus.NOT_ACCEPTABLE,
        "not_acceptable",
        f"{operation.key} responds with {names}, none of which the request accepts.",
        operation=operation.key,
    )
