"""The places of a page that a link can lead to: those of its text, and those of its API parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.navigation.page_files.bindings import OperationBinding, SchemaBinding
from sphinx_sitejson.publishing.dead_links import ids_in_html
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.page_failures import page_guard
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.reference.view_cache import reference_views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.navigation.page_files.page_index import BoundFact
    from sphinx_sitejson.reference.listings import ListingFact

BROWSERS_OWN = frozenset({"", "top"})
"""Fragments that every page has."""


def without_text_fragment(fragment: str) -> str:
    """Return a fragment without the words that a browser is to look for."""
    return fragment.partition(":~:")[0]


def anchors_of(env: BuildEnvironment, page: str) -> frozenset[str] | None:
    """Return the ids of a page; nothing if they are not known."""
    domain = site_domain(env)
    written = domain.anchors.get(page)
    if written is None:
        return None
    bound = (_ids_of(env, fact) for fact in domain.bound.get(page, ()))
    listed = (_ids_of_listing(env, fact) for fact in domain.listings.get(page, ()))
    return written.union(*bound, *listed)


def _ids_of(env: BuildEnvironment, fact: BoundFact) -> frozenset[str]:
    """Return the ids that templates make for an operation or a schema."""
    views, binding = reference_views(env), fact.binding
    if not fact.location or site_documents(env).library.at(fact.location) is None:
        return frozenset()
    if isinstance(binding, OperationBinding):
        return views.ids("operation", fact.location, binding.key, fact.anchor)
    if isinstance(binding, SchemaBinding):
        return views.ids("schema", fact.location, binding.name, fact.anchor)
    return frozenset()


def _ids_of_listing(env: BuildEnvironment, fact: ListingFact) -> frozenset[str]:
    """Return the ids that templates make for all that a listing shows."""
    views = reference_views(env)
    if not fact.digest or site_documents(env).library.at(fact.location) is None:
        return frozenset()
    shown = [("operation", *entry) for entry in fact.operations]
    shown += [("schema", *entry) for entry in fact.schemas]
    return frozenset().union(
        *(views.ids(kind, fact.location, name, at, fact.detail) for kind, name, at in shown)
    )


def collect_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Remember the ids of a page, for links to them; those of a page that failed are unknown."""
    if page_guard(app.env).has_failed(app.env.docname):
        return
    site_domain(app.env).anchors[app.env.docname] = frozenset(_ids_in(doctree))


def _ids_in(doctree: nodes.document) -> Iterator[str]:
    for node in doctree.findall(nodes.Element):
        yield from node["ids"]
        if isinstance(node, nodes.raw) and "html" in str(node.get("format", "")):
            yield from ids_in_html(node.astext())
