"""Whether a request has the credentials that an operation asks for.

Their presence counts and not their value: the mock knows nobody.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.openapi.model import Operation, SecurityAlternative, SecurityScheme
from sphinx_sitejson.reference.request_samples.credentials import SiteAuth
from sphinx_sitejson.servers.http_messages.parameters import ReceivedTexts, decoded_query_part


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is not let in."""

    detail: str
    challenges: tuple[str, ...]
    """For ``WWW-Authenticate``."""


def refusal_of(
    operation: Operation, texts: ReceivedTexts, *, site_auth: SiteAuth | None, realm: str
) -> Refusal | None:
    """Return why a request is refused; None for one that has all credentials."""
    alternatives = _alternatives(operation, site_auth)
    if not alternatives or any(_is_met(each, texts) for each in alternatives):
        return None
    ways = [" and ".join(_scheme_text(scheme) for scheme in each) for each in alternatives]
    schemes = [scheme for each in alternatives for scheme in each]
    return Refusal(
        detail=f"The request needs {', or '.join(dict.fromkeys(ways))}. Any value is accepted.",
        challenges=tuple(dict.fromkeys(_challenge(scheme, realm) for scheme in schemes)),
    )


def _alternatives(
    operation: Operation, site_auth: SiteAuth | None
) -> tuple[tuple[SecurityScheme, ...], ...]:
    if operation.security == ():
        return ()
    if site_auth is not None:
        return ((_of_site(site_auth),),)
    return tuple(_schemes(each) for each in operation.security or ())


def _schemes(alternative: SecurityAlternative) -> tuple[SecurityScheme, ...]:
    return tuple(use.scheme for use in alternative)


def _of_site(auth: SiteAuth) -> SecurityScheme:
    if auth.method == "key":
        name = auth.name or "X-API-Key"
        return SecurityScheme(name=name, type="apiKey", location="header", parameter_name=name)
    return SecurityScheme(name=auth.name, type="http", scheme=auth.method)


def _is_met(schemes: tuple[SecurityScheme, ...], texts: ReceivedTexts) -> bool:
    return all(_is_there(scheme, texts) for scheme in schemes)


def _is_there(scheme: SecurityScheme, texts: ReceivedTexts) -> bool:
    if scheme.type == "apiKey":
        return any(_key_values(scheme, texts))
    word = _authorization_word(scheme)
    # A certificate of the client, and schemes that the document does not describe, are not seen.
    if not word:
        return True
    given, _, credentials = (texts.header("authorization") or "").strip().partition(" ")
    if given.lower() != word.lower() or not credentials.strip():
        return False
    return word != "Basic" or _is_basic(credentials.strip())


def _key_values(scheme: SecurityScheme, texts: ReceivedTexts) -> Iterator[str]:
    name = scheme.parameter_name
    if scheme.location == "query":
        yield from (decoded_query_part(value) for key, value in texts.pairs if key == name)
    elif scheme.location == "cookie":
        yield from (value for key, value in texts.cookies if key == name)
    else:
        yield (texts.header(name) or "").strip()


def _authorization_word(scheme: SecurityScheme) -> str:
    if scheme.type in ("oauth2", "openIdConnect"):
        return "Bearer"
    return scheme.scheme.title() if scheme.type == "http" else ""


def _is_basic(credentials: str) -> bool:
    try:
        return b":" in base64.b64decode(credentials, validate=True)
    except (binascii.Error, ValueError):
        return False


def _scheme_text(scheme: SecurityScheme) -> str:
    if scheme.type == "apiKey":
        place = {"query": "query parameter", "cookie": "cookie"}.get(scheme.location, "header")
        return f'a key in the {place} "{scheme.parameter_name}"'
    word = _authorization_word(scheme)
    kind = {"Bearer": "a token", "Basic": "a user name and a password"}.get(word, "credentials")
    return f'{kind} in the header "Authorization: {word} …"'


def _challenge(scheme: SecurityScheme, realm: str) -> str:
    word = _authorization_word(scheme) or "ApiKey"
    safe = "".join(char for char in realm if char.isascii() and char.isprintable())
    quoted = safe.replace("\\", "").replace('"', "'")[:100]
    return f'{word} realm="{quoted or "API"}"'
