"""Security schemes and requirements; notes on deprecation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sphinx_sitejson.common.messages import Message, Sentence, form, join_messages
from sphinx_sitejson.http_messages.options import DEFAULT_KEY_HEADER, ReferenceOptions
from sphinx_sitejson.openapi.model import OAuthFlow, Operation, SchemeUse, SecurityScheme
from sphinx_sitejson.openapi.raw import RawObject
from sphinx_sitejson.settings.site import Auth

from .model import FlowView, SchemeView, ScopeView, SecurityView, WebLink

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
_KEY_TITLES = {
    "query": form("API key in the query parameter {name}"),
    "cookie": form("API key in the cookie {name}"),
    "header": form("API key in the header {name}"),
    "user": form("API key as user name"),
    "password": form("API key as password"),
}


def security_view(operation: Operation, options: ReferenceOptions) -> SecurityView | None:
    """Return the security of an operation: public ones stay public, then the settings apply."""
    if operation.security == ():
        return SecurityView(is_optional=True)
    if options.auth.method:
        return SecurityView(alternatives=((site_scheme(options.auth),),))
    if operation.security is None:
        return None
    return SecurityView(
        alternatives=tuple(
            tuple(map(scheme_view, alternative))
            for alternative in operation.security
            if alternative
        ),
        is_optional=any(not alternative for alternative in operation.security),
    )


def site_scheme(auth: Auth) -> SchemeView:
    """Return the scheme of the authentication method in the settings."""
    name = auth.name or ""
    if auth.method == "key":
        header = name or DEFAULT_KEY_HEADER
        return SchemeView(name=header, title=_key_title("header", header))
    user, _, password = name.partition(":")
    title = Message("HTTP basic authentication")
    if auth.method == "bearer":
        title = Message("Bearer token")
    elif user and password:
        title = Message(
            "HTTP basic authentication ({user} and {password})", user=user, password=password
        )
    return SchemeView(name=name or "Authorization", title=title)


def scheme_names(operation: Operation) -> list[str]:
    """Return the names of the schemes that an operation accepts."""
    return [use.scheme.name for alternative in operation.security or () for use in alternative]


def scheme_view(use: SchemeUse) -> SchemeView:
    """Return the view of a scheme with the scopes of an operation."""
    scheme, scopes = use.scheme, use.scopes
    descriptions = {name: text for flow in scheme.flows for name, text in flow.scopes.items()}
    urls = (
        (Message("OpenID Connect URL"), scheme.openid_url),
        (Message("OAuth 2.0 metadata URL"), scheme.oauth_metadata_url),
    )
    return SchemeView(
        name=scheme.name,
        title=scheme_title(scheme),
        description=scheme.description,
        scopes=tuple(
            ScopeView(name=name, description=descriptions.get(name, "")) for name in scopes
        ),
        flows=tuple(_flow_view(flow, scopes) for flow in scheme.flows),
        urls=_nonempty_urls(urls),
        deprecated=scheme.deprecated,
    )


def scheme_title(scheme: SecurityScheme) -> str:
    """Return what a scheme expects: "Bearer token (JWT)"."""
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
    return Message(_KEY_TITLES.get(location, _KEY_TITLES["header"]), name=name)


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


def _nonempty_urls(urls: tuple[WebLink, ...]) -> tuple[WebLink, ...]:
    return tuple((label, url) for label, url in urls if url)


_ENDS = ("sunset", "sunset-date", "deprecated-sunset", "removal-date", "sunset-at")
_SINCE = ("deprecated-since", "deprecated-at", "deprecation-date", "deprecated-date")
_INSTEAD = ("replaced-by", "replacement", "deprecated-replacement", "deprecated-by")
_WORDS = ("deprecated", "deprecation", "deprecated-reason", "deprecated-message")
_WORDS_TOO = ("deprecation-message", "deprecated-description", "deprecation-reason")
LabelFormatter = Callable[[str], str]
"""Formats the value of an extension."""


def _ends(date: str) -> str:
    return Message("ends on {date}", date=date)


def _since(date: str) -> str:
    return Message("deprecated since {date}", date=date)


def _instead(name: str) -> str:
    return Message("replaced by {name}", name=name)


_LABELS: dict[str, LabelFormatter] = {
    **dict.fromkeys(_ENDS, _ends),
    **dict.fromkeys(_SINCE, _since),
    **dict.fromkeys(_INSTEAD, _instead),
    **dict.fromkeys((*_WORDS, *_WORDS_TOO), str),
}
_MEMBERS: dict[str, LabelFormatter] = {
    "sunset": _ends,
    "removal": _ends,
    "date": _since,
    "since": _since,
    "replacement": _instead,
    "reason": str,
    "message": str,
    "description": str,
}


def deprecation_facts(extensions: RawObject) -> Iterator[str]:
    """Yield a fact for each vendor extension about deprecation, in the document's order."""
    for name, value in extensions.items():
        format_label = _LABELS.get(name.lower().removeprefix("x-")) if name[:2] == "x-" else None
        if format_label is None:
            continue
        if isinstance(value, dict):
            yield from (
                _MEMBERS[key](_text(member))
                for key, member in value.items()
                if key in _MEMBERS and _text(member)
            )
        elif _text(value):
            yield format_label(_text(value))


def deprecation_note(extensions: RawObject) -> str:
    """Return the facts about deprecation as sentences."""
    return join_messages(
        " ",
        (
            # Stripping makes plain text of a message.
            Sentence(fact.rstrip(".") if fact.endswith(".") else fact)
            for fact in deprecation_facts(extensions)
        ),
    )


def _text(value: Any) -> str:
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return " ".join(str(value).split()) if is_text else ""
