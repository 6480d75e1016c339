"""The objects of the domain ``openapi``: operations, schemas and their named parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.page_index import PageAnchor
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.site_build.build_state import BuildState

from .role_targets import scheme_locations, tag_locations, tag_usages
from .view_cache import reference_views

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument


class InventoryEntry(NamedTuple):
    """An object with its name, title, type and location."""

    name: str
    title: str
    kind: str
    location: PageAnchor


def iter_page_entries(env: BuildEnvironment) -> Iterator[InventoryEntry]:
    """Yield operations, by name and by ``operationId``, and schemas."""
    pages = page_index(env)
    for document in site_documents(env).library.documents:
        for operation in (*document.operations_and_webhooks, *document.messages):
            if location := pages.operation_at(document.location, operation.key):
                kind = "webhook" if operation.is_webhook else "op"
                title = operation_title(operation)
                yield InventoryEntry(operation.name, title, kind, location)
                if operation.operation_id:
                    yield InventoryEntry(operation.operation_id, title, kind, location)
        for name in document.schemas:
            if location := pages.schema_at(document.location, name):
                yield InventoryEntry(name, name, "schema", location)


def _unique_parts(env: BuildEnvironment) -> list[InventoryEntry]:
    found: dict[tuple[str, str], InventoryEntry] = {}
    for document in site_documents(env).library.documents:
        for part in _iter_parts(env, document):
            found.setdefault((part.kind, part.name), part)
    return list(found.values())


page_entries: BuildState[list[InventoryEntry]] = BuildState(lambda env: [*iter_page_entries(env)])
"""Operations, by name and by ``operationId``, and schemas, for the inventory and the search."""
part_entries: BuildState[list[InventoryEntry]] = BuildState(_unique_parts)
"""Parameters, properties, tags and security schemes; of one name, the first."""


def _iter_parts(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    yield from _iter_parameters(env, document)
    yield from _iter_properties(env, document)
    used = tag_usages(env, document)
    tags = {**used, **tag_locations(env, document)}
    known = {*document.tags, *used}
    for name, location in tags.items():
        if name in known:
            yield InventoryEntry(name, name, "tag", location)
    for name, location in scheme_locations(env, document).items():
        yield InventoryEntry(name, name, "security", location)


def _iter_parameters(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    pages, views = page_index(env), reference_views(env)
    for operation in document.operations:
        location = pages.operation_at(document.location, operation.key)
        names = filter(None, (operation.name, operation.operation_id)) if location else ()
        for owner in names:
            for name, id_ in views.parameter_ids(operation, location.anchor):
                yield InventoryEntry(
                    f"{owner} {name}", name, "param", PageAnchor(location.docname, id_)
                )


def _iter_properties(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    pages, views = page_index(env), reference_views(env)
    for schema in document.schemas:
        location = pages.schema_at(document.location, schema)
        if location:
            at = (document.location, schema, location.anchor, location.detail)
            for name, id_ in views.property_ids(*at):
                yield InventoryEntry(
                    f"{schema} {name}", name, "property", PageAnchor(location.docname, id_)
                )
