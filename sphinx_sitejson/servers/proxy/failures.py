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
    """A request that is not forwarded; the sentence never repeats what the reader sent."""

    def __init__(
        self, status: HTTPStatus, code: FailureCode, sentence: str, *, retry_after: int = 0
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.retry_after = retry_after

    def body(self) -> bytes:
        """Write the reason as a problem document (RFC 9457)."""
        problem = {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.sentence,
            "code": self.code,
        }
        return json.dumps(problem).encode()


def bad_request(sentence: str) -> ProxyError:
    """Return the answer to a request that cannot be understood."""
    return ProxyError(HTTPStatus.BAD_REQUEST, "bad_request", sentence)
