"""Send one request to the API and read its complete response."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sphinx_sitejson.common.network.connections import (
    RESPONSE_ERRORS,
    Deadline,
    check_reach,
    decode_content,
    describe_response_error,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import RefusedError, UnreachableError
from sphinx_sitejson.servers.http_messages.parameters import decode_header

from .requests import PreparedRequest

_HEADERS = (
    ("User-Agent", "sitejson-verify"),
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "close"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedResponse:
    """A response of the API."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case."""
    body: bytes
    seconds: float

    def header(self, name: str) -> str:
        """Return the first value of a header; empty if there is none."""
        return next((value for key, value in self.headers if key == name), "")


class NoResponseError(Exception):
    """Raised if there is no complete response; the message gives the reason.

    :param is_broken: whether the API was reachable and its response malformed.
    """

    def __init__(self, reason: str, *, is_broken: bool) -> None:
        super().__init__(reason)
        self.is_broken = is_broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends requests within limits; does not follow redirects, since they are responses, too."""

    seconds: float = 30
    max_bytes: int = 20_000_000

    def send(self, request: PreparedRequest) -> ReceivedResponse:
        """Send a request; raise NoResponseError if there is no complete response."""
        started = time.monotonic()
        deadline = Deadline.after(self.seconds)
        try:
            route = resolve_route(request.target)
            # The user named the host; cloud metadata services are never contacted.
            check_reach(route.reach, allow_private=True)
        except (RefusedError, UnreachableError) as error:
            raise NoResponseError(str(error), is_broken=False) from None
        try:
            connection, response = send_request(
                request.target,
                route=route,
                headers=_encode_headers((*_HEADERS, *request.headers)),
                deadline=deadline,
                method=request.method,
                body=request.body,
            )
        except RESPONSE_ERRORS as error:
            reason = describe_response_error(error, self.seconds)
            raise NoResponseError(reason, is_broken=not _is_unreachable(error)) from None
        except ValueError:
            # Its message repeats the header that the library refuses to send.
            raise NoResponseError("the request cannot be sent", is_broken=False) from None
        try:
            body = b"".join(decode_content(response, self.max_bytes))
            return ReceivedResponse(
                status=response.status,
                headers=tuple(
                    (name.lower(), decode_header(value).strip())
                    for name, value in response.getheaders()
                ),
                body=body,
                seconds=time.monotonic() - started,
            )
        except RESPONSE_ERRORS as error:
            raise NoResponseError(
                describe_response_error(error, self.seconds), is_broken=True
            ) from None
        finally:
            response.close()
            connection.close()


def _encode_headers(headers: tuple[tuple[str, str], ...]) -> dict[str, str | bytes]:
    """Return each header once, whatever the case of its name; of several the last."""
    last = {name.lower(): (name, value) for name, value in headers}
    if "host" in last:
        # The name that the connection itself would use.
        last["host"] = ("Host", last["host"][1])
    return {name: value.encode("utf-8", "surrogateescape") for name, value in last.values()}


def _is_unreachable(error: Exception) -> bool:
    return isinstance(error, ConnectionRefusedError | TimeoutError)
