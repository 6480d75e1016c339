"""The nodes of API pages: headings and texts as ordinary nodes, each part's facts as one block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.reference.texts.search_entries import search_entries
from sphinx_sitejson.reference.texts.search_words import searchable_text
from sphinx_sitejson.search.entries import PlaceEntry
from sphinx_sitejson.sphinx_ext.labels import in_site_language

from .document_text import text_to_nodes

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.library import FoundOperation, FoundSchema
    from sphinx_sitejson.reference.views import OperationView, SchemaPageView
    from sphinx_sitejson.reference.written_page import WrittenEndpoint
    from sphinx_sitejson.sphinx_ext.translation import Translate

Part = Literal[
    "endpoint",
    "facts",
    "security",
    "parameters",
    "body",
    "responses",
    "callbacks",
    "samples",
    "schema",
]


class api_block(nodes.General, nodes.Element):
    """One part of an API page.

    It says which part of which operation or schema it is; whoever renders it asks for the view.
    Its only child is a text with the words of the part, for the search.
    """


def operation_nodes(
    found: FoundOperation, view: OperationView, translate: Translate, *, playground: str = "show"
) -> Iterator[nodes.Node]:
    """Yield all that a page shows of an operation.

    :param playground: whether the page has one; see ``playground_mode``.
    """
    place = {"document": found.document.location, "key": view.key, "kind": "operation"}
    words = (view.method, view.path, view.operation_id)
    endpoint = _block("endpoint", place, words, playground=playground)
    endpoint["search_entries"] = (PlaceEntry(keywords=" ".join(words)),)
    yield endpoint
    yield from text_to_nodes(translate(view.description))
    yield _block("facts", place)
    yield _block("samples", place)
    if view.security is not None:
        block = _block("security", place, view.security)
        yield _section("authorization", _("Authorization"), block)
    for section in view.parameters:
        block = _block("parameters", place, section, location=section.location)
        yield _section(section.id, in_site_language(section.title), block)
    if view.body is not None:
        yield _section("request-body", _("Body"), _block("body", place, view.body))
    if view.responses:
        yield _section("responses", _("Responses"), _block("responses", place, view.responses))
    if view.callbacks:
        yield _section("callbacks", _("Callbacks"), _block("callbacks", place, view.callbacks))


def schema_nodes(found: FoundSchema, view: SchemaPageView) -> Iterator[nodes.Node]:
    """Yield all that a page shows of a schema."""
    place = {"document": found.document.location, "key": found.name, "kind": "schema"}
    yield _block("schema", place, view)


def endpoint_nodes(endpoint: WrittenEndpoint, *, playground: str = "show") -> Iterator[api_block]:
    """Yield what an endpoint shows that a page describes in its own words.

    Its fields are filled in when the page is read.
    """
    for part in ("endpoint", "samples"):
        yield api_block("", part=part, kind="endpoint", endpoint=endpoint, playground=playground)


def samples_block(key: str) -> api_block:
    """Return the code column of a page that belongs to no operation."""
    return api_block("", part="samples", kind="written", key=key)


def _block(part: Part, place: dict[str, str], view: object = None, **more: str) -> api_block:
    block = api_block("", part=part, **place, **more)
    if view is not None:
        block += nodes.Text(searchable_text(view))
        block["search_entries"] = search_entries(view)
    return block


def _section(id_: str, title: str, block: api_block) -> nodes.section:
    return nodes.section("", nodes.title(title, title), block, ids=[id_], names=[])
