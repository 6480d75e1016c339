"""A request as the mock sees it, and its answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
