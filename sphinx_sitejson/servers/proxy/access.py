"""Origins whose pages may use the proxy, and base URLs that it forwards to."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import unquote

from sphinx_sitejson.common.network.urls import (
    HttpUrl,
    InvalidUrlError,
    display_url,
    parse_http_url,
    parse_ip_address,
    strip_credentials,
)

from .conversation import Conversation, Headers, is_token
from .limits import ProxyError, bad_request

_PREFLIGHT_SECONDS = b"600"
_SCRIPT_FETCH_MODES = frozenset({"cors", "same-origin"})


class SiteOrigins:
    """The origins of some URLs; raises InvalidUrlError for an invalid one."""

    def __init__(self, urls: Iterable[str]) -> None:
        targets = [parse_http_url(url) for url in urls]
        self.allowed = {target.origin for target in targets}
        self._hosts = {target.host for target in targets}

    def check(self, conversation: Conversation) -> None:
        """Raise ProxyError for a request that does not come from a script of the site.

        Programs other than browsers send no origin; they are allowed.
        """
        origin = conversation.header(b"origin")
        mode = conversation.header(b"sec-fetch-mode")
        if mode is not None and mode not in _SCRIPT_FETCH_MODES:
            raise _refused("The proxy responds only to scripts of the site.")
        if origin is not None:
            if origin not in self.allowed:
                raise _refused(
                    "Pages from this origin may not use the proxy; its owner can allow them."
                )
        elif not self._is_trusted_host(conversation.header(b"host") or ""):
            # Prevents DNS rebinding: a page could point its host name at this machine.
            raise _refused("The proxy does not accept this host name without an Origin header.")

    def headers_for(self, conversation: Conversation) -> Headers:
        """Return the CORS headers that let the requesting page read the response."""
        origin = conversation.header(b"origin")
        if origin is None or origin not in self.allowed:
            return [(b"vary", b"origin")]
        return [(b"vary", b"origin"), (b"access-control-allow-origin", origin.encode("latin-1"))]

    def preflight_headers(self, conversation: Conversation) -> Headers:
        """Return the headers of the response to a preflight request."""
        method, requested = (
            (conversation.header(b"access-control-request-" + name) or "").encode("latin-1")
            for name in (b"method", b"headers")
        )
        names = [name.strip() for name in requested.split(b",")]
        headers = [
            *self.headers_for(conversation),
            (b"access-control-allow-methods", method if is_token(method) else b"GET"),
            (b"access-control-allow-headers", b", ".join(name for name in names if is_token(name))),
            (b"access-control-max-age", _PREFLIGHT_SECONDS),
        ]
        if conversation.header(b"access-control-request-private-network") == "true":
            headers.append((b"access-control-allow-private-network", b"true"))
        return headers

    def _is_trusted_host(self, host_header: str) -> bool:
        try:
            host = parse_http_url(f"http://{host_header}/").host
        except InvalidUrlError:
            return False
        is_address = parse_ip_address(host) is not None
        return is_address or host == "localhost" or host in self._hosts


def is_preflight(conversation: Conversation) -> bool:
    """Whether a request is a CORS preflight request."""
    return (
        conversation.method == "OPTIONS"
        and conversation.header(b"origin") is not None
        and conversation.header(b"access-control-request-method") is not None
    )


def requested_url(conversation: Conversation) -> str:
    """Return the URL in the query, which must not contain anything else."""
    name, _, value = conversation.query.partition(b"=")
    if name != b"url" or b"&" in value or not value:
        raise bad_request('Pass the whole URL, percent-encoded, in the single parameter "url".')
    try:
        return unquote(value.decode("ascii"), errors="strict")
    except UnicodeError:
        raise bad_request("The URL is not encoded as UTF-8.") from None


def _refused(message: str) -> ProxyError:
    return ProxyError(HTTPStatus.FORBIDDEN, "origin_refused", message)


def normalize_base_urls(bases: Iterable[HttpUrl]) -> tuple[HttpUrl, ...]:
    """Return base URLs without query and trailing slash, each once."""
    plain = (replace(base, path=base.path.rstrip("/"), query=None) for base in bases)
    return tuple(dict.fromkeys(plain))


def find_base_url(bases: Iterable[HttpUrl], target: HttpUrl) -> HttpUrl | None:
    """Return the longest base URL that contains a URL; None if there is none."""
    candidates = (
        base
        for base in bases
        if base.origin == target.origin
        and (target.path == base.path or target.path.startswith(f"{base.path}/"))
    )
    return max(candidates, key=lambda base: len(base.path), default=None)


def parse_base_urls(urls: Iterable[str]) -> tuple[HttpUrl, ...]:
    """Parse the base URLs; report and skip invalid ones."""
    targets = []
    for url in urls:
        try:
            plain = strip_credentials(url.strip())
            if plain != url.strip():
                print(f"{plain}: the user name and password were removed.", file=sys.stderr)
            targets.append(parse_http_url(plain))
        except InvalidUrlError as error:
            displayed = display_url(url)
            print(f"The base URL {displayed[:80]!r} was ignored: {error}", file=sys.stderr)
    return normalize_base_urls(targets)
