"""Read credentials from the environment, and recognize them in texts.

``SITEJSON_AUTH_<SCHEME>`` holds the credentials of a security scheme (its name in upper case, with
``_`` for everything but letters and digits); ``SITEJSON_AUTH`` holds those of every scheme without
such a variable. For HTTP basic authentication the value is ``user:password``. Line ends around a
value are no part of it: shells and secret stores add them.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote, unquote

from sphinx_sitejson.http_messages.media_types import TOKEN
from sphinx_sitejson.http_messages.request_building import (
    Credentials,
    authorization_scheme,
    key_credentials,
    security_alternatives,
)
from sphinx_sitejson.openapi.model import Operation, SecurityScheme
from sphinx_sitejson.settings.site import Auth

VARIABLE = "SITEJSON_AUTH"

FRAMING_HEADERS = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers of the request itself and its connection, which a document cannot set."""

_CONTROL = re.compile(r"[\0-\x1f\x7f-\x9f]")
_JSON_ESCAPE = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+|\\[\"\\/bfnrt]")
_MIN_SECRET_LENGTH = 4


class OperationSkippedError(Exception):
    """Raised if an operation is skipped; the message gives the reason, and never a credential."""


def credential_variable(scheme: SecurityScheme) -> str:
    """Return the environment variable of a scheme: ``api-key`` gives ``SITEJSON_AUTH_API_KEY``."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", scheme.name).strip("_").upper()
    return f"{VARIABLE}_{name}" if name else VARIABLE


def load_credentials(
    operation: Operation, site_auth: Auth, environment: Mapping[str, str]
) -> Credentials:
    """Return the credentials of the first security requirement that can be satisfied."""
    # Anonymous access comes last: credentials that are set should be sent.
    alternatives = sorted(
        security_alternatives(operation, site_auth), key=lambda schemes: not schemes
    )
    if not alternatives:
        return Credentials()
    for schemes in alternatives:
        values = [_credential_value(scheme, environment) for scheme in schemes]
        known = [value for value in values if value is not None]
        if len(known) == len(schemes):
            return Credentials.merge(map(_encode_credentials, schemes, known))
    names = dict.fromkeys(
        credential_variable(scheme) for schemes in alternatives for scheme in schemes
    )
    raise OperationSkippedError(f"it needs credentials: set {' or '.join(names)}.")


def _credential_value(scheme: SecurityScheme, environment: Mapping[str, str]) -> str | None:
    if scheme.type in ("mutualTLS", ""):
        return ""
    for variable in (credential_variable(scheme), VARIABLE):
        value = environment.get(variable, "").strip("\r\n")
        if _CONTROL.search(value):
            raise OperationSkippedError(f"{variable} contains a control character.")
        if value:
            return value
    return None


def _encode_credentials(scheme: SecurityScheme, value: str) -> Credentials:
    if scheme.type == "apiKey":
        name = scheme.parameter_name
        if scheme.location == "query":
            # What is no UTF-8 in the environment is sent byte by byte.
            value = quote(value, safe="", errors="surrogateescape")
        elif not TOKEN.fullmatch(name) or name.lower() in FRAMING_HEADERS:
            raise OperationSkippedError(
                f'the security scheme "{scheme.name}" names a header or cookie "{name}", '
                "which cannot be sent."
            )
        return key_credentials(scheme, value)
    if scheme.type in ("mutualTLS", ""):
        return Credentials()
    if scheme.type == "http" and scheme.scheme == "basic":
        token = base64.b64encode(value.encode("utf-8", "surrogateescape")).decode("ascii")
        return Credentials(headers=(("Authorization", f"Basic {token}"),))
    scheme_name = authorization_scheme(scheme) if scheme.type == "http" else "Bearer"
    if not TOKEN.fullmatch(scheme_name):
        raise OperationSkippedError(
            f'the security scheme "{scheme.name}" has the HTTP scheme "{scheme_name}", '
            "which cannot be sent."
        )
    return Credentials(headers=(("Authorization", f"{scheme_name} {value}"),))


class SecretTexts:
    """The credentials of a run; detects whether a text contains one of them in any encoding.

    Secrets of fewer than four characters occur in nearly every text and are ignored.
    """

    def __init__(self, environment: Mapping[str, str], headers: Iterable[tuple[str, str]]) -> None:
        values = [value for name, value in environment.items() if name.startswith(VARIABLE)]
        values += [value for _name, value in headers]
        spellings = {each for value in values for each in _spellings(value)}
        self._secrets = {each.casefold() for each in spellings if len(each) >= _MIN_SECRET_LENGTH}

    def are_in(self, text: str) -> bool:
        """Return whether a text contains a secret, also escaped as in JSON, XML, or a URL."""
        if not self._secrets or not text:
            return False
        decoded_texts = {
            text,
            _JSON_ESCAPE.sub(_unescape, text),
            html.unescape(text),
            unquote(text),
        }
        return any(
            secret in reading.casefold() for reading in decoded_texts for secret in self._secrets
        )


def _spellings(value: str) -> Iterator[str]:
    """Yield a value, its parts that are secrets themselves, and its encodings in requests."""
    # "Bearer abc" and "user:password".
    stripped = value.strip()
    parts = {value.strip("\r\n"), stripped, stripped.rpartition(" ")[2], stripped.partition(":")[2]}
    for part in parts:
        encoded = part.encode("utf-8", "surrogateescape")
        yield part
        yield encoded.decode("utf-8", "replace")
        yield encoded.decode("latin-1")
        yield base64.b64encode(encoded).decode("ascii")


def _unescape(match: re.Match[str]) -> str:
    text = json.loads(f'"{match[0]}"')
    return text if isinstance(text, str) else match[0]
