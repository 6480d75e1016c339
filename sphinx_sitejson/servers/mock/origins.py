"""Whose pages may read the answers of a mock that stands on its own."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_sitejson.common.network.http_urls import BadUrlError, read_http_address

from .exchange import Headers, MockAnswer, MockRequest

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
