"""Pages and directives that show an operation, a schema or an overview of a document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.common.problems import Location, ProblemCode, suggest_name
from sphinx_sitejson.navigation.authored_pages import (
    Binding,
    BrokenBinding,
    EndpointBinding,
    OperationBinding,
    OverviewBinding,
    ParsedBinding,
    describe_doubtful_method,
    parse_binding,
    parse_operation_binding,
    parse_overview_binding,
    parse_schema_binding,
)
from sphinx_sitejson.navigation.document_state import (
    document_digests,
    document_in,
    is_document_there,
    named_file,
    site_documents,
)
from sphinx_sitejson.navigation.page_index import BoundFact
from sphinx_sitejson.navigation.page_titles import BoundPage
from sphinx_sitejson.openapi.digests import DocumentDigests
from sphinx_sitejson.openapi.library import FoundOperation, FoundOverview, FoundSchema, NotFound
from sphinx_sitejson.settings.front_matter.keys import BINDING_KEYS, find_value
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.site_build.build_state import site_domain, uses_api
from sphinx_sitejson.site_build.front_matter import key_location
from sphinx_sitejson.site_build.nodes import Nodes
from sphinx_sitejson.site_build.reports import report_at
from sphinx_sitejson.site_build.translation import translator_for

from .nodes import GROUP, api_block, endpoint_nodes, operation_nodes, schema_nodes, without_sections
from .view_cache import reference_views
from .views.ids import PageIds, operation_anchor, schema_anchor, secondary_anchor

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument

Found = FoundOperation | FoundSchema | FoundOverview
LocateBinding = Callable[[], Location]


def bind_page(env: BuildEnvironment, metadata: Mapping[str, object]) -> BoundPage | None:
    """Resolve the binding in the front matter of a page; report failures there."""
    binding = parse_binding(metadata)
    if binding is None:
        return None
    if isinstance(binding, EndpointBinding):
        from .playground.data import playground_mode
        from .views.manual_endpoint import ManualEndpoint

        if doubt := describe_doubtful_method(binding.method):
            report_at(ProblemCode.BINDING, doubt, key_location(env, env.docname, "api"))
        site_domain(env).bound.setdefault(env.docname, []).append(BoundFact(binding=binding))
        views = reference_views(env)
        endpoint = ManualEndpoint(
            method=binding.method,
            url=binding.url,
            content_type=find_value(metadata, "contentType"),
            auth_method=find_value(metadata, "authMethod"),
        )
        servers = views.endpoint(endpoint).servers
        mode = playground_mode(find_value(metadata, "playground"), views.options, servers)
        content = tuple(endpoint_nodes(endpoint, playground=mode))
        return BoundPage(method=binding.method, path=binding.url, content=content)
    key = next(name for name in BINDING_KEYS if metadata.get(name))
    found = resolve_binding(env, binding, lambda: key_location(env, env.docname, key))
    if found is None:
        page = unresolved_page(binding)
        return replace(page, content=(*page.content, *missing_reference(env)))
    return bound_page(env, found, playground=find_value(metadata, "playground"))


def unresolved_page(binding: ParsedBinding) -> BoundPage:
    """Return the page of an operation that no document has: its method and path."""
    if not isinstance(binding, OperationBinding):
        return BoundPage()
    from .views.manual_endpoint import ManualEndpoint

    method, _space, path = binding.key.partition(" ")
    if method == "webhook":
        return BoundPage(title=path, method="WEBHOOK")
    first, *_samples = endpoint_nodes(ManualEndpoint(method=method, url=path), playground="simple")
    return BoundPage(title=binding.key, method=method, path=path, content=(first,))


def missing_reference(env: BuildEnvironment) -> Nodes:
    """Return the content of a page whose document cannot be read."""
    if not site_documents(env).unread:
        return []
    text = _("This part of the API reference is missing because its source could not be read.")
    return [nodes.warning("", nodes.paragraph(text, text))]


def resolve_binding(
    env: BuildEnvironment,
    binding: Binding | BrokenBinding,
    locate_binding: LocateBinding,
    *,
    get_anchor: Callable[[Found], str] | None = None,
) -> Found | None:
    """Resolve a binding, and record it for the page being read.

    :param locate_binding: returns the location of the binding; called only for reports.
    :param get_anchor: returns the anchor of the target on a page with other content.
    """
    if isinstance(binding, BrokenBinding):
        found_keys = (
            operation.key
            for document in site_documents(env).library.documents
            for operation in document.operations
            if binding.text in (operation.operation_id, operation.path)
        )
        hint = next(map(suggest_name, found_keys), "")
        report_at(ProblemCode.BINDING, f"{binding.reason}{hint}", locate_binding())
        return None
    documents = site_documents(env)
    found = find_bound(env, binding, env.docname)
    facts = site_domain(env).bound.setdefault(env.docname, [])
    if isinstance(found, NotFound):
        facts.append(BoundFact(binding=binding))
        # Without a document hundreds of pages may be empty, which is reported once.
        if not documents.unread:
            report_at(
                _CODES.get(type(binding), ProblemCode.SCHEMA_NOT_FOUND),
                found.explain(),
                locate_binding(),
            )
        return None
    ambiguity = None if isinstance(found, FoundOverview) else found.ambiguity
    if isinstance(found, FoundOperation) and isinstance(binding, OperationBinding):
        # In normalized form: other pages find this one by the key of the operation.
        binding = replace(binding, key=found.operation.key)
    facts.append(
        BoundFact(
            binding=binding,
            location=found.document.location,
            digest=content_digest(env, found),
            is_page=get_anchor is None,
            anchor=get_anchor(found) if get_anchor else "",
            ambiguity=ambiguity,
            binding_location=locate_binding() if ambiguity else None,
        )
    )
    return found


def find_bound(env: BuildEnvironment, binding: Binding, docname: str) -> Found | NotFound:
    """Find what a binding names; its document may be a file that no setting lists.

    The nearest of several documents wins.
    """
    if isinstance(binding, EndpointBinding):
        return NotFound("it is described by the page itself.")
    document = find_named_document(env, binding, docname) or binding.document
    library = site_documents(env).library
    if isinstance(binding, OperationBinding):
        return library.find_operation(binding.key, document, near=docname)
    if isinstance(binding, OverviewBinding):
        return library.find_overview(document, binding.tag)
    return library.find_schema(binding.name, document, near=docname)


def find_named_document(env: BuildEnvironment, binding: Binding, docname: str) -> str:
    """Return the location of a document that a binding names by its file, or ""."""
    name = "" if isinstance(binding, EndpointBinding) else binding.document
    if not name or is_remote(name) or site_documents(env).library.documents_named(name):
        return ""
    file = named_file(env, name, docname)
    document = document_in(env, file) if is_document_there(env, file) else None
    return document.location if document else ""


def load_bound_documents(env: BuildEnvironment) -> None:
    """Load the documents that pages name by their files, in whatever process they were read."""
    for docname, facts in site_domain(env).bound.items():
        for fact in facts:
            find_named_document(env, fact.binding, docname)


def content_digest(env: BuildEnvironment, found: Found) -> str:
    """Return the digest of an operation, a schema or an overview."""
    if isinstance(found, FoundOverview):
        # It shows only the titles of operations, not their content.
        return reference_views(env).overview_digest(found.document.location)
    digests = digests_in(env, found.document)
    if isinstance(found, FoundOperation):
        return digests.operation_digest(found.operation)
    return digests.schema_digest(found.name, found.schema)


def digests_in(env: BuildEnvironment, document: OpenApiDocument) -> DocumentDigests:
    """Return the digests of what a document has, computed once."""
    return document_digests(env).setdefault(document.location, DocumentDigests(document))


def bound_page(
    env: BuildEnvironment, found: Found, *, playground: object = None, anchor: str = ""
) -> BoundPage:
    """Return the title and content of an operation, schema or overview page.

    :param playground: the setting of the page for the playground.
    :param anchor: its anchor on a page with other content.
    """
    from sphinx_sitejson.openapi.model import MESSAGE

    from .overview_nodes import build_overview
    from .playground.data import playground_mode
    from .playground.socket import socket_servers

    views, location = reference_views(env), found.document.location
    if isinstance(found, FoundOverview):
        title, nodes_ = build_overview(env, found, PageIds().new)
        label = _("About %s") % title if found.tag else _("Overview")
        return BoundPage(title=title, sidebar_title=label, content=tuple(nodes_))
    if isinstance(found, FoundSchema):
        schema = views.schema(location, found.name, anchor, "page")
        return BoundPage(title=schema.title, content=tuple(schema_nodes(location, schema)))
    operation = views.operation(location, found.operation.key, anchor, "page")
    translate = translator_for(env, env.docname)
    # Of other protocols, browsers can connect to WebSockets only.
    servers = socket_servers(operation.servers) if operation.is_event else operation.servers
    mode = playground_mode(playground, views.options, servers)
    title = translate(operation.title)
    method = "WEBHOOK" if operation.is_webhook else operation.method
    if method == MESSAGE:
        # Messages have a group of their own and need no badge.
        method = ""
    return BoundPage(
        title=title,
        # A translated title is not shortened.
        sidebar_title="" if title != operation.title else views.short_title(location, operation),
        method=method,
        path=operation.path,
        content=tuple(operation_nodes(location, operation, translate, playground=mode)),
    )


class OpenApiDirective(SphinxDirective):
    """Show an operation or a schema within a page."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> Nodes:
        """Return the nodes of the operation or schema, or none if it was not found."""
        env = self.env
        binding = DIRECTIVES[self.name](self.arguments[0].strip())
        ids: list[str] = []
        reserved = self.state.document.ids

        def get_anchor(found: Found) -> str:
            ids.extend(claim_anchors(env, found, reserved))
            return ids[0]

        found = resolve_binding(
            env, binding, lambda: directive_location(self), get_anchor=get_anchor
        )
        if found is None:
            return missing_reference(env)
        content = list(bound_page(env, found, anchor=ids[0]).content)
        first = content[0]
        assert isinstance(first, api_block)
        first["ids"] += ids
        return list(without_sections(content, keep_ids=True))


_CODES: dict[type, ProblemCode] = {
    OperationBinding: ProblemCode.OPERATION_NOT_FOUND,
    OverviewBinding: ProblemCode.BINDING,
}

DIRECTIVES: dict[str, Callable[[str], Binding | BrokenBinding]] = {
    "openapi-operation": parse_operation_binding,
    "openapi-schema": parse_schema_binding,
}


def claim_anchors(env: BuildEnvironment, found: Found, reserved: Collection[str]) -> list[str]:
    """Return the anchors of an operation or a schema on the page being read.

    :param reserved: the ids that the page uses already.
    """
    anchors = page_anchors(env)
    if isinstance(found, FoundOverview):
        return [""]
    if isinstance(found, FoundSchema):
        return [anchors.new(schema_anchor(found.name), reserved=reserved)]
    ids = [anchors.new(operation_anchor(found.operation), reserved=reserved)]
    extra = secondary_anchor(found.operation)
    if anchors.claim(extra, reserved):
        ids.append(extra)
    return ids


def page_anchors(env: BuildEnvironment) -> PageIds:
    """Return the anchors that are used on the page being read."""
    anchors = env.temp_data.setdefault("sitejson_anchors", PageIds())
    assert isinstance(anchors, PageIds)
    return anchors


def store_read_state(app: Sphinx, env: BuildEnvironment) -> None:
    """Store what the pages were read with, for the comparison by the next build."""
    if not uses_api(env):
        return
    data = site_domain(env).data
    data["options"] = view_options(env)
    data["library"] = site_documents(env).library.digest


def view_options(env: BuildEnvironment) -> str:
    """Return a text that changes with the options of views."""
    views = reference_views(env)
    return f"{views.options}{views.manual_options if views.manual_options != views.options else ''}"


def is_outdated(env: BuildEnvironment, fact: BoundFact, docname: str) -> bool:
    """Whether what a page is bound to has changed since the page was read."""
    found = find_bound(env, fact.binding, docname)
    if isinstance(found, NotFound):
        return fact.location != ""
    is_same_document = found.document.location == fact.location
    return not is_same_document or content_digest(env, found) != fact.digest


def directive_location(directive: SphinxDirective) -> Location:
    """Return the file and line of a directive."""
    source, line = directive.get_source_info()
    return Location(source, line=line)


class OverviewDirective(SphinxDirective):
    """Show the overview of a document, or of a tag, within a page."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> Nodes:
        """Return sections, which ``FinishListings`` converts to rubrics where none are allowed."""
        anchors, reserved = page_anchors(self.env), self.state.document.ids
        argument = self.arguments[0].strip() if self.arguments else ""
        binding = parse_overview_binding(argument) if argument else OverviewBinding()
        found = resolve_binding(
            self.env, binding, lambda: directive_location(self), get_anchor=lambda found: ""
        )
        if not isinstance(found, FoundOverview):
            return []
        from .overview_nodes import build_overview

        _title, content = build_overview(
            self.env, found, lambda base: anchors.new(base, reserved=reserved)
        )
        for section in (node for top in content for node in top.findall(nodes.section)):
            section[GROUP] = True
        return content
