"""From an operation to the request that its samples send, with credentials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from sphinx_sitejson.common.network.urls import join_url
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, Parameter, SecurityScheme, Server
from sphinx_sitejson.settings.site import Auth

from .example_values import chosen_media_type, is_in_sample, sample_body, sample_value, valid_pairs
from .media_types import media_kind
from .options import DEFAULT_KEY_HEADER, NO_AUTH, ReferenceOptions
from .parameters import IGNORED_HEADERS
from .request import BasicAuth, Pairs, SampleRequest, cookie_header
from .serialization import (
    cookie_pairs,
    encode_content,
    encode_path,
    encode_query,
    form_pairs,
    header_text,
    percent,
)

TOKEN = "<token>"
API_KEY = "<api-key>"


def _site_scheme(auth: Auth) -> SecurityScheme:
    """Return the security scheme of an OpenAPI document that says the same as the settings."""
    if auth.method != "key":
        return SecurityScheme(name="", type="http", scheme=auth.method or "")
    header = auth.name or DEFAULT_KEY_HEADER
    return SecurityScheme(name="", type="apiKey", location="header", parameter_name=header)


def security_alternatives(
    operation: Operation, site_auth: Auth = NO_AUTH
) -> tuple[tuple[SecurityScheme, ...], ...]:
    """Return the schemes of each alternative; none for a public operation.

    An operation that the document makes public explicitly stays public.
    """
    if site_auth.method and operation.security != ():
        return ((_site_scheme(site_auth),),)
    return tuple(tuple(use.scheme for use in each) for each in operation.security or ())


def authorization_scheme(scheme: SecurityScheme) -> str:
    """Return the authentication scheme in the ``Authorization`` header, or ""."""
    if scheme.type in ("oauth2", "openIdConnect"):
        return "Bearer"
    return scheme.scheme.title() if scheme.type == "http" else ""


@record
class Credentials:
    """Credentials as parts of a request."""

    headers: Pairs = ()
    query: Pairs = ()
    cookies: Pairs = ()
    basic_auth: BasicAuth | None = None

    @classmethod
    def merge(cls, parts: Iterable[Credentials]) -> Credentials:
        """Return the credentials of several schemes together."""
        found = list(parts)
        return cls(
            # Two schemes may use the same token; the header is sent once.
            headers=tuple(dict.fromkeys(chain.from_iterable(each.headers for each in found))),
            query=tuple(chain.from_iterable(each.query for each in found)),
            cookies=tuple(chain.from_iterable(each.cookies for each in found)),
            basic_auth=next((each.basic_auth for each in found if each.basic_auth), None),
        )

    @property
    def query_parts(self) -> Iterator[str]:
        """The query, whose values are encoded or placeholders."""
        return (f"{percent(name)}={value}" for name, value in self.query)

    @property
    def all_headers(self) -> Pairs:
        """All but the query as headers, such as those of the handshake of a WebSocket."""
        basic = (("Authorization", "Basic <credentials>"),) if self.basic_auth else ()
        return (*self.headers, *basic, *cookie_header(self.cookies))


def placeholder_credentials(operation: Operation, site_auth: Auth = NO_AUTH) -> Credentials:
    """Return placeholders for credentials, by the settings or the document.

    Of the document's alternatives it is the first without a cookie, which a page can send, too.
    """
    if site_auth.method and operation.security != ():
        return _site_credentials(site_auth)
    alternatives = security_alternatives(operation) or ((),)
    without_cookies = (
        each
        for each in alternatives
        if not any("cookie" in (one.location, one.parameter_name.lower()) for one in each)
    )
    return Credentials.merge(map(scheme_credentials, next(without_cookies, alternatives[0])))


def _site_credentials(auth: Auth) -> Credentials:
    prefix = auth.input_prefix or ""
    if auth.method == "bearer":
        # A prefix that names the scheme itself is not to be named twice.
        scheme = "" if prefix.lower().startswith("bearer ") else "Bearer "
        return Credentials(headers=(("Authorization", f"{scheme}{prefix}{TOKEN}"),))
    if auth.method == "key":
        return Credentials(headers=((auth.name or DEFAULT_KEY_HEADER, f"{prefix}{API_KEY}"),))
    username, _, password = (auth.name or "").partition(":")
    basic = BasicAuth(f"<{username or 'username'}>", f"<{password or 'password'}>")
    return Credentials(basic_auth=basic)


def scheme_credentials(scheme: SecurityScheme) -> Credentials:
    """Return placeholders for the credentials of one scheme."""
    if scheme.type == "apiKey":
        return key_credentials(scheme, API_KEY) if scheme.parameter_name else Credentials()
    name = authorization_scheme(scheme)
    if name in ("Basic", "Digest"):
        return Credentials(basic_auth=BasicAuth(scheme="basic" if name == "Basic" else "digest"))
    value = f"{name} {TOKEN if name == 'Bearer' else '<credentials>'}"
    return Credentials(headers=(("Authorization", value),) if name else ())


def key_credentials(scheme: SecurityScheme, value: str) -> Credentials:
    """Return an API key where its scheme says that it is sent."""
    pairs = ((scheme.parameter_name, value),)
    if scheme.location == "query":
        return Credentials(query=pairs)
    is_cookie = scheme.location == "cookie"
    return Credentials(cookies=pairs) if is_cookie else Credentials(headers=pairs)


SampledParameters = list[tuple[Parameter, Any]]
"""The parameters of a request with their values."""
_PLACEHOLDER = re.compile(r"\{([^{}/]+)\}")
_INVALID_IN_URLS = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]")
# Only names stay in braces: they have no special meaning for a shell.
_PLACEHOLDER_OR_WRONG = re.compile(rf"\{{[\w. -]+\}}|{_INVALID_IN_URLS.pattern}")
_ALLOWED_METHOD = re.compile(r"[^A-Za-z0-9_-]")


def sample_request(
    operation: Operation,
    *,
    base_url: str,
    site_auth: Auth = NO_AUTH,
    show_optional: bool | None = None,
) -> SampleRequest:
    """Build the request of an operation.

    :param base_url: the URL that the path is appended to.
    :param site_auth: the credentials of the settings, which take precedence over the document.
    :param show_optional: whether optional parameters are sent; None means those with an example.
    """
    credentials = placeholder_credentials(operation, site_auth)
    sampled = [each for each in operation.parameters if is_in_sample(each, show_optional)]
    values = [(parameter, sample_value(parameter)) for parameter in sampled]
    media = chosen_media_type(operation)
    return SampleRequest(
        method=_ALLOWED_METHOD.sub("", operation.method).lstrip("-_") or "GET",
        url=_url(operation, values, base_url, credentials),
        headers=header_pairs(values, credentials.headers),
        cookies=cookie_values(values, credentials),
        body=sample_body(media) if media else None,
        basic_auth=credentials.basic_auth,
    )


def operation_base_url(operation: Operation, *, document_url: str = "") -> str:
    """Return the URL of the first server, absolute and with its variables filled in."""
    document_url = document_url or "https://api.example.com"
    url = server_url(operation.servers[0]) if operation.servers else "/"
    # A leading variable may be a host, which only the reader knows.
    return url if url.startswith("{") else join_url(document_url, url)


def server_url(server: Server) -> str:
    """Return the URL of a server; variables without a default stay in braces."""
    values = {each.name: each.value for each in server.variables if each.value is not None}
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), server.url)


def _url(
    operation: Operation,
    values: SampledParameters,
    base_url: str,
    credentials: Credentials,
) -> str:
    base = base_url.strip().rstrip("/")
    if base and "://" not in base and not base.startswith("{"):
        # A name that begins with "-" or "@" means something else to some tools.
        base = f"/{base.lstrip('/')}"
    # A fragment distinguishes operations with the same path, as in "/#Action=GetUser"; it is never
    # sent.
    path = "" if operation.is_webhook else _path(operation.path.partition("#")[0], values)
    # The placeholder of a key stays readable; the reader puts an encoded key in its place.
    parts = (*query_parts(values), *credentials.query_parts)
    query = "&".join(part for part in parts if part)
    url = (
        _percent_encode(base, _PLACEHOLDER_OR_WRONG) + _percent_encode(path, _INVALID_IN_URLS)
        or "/"
    )
    return f"{url}{'&' if '?' in url else '?'}{query}" if query else url


def _percent_encode(text: str, wrong: re.Pattern[str]) -> str:
    """Percent-encode invalid characters of a URL; placeholders stay (RFC 3986, section 2)."""
    return wrong.sub(lambda found: percent(found[0]) if len(found[0]) == 1 else found[0], text)


def _path(path: str, values: SampledParameters) -> str:
    texts = {
        parameter.name: encode_path(parameter, value)
        for parameter, value in values
        if parameter.location == "path"
    }
    filled = _PLACEHOLDER.sub(lambda found: texts.get(found[1]) or percent(found[1]), path)
    return filled if filled.startswith("/") else f"/{filled}"


def query_parts(values: SampledParameters) -> Iterator[str]:
    """Yield the encoded query of each parameter: ``limit=10`` or ``id=1&id=2``."""
    for parameter, value in values:
        if parameter.location == "querystring":
            yield _query_string(parameter, value)
        elif parameter.location == "query":
            yield encode_query(parameter, value)


def _query_string(parameter: Parameter, value: Any) -> str:
    if media_kind(parameter.media_type) == "form" and isinstance(value, dict):
        pairs = (pair for name, member in value.items() for pair in form_pairs(name, member))
        return "&".join(f"{percent(name)}={percent(text)}" for name, text in pairs)
    return percent(encode_content(value))


def header_pairs(values: SampledParameters, before: Pairs = ()) -> Pairs:
    """Return the headers of parameters, after others such as those of credentials."""
    found = [*before]
    for parameter, value in values:
        if parameter.location == "header" and parameter.name.lower() not in IGNORED_HEADERS:
            found.append((parameter.name, header_text(parameter, value)))
    return valid_pairs(found)


def cookie_values(values: SampledParameters, credentials: Credentials) -> Pairs:
    """Return the cookies of parameters and credentials."""
    found = [*credentials.cookies]
    for parameter, value in values:
        if parameter.location == "cookie":
            found.extend(cookie_pairs(parameter, value))
    return valid_pairs(found)


def request_base_url(
    document: OpenApiDocument, operation: Operation, options: ReferenceOptions
) -> str:
    """Return the URL that requests are sent to: of the settings, or of the first server."""
    if options.base_urls:
        return options.base_urls[0]
    is_remote = document.location.startswith(("http://", "https://"))
    document_url = document.location if is_remote else options.site_url
    return operation_base_url(operation, document_url=document_url)
