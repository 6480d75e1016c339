"""What other projects can link to: operations and schemas, and the named parts of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sphinx_sitejson.navigation.page_files.page_index import PageAnchor, PageIndex
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.index_entries import is_one_entry
from sphinx_sitejson.sphinx_ext.openapi.state import page_index, site_documents
from sphinx_sitejson.sphinx_ext.reference.role_targets import (
    described_tags,
    security_schemes,
    used_tags,
)

from .view_cache import reference_views

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument


class Listed(NamedTuple):
    """Something with a name, and where pages show it."""

    name: str
    title: str
    kind: str
    place: PageAnchor


def listed_pages(env: BuildEnvironment) -> Iterator[Listed]:
    """Yield operations, by name and by id, and schemas."""
    pages = page_index(env)
    for document in site_documents(env).library.documents:
        for operation in (*document.operations, *document.webhooks):
            if place := pages.operation_at(document.location, operation.key):
                kind = "webhook" if operation.is_webhook else "op"
                title = operation_title(operation)
                yield Listed(operation.name, title, kind, place)
                if operation.operation_id:
                    yield Listed(operation.operation_id, title, kind, place)
        for name in document.schemas:
            if place := pages.schema_at(document.location, name):
                yield Listed(name, name, "schema", place)


class Parts(NamedTuple):
    """What documents are made of, as long as the same pages show them."""

    pages: PageIndex
    listed: tuple[Listed, ...]


_parts_of_build: BuildState[Parts | None] = BuildState(lambda env: None)


def listed_parts(env: BuildEnvironment) -> tuple[Listed, ...]:
    """Return what operations, schemas and documents are made of; of one name, the first.

    The inventory and the search of Sphinx ask for all of them, one after the other.
    """
    known, pages = _parts_of_build(env), page_index(env)
    if known is None or known.pages is not pages:
        known = Parts(pages, tuple(_named_once(env)))
        _parts_of_build.set(env, known)
    return known.listed


def _named_once(env: BuildEnvironment) -> Iterator[Listed]:
    seen: set[tuple[str, str]] = set()
    for document in site_documents(env).library.documents:
        for part in _parts(env, document):
            key = (part.kind, part.name)
            if key not in seen and is_one_entry(part.name):
                seen.add(key)
                yield part


def _parts(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    yield from _parameters(env, document)
    yield from _properties(env, document)
    used = used_tags(env, document)
    tags = {**used, **described_tags(env, document)}
    known = {*document.tags, *used}
    for name, place in tags.items():
        if name in known:
            yield Listed(name, name, "tag", place)
    for name, place in security_schemes(env, document).items():
        yield Listed(name, name, "security", place)


def _parameters(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    pages, views = page_index(env), reference_views(env)
    for operation in document.operations:
        place = pages.operation_at(document.location, operation.key)
        names = filter(None, (operation.name, operation.operation_id)) if place else ()
        for owner in names:
            for name, id_ in views.parameter_ids(operation, place.anchor):
                yield Listed(f"{owner} {name}", name, "param", PageAnchor(place.docname, id_))


def _properties(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    pages, views = page_index(env), reference_views(env)
    for schema in document.schemas:
        place = pages.schema_at(document.location, schema)
        if place:
            at = (document.location, schema, place.anchor, place.detail)
            for name, id_ in views.property_ids(*at):
                yield Listed(f"{schema} {name}", name, "property", PageAnchor(place.docname, id_))
