"""The views of operations and schemas, each built once in a process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.http_messages.options import NO_AUTH, ReferenceOptions
from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.site_urls import base_url
from sphinx_sitejson.openapi.library import NotFound, OpenApiLibrary
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.extension_points import added_languages
from sphinx_sitejson.site_build.output_files import is_epub
from sphinx_sitejson.site_build.plain_markdown import rst_to_commonmark
from sphinx_sitejson.site_build.translation import with_descriptions

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.navigation.page_index import Detail
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

    from .nodes import api_block
    from .playground.data import PlaygroundData
    from .views.context import ReferenceContext
    from .views.manual_endpoint import ManualEndpoint, ManualExamples
    from .views.model import OperationView, SchemaPageView
    from .views.overview import GroupView, OverviewView

DEFAULT_LANGUAGE = "bash"

MAX_CACHED_VIEWS = 2_000
"""A page needs its view when it is read and written; more views would cost too much memory."""


def reference_options(env: BuildEnvironment) -> ReferenceOptions:
    """Return the options of API pages from the settings and the configuration."""
    api = site_of(env).settings.api
    return ReferenceOptions(
        expanded=api.param_fields.expanded,
        maintain_order=api.maintain_order,
        extensions=tuple(env.config.sitejson_extensions),
        base_urls=api.base_url,
        site_url=base_url(env.config),
        auth=api.auth,
        languages=api.request.example.languages,
        added_languages=added_languages(env),
        show_optional=api.request.example.show_optional_params,
        playground=api.playground.mode,
        is_simulated=api.playground.simulate,
    )


def manual_endpoint_options(env: BuildEnvironment, options: ReferenceOptions) -> ReferenceOptions:
    """Return the options of endpoints that are documented by hand."""
    extra = site_of(env).settings.extra
    auth, written = options.auth, extra.written_auth or NO_AUTH
    return replace(
        options,
        base_urls=options.base_urls or extra.written_base_urls,
        auth=replace(auth, method=auth.method or written.method, name=auth.name or written.name),
    )


class ReferenceViews:
    """Build and cache the views of operations and schemas.

    The builders are imported for the first view: most builds need none.
    """

    def __init__(self, env: BuildEnvironment, *, is_compact: bool = False) -> None:
        """Initialize for a build.

        :param is_compact: whether the schemas of a document are shown once, apart from operations,
            where they have pages.
        """
        self._env = env
        self._is_compact = is_compact
        self.options = options = reference_options(env)
        self.manual_options = manual_endpoint_options(env, options)
        """The options of endpoints that are documented by hand."""
        row_options = replace(options, languages=options.languages[:1] or (DEFAULT_LANGUAGE,))
        self._options: dict[Detail, ReferenceOptions] = {
            "page": options,
            "row": row_options,
            "short row": replace(row_options, links_shared_schemas=True),
            "example row": replace(
                row_options, links_shared_schemas=True, has_shared_examples=True
            ),
            "bare row": replace(row_options, has_fields=False),
        }
        # With all arguments by position: a view is remembered by what it depends on.
        cached = lru_cache(maxsize=MAX_CACHED_VIEWS)
        self.operation = cached(self._operation)
        self.schema = cached(self._schema)
        self.endpoint = cached(self._endpoint)
        """Return the view of an endpoint documented by hand."""
        self.overview = cached(self._overview)
        self.overview_digest = cache(self._overview_digest)
        """Return a digest that changes with the overview of a document."""
        self.ids = cached(self._ids)
        """Return the ids on the page of an operation or a schema."""

    @property
    def _library(self) -> OpenApiLibrary:
        return site_documents(self._env).library

    def _document(self, location: str) -> OpenApiDocument:
        document = self._library.document_at(location)
        assert document is not None
        return document

    def _context(self, location: str) -> ReferenceContext:
        from .views.context import reference_context

        return reference_context(self._document(location), self.options)

    def _endpoint(self, endpoint: ManualEndpoint) -> OperationView:
        from .views.manual_endpoint import endpoint_view

        return endpoint_view(endpoint, self.manual_options)

    def _overview(self, location: str) -> OverviewView:
        from .views.overview import overview_view

        return overview_view(self._document(location), self.options)

    def _overview_digest(self, location: str) -> str:
        # Each page of a tag needs it.
        return sha256(repr(self.overview(location)).encode(errors="replace")).hexdigest()[:16]

    def short_title(self, location: str, view: OperationView) -> str:
        """Return the sidebar title of an operation, if its title is too long, else ""."""
        short = self._context(location).short_titles.get(view.key, view.title)
        return short if short != view.title else ""

    def tag(self, location: str, name: str) -> GroupView:
        from .views.ids import id_part
        from .views.overview import TAG_ID, tag_group

        tag = self._document(location).tags.get(name)
        empty_group = tag_group(f"{TAG_ID}-{id_part(name)}", name, tag)
        return self.overview(location).group(name) or empty_group

    def playground(self, location: str, key: str) -> PlaygroundData:
        """Return the data of the playground of an operation, or of its channel."""
        from .playground.operation import operation_playground
        from .playground.socket import channel_operations, socket_playground

        context = self._context(location)
        operation = context.document.operations_by_accepted_key[key]
        if operation.event is not None:
            keys = (each.key for each in channel_operations(operation, context))
            views = {each: self.operation(location, each, "", "page") for each in keys}
            return socket_playground(operation, views, context)
        view = self.operation(location, key, "", "page")
        return operation_playground(operation, view, context)

    def endpoint_playground(self, endpoint: ManualEndpoint) -> PlaygroundData:
        """Return the data of the playground of an endpoint that is documented by hand."""
        from .playground.operation import operation_playground
        from .views.context import reference_context
        from .views.manual_endpoint import endpoint_operation, endpoint_options

        document, operation = endpoint_operation(endpoint)
        context = reference_context(document, endpoint_options(endpoint, self.manual_options))
        return operation_playground(operation, self.endpoint(endpoint), context)

    def parameter_ids(self, operation: Operation, anchor: str) -> Iterator[tuple[str, str]]:
        """Yield the names of an operation's parameters and their ids, without a view."""
        from .views.operation_parts import parameter_ids

        prefix = f"{anchor}-" if anchor else ""
        return parameter_ids(operation.parameters, self.options, prefix=prefix)

    def property_ids(
        self, document: OpenApiDocument, name: str, anchor: str, detail: Detail
    ) -> Iterator[tuple[str, str]]:
        """Yield the names of a schema's properties and their ids, without a view."""
        from .views.overview import property_ids

        options = self._options_for(document.location, detail)
        return property_ids(document, name, options, anchor=anchor)

    def _ids(
        self, kind: str, location: str, name: str, anchor: str = "", detail: Detail = "page"
    ) -> frozenset[str]:
        from .views.model import iter_views

        find = self._library.find_operation if kind == "operation" else self._library.find_schema
        if isinstance(find(name, location), NotFound):
            return frozenset()
        make = self.operation if kind == "operation" else self.schema
        ids = (getattr(each, "id", "") for each in iter_views(make(location, name, anchor, detail)))
        return frozenset(filter(None, ids))

    def _operation(self, location: str, key: str, anchor: str, detail: Detail) -> OperationView:
        from .views.operation_page import operation_view

        document = self._document(location)
        operation = document.operations_by_accepted_key[key]
        return operation_view(
            document, operation, self._options_for(location, detail), anchor=anchor
        )

    def _schema(self, location: str, name: str, anchor: str, detail: Detail) -> SchemaPageView:
        from .views.overview import schema_view

        options = self._options_for(location, detail)
        return schema_view(self._document(location), name, options, anchor=anchor)

    def _options_for(self, location: str, detail: Detail) -> ReferenceOptions:
        options = self._options[detail]
        can_be_compact = self._is_compact and detail in ("page", "row")
        if not can_be_compact or location not in site_documents(self._env).pages.with_schemas:
            return options
        has_overview = bool(page_index(self._env).overview_at(location))
        return replace(options, is_compact=True, has_overview=has_overview)


reference_views: BuildState[ReferenceViews] = BuildState(ReferenceViews)
"""The views of this build, independent of the format; available when documents are loaded."""


@BuildState
def output_views(env: BuildEnvironment) -> ReferenceViews:
    """Return the views for the output format: compact in paginated output and plain text."""
    builder = site_of(env).builder
    is_linear = builder.format in ("latex", "man", "texinfo", "text") or is_epub(builder)
    return ReferenceViews(env, is_compact=True) if is_linear else reference_views(env)


def block_view(views: ReferenceViews, block: api_block) -> Any:
    """Return the part of a view that a block shows."""
    view = _block_view(views, block)
    return with_descriptions(view, rst_to_commonmark) if block.get("format") == "rst" else view


def _block_view(views: ReferenceViews, block: api_block) -> Any:
    part, location = block["part"], block.get("document", "")
    if block["kind"] == "overview":
        if part == "operations":
            return views.tag(location, block["key"]).operations
        overview = views.overview(location)
        return {"servers": overview.servers, "schemes": overview.authorization}.get(part, overview)
    if block["kind"] == "schema":
        return views.schema(location, block["key"], *_view_arguments(block))
    view = _operation(views, block)
    if part == "parameters":
        sections = {section.location: section for section in view.parameters}
        return sections[block["location"]].fields
    return getattr(view, part) if part in _FIELDS else view


_FIELDS = ("body", "security", "responses", "replies", "callbacks")
"""Parts that are fields of the view of an operation."""


def _operation(views: ReferenceViews, block: api_block) -> OperationView:
    """Return the view of the operation of a block, with the examples of its page."""
    if block["kind"] == "written":
        from .views.model import OperationView

        view = OperationView(key=block["key"], title="", method="", path="")
    elif block["kind"] == "endpoint":
        view = views.endpoint(block["endpoint"])
    else:
        view = views.operation(block["document"], block["key"], *_view_arguments(block))
    examples: ManualExamples | None = block.get("examples")
    if not examples:
        return view
    return replace(
        view,
        samples=examples.requests or view.samples,
        response_examples=examples.responses or view.response_examples,
    )


def _view_arguments(block: api_block) -> tuple[str, Detail]:
    """Return the anchor and the level of detail of a block."""
    return block.get("anchor", ""), block.get("detail", "page")
