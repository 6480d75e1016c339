"""Where pages show what many operations share: the tags and the security schemes of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.page_files.page_index import ShownAt
from sphinx_sitejson.sphinx_ext.openapi.state import page_index

from .api_nodes import AUTHORIZATION
from .view_cache import reference_views

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation


def described_tags(env: BuildEnvironment, document: OpenApiDocument) -> dict[str, ShownAt]:
    """Return the tags that have a page, or a place on the overview of the document."""
    from sphinx_sitejson.reference.overview import groups_in

    index, location = page_index(env), document.location
    found: dict[str, ShownAt] = {}
    if overview := index.overview_at(location):
        for group in groups_in(reference_views(env).overview(location).groups):
            found.setdefault(group.name, ShownAt(overview.docname, group.id))
    for name in (*document.tags, *found):
        if place := index.overview_at(location, name):
            found[name] = ShownAt(place.docname)
    return found


def used_tags(env: BuildEnvironment, document: OpenApiDocument) -> dict[str, ShownAt]:
    """Return for each tag the first operation that has it, and a page."""
    found: dict[str, ShownAt] = {}
    for operation, place in _shown(env, document):
        for tag in operation.tags:
            found.setdefault(tag, ShownAt(place.docname, place.anchor))
    return found


def security_schemes(env: BuildEnvironment, document: OpenApiDocument) -> dict[str, ShownAt]:
    """Return where each security scheme is described: on the overview, else where it is needed."""
    location = document.location
    found: dict[str, ShownAt] = {}
    if overview := page_index(env).overview_at(location):
        for way in reference_views(env).overview(location).authorization:
            found[way.scheme.name] = ShownAt(overview.docname, way.id)
    for operation, place in _shown(env, document):
        for use in (use for alternative in operation.security or () for use in alternative):
            found.setdefault(use.scheme.name, _authorization(place))
    return {name: found[name] for name in document.security_schemes if name in found}


def _shown(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[tuple[Operation, ShownAt]]:
    index = page_index(env)
    for operation in (*document.operations, *document.webhooks):
        if place := index.operation_at(document.location, operation.key):
            yield operation, place


def _authorization(place: ShownAt) -> ShownAt:
    """Return the section of an operation that is about authorization; rows have none."""
    if place.detail != "page":
        return place
    own = f"{place.anchor}-{AUTHORIZATION}" if place.anchor else AUTHORIZATION
    return ShownAt(place.docname, own)
