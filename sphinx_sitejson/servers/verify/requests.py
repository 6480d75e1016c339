"""Build requests from the documented examples, with credentials from the environment.

``SITEJSON_AUTH_<SCHEME>`` holds the credentials of a security scheme (its name in upper case, with
``_`` for everything but letters and digits); ``SITEJSON_AUTH`` holds those of every scheme without
such a variable. For HTTP basic authentication the value is ``user:password``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sphinx_sitejson.common.network.http_urls import BadUrlError, HttpAddress, read_http_address
from sphinx_sitejson.openapi.examples.generated_values import MISSING
from sphinx_sitejson.openapi.model import Example, Operation, Parameter, SecurityScheme
from sphinx_sitejson.reference.request_samples.building import sample_request
from sphinx_sitejson.reference.request_samples.credentials import SiteAuth
from sphinx_sitejson.reference.request_samples.encoding import percent
from sphinx_sitejson.reference.request_samples.sample_values import (
    chosen_media_type,
    is_in_sample,
    sent_type,
)
from sphinx_sitejson.servers.http_messages.body_serialization import WrittenBody, file_body
from sphinx_sitejson.servers.http_messages.example_selection import chosen_body, fitting_value
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

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


class NotTriedError(Exception):
    """Why an operation is not tried, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRequest:
    """A request with all that is sent."""

    method: str
    target: HttpAddress
    headers: tuple[tuple[str, str], ...]
    body: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMaker:
    """Makes the requests of one document.

    :param headers: further headers of all requests.
    """

    base_url: str
    validator: SchemaValidator
    environment: Mapping[str, str]
    site_auth: SiteAuth | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def request(self, operation: Operation) -> PreparedRequest:
        """Return the request of an operation; raise NotTriedError if none can be made."""
        try:
            given = given_credentials(operation, self.site_auth, self.environment)
        except NoCredentialsError as error:
            raise NotTriedError(str(error)) from None
        body = self._body(operation)
        parameters = tuple(self._parameters(operation))
        sample = sample_request(
            # Credentials and the body come from elsewhere.
            replace(operation, parameters=parameters, security=(), request_body=None),
            base_url=self.base_url,
            show_optional=True,
        )
        cookies = "; ".join(f"{name}={value}" for name, value in (*sample.cookies, *given.cookies))
        headers = [
            ("Accept", _accepted(operation)),
            *sample.headers,
            *given.headers,
            *([("Cookie", cookies)] if cookies else []),
            *([("Content-Type", body.media_type)] if body else []),
            *self.headers,
        ]
        return PreparedRequest(
            method=operation.method,
            target=_target(sample.url, given.query),
            headers=tuple(headers),
            body=body.content if body else None,
        )

    def _parameters(self, operation: Operation) -> Iterator[Parameter]:
        """Yield the parameters to send, each with the one value that it is sent with."""
        for parameter in operation.parameters:
            if not is_in_sample(parameter, None):
                continue
            value = fitting_value(parameter, self.validator)
            if value is not MISSING:
                yield replace(parameter, examples=(Example(value=value, has_value=True),))
            elif parameter.required:
                raise NotTriedError(
                    f"no example of the {parameter.location} parameter {parameter.name} "
                    "fits its schema."
                )

    def _body(self, operation: Operation) -> WrittenBody | None:
        media = chosen_media_type(operation)
        if media is None or operation.request_body is None:
            return None
        is_required = operation.request_body.required
        chosen = chosen_body(media, self.validator, sent_as=sent_type(media.name))
        if chosen is None:
            return file_body(sent_type(media.name)) if is_required else None
        if chosen.faults and is_required:
            raise NotTriedError(f"no example of the body fits its schema: {chosen.faults[0]}")
        return None if chosen.faults else chosen.body


def _accepted(operation: Operation) -> str:
    """Return the media types of all answers; those of a success come first."""
    ordered = sorted(operation.responses, key=lambda response: response.status[:1] != "2")
    names = dict.fromkeys(media.name for response in ordered for media in response.content)
    plain = [name for name in names if name.isascii() and name.isprintable() and "," not in name]
    return ", ".join([*plain[:20], "*/*;q=0.1"])


def _target(url: str, query: tuple[str, ...]) -> HttpAddress:
    if query:
        url += ("&" if "?" in url else "?") + "&".join(query)
    try:
        return read_http_address(url)
    except BadUrlError as error:
        raise NotTriedError(f"its URL cannot be requested: {error}") from None
