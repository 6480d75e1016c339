"""Send one request to the API and read its complete response."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sphinx_sitejson.common.network.connections import (
    NO_ANSWER,
    Deadline,
    ask,
    check_reach,
    decoded_content,
    route_to,
    why_no_answer,
)
from sphinx_sitejson.common.network.urls import RefusedError, UnreachableError

from .requests import PreparedRequest

_OWN_HEADERS = (
    ("User-Agent", "sitejson-verify"),
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "close"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedAnswer:
    """What the API answered."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case."""
    body: bytes
    seconds: float

    def header(self, name: str) -> str:
        """Return the first value of a header; empty when there is none."""
        return next((value for key, value in self.headers if key == name), "")


class NoAnswerError(Exception):
    """Why there is no whole answer, in a few words.

    :param is_broken: whether the API was there, and answered wrongly.
    """

    def __init__(self, reason: str, *, is_broken: bool) -> None:
        super().__init__(reason)
        self.is_broken = is_broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends requests within limits; follows no redirect, since that is an answer, too."""

    seconds: float = 30
    most_bytes: int = 20_000_000

    def send(self, request: PreparedRequest) -> ReceivedAnswer:
        """Send a request; raise NoAnswerError when there is no whole answer to it."""
        started = time.monotonic()
        deadline = Deadline.after(self.seconds)
        try:
            route = route_to(request.target)
            # The user named the host; cloud metadata services are never contacted.
            check_reach(route.reach, allow_private=True)
        except (RefusedError, UnreachableError) as error:
            raise NoAnswerError(str(error), is_broken=False) from None
        try:
            connection, response = ask(
                request.target,
                route=route,
                headers=_encoded((*_OWN_HEADERS, *request.headers)),
                deadline=deadline,
                method=request.method,
                body=request.body,
            )
        except NO_ANSWER as error:
            reason = why_no_answer(error, self.seconds)
            raise NoAnswerError(reason, is_broken=not _is_unreachable(error)) from None
        except ValueError:
            # Its message repeats the header that the library refuses to send.
            raise NoAnswerError("the request cannot be sent", is_broken=False) from None
        try:
            body = b"".join(decoded_content(response, self.most_bytes))
            return ReceivedAnswer(
                status=response.status,
                headers=tuple(
                    (name.lower(), _utf8(value).strip()) for name, value in response.getheaders()
                ),
                body=body,
                seconds=time.monotonic() - started,
            )
        except NO_ANSWER as error:
            raise NoAnswerError(why_no_answer(error, self.seconds), is_broken=True) from None
        finally:
            response.close()
            connection.close()


def _encoded(headers: tuple[tuple[str, str], ...]) -> dict[str, str | bytes]:
    """Return each header once, whatever the case of its name; of several the last."""
    last = {name.lower(): (name, value) for name, value in headers}
    if "host" in last:
        # The name that the connection itself would use.
        last["host"] = ("Host", last["host"][1])
    return {name: value.encode("utf-8", "surrogateescape") for name, value in last.values()}


def _is_unreachable(error: Exception) -> bool:
    return isinstance(error, ConnectionRefusedError | TimeoutError)


def _utf8(value: str) -> str:
    """Read a header as UTF-8 if it is, else as what HTTP once meant."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
