"""Requests and responses of the mock, its problem details (RFC 9457) and its CORS headers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.servers.http_messages.validation import ValidationIssue

Headers = tuple[tuple[str, str], ...]

ANSWERED_BY = "X-Sitejson-Answered-By"
"""Header of simulated and proxied responses: "mock", "page" or "proxy"."""
UNCHECKED = "X-Sitejson-Unchecked"
"""Header that names the parts of a request that were too complex to check."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """The origin of the API that the request was sent to, if it was forwarded to the mock."""

    def values(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value for key, value in self.headers if key == name]

    def header(self, name: str) -> str:
        """Return the values of a header, joined with commas; empty if there is none."""
        return ", ".join(self.values(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class MockResponse:
    """A response of the mock."""

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
PROBLEM_TYPE = "application/problem+json"


def problem_response(
    status: HTTPStatus,
    code: str,
    detail: str,
    *,
    issues: Sequence[ValidationIssue] = (),
    headers: Headers = (),
    operation: str = "",
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
        operation=operation,
    )


_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_PREFLIGHT_SECONDS = "600"


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """Origins of this machine and those of the options; ``*`` allows all."""

    named: frozenset[str] = frozenset()

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
