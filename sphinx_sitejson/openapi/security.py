"""Security: the schemes of a document, and what an operation needs of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from .model import OAuthFlow, SchemeUse, SecurityAlternative, SecurityScheme
from .raw import (
    RawObject,
    flag_of,
    list_of,
    named_objects,
    object_list,
    object_of,
    objects_in,
    text_of,
)
from .references import References


class SecurityReader:
    """Reads the schemes once and requirements as they come."""

    def __init__(self, data: RawObject, references: References) -> None:
        self._data = data
        self._references = references

    @cached_property
    def schemes(self) -> Mapping[str, SecurityScheme]:
        """The schemes by name."""
        components = object_of(self._data.get("components"))
        return {
            name: _scheme(name, self._references.resolve(raw).raw)
            for name, raw in named_objects(components.get("securitySchemes"))
        }

    def of_operation(self, raw: RawObject) -> tuple[SecurityAlternative, ...] | None:
        """Return the alternatives of an operation: its own, else the document's."""
        source = raw if isinstance(raw.get("security"), list) else self._data
        if not isinstance(source.get("security"), list):
            return None
        return tuple(self._alternative(entry) for entry in object_list(source["security"]))

    def _alternative(self, raw: RawObject) -> SecurityAlternative:
        return tuple(
            SchemeUse(
                scheme=self.schemes.get(name) or SecurityScheme(name=name, type=""),
                scopes=tuple(scope for scope in list_of(scopes) if isinstance(scope, str)),
            )
            for name, scopes in raw.items()
        )


def _scheme(name: str, raw: RawObject) -> SecurityScheme:
    return SecurityScheme(
        name=name,
        type=text_of(raw, "type"),
        description=text_of(raw, "description"),
        parameter_name=text_of(raw, "name"),
        location=text_of(raw, "in"),
        scheme=text_of(raw, "scheme").lower(),
        bearer_format=text_of(raw, "bearerFormat"),
        openid_url=text_of(raw, "openIdConnectUrl"),
        oauth_metadata_url=text_of(raw, "oauth2MetadataUrl"),
        flows=tuple(_flow(kind, flow) for kind, flow in objects_in(raw.get("flows"))),
        deprecated=flag_of(raw, "deprecated"),
    )


def _flow(kind: str, raw: RawObject) -> OAuthFlow:
    scopes = object_of(raw.get("scopes"))
    return OAuthFlow(
        kind=kind,
        authorization_url=text_of(raw, "authorizationUrl"),
        device_authorization_url=text_of(raw, "deviceAuthorizationUrl"),
        token_url=text_of(raw, "tokenUrl"),
        refresh_url=text_of(raw, "refreshUrl"),
        scopes={name: text_of(scopes, name) for name in scopes},
    )
