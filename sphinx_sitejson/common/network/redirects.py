"""Where an answer may lead on to."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urljoin

from .credentials import without_credentials
from .failures import RefusedError, UnreachableError
from .http_urls import BadUrlError, HttpAddress, read_http_address

REDIRECTS = (301, 302, 303, 307, 308)
MOST_REDIRECTS = 5


def redirected(target: HttpAddress, location: str | None) -> HttpAddress:
    """Return where a server sends on to; its word on who should ask is not taken."""
    if not location:
        raise UnreachableError("the server redirects without a URL")
    try:
        url = without_credentials(urljoin(target.url, location.strip()))
        following = read_http_address(url)
    except BadUrlError:
        if not url.lower().startswith(("http://", "https://")):
            raise RefusedError("the server redirects to a URL that is not http(s).") from None
        raise _not_understood() from None
    except ValueError:
        raise _not_understood() from None
    if following.scheme == "http" and target.scheme == "https":
        raise RefusedError("the server redirects from https to http.")
    return following


def may_be_private(target: HttpAddress, allowed: Collection[str]) -> bool:
    """Tell whether a host may have a private address, by the origins that the owner names.

    One allowed host does not open its network: each is allowed by itself. That a server sends on
    from http to https does not make it another one.
    """
    is_secure = target.scheme == "https" and target.port == 443
    return target.origin in allowed or (is_secure and f"http://{target.host_header}" in allowed)


def _not_understood() -> UnreachableError:
    return UnreachableError("the server redirects to an invalid URL")
