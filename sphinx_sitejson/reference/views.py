"""The view models of API pages.

Renderers read them and decide nothing: labels, order, what starts open and where a nested
schema becomes a link are settled here. Texts named ``description`` are CommonMark of the
document; all other texts are plain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaLink:
    """A link to the page of a named schema."""

    name: str
    label: str
    document: str
    """The location of the document that has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationLink:
    """A link to the page of an operation."""

    key: str
    label: str
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumValue:
    """An allowed value."""

    value: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleView:
    """An example, ready to be shown as code."""

    title: str = ""
    description: str = ""
    language: str = "json"
    code: str = ""
    url: str = ""
    """Where the example can be read, when it is not part of the document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionView:
    """A vendor extension that the owner of the site wants to see."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscriminatorView:
    """The property that tells variants apart, and the value of each."""

    property_name: str
    mapping: tuple[tuple[str, SchemaLink], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldGroup:
    """What stands inside a field or a body."""

    label: str = ""
    """What a fold around it says, such as "Child attributes"."""
    fields: tuple[FieldView, ...] = ()
    variants: tuple[VariantView, ...] = ()
    variants_label: str = ""
    """"One of" or "Any of"."""
    discriminator: DiscriminatorView | None = None
    notes: tuple[str, ...] = ()
    """Rules that concern the whole, in words."""
    endings: tuple[str, ...] = ()
    """What is said after all fields and variants: whether there may be more."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        said = self.discriminator or self.notes or self.endings
        return not (self.fields or self.variants or said)


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantView:
    """One of several shapes that a value may have."""

    id: str
    title: str
    type_label: str = ""
    description: str = ""
    facts: tuple[str, ...] = ()
    enum: tuple[EnumValue, ...] = ()
    link: SchemaLink | None = None
    is_cut: bool = False
    """Whether the inside is shown only on the linked page."""
    group: FieldGroup | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldView:
    """A parameter, a header, a property, or the body as a whole (then without a name)."""

    id: str
    """Stable on the page; readers link to it."""
    name: str = ""
    type_label: str = ""
    facts: tuple[str, ...] = ()
    """Constraints in words: "at least 1", "at most 64 characters", "style: pipeDelimited"."""
    required: bool = False
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    description: str = ""
    default: str | None = None
    enum: tuple[EnumValue, ...] = ()
    examples: tuple[ExampleView, ...] = ()
    link: SchemaLink | None = None
    """The page of the field's schema: always when it has a name, so readers can go there."""
    is_cut: bool = False
    """Whether the inside is shown only on the linked page: a recursion, or the budget is spent."""
    group: FieldGroup | None = None
    is_open: bool = False
    extensions: tuple[ExtensionView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingView:
    """How one part of a form is sent."""

    name: str
    facts: tuple[str, ...] = ()
    headers: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaTypeView:
    """One form of a body."""

    name: str
    body: FieldView | None = None
    is_stream: bool = False
    """Whether the body is a sequence of items, each as described."""
    encoding: tuple[EncodingView, ...] = ()
    examples: tuple[ExampleView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterSection:
    """The parameters of one place: path, query, header, cookie, query string."""

    id: str
    title: str
    location: str
    fields: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyView:
    """The body of a request."""

    description: str = ""
    required: bool = False
    media_types: tuple[MediaTypeView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkView:
    """An operation that can follow a response."""

    name: str
    description: str = ""
    target: OperationLink | None = None
    target_label: str = ""
    """What the link names, when it leads to no operation of the document."""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseView:
    """An answer."""

    id: str
    status: str
    title: str
    """The status in words: "200 OK", "4XX Client error", "Any other status"."""
    kind: Literal["1xx", "2xx", "3xx", "4xx", "5xx", "default"] = "default"
    description: str = ""
    headers: tuple[FieldView, ...] = ()
    media_types: tuple[MediaTypeView, ...] = ()
    links: tuple[LinkView, ...] = ()
    same_body: tuple[str, str] | None = None
    """Title and id of the answer that describes the body of this one, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeView:
    """A scope or role that is needed, or can be asked for."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowView:
    """One way to get a token."""

    title: str
    urls: tuple[tuple[str, str], ...] = ()
    """Labels and addresses."""
    scopes: tuple[ScopeView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeView:
    """A security scheme as an operation uses it."""

    name: str
    title: str
    """In words: "API key in the header X-Key", "Bearer token (JWT)"."""
    description: str = ""
    scopes: tuple[ScopeView, ...] = ()
    flows: tuple[FlowView, ...] = ()
    urls: tuple[tuple[str, str], ...] = ()
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityView:
    """How a request is authorized: one of the alternatives is enough."""

    alternatives: tuple[tuple[SchemeView, ...], ...] = ()
    is_optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariableView:
    """A part of a base URL that the reader chooses."""

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """A base URL."""

    url: str
    label: str = ""
    description: str = ""
    variables: tuple[ServerVariableView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSampleView:
    """A request written in a language."""

    language: str
    """A lexer's name, for highlighting."""
    label: str
    code: str
    generator: str = ""
    """The language it was written in; "" for a sample of the document."""
    is_live: bool = False
    """Whether the playground can write it anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagView:
    """A tag of the operation."""

    name: str
    description: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseExample:
    """An example answer, beside its status."""

    status: str
    kind: str
    media_type: str
    examples: tuple[ExampleView, ...] = ()
    is_manual: bool = False
    """Whether the page brings it along; then no other part of the page shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackView:
    """A request that the API sends back."""

    id: str
    name: str
    expression: str
    operations: tuple[OperationView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationView:
    """All that a page shows of an operation or a webhook."""

    key: str
    title: str
    method: str
    path: str
    is_webhook: bool = False
    operation_id: str = ""
    description: str = ""
    path_summary: str = ""
    path_description: str = ""
    deprecated: bool = False
    deprecation_note: str = ""
    """When it ends and what comes instead, as far as the document says."""
    tags: tuple[TagView, ...] = ()
    external_docs: tuple[str, str] | None = None
    """Label and address."""
    servers: tuple[ServerView, ...] = ()
    are_servers_shared: bool = False
    """Whether the overview of the document lists them, so that no page on paper has to."""
    security: SecurityView | None = None
    parameters: tuple[ParameterSection, ...] = ()
    body: BodyView | None = None
    responses: tuple[ResponseView, ...] = ()
    callbacks: tuple[CallbackView, ...] = ()
    samples: tuple[CodeSampleView, ...] = ()
    response_examples: tuple[ResponseExample, ...] = ()
    extensions: tuple[ExtensionView, ...] = ()
    anchor: str = ""
    """The id of the operation, where it is one of several on a page."""

    @property
    def has_facts(self) -> bool:
        """Whether there is anything to say at the end."""
        return bool(
            self.tags
            or self.operation_id
            or self.external_docs
            or self.path_summary
            or self.path_description
            or self.extensions
        )

    @property
    def scope(self) -> str:
        """What keeps the choices of this operation apart from those of others."""
        return self.anchor or self.key

    @property
    def is_locked(self) -> bool:
        """Whether a request has to be authorized."""
        security = self.security
        return security is not None and bool(security.alternatives) and not security.is_optional


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaPageView:
    """All that a page shows of a named schema."""

    name: str
    title: str
    body: FieldView
    example: ExampleView | None = None
    used_by_operations: tuple[OperationLink, ...] = ()
    used_by_schemas: tuple[SchemaLink, ...] = ()
    external_docs: tuple[str, str] | None = None
    anchor: str = ""
    """The id of the schema, where it is one of several on a page."""
