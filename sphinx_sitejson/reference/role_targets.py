"""The objects of the domain ``openapi``, and the targets of its roles: page, anchor and title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.page_index import PageAnchor
from sphinx_sitejson.openapi.library import (
    FoundOperation,
    NotFound,
    OpenApiLibrary,
    normalize_operation_key,
)
from sphinx_sitejson.site_build.build_state import BuildState, site_domain

from .nodes import AUTHORIZATION
from .view_cache import output_views, reference_views

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

    from .views.model import FieldView


Anchors = dict[str, PageAnchor]
"""Where the tags or the security schemes of a document are, by name."""


class RoleTarget(NamedTuple):
    """A part of a page, and the title of a link to it."""

    location: PageAnchor
    title: str


def find_target(env: BuildEnvironment, kind: str, target: str, *, near: str) -> RoleTarget | None:
    """Find the target of a role, by its kind: ``op``, ``schema``, ``param`` and so on.

    :param near: the page with the role; a heading is one of its document.
    """
    if kind == "heading":
        return _heading_target(env, target, near)
    if kind in ("param", "property"):
        return _field_target(env, kind, target)
    targets = (_named_target(env, kind, name, document) for document, name in _iter_names(target))
    return next(filter(None, targets), None)


def _named_target(env: BuildEnvironment, kind: str, name: str, document: str) -> RoleTarget | None:
    if kind == "tag":
        return _tag_target(env, name, document)
    if kind == "security":
        locations = (
            scheme_locations(env, each).get(name) for each in _find_documents(env, document)
        )
        return _target_at(next(filter(None, locations), None), name)
    index, library = page_index(env), site_documents(env).library
    if kind == "schema":
        schema = library.find_schema(name, document)
        if isinstance(schema, NotFound):
            return None
        location = index.schema_at(schema.document.location, name)
        return _target_at(location, schema.schema.title or name)
    found = find_operation(library, kind, name, document)
    if isinstance(found, NotFound):
        return None
    from sphinx_sitejson.openapi.naming.titles import operation_title

    location = index.operation_at(found.document.location, found.operation.key)
    return _target_at(location, operation_title(found.operation))


def find_operation(
    library: OpenApiLibrary, kind: str, name: str, document: str
) -> FoundOperation | NotFound:
    """Find an operation by ``METHOD /path``, by its id, or a webhook by its name."""
    key = f"webhook {name}" if kind == "webhook" else name
    if " " in key:
        return library.find_operation(normalize_operation_key(key), document)
    return library.find_operation_by_id(name, document)


def explain_missing_target(env: BuildEnvironment, kind: str, target: str) -> str:
    """Return why a role has no target, as a sentence."""
    owner = target.rpartition(" ")[0] if kind in ("param", "property") else target
    document, _separator, name = owner.rpartition("#")
    found: object = None
    if kind in ("schema", "property"):
        found = site_documents(env).library.find_schema(name, document)
    elif kind not in ("tag", "security"):
        found = find_operation(site_documents(env).library, kind, name, document)
    if isinstance(found, NotFound):
        return found.explain("#")
    return f'no page shows "{target}".'


def _target_at(location: PageAnchor | None, title: str) -> RoleTarget | None:
    return RoleTarget(location, title) if location else None


def _tag_target(env: BuildEnvironment, name: str, document: str) -> RoleTarget | None:
    """Find the page of a tag or its anchor on an overview, else the first operation that has it."""
    candidates = _find_documents(env, document)
    for candidate in candidates:
        # Links of other tools have hyphens instead of spaces.
        similar = (each for each in candidate.tags if nodes.make_id(each) == nodes.make_id(name))
        tag = name if name in candidate.tags else next(similar, name)
        if location := tag_locations(env, candidate).get(tag):
            return _target_at(location, tag)
    for candidate in candidates:
        if location := tag_usages(env, candidate).get(name):
            return _target_at(location, name)
    return None


def _find_documents(env: BuildEnvironment, name: str) -> tuple[OpenApiDocument, ...]:
    """Return the documents that a role names; without a name, all."""
    library = site_documents(env).library
    return tuple(library.documents_named(name) if name else library.documents)


def _heading_target(env: BuildEnvironment, heading: str, near: str) -> RoleTarget | None:
    """Find a heading of the page itself, or of the overview of the document that it shows."""
    domain = site_domain(env)
    index, anchor = page_index(env), nodes.make_id(heading)
    locations = {fact.location for fact in domain.bound.get(near, ()) if fact.location}
    overviews = (index.overview_at(location).docname for location in sorted(locations))
    for page in (near, *filter(None, overviews)):
        if anchor and anchor in domain.anchors.get(page, ()):
            return RoleTarget(PageAnchor(page, anchor), heading)
    return None


def _field_target(env: BuildEnvironment, kind: str, target: str) -> RoleTarget | None:
    """Find ``GET /ships limit`` (a parameter) or ``Ship owner.name`` (a property)."""
    find = _property_target if kind == "property" else _parameter_target
    # Names may have spaces, too: the first split that resolves counts.
    for owner, path in _iter_splits(target, " "):
        for document, name in _iter_names(owner):
            if found := find(env, name, document, path):
                return found
    return None


def _property_target(
    env: BuildEnvironment, name: str, document: str, path: str
) -> RoleTarget | None:
    found = site_documents(env).library.find_schema(name, document)
    if isinstance(found, NotFound):
        return None
    location = found.document.location
    page = page_index(env).schema_at(location, name)
    if not page:
        return None
    body = output_views(env).schema(location, name, page.anchor, page.detail).body
    return _find_field(env, page.docname, path, _nested_fields(body))


def _parameter_target(
    env: BuildEnvironment, name: str, document: str, path: str
) -> RoleTarget | None:
    found = find_operation(site_documents(env).library, "op", name, document)
    if isinstance(found, NotFound):
        return None
    key = (found.document.location, found.operation.key)
    page = page_index(env).operation_at(*key)
    if not page:
        return None
    view = output_views(env).operation(*key, page.anchor, page.detail)
    fields = (field for section in view.parameters for field in section.fields)
    return _find_field(env, page.docname, path, fields)


def _iter_names(target: str) -> Iterator[tuple[str, str]]:
    """Yield possible pairs of document and name; names may include the separator."""
    yield from _iter_splits(target, "#")
    yield "", target


def _iter_splits(text: str, separator: str) -> Iterator[tuple[str, str]]:
    """Yield the two parts of a text, divided at its last separator, then at each before it."""
    at = text.rfind(separator)
    while at >= 0:
        yield text[:at], text[at + 1 :]
        at = text.rfind(separator, 0, at)


def _find_field(
    env: BuildEnvironment, page: str, path: str, fields: Iterator[FieldView]
) -> RoleTarget | None:
    """Follow the names of a path through nested fields, and to the pages of their schemas."""
    for field in fields:
        if field.name == path:
            return RoleTarget(PageAnchor(page, field.id), path)
        if not field.name or not path.startswith(f"{field.name}."):
            continue
        rest = path[len(field.name) + 1 :]
        found = _find_field(env, page, rest, _nested_fields(field))
        if found is None and field.is_cut and field.link:
            found = _property_target(env, field.link.name, field.link.document, rest)
        if found:
            return RoleTarget(found.location, path)
    return None


def _nested_fields(field: FieldView) -> Iterator[FieldView]:
    group = field.group
    if group is not None:
        yield from group.fields
        for variant in group.variants:
            yield from variant.group.fields if variant.group else ()


def tag_locations(env: BuildEnvironment, document: OpenApiDocument) -> Anchors:
    """Return the pages of tags, or their anchors on the overview of the document."""
    from .views.overview import iter_groups

    index, location = page_index(env), document.location
    found: Anchors = {}
    if overview := index.overview_at(location):
        for group in iter_groups(reference_views(env).overview(location).groups):
            found.setdefault(group.name, PageAnchor(overview.docname, group.id))
    for name in (*document.tags, *found):
        if tag_page := index.overview_at(location, name):
            found[name] = PageAnchor(tag_page.docname)
    return found


def tag_usages(env: BuildEnvironment, document: OpenApiDocument) -> Anchors:
    """Return the anchor of the first operation with each tag."""
    found: Anchors = {}
    for operation, location in operations_on_pages(env, document):
        for tag in operation.tags:
            found.setdefault(tag, PageAnchor(location.docname, location.anchor))
    return found


def scheme_locations(env: BuildEnvironment, document: OpenApiDocument) -> Anchors:
    """Return the anchor of each security scheme: on the overview, else on an operation."""
    from .views.security import scheme_names

    location = document.location
    found: Anchors = {}
    if overview := page_index(env).overview_at(location):
        for authorization in reference_views(env).overview(location).authorization:
            found[authorization.scheme.name] = PageAnchor(overview.docname, authorization.id)
    for operation, shown_at in operations_on_pages(env, document):
        # Rows have no section about authorization.
        if shown_at.detail == "page":
            prefix = f"{shown_at.anchor}-" if shown_at.anchor else ""
            shown_at = PageAnchor(shown_at.docname, f"{prefix}{AUTHORIZATION}")
        for name in scheme_names(operation):
            found.setdefault(name, shown_at)
    return {name: found[name] for name in document.security_schemes if name in found}


def operations_on_pages(
    env: BuildEnvironment, document: OpenApiDocument
) -> Iterator[tuple[Operation, PageAnchor]]:
    """Yield the operations that pages show, with their anchors; known when all pages are read."""
    index = page_index(env)
    for operation in document.operations_and_webhooks:
        if location := index.operation_at(document.location, operation.key):
            yield operation, location


class InventoryEntry(NamedTuple):
    """An object with its name, title, type and location."""

    name: str
    title: str
    kind: str
    location: PageAnchor


@BuildState
def page_entries(env: BuildEnvironment) -> list[InventoryEntry]:
    """Return operations, by name and by ``operationId``, and schemas, for inventory and search."""
    from sphinx_sitejson.openapi.naming.titles import operation_title

    pages, found = page_index(env), list[InventoryEntry]()
    for document in site_documents(env).library.documents:
        for operation in (*document.operations_and_webhooks, *document.messages):
            if location := pages.operation_at(document.location, operation.key):
                kind = "webhook" if operation.is_webhook else "op"
                title = operation_title(operation)
                names = filter(None, (operation.name, operation.operation_id))
                found += (InventoryEntry(name, title, kind, location) for name in names)
        for name in document.schemas:
            if location := pages.schema_at(document.location, name):
                found.append(InventoryEntry(name, name, "schema", location))
    return found


@BuildState
def part_entries(env: BuildEnvironment) -> list[InventoryEntry]:
    """Return parameters, properties, tags and security schemes; of one name, the first."""
    found: dict[tuple[str, str], InventoryEntry] = {}
    for document in site_documents(env).library.documents:
        for part in _iter_parts(env, document):
            found.setdefault((part.kind, part.name), part)
    return list(found.values())


def _iter_parts(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    for kind, owner, page, fields in _iter_fields(env, document):
        for name, id_ in fields:
            location = PageAnchor(page.docname, id_)
            yield InventoryEntry(f"{owner} {name}", name, kind, location)
    used = tag_usages(env, document)
    known = {*document.tags, *used}
    for name, location in {**used, **tag_locations(env, document)}.items():
        if name in known:
            yield InventoryEntry(name, name, "tag", location)
    for name, location in scheme_locations(env, document).items():
        yield InventoryEntry(name, name, "security", location)


def _iter_fields(
    env: BuildEnvironment, document: OpenApiDocument
) -> Iterator[tuple[str, str, PageAnchor, Iterable[tuple[str, str]]]]:
    """Yield owners of parameters or properties: kind, name, page, and the ids of the fields."""
    pages, views = page_index(env), reference_views(env)
    for operation in document.operations:
        if page := pages.operation_at(document.location, operation.key):
            for owner in filter(None, (operation.name, operation.operation_id)):
                yield "param", owner, page, views.parameter_ids(operation, page.anchor)
    for name in document.schemas:
        if page := pages.schema_at(document.location, name):
            fields = views.property_ids(document, name, page.anchor, page.detail)
            yield "property", name, page, fields
