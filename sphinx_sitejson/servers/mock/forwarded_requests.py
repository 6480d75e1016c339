"""An ASGI application for requests that pages send to the mock as they would to the proxy.

A page requests ``?url=URL`` and passes headers that a browser does not let it set with a prefix.
The response has the status and the headers under names that browsers do not act on. That way the
playground uses one protocol for a mock, a preview and a proxy.
"""

from __future__ import annotations

from urllib.parse import unquote

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.servers.http_messages.parameters import decode_header
from sphinx_sitejson.servers.proxy.access import SiteOrigins, is_preflight
from sphinx_sitejson.servers.proxy.conversation import (
    ClientDisconnectedError,
    Conversation,
    Receive,
    Scope,
    Send,
)
from sphinx_sitejson.servers.proxy.failures import ProxyError, bad_request
from sphinx_sitejson.servers.proxy.headers import (
    ANSWERED_BY,
    SECURITY_HEADERS,
    STATUS,
    Headers,
    returned_headers,
    safe_status,
    upstream_headers,
)
from sphinx_sitejson.servers.proxy.limits import Limits

from .exchange import MockRequest, MockResponse
from .mock_api import Mock


class ForwardedMock:
    """An ASGI application that responds from documents to requests a proxy would forward."""

    def __init__(self, mock: Mock, origins: SiteOrigins, limits: Limits) -> None:
        self._mock = mock
        self._origins = origins
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        conversation = Conversation(scope, receive, send, self._limits)
        try:
            await self._respond(conversation)
        except ProxyError as error:
            headers = [
                *self._proxy_headers(conversation),
                (b"content-type", b"application/problem+json"),
            ]
            await conversation.respond(error.status, headers, error.body())
        except ClientDisconnectedError:
            return

    async def _respond(self, conversation: Conversation) -> None:
        self._origins.check(conversation)
        if is_preflight(conversation):
            await conversation.respond(200, self._origins.preflight_headers(conversation))
            return
        body = b"".join([part async for part in conversation.body()])
        response = self._mock.respond(_request(conversation, body))
        headers = [(name.encode(), _encode_header(value)) for name, value in response.headers]
        await conversation.respond(
            safe_status(response.status),
            [
                *self._proxy_headers(conversation),
                (STATUS, str(response.status).encode()),
                *returned_headers(headers),
            ],
            _body(response, conversation.method),
        )

    def _proxy_headers(self, conversation: Conversation) -> Headers:
        return [*SECURITY_HEADERS, *self._origins.headers_for(conversation), (ANSWERED_BY, b"mock")]


def _request(conversation: Conversation, body: bytes) -> MockRequest:
    name, _, value = conversation.query.partition(b"=")
    if name != b"url" or not value or b"&" in value:
        raise bad_request('Pass the whole URL, percent-encoded, in the single parameter "url".')
    try:
        target = parse_http_url(unquote(value.decode("ascii"), errors="strict"))
    except UnicodeError:
        raise bad_request("The URL is not encoded as UTF-8.") from None
    except InvalidUrlError as error:
        raise bad_request(f"The request is not answered: {error}") from None
    headers = upstream_headers(conversation.headers, host=target.host_header)
    return MockRequest(
        method=conversation.method,
        path=target.path,
        query=target.query or "",
        headers=tuple(
            (key.decode("latin-1"), decode_header(value.decode("latin-1")))
            for key, value in headers
        ),
        body=body,
        origin=target.origin,
    )


def _encode_header(value: str) -> bytes:
    return value.encode("utf-8", "replace")


def _body(response: MockResponse, method: str) -> bytes:
    is_bodiless = method == "HEAD" or not response.has_body
    return b"" if is_bodiless else response.body
