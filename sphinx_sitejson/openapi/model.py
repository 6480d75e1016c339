"""What a document says, as frozen data: one model for OpenAPI 3.0, 3.1 and 3.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .schemas import Schema

ParameterLocation = Literal["path", "query", "header", "cookie", "querystring"]
PARAMETER_LOCATIONS: tuple[ParameterLocation, ...] = (
    "path",
    "query",
    "header",
    "cookie",
    "querystring",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs:
    """A link to more to read."""

    url: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiInfo:
    """What a document says of the whole API, and of those who answer for it."""

    title: str = ""
    version: str = ""
    """Of the API, which is not the version of OpenAPI."""
    summary: str = ""
    description: str = ""
    terms: str = ""
    contact_name: str = ""
    contact_url: str = ""
    contact_email: str = ""
    license_name: str = ""
    license_identifier: str = ""
    license_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """A part of a server's URL that the reader chooses."""

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: str = ""

    @property
    def value(self) -> str | None:
        """What stands for it unless the reader chooses; None when only the reader can say."""
        return self.default if self.default is not None else next(iter(self.enum), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A base URL; all names in its braces are among its variables."""

    url: str
    name: str = ""
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example: a value, the text it is sent as, or a place where it can be read."""

    name: str = ""
    summary: str = ""
    description: str = ""
    value: Any = None
    has_value: bool = False
    serialized: str | None = None
    external_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a request, or a header of a response."""

    name: str
    location: ParameterLocation
    schema: Schema
    description: str = ""
    required: bool = False
    deprecated: bool = False
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str = ""
    """The media type of a parameter that is sent as a document of its own."""
    examples: tuple[Example, ...] = ()
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How one property of a form is sent."""

    name: str
    content_type: str = ""
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaType:
    """One form that a body can have."""

    name: str
    schema: Schema | None = None
    item_schema: Schema | None = None
    examples: tuple[Example, ...] = ()
    encoding: tuple[Encoding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBody:
    """What is sent with a request."""

    description: str = ""
    required: bool = False
    content: tuple[MediaType, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Another operation that can follow a response."""

    name: str
    operation_id: str = ""
    operation_ref: str = ""
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    request_body: Any = None
    server: Server | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """An answer, by its status."""

    status: str
    summary: str = ""
    description: str = ""
    headers: tuple[Parameter, ...] = ()
    content: tuple[MediaType, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthFlow:
    """One way to get a token."""

    kind: str
    authorization_url: str = ""
    device_authorization_url: str = ""
    token_url: str = ""
    refresh_url: str = ""
    scopes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """How a request is authorized."""

    name: str
    type: str
    description: str = ""
    parameter_name: str = ""
    location: str = ""
    scheme: str = ""
    bearer_format: str = ""
    openid_url: str = ""
    oauth_metadata_url: str = ""
    flows: tuple[OAuthFlow, ...] = ()
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeUse:
    """A security scheme that a request needs, with the scopes or roles it needs of it."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


SecurityAlternative = tuple[SchemeUse, ...]
"""Schemes that are needed together; an empty one stands for "no authorization"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A group of operations."""

    name: str
    summary: str = ""
    description: str = ""
    parent: str = ""
    kind: str = ""
    external_docs: ExternalDocs | None = None
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Callback:
    """A request that the API sends back, to an address that an expression gives."""

    name: str
    expression: str
    operations: tuple[Operation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One request of the API, or one event that it sends."""

    method: str
    path: str
    """The path; of a webhook its name."""
    is_webhook: bool = False
    is_additional: bool = False
    """Whether the webhook has another operation before this one, to which its bare name leads."""
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    path_summary: str = ""
    path_description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    request_body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    callbacks: tuple[Callback, ...] = ()
    servers: tuple[Server, ...] = ()
    security: tuple[SecurityAlternative, ...] | None = None
    """None when neither operation nor document says anything of security."""
    external_docs: ExternalDocs | None = None
    extensions: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """How pages name the operation: ``GET /pets`` or ``webhook newPet``.

        Of the operations of one webhook, those after the first are named with their method.
        """
        return f"webhook {self.name}" if self.is_webhook else self.name

    @property
    def name(self) -> str:
        """The key without the word for its kind: ``GET /pets`` or ``newPet``."""
        is_bare = self.is_webhook and not self.is_additional
        return self.path if is_bare else f"{self.method} {self.path}"

    @property
    def written_keys(self) -> tuple[str, ...]:
        """The key, and what else may be written for it."""
        if not self.is_webhook:
            return (self.key, f"{self.method.upper()} {self.path}")
        methods = (self.method, self.method.lower())
        return (self.key, *(f"webhook {method} {self.path}" for method in methods))

    @property
    def is_left_out(self) -> bool:
        """Whether the document asks for no page at all."""
        return _is_on(self.extensions, "x-excluded") or _is_on(self.extensions, "x-internal")

    @property
    def is_hidden(self) -> bool:
        """Whether the document asks for a page outside the navigation."""
        return _is_on(self.extensions, "x-hidden")


def _is_on(extensions: Mapping[str, Any], name: str) -> bool:
    return extensions.get(name) is True
