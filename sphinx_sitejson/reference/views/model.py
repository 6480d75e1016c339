"""The view models of API pages.

Renderers make no decisions: labels, order, which folds are open and where a nested schema becomes a
link are decided here. Texts named ``description`` are CommonMark of the document; all other texts
are plain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.openapi.model import ServerVariable

WebLink = tuple[str, str]
"""A label and a URL."""


@record
class SchemaLink:
    """A link to the page of a named schema."""

    name: str
    label: str
    document: str
    """The location of its document."""


@record
class OperationLink:
    """A link to the page of an operation."""

    key: str
    label: str
    document: str


@record
class EnumValue:
    """An allowed value."""

    value: str
    description: str = ""


@record
class FactView:
    """A vendor extension that the settings list, or a fact such as a value of a binding."""

    name: str
    value: str
    description: str = ""


Facts = tuple[FactView, ...]


@record
class DiscriminatorView:
    """The discriminator: its property, and the schema of each value."""

    property_name: str
    mapping: tuple[tuple[str, SchemaLink], ...]


# Fields, variants and their groups change until all fields of their page are expanded, and never
# after: views are cached, and what is rendered of a field is looked up by its value.


@dataclass(unsafe_hash=True, slots=True, kw_only=True)
class FieldGroup:
    """The nested fields and variants of a field or a body."""

    label: str = ""
    """The label of the fold around it, such as "Child attributes"."""
    fields: Fields = ()
    variants: tuple[VariantView, ...] = ()
    variants_label: str = ""
    """"One of" or "Any of"."""
    discriminator: DiscriminatorView | None = None
    notes: tuple[str, ...] = ()
    """Rules among several fields, as sentences."""
    endings: tuple[str, ...] = ()
    """Notes after all fields and variants: whether others are allowed."""
    variants_form: Literal["folds", "links"] = "folds"
    """How the variants are shown; links have the values of the discriminator as facts."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        has_text = self.discriminator or self.notes or self.endings
        return not (self.fields or self.variants or has_text)


@dataclass(unsafe_hash=True, slots=True, kw_only=True)
class VariantView:
    """A variant of ``oneOf`` or ``anyOf``."""

    id: str
    title: str
    type_label: str = ""
    description: str = ""
    facts: tuple[str, ...] = ()
    enum: tuple[EnumValue, ...] = ()
    link: SchemaLink | None = None
    is_cut: bool = False
    """Whether nested fields are shown only on the linked page."""
    group: FieldGroup | None = None


@dataclass(unsafe_hash=True, slots=True, kw_only=True)
class FieldView:
    """A parameter, a header, a property, or a complete body (without a name)."""

    id: str
    """The anchor of the field."""
    name: str = ""
    type_label: str = ""
    facts: tuple[str, ...] = ()
    """Constraints as text: "at least 1", "at most 64 characters", "style: pipeDelimited"."""
    required: bool = False
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    description: str = ""
    default: str | None = None
    enum: tuple[EnumValue, ...] = ()
    examples: tuple[RenderedExample, ...] = ()
    link: SchemaLink | None = None
    """The page of the field's schema: always when it has a name, so readers can go there."""
    is_cut: bool = False
    """Whether nested fields are shown only on the linked page: recursion, or no budget left."""
    group: FieldGroup | None = None
    is_open: bool = False
    extensions: Facts = ()


Fields = tuple[FieldView, ...]


@record
class EncodingView:
    """The encoding of a property of a form."""

    name: str
    facts: tuple[str, ...]
    headers: Fields


@record
class MediaTypeView:
    """A media type of a body."""

    name: str
    description: str = ""
    body: FieldView | None = None
    is_stream: bool = False
    """Whether the body is a sequence of items, each as described."""
    encoding: tuple[EncodingView, ...] = ()
    examples: tuple[RenderedExample, ...] = ()


@record
class ParameterSection:
    """The parameters of one location: path, query, header, cookie, query string."""

    id: str
    title: str
    location: str
    fields: Fields


@record
class BodyView:
    """The body of a request."""

    description: str = ""
    required: bool = False
    media_types: tuple[MediaTypeView, ...]


@record
class LinkView:
    """An operation that can follow a response."""

    name: str
    description: str
    target: OperationLink | None = None
    target_label: str
    """The operation that the link names, if the document does not have it."""
    facts: tuple[str, ...]


@record
class ResponseView:
    """A response, or a message of an AsyncAPI document."""

    id: str
    status: str
    title: str
    """The status with its phrase: "200 OK", "4XX Client errors", "Any other status"."""
    kind: str = "default"
    """The class of its status, such as "2xx"; "default", or "message"."""
    description: str = ""
    headers: Fields = ()
    media_types: tuple[MediaTypeView, ...] = ()
    links: tuple[LinkView, ...] = ()
    facts: Facts = ()
    """What else is known of a message: correlation ID, bindings, tags."""
    same_body: tuple[str, str] | None = None
    """Title and id of an earlier response with the same body."""
    page: OperationLink | None = None
    """The page of a message."""


@record
class ScopeView:
    """A scope or role, required or available."""

    name: str
    description: str


@record
class FlowView:
    """An OAuth flow."""

    title: str
    urls: tuple[WebLink, ...]
    """Labels and URLs."""
    scopes: tuple[ScopeView, ...]


@record
class SchemeView:
    """A security scheme as an operation uses it."""

    name: str
    title: str
    """A label: "API key in the header X-Key", "Bearer token (JWT)"."""
    description: str = ""
    scopes: tuple[ScopeView, ...] = ()
    flows: tuple[FlowView, ...] = ()
    urls: tuple[WebLink, ...] = ()
    deprecated: bool = False


@record
class SecurityView:
    """The security requirements of a request: one of the alternatives is enough."""

    alternatives: tuple[tuple[SchemeView, ...], ...] = ()
    is_optional: bool = False


@record
class ServerView:
    url: str
    label: str = ""
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()
    facts: Facts = ()


@record
class TagView:
    """A tag of the operation."""

    name: str
    description: str
    url: str


@record
class ResponseExample:
    status: str
    kind: str
    media_type: str
    examples: tuple[RenderedExample, ...] = ()
    is_manual: bool = False
    """Whether the page provides it; then no other part of the page shows it."""


@record
class CallbackView:
    """A callback: a request that the API sends."""

    id: str
    name: str
    expression: str
    operations: tuple[OperationView, ...]


@record
class OperationView:
    """The view of an operation or a webhook, or of an operation of an AsyncAPI document."""

    key: str
    title: str
    method: str
    path: str
    """The path, or the address of the channel."""
    is_webhook: bool = False
    is_event: bool = False
    """Whether it is an operation of an AsyncAPI document: its responses are messages, and what is
    said of the path is said of the channel."""
    operation_id: str = ""
    description: str = ""
    path_summary: str = ""
    path_description: str = ""
    deprecated: bool = False
    deprecation_note: str = ""
    """Sentences about its deprecation: end, replacement, reason."""
    tags: tuple[TagView, ...] = ()
    external_docs: WebLink | None = None
    """Label and URL."""
    servers: tuple[ServerView, ...] = ()
    are_servers_shared: bool = False
    """Whether the overview in the same paginated output lists the servers."""
    security: SecurityView | None = None
    parameters: tuple[ParameterSection, ...] = ()
    body: BodyView | None = None
    responses: tuple[ResponseView, ...] = ()
    replies: tuple[ResponseView, ...] = ()
    used_by: tuple[OperationLink, ...] = ()
    """The operations of a message."""
    facts: Facts = ()
    """Bindings of an operation and its channel, and the address of the reply."""
    callbacks: tuple[CallbackView, ...] = ()
    samples: tuple[CodeSample, ...] = ()
    response_examples: tuple[ResponseExample, ...] = ()
    extensions: Facts = ()
    anchor: str = ""
    """The anchor of the operation, if it is one of several on a page."""

    @property
    def has_facts(self) -> bool:
        """Whether there are facts to show at the end."""
        return bool(
            self.tags
            or self.operation_id
            or self.external_docs
            or self.path_summary
            or self.path_description
            or self.extensions
            or self.facts
            or self.used_by
        )

    @property
    def scope(self) -> str:
        """The key of the choices of a reader, such as a language, for this operation."""
        return self.anchor or self.key

    @property
    def is_locked(self) -> bool:
        """Whether a request requires authorization."""
        security = self.security
        return security is not None and bool(security.alternatives) and not security.is_optional


@record
class SchemaPageView:
    """The view of a named schema."""

    name: str
    title: str
    body: FieldView
    example: RenderedExample | None = None
    used_by_operations: tuple[OperationLink, ...]
    used_by_schemas: tuple[SchemaLink, ...]
    anchor: str = ""
    """The anchor of the schema, if it is one of several on a page."""


def iter_views(view: object) -> Iterator[Any]:
    """Yield the views inside of a view or a tuple of views, in reading order."""
    queue = [view]
    while queue:
        part = queue.pop()
        if isinstance(part, tuple):
            queue.extend(reversed(part))
        elif is_dataclass(part):
            yield part
            queue.extend(getattr(part, field.name) for field in reversed(fields(part)))
