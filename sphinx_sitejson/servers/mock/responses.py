"""Requests as the mock reads them, and the documented response that it chooses.

Clients can ask for a status or a named example in ``Prefer`` (RFC 7240).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.example_values import (
    UnknownExampleError,
    response_headers,
    select_body,
)
from sphinx_sitejson.http_messages.media_types import (
    LIST_ENTRY,
    PARAMETER_ENTRY,
    TOKEN,
    documented_response,
    expected_response,
    negotiate_media_type,
    parse_parameters,
)
from sphinx_sitejson.http_messages.serialization import SerializedBody
from sphinx_sitejson.http_messages.validation import SchemaValidator, ValidationIssue
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, Response

Headers = tuple[tuple[str, str], ...]

ANSWERED_BY = "X-Sitejson-Answered-By"
"""Header of simulated and proxied responses: "mock", "page" or "proxy"."""
UNCHECKED = "X-Sitejson-Unchecked"
"""Header that names the parts of a request that were too complex to check."""


@record
class MockRequest:
    """A request as the mock receives it."""

    method: str
    path: str
    """The path of the request target, not decoded, without the query."""
    query: str = ""
    headers: Headers = ()
    """Names in lower case."""
    body: bytes = b""
    origin: str | None = None
    """The origin of the API of a forwarded request; empty for that of its page."""

    def header(self, name: str) -> str:
        """Return the values of a header, joined with commas; empty if there is none."""
        return ", ".join(value for key, value in self.headers if key == name)


@record
class MockResponse:
    status: int
    headers: Headers = ()
    body: bytes = b""
    operation: str = ""
    """The operation that responded, for the log."""

    @property
    def has_body(self) -> bool:
        """Whether a response of this status may have a body (RFC 9110, section 6.4.1)."""
        return self.status >= 200 and self.status not in (204, 205, 304)

    def with_headers(self, *headers: tuple[str, str]) -> MockResponse:
        """Return the response with additional headers."""
        return replace(self, headers=(*self.headers, *headers))


MAX_ISSUES = 50
MAX_CACHED_RESPONSES = 2_000
PROBLEM_TYPE = "application/problem+json"


def problem_response(
    status: HTTPStatus,
    code: str,
    detail: str,
    *,
    issues: Sequence[ValidationIssue] = (),
    headers: Headers = (),
) -> MockResponse:
    """Return an error response with a problem document.

    :param code: an identifier for programs, which stays the same if the text changes.
    """
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "code": code,
    }
    if issues:
        problem["errors"] = [issue.as_json() for issue in issues[:MAX_ISSUES]]
    body = json.dumps(problem, indent=2, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    return MockResponse(
        status=status.value,
        headers=(("Content-Type", PROBLEM_TYPE), *headers),
        body=body,
    )


_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_PREFLIGHT_SECONDS = "600"


@dataclass(frozen=True)
class AllowedOrigins:
    """Origins of this machine and those of the options; ``*`` allows all."""

    named: frozenset[str]

    def allows(self, origin: str) -> bool:
        """Whether pages of an origin may read responses."""
        if "*" in self.named or origin in self.named:
            return True
        try:
            return parse_http_url(f"{origin}/").host in _LOCAL_HOSTS
        except InvalidUrlError:
            return False

    def headers_for(self, request: MockRequest) -> Headers:
        """Return the CORS headers that let the requesting page read the response."""
        origin = request.header("origin")
        if not origin:
            return ()
        if not self.allows(origin):
            return (("Vary", "Origin"),)
        return (
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", "*"),
            ("Vary", "Origin"),
        )

    def preflight(self, request: MockRequest) -> MockResponse | None:
        """Return the response to a CORS preflight request; None for any other request."""
        method = request.header("access-control-request-method")
        if request.method != "OPTIONS" or not request.header("origin") or not method:
            return None
        headers = [
            ("Access-Control-Allow-Methods", method),
            ("Access-Control-Allow-Headers", request.header("access-control-request-headers")),
            ("Access-Control-Max-Age", _PREFLIGHT_SECONDS),
        ]
        if request.header("access-control-request-private-network") == "true":
            headers.append(("Access-Control-Allow-Private-Network", "true"))
        is_allowed = self.allows(request.header("origin"))
        return MockResponse(status=204, headers=tuple(headers) if is_allowed else ())


@record
class Preferences:
    """The response that a client asks for."""

    code: int | None
    example: str | None

    @property
    def applied(self) -> str:
        """The value of ``Preference-Applied`` (RFC 7240, section 3)."""
        parts = [] if self.code is None else [f"code={self.code}"]
        if self.example is not None:
            is_token = TOKEN.fullmatch(self.example)
            plain = self.example.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f"example={self.example}" if is_token else f'example="{plain}"')
        return ", ".join(parts)


class MockError(Exception):
    """Raised where no documented response can be sent; takes what `problem_response` takes."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__()
        self.response = problem_response(*arguments, **options)


def parse_preferences(request: MockRequest) -> Preferences:
    """Parse all values of ``Prefer``: ``code=404`` or ``example=cats``; others are ignored."""
    result: dict[str, str] = {}
    entries = LIST_ENTRY.findall(request.header("prefer"))
    for name, value in parse_parameters(
        each for entry in entries for each in PARAMETER_ENTRY.findall(entry)
    ):
        # The first of two equal preferences applies (RFC 7240, section 2).
        result.setdefault(name, value)
    code = result.get("code")
    if code is not None and not re.fullmatch(r"[2-5][0-9][0-9]", code):
        raise MockError(
            HTTPStatus.BAD_REQUEST,
            "bad_preference",
            '"Prefer: code=…" names a status from 200 to 599, such as "Prefer: code=404".',
        )
    return Preferences(code=None if code is None else int(code), example=result.get("example"))


class DocumentedResponses:
    """Creates and caches the responses of one document."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._operations = document.operations_by_key
        self._validator = SchemaValidator(document, "response")
        self.respond = lru_cache(maxsize=MAX_CACHED_RESPONSES)(self._respond)
        """Return the documented response of an operation; raise MockError if there is none."""

    def _respond(self, key: str, preferences: Preferences, accept: str) -> MockResponse:
        operation = self._operations[key]
        status, documented = select_response(operation, preferences)
        headers = list(response_headers(documented, self._validator)) if documented else []
        response = MockResponse(status=status, headers=tuple(headers))
        body = self._body(operation, documented, preferences, accept) if documented else None
        if body is None or not response.has_body:
            return response
        headers.insert(0, ("Content-Type", body.media_type))
        return replace(response, headers=tuple(headers), body=body.content)

    def _body(
        self, operation: Operation, documented: Response, preferences: Preferences, accept: str
    ) -> SerializedBody | None:
        if not documented.content:
            return None
        having = [
            media
            for media in documented.content
            if any(each.name == preferences.example for each in media.examples)
        ]
        offers = having or documented.content
        chosen = negotiate_media_type(offers, accept)
        if chosen is None:
            names = ", ".join(media.name for media in offers)
            detail = f"{operation.key} responds with {names}, none of which the request accepts."
            status = HTTPStatus.NOT_ACCEPTABLE
            raise MockError(status, "not_acceptable", detail)
        media, name = chosen
        try:
            result = select_body(
                media, self._validator, media_type=name, example=preferences.example
            )
        except UnknownExampleError as error:
            names = ", ".join(error.args) or "none with a name"
            detail = (
                f'{operation.key} has no example "{preferences.example}" for this response; '
                f"it has: {names}."
            )
            status = HTTPStatus.BAD_REQUEST
            raise MockError(status, "no_such_example", detail) from None
        return result.body if result else SerializedBody(b"", name)


def select_response(operation: Operation, preferences: Preferences) -> tuple[int, Response | None]:
    """Return the status and the documentation of the response.

    Without a preference it is the first success that the document names.
    """
    if preferences.code is None:
        return expected_response(operation.responses)
    documented = documented_response(operation.responses, str(preferences.code))
    if documented is None:
        known = ", ".join(each.status for each in operation.responses) or "none"
        detail = f"{operation.key} documents no status {preferences.code}; it documents: {known}."
        raise MockError(HTTPStatus.BAD_REQUEST, "no_such_status", detail)
    return preferences.code, documented
