"""An ASGI application for requests that pages send to the mock as they would to the proxy.

A page requests ``?url=URL`` and passes headers that a browser does not let it set with a prefix.
The response has the status and the headers under names that browsers do not act on. That way the
playground uses one protocol for a mock, a preview and a proxy.
"""

from __future__ import annotations

from urllib.parse import unquote

from sphinx_sitejson.common.network.urls import BadUrlError, read_http_address
from sphinx_sitejson.servers.proxy.access import Origins, is_preflight
from sphinx_sitejson.servers.proxy.conversation import (
    ClientGoneError,
    Conversation,
    Receive,
    Scope,
    Send,
)
from sphinx_sitejson.servers.proxy.failures import ProxyError, bad_request
from sphinx_sitejson.servers.proxy.headers import (
    ANSWERED_BY,
    SAFETY,
    STATUS,
    Headers,
    returned_headers,
    shown_status,
    upstream_headers,
)
from sphinx_sitejson.servers.proxy.limits import Limits

from .exchange import MockAnswer, MockRequest
from .mock_api import Mock


class ForwardedMock:
    """An ASGI application that answers from documents what a proxy would forward."""

    def __init__(self, mock: Mock, origins: Origins, limits: Limits) -> None:
        self._mock = mock
        self._origins = origins
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        conversation = Conversation(scope, receive, send, self._limits)
        try:
            await self._answer(conversation)
        except ProxyError as error:
            headers = [*self._own(conversation), (b"content-type", b"application/problem+json")]
            await conversation.answer(error.status, headers, error.body())
        except ClientGoneError:
            return

    async def _answer(self, conversation: Conversation) -> None:
        self._origins.check(conversation)
        if is_preflight(conversation):
            await conversation.answer(200, self._origins.preflight_headers(conversation))
            return
        body = b"".join([part async for part in conversation.body()])
        answer = self._mock.answer(_request(conversation, body))
        headers = [(name.encode(), _bytes(value)) for name, value in answer.headers]
        await conversation.answer(
            shown_status(answer.status),
            [
                *self._own(conversation),
                (STATUS, str(answer.status).encode()),
                *returned_headers(headers),
            ],
            _body(answer, conversation.method),
        )

    def _own(self, conversation: Conversation) -> Headers:
        return [*SAFETY, *self._origins.headers_for(conversation), (ANSWERED_BY, b"mock")]


def _request(conversation: Conversation, body: bytes) -> MockRequest:
    name, _, value = conversation.query.partition(b"=")
    if name != b"url" or not value or b"&" in value:
        raise bad_request('Pass the whole URL, percent-encoded, in the single parameter "url".')
    try:
        target = read_http_address(unquote(value.decode("ascii"), errors="strict"))
    except UnicodeError:
        raise bad_request("The URL is not encoded as UTF-8.") from None
    except BadUrlError as error:
        raise bad_request(f"The request is not answered: {error}") from None
    headers = upstream_headers(conversation.headers, host=target.host_header)
    return MockRequest(
        method=conversation.method,
        path=target.path,
        query=target.query or "",
        headers=tuple((key.decode("latin-1"), _text(value)) for key, value in headers),
        body=body,
        origin=target.origin,
    )


def _text(value: bytes) -> str:
    """Read a header as the UTF-8 that pages send, else as what HTTP once meant."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _bytes(value: str) -> bytes:
    return value.encode("utf-8", "replace")


def _body(answer: MockAnswer, method: str) -> bytes:
    is_bodiless = method == "HEAD" or not answer.has_body
    return b"" if is_bodiless else answer.body
