"""The overview of a document, and the view of a named schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, Parameter, SchemeUse, Tag
from sphinx_sitejson.openapi.naming.groups import OperationGroup, operation_groups
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.openapi.raw import RawObject, as_object, get_text

from .context import ReferenceContext, reference_context
from .fields import PageFields, member_id_name
from .ids import PageIds
from .model import Facts, OperationLink, SchemaPageView, SchemeView, ServerView, WebLink
from .nested_schemas import nested_schemas
from .operation_page import request_samples
from .operation_parts import docs_link, fact_views, schema_example, server_views
from .schema_info import SchemaInfo
from .security import scheme_names, scheme_view, site_scheme


@record
class ListedOperation:
    """An operation in the list of a group."""

    link: OperationLink
    method: str
    path: str
    deprecated: bool
    is_webhook: bool


@record
class GroupView:
    """The operations of a tag, or of a part of the paths."""

    id: str
    name: str
    """The name of the tag, unique among groups."""
    title: str
    description: str
    external_docs: WebLink | None
    """Label and URL."""
    operations: tuple[ListedOperation, ...] = ()
    groups: tuple[GroupView, ...] = ()


@record
class AuthorizationView:
    """A security scheme and a request that uses it."""

    id: str
    scheme: SchemeView
    samples: tuple[CodeSample, ...]


@record
class OverviewView:
    """The view of a document: information, servers, authorization and groups."""

    title: str
    version: str
    summary: str
    description: str
    is_asyncapi: bool
    facts: Facts
    """The ID and the tags of an AsyncAPI document."""
    contact: tuple[WebLink, ...]
    """The contact: labels and URLs; a URL may be empty."""
    license: WebLink | None
    terms: str
    external_docs: WebLink | None
    servers: tuple[ServerView, ...]
    authorization: tuple[AuthorizationView, ...]
    is_open: bool
    """Whether some operations need no authorization."""
    groups: tuple[GroupView, ...]

    @property
    def has_facts(self) -> bool:
        """Whether there are facts to show before the description."""
        return bool(
            self.version
            or self.contact
            or self.license
            or self.terms
            or self.external_docs
            or self.facts
        )

    @property
    def operation_count(self) -> int:
        """The number of operations in all groups."""
        return sum(len(group.operations) for group in iter_groups(self.groups))

    def group(self, name: str) -> GroupView | None:
        """Return the group of a tag."""
        return next((group for group in iter_groups(self.groups) if group.name == name), None)


def iter_groups(groups: tuple[GroupView, ...]) -> Iterator[GroupView]:
    """Yield groups and their subgroups, in reading order."""
    for group in groups:
        yield group
        yield from iter_groups(group.groups)


SECURITY_ID = "security"
DEFAULT_LANGUAGE = "bash"
_WITHOUT_EXAMPLE = frozenset({"mutualTLS"})
"""Schemes that take effect before a request is sent, so that no sample shows them."""


def authorization_views(
    context: ReferenceContext, operations: tuple[Operation, ...]
) -> Iterator[AuthorizationView]:
    """Yield the security schemes of a document, or the one in the settings, each with a sample."""
    options, ids = context.options, PageIds()
    if options.auth.method:
        if any(each.security != () for each in operations):
            scheme = site_scheme(options.auth)
            yield AuthorizationView(
                id=ids.new(SECURITY_ID, scheme.name),
                scheme=scheme,
                samples=_shortest_sample(context, operations),
            )
        return
    for each in context.document.security_schemes.values():
        use = SchemeUse(scheme=each)
        allowed = (one for one in operations if each.name in scheme_names(one))
        has_sample = each.type not in _WITHOUT_EXAMPLE
        yield AuthorizationView(
            id=ids.new(SECURITY_ID, each.name),
            scheme=scheme_view(use),
            samples=_shortest_sample(context, allowed, security=((use,),)) if has_sample else (),
        )


def _shortest_sample(
    context: ReferenceContext, operations: Iterable[Operation], **changes: Any
) -> tuple[CodeSample, ...]:
    """Return the sample of the shortest request, to show how credentials are sent.

    :param changes: fields of the operation that the sample has instead.
    """

    def effort(operation: Operation) -> tuple[bool, int, int]:
        return operation.method != "GET", len(_required(operation)), len(operation.path)

    operation = min(operations, key=effort, default=None)
    if operation is None:
        return ()
    if changes:
        operation = replace(operation, parameters=_required(operation), extensions={}, **changes)
    languages = context.options.languages[:1] or (DEFAULT_LANGUAGE,)
    options = replace(context.options, languages=languages)
    return request_samples(context.document, operation, options)[:1]


def _required(operation: Operation) -> tuple[Parameter, ...]:
    return tuple(parameter for parameter in operation.parameters if parameter.required)


TAG_ID = "tag"
_REDOC_PLACEHOLDERS = re.compile(
    r"<SecurityDefinitions\s*/?>|<SchemaDefinition\b[^<>]*/?>|<!--\s*ReDoc-Inject:[^>]*-->",
    re.IGNORECASE,
)
"""Placeholders of Redoc for content that every overview has anyway."""


def overview_view(document: OpenApiDocument, options: ReferenceOptions) -> OverviewView:
    context = reference_context(document, options)
    info = document.info
    visible = tuple(
        operation for operation in document.operations_and_webhooks if operation.is_listed
    )
    requests = tuple(
        operation for operation in visible if not operation.is_webhook and operation.event is None
    )
    return OverviewView(
        title=document.title or document.name,
        version=document.api_version,
        summary=get_text(info, "summary"),
        description=_REDOC_PLACEHOLDERS.sub("", document.description),
        is_asyncapi=document.is_asyncapi,
        facts=fact_views(document.facts),
        contact=tuple(_contact(as_object(info.get("contact")))),
        license=_license(as_object(info.get("license"))),
        terms=get_text(info, "termsOfService"),
        external_docs=docs_link(document.external_docs),
        servers=server_views(document.servers, options),
        authorization=tuple(authorization_views(context, requests)),
        is_open=any(operation.security == () for operation in requests),
        groups=_groups(operation_groups(document.tags, visible), context, PageIds()),
    )


def _groups(
    groups: tuple[OperationGroup, ...], context: ReferenceContext, ids: PageIds
) -> tuple[GroupView, ...]:
    return tuple(
        replace(
            tag_group(ids.new(TAG_ID, group.name), group.name, group.tag),
            title=group.title,
            operations=tuple(
                ListedOperation(
                    link=OperationLink(
                        key=operation.key,
                        label=operation_title(operation),
                        document=context.document.location,
                    ),
                    method=operation.method,
                    path=operation.address,
                    deprecated=operation.deprecated,
                    is_webhook=operation.is_webhook,
                )
                for operation in group.operations
            ),
            groups=_groups(group.groups, context, ids),
        )
        for group in groups
    )


def tag_group(group_id: str, name: str, tag: Tag | None) -> GroupView:
    """Return the view of a tag without its operations."""
    tag = tag or Tag(name=name)
    return GroupView(
        id=group_id,
        name=name,
        title=tag.summary or name,
        description=_REDOC_PLACEHOLDERS.sub("", tag.description),
        external_docs=docs_link(tag.external_docs),
    )


def _contact(raw: RawObject) -> Iterator[WebLink]:
    """Yield the contact as labels and URLs: name and email address."""
    name, url, email = (get_text(raw, key) for key in ("name", "url", "email"))
    if name or url:
        yield name or url, url
    if email:
        yield email, f"mailto:{email}"


def _license(raw: RawObject) -> WebLink | None:
    name, identifier, url = (get_text(raw, key) for key in ("name", "identifier", "url"))
    if not (name or identifier or url):
        return None
    if identifier and not url:
        url = f"https://spdx.org/licenses/{identifier}.html"
    return name or identifier or url, url


SCHEMA_BUDGET = 40
"""The number of fields on a schema page before nested named schemas become links."""


def schema_view(
    document: OpenApiDocument, name: str, options: ReferenceOptions, *, anchor: str = ""
) -> SchemaPageView:
    """Return the view of a named schema; KeyError if the document has none.

    :param anchor: the id of the schema where it is one of several on a page.
    """
    context = reference_context(document, options)
    schema = document.schemas[name]
    fields = PageFields(
        context,
        separate_schemas=context.separate_schemas - {name},
        # Nested schemas have their own page, one link away.
        budget=0 if context.is_large else min(context.options.field_budget, SCHEMA_BUDGET),
    )
    body = fields.add(anchor or "schema", context.schemas.named_reference(name), direction="both")
    fields.expand()
    # Other pages refer to the schema by name; its own page shows its content.
    body.type_label, body.link = _page_type_label(context.schemas.get(schema)), None
    link = context.schemas.link(name)
    operations = (context.operation_link(key) for key in context.operations_by_schema.get(name, ()))
    schemas = (context.schemas.link(user) for user in context.schemas_by_schema.get(name, ()))
    return SchemaPageView(
        name=name,
        anchor=anchor,
        title=link.label if link else name,
        body=body,
        example=_example(name, context),
        used_by_operations=tuple(filter(None, operations)),
        used_by_schemas=tuple(filter(None, schemas)),
    )


def property_ids(
    document: OpenApiDocument, name: str, options: ReferenceOptions, *, anchor: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the names of a schema's properties and their ids on its page."""
    infos = reference_context(document, options).schemas
    info, ids = infos.get(infos.named_reference(name)), PageIds()
    prefix = ids.new(anchor or "schema")
    properties = info.element.schema.properties
    for member in nested_schemas(info).members:
        field_id = ids.new(prefix, member_id_name(member))
        if member.name in properties:
            yield member.name, field_id


def _example(name: str, context: ReferenceContext) -> RenderedExample | None:
    """Return an example; on short pages only one of the document, no generated one."""
    raw = context.document.schemas[name].raw
    is_short = context.options.is_compact or context.is_large
    if is_short and raw.keys().isdisjoint(("example", "examples")):
        return None
    return schema_example(context.schemas.named_reference(name))


def _page_type_label(info: SchemaInfo) -> str:
    """Return the type label of a schema without its title, which is the title of the page."""
    label = info.type_label
    is_title = label == " ".join(info.schema.title.split())
    return " or ".join(info.schema.merged.types) or "object" if is_title else label
