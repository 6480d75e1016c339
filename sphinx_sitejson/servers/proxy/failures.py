"""Why the proxy does not forward a request, as a problem document (RFC 9457)."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Literal

FailureCode = Literal[
    "bad_request",
    "not_declared",
    "private_address",
    "origin_refused",
    "method_refused",
    "header_refused",
    "too_large",
    "too_slow",
    "busy",
    "unreachable",
    "not_found",
]


class ProxyError(Exception):
    """Raised if a request is not forwarded; the message never contains data of the reader."""

    def __init__(
        self, status: HTTPStatus, code: FailureCode, message: str, *, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = retry_after

    def body(self) -> bytes:
        """Return the problem document (RFC 9457)."""
        problem = {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.message,
            "code": self.code,
        }
        return json.dumps(problem).encode()


def bad_request(message: str) -> ProxyError:
    """Return the error of a malformed request."""
    return ProxyError(HTTPStatus.BAD_REQUEST, "bad_request", message)
