"""Security schemes and requirements as views."""

from __future__ import annotations

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.model import OAuthFlow, Operation, SchemeUse, SecurityScheme

from .options import ReferenceOptions
from .views import FlowView, SchemeView, ScopeView, SecurityView

DEFAULT_KEY_HEADER = "X-API-Key"
MAX_SCOPES = 30
"""A flow with more scopes shows only the required ones."""

_FLOWS = {
    "authorizationCode": Message("Authorization code"),
    "implicit": Message("Implicit"),
    "password": Message("Password"),
    "clientCredentials": Message("Client credentials"),
    "deviceAuthorization": Message("Device authorization"),
}
_TITLES = {
    "userPassword": Message("User name and password"),
    "X509": Message("X.509 certificate"),
    "symmetricEncryption": Message("Symmetric encryption"),
    "asymmetricEncryption": Message("Asymmetric encryption"),
    "plain": "SASL/PLAIN",
    "scramSha256": "SASL/SCRAM-SHA-256",
    "scramSha512": "SASL/SCRAM-SHA-512",
    "gssapi": "SASL/GSSAPI (Kerberos)",
    "oauth2": "OAuth 2.0",
    "openIdConnect": "OpenID Connect",
    "mutualTLS": Message("Mutual TLS"),
}


class SchemeViews:
    """The views of security schemes, each computed once."""

    def __init__(self) -> None:
        self._views: dict[tuple[str, tuple[str, ...]], SchemeView] = {}

    def view(self, use: SchemeUse) -> SchemeView:
        """Return the view of a scheme with the scopes of an operation."""
        key = (use.scheme.name, use.scopes)
        if key not in self._views:
            self._views[key] = _scheme_view(use.scheme, use.scopes)
        return self._views[key]


def security_view(
    operation: Operation, options: ReferenceOptions, schemes: SchemeViews
) -> SecurityView | None:
    """Return the security of an operation: public ones stay public, then the settings apply."""
    if operation.security == ():
        return SecurityView(is_optional=True)
    if options.auth_method is not None:
        return SecurityView(alternatives=((_site_scheme(options),),))
    if operation.security is None:
        return None
    return SecurityView(
        alternatives=tuple(
            tuple(schemes.view(use) for use in alternative)
            for alternative in operation.security
            if alternative
        ),
        is_optional=any(not alternative for alternative in operation.security),
    )


def _site_scheme(options: ReferenceOptions) -> SchemeView:
    name = options.auth_name
    if options.auth_method == "key":
        header = name or DEFAULT_KEY_HEADER
        return SchemeView(name=header, title=_key_title("header", header))
    if options.auth_method == "bearer":
        return SchemeView(name=name or "Authorization", title=Message("Bearer token"))
    user, _, password = name.partition(":")
    title = Message("HTTP basic authentication")
    if user and password:
        title = Message(
            "HTTP basic authentication ({user} and {password})", user=user, password=password
        )
    return SchemeView(name=name or "Authorization", title=title)


def _scheme_view(scheme: SecurityScheme, scopes: tuple[str, ...]) -> SchemeView:
    descriptions = {name: text for flow in scheme.flows for name, text in flow.scopes.items()}
    urls = (
        (Message("OpenID Connect URL"), scheme.openid_url),
        (Message("OAuth 2.0 metadata URL"), scheme.oauth_metadata_url),
    )
    return SchemeView(
        name=scheme.name,
        title=_scheme_title(scheme),
        description=scheme.description,
        scopes=tuple(
            ScopeView(name=name, description=descriptions.get(name, "")) for name in scopes
        ),
        flows=tuple(_flow_view(flow, scopes) for flow in scheme.flows),
        urls=_nonempty_urls(urls),
        deprecated=scheme.deprecated,
    )


def _scheme_title(scheme: SecurityScheme) -> str:
    if scheme.type == "apiKey":
        return _key_title(scheme.location, scheme.parameter_name)
    if scheme.type != "http":
        return _TITLES.get(scheme.type, scheme.name)
    if scheme.scheme == "bearer":
        if scheme.bearer_format:
            return Message("Bearer token ({format})", format=scheme.bearer_format)
        return Message("Bearer token")
    if scheme.scheme:
        return Message("HTTP {scheme} authentication", scheme=scheme.scheme)
    return Message("HTTP authentication")


def _key_title(location: str, name: str) -> str:
    if location == "query":
        return Message("API key in the query parameter {name}", name=name)
    if location == "cookie":
        return Message("API key in the cookie {name}", name=name)
    if location == "user":
        return Message("API key as user name")
    if location == "password":
        return Message("API key as password")
    return Message("API key in the header {name}", name=name)


def _flow_view(flow: OAuthFlow, needed: tuple[str, ...]) -> FlowView:
    shows_all = len(flow.scopes) <= MAX_SCOPES
    return FlowView(
        title=_FLOWS.get(flow.kind, flow.kind),
        urls=_nonempty_urls(
            (
                (Message("Authorization URL"), flow.authorization_url),
                (Message("Device authorization URL"), flow.device_authorization_url),
                (Message("Token URL"), flow.token_url),
                (Message("Refresh URL"), flow.refresh_url),
            )
        ),
        scopes=tuple(
            ScopeView(name=name, description=text)
            for name, text in flow.scopes.items()
            if shows_all or name in needed
        ),
    )


def _nonempty_urls(urls: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((label, url) for label, url in urls if url)
