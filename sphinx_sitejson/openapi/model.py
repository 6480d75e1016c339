"""The immutable model of a document, one for OpenAPI 3.0, 3.1 and 3.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, get_args

from sphinx_sitejson.common.records import record

from .raw import RawObject
from .schemas import Schema

ParameterLocation = Literal["path", "query", "header", "cookie", "querystring"]
PARAMETER_LOCATIONS: tuple[ParameterLocation, ...] = get_args(ParameterLocation)


@record
class ExternalDocs:
    """A link to external documentation."""

    url: str
    description: str


@record
class ServerVariable:
    """A variable in a server URL."""

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: str = ""

    @property
    def value(self) -> str | None:
        """The value used unless the reader chooses another; None if there is no default."""
        return self.default if self.default is not None else next(iter(self.enum), None)


@record
class Server:
    """A base URL; every ``{name}`` in it has an entry in `variables`."""

    url: str
    name: str = ""
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()
    """Kind or label, value and description of what only a server of AsyncAPI has."""


@record
class Example:
    """An example: a value, its serialized form, or the URL of an external one."""

    name: str = ""
    summary: str = ""
    description: str = ""
    value: Any = None
    has_value: bool = False
    serialized: str | None = None
    external_url: str = ""
    headers: Any = None
    """The headers of a message of an AsyncAPI document."""


DEFAULT_STYLES: Mapping[str, str] = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
}
EXPLODED_STYLES = ("form", "cookie")
"""The styles whose ``explode`` is true by default."""


@record
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
    """The media type of a parameter described by ``content`` instead of ``schema``."""
    examples: tuple[Example, ...] = ()
    extensions: RawObject = field(default_factory=dict)

    @property
    def has_default_style(self) -> bool:
        """Whether the style is that of its location, so that it need not be mentioned."""
        return self.style == DEFAULT_STYLES.get(self.location, "")


@record
class Encoding:
    """The encoding of one property of a form, or of one item of a multipart body."""

    name: str
    """The name of a property, ``[0]`` for an item, ``items`` or ``other items``."""
    content_type: str = ""
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[Parameter, ...] = ()


@record
class MediaType:
    """One media type of a body."""

    name: str
    description: str = ""
    schema: Schema | None = None
    item_schema: Schema | None = None
    examples: tuple[Example, ...] = ()
    encoding: tuple[Encoding, ...] = ()


@record
class RequestBody:
    description: str
    required: bool
    content: tuple[MediaType, ...]


@record
class Link:
    """Another operation that can follow a response."""

    name: str
    operation_id: str = ""
    operation_ref: str = ""
    description: str = ""
    parameters: RawObject = field(default_factory=dict)
    request_body: Any = None
    server: Server | None = None


@record
class Response:
    """A response for one status code, range or ``default``."""

    status: str
    summary: str = ""
    description: str = ""
    headers: tuple[Parameter, ...]
    content: tuple[MediaType, ...] = ()
    links: tuple[Link, ...] = ()
    extensions: RawObject = field(default_factory=dict)
    """Of the messages of an AsyncAPI document only."""


@record
class OAuthFlow:
    kind: str
    authorization_url: str
    device_authorization_url: str
    token_url: str
    refresh_url: str
    scopes: Mapping[str, str]


@record
class SecurityScheme:
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


@record
class SchemeUse:
    """A security scheme required by a request, with the required scopes or roles."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


SecurityAlternative = tuple[SchemeUse, ...]
"""Schemes that are required together; an empty tuple means anonymous access."""


@record
class Tag:
    """A tag, by which operations are grouped."""

    name: str
    summary: str = ""
    description: str = ""
    parent: str = ""
    kind: str = ""
    external_docs: ExternalDocs | None = None
    extensions: RawObject = field(default_factory=dict)


@record
class Callback:
    """A request that the API sends to a URL given by a runtime expression."""

    name: str
    expression: str
    operations: tuple[Operation, ...]


UNPUBLISHED_KEYS = ("x-internal", "x-excluded")
"""The extensions that exclude an operation from the site."""
MESSAGE = "MESSAGE"
"""The method of an operation that stands for a message of AsyncAPI."""


@record
class Operation:
    """An operation of the API, a webhook, or an operation of an AsyncAPI document."""

    method: str
    path: str
    """The path, or the name of a webhook, or the name of an operation of AsyncAPI."""
    is_webhook: bool = False
    event: RawObject | None = None
    """What only an operation of AsyncAPI has: the channel, bindings and the reply."""
    is_additional: bool = False
    """Whether it is not the first operation of its webhook, which the bare name refers to."""
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    has_shared_description: bool = False
    """Whether several operations have the description, so that it does not distinguish them."""
    path_summary: str = ""
    path_description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    request_body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    """The responses, or the messages of an operation of AsyncAPI."""
    replies: tuple[Response, ...] = ()
    """The messages that answer those of an operation of AsyncAPI."""
    callbacks: tuple[Callback, ...] = ()
    servers: tuple[Server, ...] = ()
    security: tuple[SecurityAlternative, ...] | None = None
    """None if neither the operation nor the document defines security."""
    external_docs: ExternalDocs | None = None
    extensions: RawObject = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key by which pages refer to the operation: ``GET /pets`` or ``webhook newPet``.

        Additional operations of one webhook include the method: ``webhook PUT newPet``.
        """
        return f"webhook {self.name}" if self.is_webhook else self.name

    @property
    def name(self) -> str:
        """The key without the ``webhook`` prefix: ``GET /pets`` or ``newPet``."""
        is_bare = self.is_webhook and not self.is_additional
        return self.path if is_bare else f"{self.method} {self.path}"

    @property
    def address(self) -> str:
        """The path that pages show: of an operation of AsyncAPI, the address of its channel."""
        return self.path if self.event is None else str(self.event.get("address", ""))

    @property
    def channel_name(self) -> str:
        """The name of the channel of an operation of AsyncAPI."""
        return "" if self.event is None else str(self.event.get("channelName", ""))

    @property
    def is_message(self) -> bool:
        """Whether it stands for a message of AsyncAPI, so that the message has a page."""
        return self.event is not None and self.method == MESSAGE

    @property
    def section(self) -> str:
        """The key of the document that contains it."""
        return "webhooks" if self.is_webhook or self.event is not None else "paths"

    @property
    def accepted_keys(self) -> tuple[str, ...]:
        """The key and its alternative spellings."""
        if self.is_message:
            return (self.key,)
        if self.event is not None:
            channel = (self.address, self.channel_name)
            names = (f"{self.method} {name}" for name in (self.operation_id, *channel) if name)
            return (self.key, *names, *(f"CHANNEL {name}" for name in channel if name))
        if not self.is_webhook:
            return (self.key, f"{self.method.upper()} {self.path}")
        methods = (self.method, self.method.lower())
        return (self.key, *(f"webhook {method} {self.path}" for method in methods))

    @property
    def is_excluded(self) -> bool:
        """Whether ``x-excluded`` or ``x-internal`` excludes the operation from the site."""
        return any(self.extensions.get(key) is True for key in UNPUBLISHED_KEYS)

    @property
    def is_hidden(self) -> bool:
        """Whether ``x-hidden`` keeps the page of the operation out of the navigation."""
        return self.extensions.get("x-hidden") is True

    @property
    def is_listed(self) -> bool:
        """Whether the navigation shows the operation."""
        return not (self.is_excluded or self.is_hidden)
