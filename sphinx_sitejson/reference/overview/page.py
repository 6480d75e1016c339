"""The overview of a document, and the part of it that is about one tag."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.openapi.document import OpenApiDocument, server_of
from sphinx_sitejson.openapi.model import ApiInfo, Operation, Tag
from sphinx_sitejson.openapi.naming.groups import OperationGroup, operation_groups
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.reference.context import ReferenceContext, context_of
from sphinx_sitejson.reference.ids import PageIds
from sphinx_sitejson.reference.operation_page import docs_link, server_view
from sphinx_sitejson.reference.options import ReferenceOptions
from sphinx_sitejson.reference.views import OperationLink

from .authorization import ways_to_authorize
from .views import GroupView, ListedOperation, OverviewView

GROUP_ID = "tag"
_PLACES_OF_OTHER_TOOLS = re.compile(
    r"<SecurityDefinitions\s*/?>|<SchemaDefinition\b[^<>]*/?>|<!--\s*ReDoc-Inject:[^>]*-->",
    re.IGNORECASE,
)
"""Where a tool puts what stands on every overview of ours."""


def overview_view(document: OpenApiDocument, options: ReferenceOptions) -> OverviewView:
    """Return all that a page shows of a document as a whole."""
    context = context_of(document, options)
    info = document.info
    shown = shown_operations(document)
    called = tuple(operation for operation in shown if not operation.is_webhook)
    return OverviewView(
        title=info.title or document.name,
        version=info.version,
        summary=info.summary,
        description=_PLACES_OF_OTHER_TOOLS.sub("", info.description),
        contact=tuple(_contact(info)),
        license=_license(info),
        terms=info.terms,
        external_docs=docs_link(document.external_docs),
        servers=tuple(
            server_view(server)
            for server in (
                [server_of({"url": url}) for url in options.base_urls] or document.servers
            )
        ),
        authorization=tuple(ways_to_authorize(context, called)),
        is_open=any(operation.security == () for operation in called),
        groups=_groups(operation_groups(document.tags, shown), context, PageIds()),
    )


def shown_operations(document: OpenApiDocument) -> tuple[Operation, ...]:
    """Return the operations that readers may find."""
    return tuple(
        operation
        for operation in (*document.operations, *document.webhooks)
        if not operation.is_left_out and not operation.is_hidden
    )


def _groups(
    groups: tuple[OperationGroup, ...], context: ReferenceContext, ids: PageIds
) -> tuple[GroupView, ...]:
    return tuple(
        GroupView(
            id=ids.new(GROUP_ID, group.name),
            name=group.name,
            title=group.title,
            description=_description(group.tag),
            external_docs=docs_link(group.tag.external_docs) if group.tag else None,
            operations=tuple(_listed(operation, context) for operation in group.operations),
            groups=_groups(group.groups, context, ids),
        )
        for group in groups
    )


def lone_group(document: OpenApiDocument, name: str) -> GroupView:
    """Return what a document says of a tag that no operation has."""
    tag = document.tags.get(name)
    return GroupView(
        id=PageIds().new(GROUP_ID, name),
        name=name,
        title=(tag.summary if tag else "") or name,
        description=_description(tag),
        external_docs=docs_link(tag.external_docs) if tag else None,
    )


def _description(tag: Tag | None) -> str:
    return _PLACES_OF_OTHER_TOOLS.sub("", tag.description) if tag else ""


def _listed(operation: Operation, context: ReferenceContext) -> ListedOperation:
    return ListedOperation(
        link=OperationLink(
            key=operation.key,
            label=operation_title(operation),
            document=context.document.location,
        ),
        method=operation.method,
        path=operation.path,
        deprecated=operation.deprecated,
        is_webhook=operation.is_webhook,
    )


def _contact(info: ApiInfo) -> Iterator[tuple[str, str]]:
    """Yield the contact: a name with its URL, and an email address."""
    if info.contact_name or info.contact_url:
        yield info.contact_name or info.contact_url, info.contact_url
    if info.contact_email:
        yield info.contact_email, f"mailto:{info.contact_email}"


def _license(info: ApiInfo) -> tuple[str, str] | None:
    name = info.license_name or info.license_identifier
    if not name and not info.license_url:
        return None
    url = info.license_url
    if info.license_identifier and not url:
        url = f"https://spdx.org/licenses/{info.license_identifier}.html"
    return name or url, url
