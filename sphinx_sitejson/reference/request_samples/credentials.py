"""Placeholders for the credentials that a request needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.openapi.model import Operation, SecurityScheme

from .request import BasicAuth, Pairs

TOKEN = "<token>"
API_KEY = "<api-key>"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteAuth:
    """The authentication method in the settings."""

    method: Literal["bearer", "basic", "key"]
    name: str = ""
    """The header of an API key, or the labels of ``username:password`` for basic authentication."""
    prefix: str = ""
    """The prefix of the token or key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Credentials as parts of a request."""

    headers: Pairs = ()
    query: Pairs = ()
    cookies: Pairs = ()
    basic_auth: BasicAuth | None = None

    @property
    def all_headers(self) -> Pairs:
        """All but the query as headers, such as those of the handshake of a WebSocket."""
        basic = (("Authorization", "Basic <credentials>"),) if self.basic_auth else ()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies)
        return (*self.headers, *basic, *((("Cookie", cookies),) if cookies else ()))


def placeholder_credentials(operation: Operation, site_auth: SiteAuth | None = None) -> Credentials:
    """Return placeholders for credentials, by the settings or the document.

    Of the document's alternatives it is the first without a cookie, which a page can send, too.
    An operation that the document makes public explicitly stays public.
    """
    if operation.security == ():
        return Credentials()
    if site_auth is not None:
        return _site_credentials(site_auth)
    alternatives = operation.security or ((),)
    alternative = next(
        (each for each in alternatives if all(use.scheme.location != "cookie" for use in each)),
        alternatives[0],
    )
    found = [_scheme_credentials(use.scheme) for use in alternative]
    return Credentials(
        # Two schemes may use the same token; the header is sent once.
        headers=tuple(dict.fromkeys(pair for each in found for pair in each.headers)),
        query=tuple(pair for each in found for pair in each.query),
        cookies=tuple(pair for each in found for pair in each.cookies),
        basic_auth=next((each.basic_auth for each in found if each.basic_auth), None),
    )


def _site_credentials(auth: SiteAuth) -> Credentials:
    if auth.method == "bearer":
        # A prefix that names the scheme itself is not to be named twice.
        scheme = "" if auth.prefix.lower().startswith("bearer ") else "Bearer "
        return Credentials(headers=(("Authorization", f"{scheme}{auth.prefix}{TOKEN}"),))
    if auth.method == "key":
        return Credentials(headers=((auth.name or "X-API-Key", f"{auth.prefix}{API_KEY}"),))
    username, _, password = auth.name.partition(":")
    return Credentials(
        basic_auth=BasicAuth(
            username=f"<{username or 'username'}>", password=f"<{password or 'password'}>"
        )
    )


def _scheme_credentials(scheme: SecurityScheme) -> Credentials:
    if scheme.type == "apiKey":
        pairs = ((scheme.parameter_name, API_KEY),) if scheme.parameter_name else ()
        if scheme.location == "query":
            return Credentials(query=pairs)
        return (
            Credentials(cookies=pairs)
            if scheme.location == "cookie"
            else Credentials(headers=pairs)
        )
    if scheme.type in ("oauth2", "openIdConnect"):
        return Credentials(headers=(("Authorization", f"Bearer {TOKEN}"),))
    if scheme.type == "http" and scheme.scheme == "basic":
        return Credentials(basic_auth=BasicAuth())
    if scheme.type == "http" and scheme.scheme == "digest":
        return Credentials(basic_auth=BasicAuth(scheme="digest"))
    if scheme.type == "http" and scheme.scheme == "bearer":
        return Credentials(headers=(("Authorization", f"Bearer {TOKEN}"),))
    if scheme.type == "http" and scheme.scheme:
        return Credentials(headers=(("Authorization", f"{scheme.scheme.title()} <credentials>"),))
    return Credentials()
