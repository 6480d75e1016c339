"""Build requests from documented examples, with credentials from the environment, and send them.

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
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from urllib.parse import quote, unquote

from sphinx_sitejson.common.network.connections import (
    RESPONSE_ERRORS,
    Deadline,
    decode_content,
    describe_response_error,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import (
    HttpUrl,
    InvalidUrlError,
    RefusedError,
    UnreachableError,
    parse_http_url,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.example_values import (
    chosen_media_type,
    is_in_sample,
    select_body,
    select_value,
)
from sphinx_sitejson.http_messages.generated_values import MISSING
from sphinx_sitejson.http_messages.media_types import TOKEN, concrete_media_type
from sphinx_sitejson.http_messages.options import NO_AUTH
from sphinx_sitejson.http_messages.parameters import decode_header
from sphinx_sitejson.http_messages.request import cookie_header
from sphinx_sitejson.http_messages.request_building import (
    Credentials,
    authorization_scheme,
    key_credentials,
    sample_request,
    security_alternatives,
)
from sphinx_sitejson.http_messages.serialization import SerializedBody, sample_file_body
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.model import Example, Operation, Parameter, SecurityScheme
from sphinx_sitejson.settings.site import Auth

Headers = tuple[tuple[str, str], ...]

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


@record
class PreparedRequest:
    """A complete request."""

    method: str
    target: HttpUrl
    headers: Headers
    body: bytes | None


@record
class RequestBuilder:
    """Builds the requests of one document.

    :param headers: additional headers of all requests.
    """

    base_url: str
    validator: SchemaValidator
    environment: Mapping[str, str]
    site_auth: Auth = NO_AUTH
    headers: Headers = ()

    def request(self, operation: Operation) -> PreparedRequest:
        """Return the request of an operation; raise OperationSkippedError if none can be built."""
        credentials = load_credentials(operation, self.site_auth, self.environment)
        body = self._body(operation)
        parameters = tuple(self._parameters(operation))
        sample = sample_request(
            # Credentials and the body are added below.
            replace(operation, parameters=parameters, security=(), request_body=None),
            base_url=self.base_url,
            show_optional=True,
        )
        headers = [
            ("Accept", _accept_header(operation)),
            *(pair for pair in sample.headers if pair[0].lower() not in FRAMING_HEADERS),
            *credentials.headers,
            *cookie_header((*sample.cookies, *credentials.cookies)),
            *([("Content-Type", body.media_type)] if body else []),
            *self.headers,
        ]
        return PreparedRequest(
            method=operation.method,
            target=_target(sample.url, "&".join(credentials.query_parts)),
            headers=tuple(headers),
            body=body.content if body else None,
        )

    def _parameters(self, operation: Operation) -> Iterator[Parameter]:
        """Yield the parameters to send, each with its value as the only example."""
        for parameter in operation.parameters:
            if not is_in_sample(parameter, None):
                continue
            value = select_value(parameter, self.validator)
            if value is not MISSING:
                yield replace(parameter, examples=(Example(value=value, has_value=True),))
            elif parameter.required:
                raise OperationSkippedError(
                    f"no example of the {parameter.location} parameter {parameter.name} "
                    "fits its schema."
                )

    def _body(self, operation: Operation) -> SerializedBody | None:
        media = chosen_media_type(operation)
        if media is None or operation.request_body is None:
            return None
        is_required = operation.request_body.required
        selected = select_body(media, self.validator, media_type=concrete_media_type(media.name))
        if selected is None:
            return sample_file_body(concrete_media_type(media.name)) if is_required else None
        if selected.issues and is_required:
            raise OperationSkippedError(
                f"no example of the body fits its schema: {selected.issues[0]}"
            )
        return None if selected.issues else selected.body


def _accept_header(operation: Operation) -> str:
    """Return the value of ``Accept``: the media types of all responses, successes first."""
    ordered = sorted(operation.responses, key=lambda response: response.status[:1] != "2")
    names = dict.fromkeys(media.name for response in ordered for media in response.content)
    plain = [name for name in names if name.isascii() and name.isprintable() and "," not in name]
    return ", ".join([*plain[:20], "*/*;q=0.1"])


def _target(url: str, query: str) -> HttpUrl:
    if query:
        url += f"{'&' if '?' in url else '?'}{query}"
    try:
        return parse_http_url(url)
    except InvalidUrlError as error:
        raise OperationSkippedError(f"its URL cannot be requested: {error}") from None


_HEADERS = (
    ("User-Agent", "sitejson-verify"),
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "close"),
)


@record
class ReceivedResponse:
    """A response of the API."""

    status: int
    headers: Headers
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


def send(
    request: PreparedRequest, *, seconds: float = 30, max_bytes: int = 20_000_000
) -> ReceivedResponse:
    """Send a request within limits; raise NoResponseError if there is no complete response.

    Redirects are not followed, since they are responses, too.
    """
    started = time.monotonic()
    deadline = Deadline(seconds)
    try:
        # The user named the host; cloud metadata services are never contacted.
        route = resolve_route(request.target, allow_private=True)
    except (RefusedError, UnreachableError) as error:
        raise NoResponseError(str(error), is_broken=False) from None
    try:
        connection, response = send_request(
            request.target,
            route=route,
            headers=_encode_headers(request.headers),
            deadline=deadline,
            method=request.method,
            body=request.body,
        )
    except RESPONSE_ERRORS as error:
        is_broken = not isinstance(error, ConnectionRefusedError | TimeoutError)
        reason = describe_response_error(error, seconds)
        raise NoResponseError(reason, is_broken=is_broken) from None
    except ValueError:
        # Its message repeats the header that the library refuses to send.
        raise NoResponseError("the request cannot be sent", is_broken=False) from None
    try:
        with closing(connection), response:
            return ReceivedResponse(
                status=response.status,
                headers=tuple(
                    (name.lower(), decode_header(value).strip())
                    for name, value in response.getheaders()
                ),
                body=b"".join(decode_content(response, max_bytes)),
                seconds=time.monotonic() - started,
            )
    except RESPONSE_ERRORS as error:
        raise NoResponseError(describe_response_error(error, seconds), is_broken=True) from None


def _encode_headers(headers: Headers) -> dict[str, str | bytes]:
    """Return each header once, whatever the case of its name; of several the last."""
    last = {name.lower(): (name, value) for name, value in (*_HEADERS, *headers)}
    if "host" in last:
        # The name that the connection itself would use.
        last["host"] = ("Host", last["host"][1])
    return {name: value.encode("utf-8", "surrogateescape") for name, value in last.values()}
