"""Credentials from the environment, and where they go in a request.

``SITEJSON_AUTH_<SCHEME>`` has those of a security scheme, its name in upper case and with ``_`` for
all but letters and digits; ``SITEJSON_AUTH`` has those of all schemes without a variable of their
own. For HTTP basic authentication the value is ``user:password``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_sitejson.openapi.model import Operation, SecurityScheme
from sphinx_sitejson.reference.request_samples.credentials import SiteAuth
from sphinx_sitejson.reference.request_samples.encoding import percent

VARIABLE = "SITEJSON_AUTH"


@dataclass(frozen=True, slots=True)
class Given:
    """What is added to a request."""

    headers: tuple[tuple[str, str], ...] = ()
    query: tuple[str, ...] = ()
    cookies: tuple[tuple[str, str], ...] = ()


class NoCredentialsError(LookupError):
    """No credentials for an operation; the message names the variables that would have them."""


def variable_of(scheme: SecurityScheme) -> str:
    """Return the variable for the credentials of a scheme."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", scheme.name).strip("_").upper()
    return f"{VARIABLE}_{name}" if name else VARIABLE


def given_credentials(
    operation: Operation, site_auth: SiteAuth | None, environment: Mapping[str, str]
) -> Given:
    """Return the credentials of the first way for which all are there."""
    alternatives = _alternatives(operation, site_auth)
    if not alternatives:
        return Given()
    for schemes in alternatives:
        values = [_value(scheme, environment) for scheme in schemes]
        if all(value is not None for value in values):
            pairs = zip(schemes, values, strict=True)
            return _joined([_given(scheme, value or "") for scheme, value in pairs])
    names = dict.fromkeys(variable_of(scheme) for schemes in alternatives for scheme in schemes)
    raise NoCredentialsError(f"it needs credentials: set {' or '.join(names)}.")


def _alternatives(
    operation: Operation, site_auth: SiteAuth | None
) -> list[tuple[SecurityScheme, ...]]:
    if operation.security == ():
        return []
    if site_auth is not None:
        return [(_of_site(site_auth),)]
    found = [tuple(use.scheme for use in each) for each in operation.security or ()]
    # A way without any credentials comes last: who gives some wants them to be sent.
    return sorted(found, key=lambda schemes: not schemes)


def _of_site(auth: SiteAuth) -> SecurityScheme:
    if auth.method == "key":
        header = auth.name or "X-API-Key"
        return SecurityScheme(name="", type="apiKey", location="header", parameter_name=header)
    return SecurityScheme(name="", type="http", scheme=auth.method)


def _value(scheme: SecurityScheme, environment: Mapping[str, str]) -> str | None:
    if scheme.type == "mutualTLS" or not scheme.type:
        return ""
    return environment.get(variable_of(scheme)) or environment.get(VARIABLE) or None


def _given(scheme: SecurityScheme, value: str) -> Given:
    if scheme.type == "apiKey":
        name = scheme.parameter_name
        if scheme.location == "query":
            return Given(query=(f"{percent(name)}={percent(value)}",))
        if scheme.location == "cookie":
            return Given(cookies=((name, value),))
        return Given(headers=((name, value),))
    if scheme.type == "mutualTLS" or not scheme.type:
        return Given()
    if scheme.type == "http" and scheme.scheme == "basic":
        token = base64.b64encode(value.encode()).decode("ascii")
        return Given(headers=(("Authorization", f"Basic {token}"),))
    word = scheme.scheme.title() if scheme.type == "http" else "Bearer"
    return Given(headers=(("Authorization", f"{word} {value}"),))


def _joined(all_given: list[Given]) -> Given:
    return Given(
        headers=tuple(pair for each in all_given for pair in each.headers),
        query=tuple(pair for each in all_given for pair in each.query),
        cookies=tuple(pair for each in all_given for pair in each.cookies),
    )
