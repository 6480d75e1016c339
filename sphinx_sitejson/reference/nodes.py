"""The nodes of API pages: headings and texts as ordinary nodes, each part as one block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.records import record
from sphinx_sitejson.site_build.labels import in_site_language

if TYPE_CHECKING:
    from sphinx_sitejson.site_build.translation import Translate

    from .views.manual_endpoint import ManualEndpoint
    from .views.model import OperationView, SchemaPageView

Part = Literal[
    "endpoint",
    "facts",
    "security",
    "parameters",
    "body",
    "responses",
    "replies",
    "callbacks",
    "samples",
    "schema",
    "about",
    "servers",
    "schemes",
    "operations",
]

AUTHORIZATION = "authorization"
"""The id of the section about authorization."""

GROUP = "sitejson_group"
"""Marks a section that becomes a rubric where no section is allowed."""


class api_block(nodes.General, nodes.Element):
    """One part of an API page.

    It names a part of an operation or schema; the renderer looks up the view.
    Its only child is the searchable text of the part.
    """

    content_model = ((nodes.Text, "*"),)


class api_row(nodes.General, nodes.Element):
    """One of several operations on a page: a heading that opens, and its content.

    ``head`` is a ``RowHead``, ``is_open`` says whether it starts open.
    """

    content_model = ((nodes.Body, "*"),)


class api_fold(nodes.General, nodes.Element):
    """Parts of a page below a ``title``, closed at first."""

    content_model = ((nodes.Body, "*"),)


class api_contents(nodes.General, nodes.Element):
    """The list of the operations below; ``entries`` has a ``RowHead`` for each."""


@record
class RowHead:
    """The heading of an operation in a listing."""

    method: str
    path: str
    title: str
    anchor: str
    is_locked: bool
    is_deprecated: bool
    is_webhook: bool


def operation_nodes(
    location: str, view: OperationView, translate: Translate, *, playground: str, **extra: str
) -> Iterator[nodes.Node]:
    """Yield the nodes of an operation.

    :param location: of the document.
    :param playground: whether the page has one; see ``playground_mode``.
    :param extra: attributes of all blocks, such as the level of detail.
    """
    # Imported late, since every project registers the nodes, but few have such pages.
    from sphinx_sitejson.common.search_terms import LocationEntry
    from sphinx_sitejson.site_build.plain_markdown import text_to_nodes

    attributes = {"document": location, "key": view.key, "kind": "operation", **extra}
    if view.anchor:
        attributes["anchor"] = view.anchor
    text = (view.method, view.path, view.operation_id)
    endpoint = _block("endpoint", attributes, text, playground=playground)
    endpoint["search_entries"] = (LocationEntry(keywords=" ".join(text)),)
    yield endpoint
    yield from text_to_nodes(translate(view.description))
    yield _block("samples", attributes)

    def section(name: str, title: str, block: api_block) -> nodes.section:
        return titled_section(f"{view.anchor}-{name}" if view.anchor else name, title, block)

    if view.security is not None:
        block = _block("security", attributes, view.security)
        node = section(AUTHORIZATION, _("Authorization"), block)
        node["classes"].append("sj-in-a-line")
        yield node
    for parameters in view.parameters:
        block = _block("parameters", attributes, parameters, location=parameters.location)
        yield titled_section(parameters.id, in_site_language(parameters.title), block)
    responses = ("messages", _("Messages")) if view.is_event else ("responses", _("Responses"))
    sections: tuple[tuple[str, str, Part, object], ...] = (
        ("request-body", _("Body"), "body", view.body),
        (*responses, "responses", view.responses),
        ("reply", _("Reply"), "replies", view.replies),
        ("callbacks", _("Callbacks"), "callbacks", view.callbacks),
    )
    for name, title, part, value in sections:
        if value:
            yield section(name, title, _block(part, attributes, value))
    if view.has_facts:
        block = _block("facts", attributes)
        is_row = attributes.get("detail", "page") != "page"
        yield block if is_row else section("details", _("Details"), block)


def schema_nodes(location: str, view: SchemaPageView, **extra: str) -> Iterator[nodes.Node]:
    """Yield the nodes of a schema.

    :param location: of the document.
    """
    attributes = {"document": location, "key": view.name, "kind": "schema", **extra}
    if view.anchor:
        attributes["anchor"] = view.anchor
    yield _block("schema", attributes, view)


def without_sections(
    content: Iterable[nodes.Node], *, keep_ids: bool = False
) -> Iterator[nodes.Node]:
    """Convert sections to rubrics, which are allowed everywhere.

    :param keep_ids: whether the ids of sections belong to no other part of the page.
    """
    for node in content:
        if isinstance(node, nodes.section):
            title, *rest = node.children
            text = title.astext()
            ids = node["ids"] if keep_ids else []
            yield nodes.rubric(text, text, ids=ids, classes=["sj-title"])
            yield from rest
        else:
            yield node


def endpoint_nodes(endpoint: ManualEndpoint, *, playground: str) -> Iterator[api_block]:
    """Yield the blocks of an endpoint that is documented by hand.

    Its fields are filled in when the page is read.
    """
    for part in ("endpoint", "samples"):
        yield api_block("", part=part, kind="endpoint", endpoint=endpoint, playground=playground)


def samples_block(key: str) -> api_block:
    """Return the block for the code column of a page without an operation."""
    return api_block("", part="samples", kind="written", key=key)


def _block(part: Part, attributes: dict[str, str], view: object = None, **extra: str) -> api_block:
    block = api_block("", part=part, **attributes, **extra)
    if view is not None:
        from sphinx_sitejson.common.search_terms import LocationEntry
        from sphinx_sitejson.navigation.page_index import SHORT_ROWS

        from .views.search_entries import search_entries, searchable_text

        text = searchable_text(view)
        block += nodes.Text(text)
        # On a page with many operations, each is one search result, without its fields.
        is_short = attributes.get("detail") in SHORT_ROWS
        block["search_entries"] = (LocationEntry(text=text),) if is_short else search_entries(view)
    return block


def titled_section(id_: str, title: str, *content: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title(title, title), *content, ids=[id_])
