"""Requests and responses of the mock, its problem details (RFC 9457) and its CORS headers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.common.network.urls import BadUrlError, read_http_address
from sphinx_sitejson.servers.http_messages.validation import Fault

Headers = tuple[tuple[str, str], ...]

ANSWERED_BY = "X-Sitejson-Answered-By"
"""Says who answered: "mock", "page" or "proxy"; an API itself does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MockRequest:
    """A whole request."""

    method: str
    path: str
    """As it stands in the first line, not decoded, without the query."""
    query: str = ""
    headers: Headers = ()
    """Names in lower case."""
    body: bytes = b""
    origin: str | None = None
    """Scheme, host and port that the request is meant for, when they are not the mock's own."""

    def values(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value for key, value in self.headers if key == name]

    def header(self, name: str) -> str:
        """Return the values of a header as one list; empty when there is none."""
        return ", ".join(self.values(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class MockAnswer:
    """A whole answer."""

    status: int
    headers: Headers = ()
    body: bytes = b""
    operation: str = ""
    """The operation that answered, for the log."""

    @property
    def has_body(self) -> bool:
        """Whether HTTP lets an answer of this status have a body."""
        return self.status >= 200 and self.status not in (204, 205, 304)

    def with_headers(self, *headers: tuple[str, str]) -> MockAnswer:
        """Return the answer with further headers."""
        return replace(self, headers=(*self.headers, *headers))


MOST_FAULTS = 50
PROBLEM_TYPE = "application/problem+json"


def problem_answer(
    status: HTTPStatus,
    code: str,
    detail: str,
    *,
    faults: Sequence[Fault] = (),
    headers: Headers = (),
    operation: str = "",
) -> MockAnswer:
    """Return an answer that says what is wrong.

    :param code: one word for programs, which stays the same when the sentence changes.
    """
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "code": code,
    }
    if faults:
        problem["errors"] = [fault.as_json() for fault in faults[:MOST_FAULTS]]
    body = json.dumps(problem, indent=2, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    return MockAnswer(
        status=status.value,
        headers=(("Content-Type", PROBLEM_TYPE), *headers),
        body=body,
        operation=operation,
    )


_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_SECONDS = "600"


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """Pages of this machine, and those that the owner names; ``*`` means all pages."""

    named: frozenset[str] = frozenset()

    def allows(self, origin: str) -> bool:
        """Tell whether pages of an origin may read answers."""
        if "*" in self.named or origin in self.named:
            return True
        try:
            return read_http_address(f"{origin}/").host in _OWN_HOSTS
        except BadUrlError:
            return False

    def headers_for(self, request: MockRequest) -> Headers:
        """Return what lets the asking page read the answer."""
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

    def preflight(self, request: MockRequest) -> MockAnswer | None:
        """Return the answer to a browser that asks beforehand; None for any other request."""
        method = request.header("access-control-request-method")
        if request.method != "OPTIONS" or not request.header("origin") or not method:
            return None
        headers = [
            ("Access-Control-Allow-Methods", method),
            ("Access-Control-Allow-Headers", request.header("access-control-request-headers")),
            ("Access-Control-Max-Age", _SECONDS),
        ]
        if request.header("access-control-request-private-network") == "true":
            headers.append(("Access-Control-Allow-Private-Network", "true"))
        is_allowed = self.allows(request.header("origin"))
        return MockAnswer(status=204, headers=tuple(headers) if is_allowed else ())
