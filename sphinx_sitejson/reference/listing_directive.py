"""Listings, by the directive ``openapi``: a list of operations, a row for each, shared schemas."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.navigation.document_state import (
    document_in,
    is_document_there,
    known_documents,
    named_file,
    site_documents,
    why_missing,
)
from sphinx_sitejson.navigation.page_index import SHORT_ROWS, Detail
from sphinx_sitejson.openapi.library import FoundOperation, FoundSchema
from sphinx_sitejson.site_build.build_state import site_domain, uses_api
from sphinx_sitejson.site_build.labels import _, in_site_language
from sphinx_sitejson.site_build.nodes import Nodes
from sphinx_sitejson.site_build.plain_markdown import rst_to_commonmark, text_to_nodes
from sphinx_sitejson.site_build.reports import report_at
from sphinx_sitejson.site_build.translation import Translate, translator_for

from .bound_pages import (
    claim_anchors,
    digests_in,
    directive_location,
    is_outdated,
    load_bound_documents,
    page_anchors,
    view_options,
)
from .nodes import (
    GROUP,
    RowHead,
    api_contents,
    api_fold,
    api_row,
    operation_nodes,
    schema_nodes,
    titled_section,
    without_sections,
)
from .view_cache import reference_views
from .views.listings import (
    KNOWN_OPTIONS,
    ListingFact,
    ListingOptions,
    group_by_tag,
    has_rst_markup,
    parse_options,
    select_operations,
)

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

    from .views.model import OperationView, SchemaPageView

MAX_OPEN_ROWS = 5
"""The number of operations up to which rows are open at first."""
MAX_FULL_ROWS = 12
"""The number of operations up to which rows include shared schemas instead of links."""


def listing_nodes(
    env: BuildEnvironment,
    file: str,
    *,
    argument: str,
    source: Location,
    options: ListingOptions,
    other_ids: Collection[str],
) -> Nodes:
    """Return the nodes of a listing for the page being read.

    Groups are sections; where none may be, they become headings once the page is read.

    :param argument: the path as written in the directive.
    :param source: the location of the directive.
    :param other_ids: the ids that the page already has.
    """
    document = document_in(env, file)
    fact = ListingFact(
        file=file,
        argument=argument,
        location=known_documents(env)[file],
        options=options,
        source=source,
    )
    content: Nodes = []
    if document is not None:
        operations, complaints = select_operations(document, options)
        for complaint in complaints:
            report_at(ProblemCode.OPERATION_NOT_FOUND, complaint, source)
        page = ListingPage(env, document, operations, options, other_ids)
        content = list(page.content())
        fact = replace(
            fact,
            digest=compute_listing_digest(env, document, operations),
            operations=tuple((key, ids[0]) for key, ids in page.ids.items()),
            schemas=tuple(page.schema_anchors.items()),
            detail=page.detail,
        )
    site_domain(env).listings.setdefault(env.docname, []).append(fact)
    return content


def compute_listing_digest(
    env: BuildEnvironment, document: OpenApiDocument, operations: Iterable[Operation]
) -> str:
    """Return a digest that changes with the listed operations."""
    digests = digests_in(env, document)
    lines = (f"{one.key} {digests.operation_digest(one)}" for one in operations)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


class ListingPage:
    """A listing on the page being read."""

    def __init__(
        self,
        env: BuildEnvironment,
        document: OpenApiDocument,
        operations: Sequence[Operation],
        options: ListingOptions,
        other_ids: Collection[str],
    ) -> None:
        self._env = env
        self._document = document
        self._options = options
        self._other_ids = other_ids
        self._views = reference_views(env)
        self._before = site_domain(env).listings.get(env.docname, ())
        translate = translator_for(env, env.docname)
        self._translate_text = translate
        self._translate: Translate = translate
        if options.format == "rst":
            self._translate = lambda text: translate(rst_to_commonmark(text))
        self.ids = {
            operation.key: claim_anchors(env, FoundOperation(document, operation), other_ids)
            for operation in operations
        }
        self._operations = operations
        self.detail: Detail = self._choose_detail()
        self._blocks: dict[str, str] = {"detail": self.detail, "format": options.format}
        self.schema_anchors: dict[str, str] = {}
        """The anchors of the schemas that this listing shows, once its content exists."""

    def _choose_detail(self) -> Detail:
        if not self._options.has_fields:
            return "bare row"
        number = len(self._operations) + sum(len(fact.operations) for fact in self._before)
        if number <= MAX_FULL_ROWS:
            return "row"
        return "example row" if self._options.has_examples else "short row"

    def content(self) -> Iterator[nodes.Node]:
        """Yield the nodes of the listing."""
        if len(self._operations) > 1:
            title = _("%(count)s operations") % {"count": len(self._operations)}
            entries = list(map(self._head, self._operations))
            yield api_fold("", api_contents("", entries=entries), title=title)
        if self._options.is_grouped:
            yield from self._groups()
        else:
            yield from self._rows(self._operations)
        yield from self._schema_fold()

    def _groups(self) -> Iterator[nodes.Node]:
        for group in group_by_tag(self._document, self._operations):
            title = str(in_site_language(group.title))
            heading = title if title != group.title else self._translate_text(title)
            base_id = nodes.make_id(title) or "operations"
            group_id = page_anchors(self._env).new(base_id, reserved=self._other_ids)
            section = titled_section(group_id, heading)
            section[GROUP] = True
            section += text_to_nodes(self._translate(group.description))
            section += list(self._rows(group.operations))
            yield section

    def _rows(self, operations: Iterable[Operation]) -> Iterator[nodes.Node]:
        for operation in operations:
            yield self._index_entries(operation)
            yield self._row(operation)

    def _row(self, operation: Operation) -> api_row:
        view = self._view(operation)
        location, mode = self._document.location, self._mode(view)
        content = list(
            operation_nodes(location, view, self._translate, playground=mode, **self._blocks)
        )
        head = self._head(operation)
        label = f"{head.method} {head.path} {head.title}".rstrip()
        row = api_row(
            "", head=head, is_open=len(self._operations) <= MAX_OPEN_ROWS, search_title=label
        )
        row["ids"] += self.ids[operation.key]
        row += list(without_sections(_sort_row_content(content), keep_ids=True))
        return row

    def _mode(self, view: OperationView) -> str:
        """Return whether a row has a playground, only the request line, or neither."""
        if not self._options.has_playground:
            # With many operations, the heading of the row and the example show the request.
            return "hide" if self.detail in SHORT_ROWS else "simple"
        from .playground.data import playground_mode

        return playground_mode("show", self._views.options, view.servers)

    def _head(self, operation: Operation) -> RowHead:
        view = self._view(operation)
        has_title = bool(operation.summary or operation.is_webhook)
        return RowHead(
            method=view.method,
            path=view.path,
            title=self._translate(view.title) if has_title else "",
            anchor=self.ids[operation.key][0],
            is_locked=view.is_locked,
            is_deprecated=view.deprecated,
            is_webhook=view.is_webhook,
        )

    def _view(self, operation: Operation) -> OperationView:
        anchor = self.ids[operation.key][0]
        return self._views.operation(self._document.location, operation.key, anchor, self.detail)

    def _index_entries(self, operation: Operation) -> addnodes.index:
        anchor = self.ids[operation.key][0]
        path = operation.path.replace(";", ",")
        title = self._translate(self._view(operation).title) if operation.summary else ""
        # Sphinx splits entries at semicolons.
        names = (name.replace(";", ",") for name in (title, operation.operation_id) if name)
        labels = (f"{path}; {operation.method}", *names)
        return addnodes.index(entries=[("single", each, anchor, "", None) for each in labels])

    def _schema_fold(self) -> Iterator[nodes.Node]:
        """Yield a fold with the schemas that rows only link to, each once on a page."""
        names = list(self._iter_cut_schemas())
        if not names:
            return
        title = _("%(count)s schemas") % {"count": len(names)}
        outer = api_fold("", title=title if len(names) > 1 else _("1 schema"))
        for name in names:
            ids = [self.schema_anchors[name]]
            view = self._schema_view(name)
            inner = api_fold("", title=name, ids=ids, search_title=name)
            inner += list(schema_nodes(self._document.location, view, **self._blocks))
            outer += inner
        yield outer

    def _iter_cut_schemas(self) -> Iterator[str]:
        """Yield the names of the schemas that rows, or these schemas, only link to."""
        seen = {
            name
            for fact in self._before
            if fact.location == self._document.location
            for name, _anchor in fact.schemas
        }
        from .views.model import iter_views

        queue: list[object] = [self._view(operation) for operation in self._operations]
        while queue:
            for part in iter_views(queue.pop(0)):
                # Only the links of these fields and variants replace what is nested in them.
                name = part.link.name if getattr(part, "is_cut", False) and part.link else ""
                if name not in seen and name in self._document.schemas:
                    seen.add(name)
                    found = FoundSchema(self._document, name, self._document.schemas[name])
                    self.schema_anchors[name] = claim_anchors(self._env, found, self._other_ids)[0]
                    queue.append(self._schema_view(name))
                    yield name

    def _schema_view(self, name: str) -> SchemaPageView:
        anchor = self.schema_anchors[name]
        return self._views.schema(self._document.location, name, anchor, self.detail)


def _sort_row_content(content: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield the parts of an operation in the order of a row: texts first, examples last."""
    last: Nodes = []
    prose: Nodes = []
    blocks: Nodes = []
    for node in content:
        part = node.get("part") if isinstance(node, nodes.Element) else ""
        if part == "samples":
            last.append(node)
        elif part or isinstance(node, nodes.section):
            blocks.append(node)
        else:
            prose.append(node)
    if prose:
        yield nodes.container("", *prose, classes=["sj-text"])
    yield from blocks
    yield from last


def any_options(known: Iterable[str]) -> dict[str, Callable[[str], Any]]:
    """Return an option spec that accepts any option and value; wrong ones are reported later."""
    return defaultdict(lambda: directives.unchanged, dict.fromkeys(known, directives.unchanged))


class OpenApiListing(SphinxDirective):
    """Show the operations of a document, or some of them, on a page."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = any_options(KNOWN_OPTIONS)

    def run(self) -> Nodes:
        argument = " ".join(self.arguments[0].split("\n")).strip() if self.arguments else ""
        if not argument:
            self.complain("the directive needs the path of an OpenAPI document.")
            return []
        options, complaints = parse_options(self.options)
        for complaint in complaints:
            self.complain(complaint)
        if self.content:
            self.complain("the directive takes no content; it was ignored.")
        return listing_nodes(
            self.env,
            named_file(self.env, argument, self.env.docname),
            argument=argument,
            source=directive_location(self),
            options=options,
            other_ids=self.state.document.ids,
        )

    def complain(self, message: str) -> None:
        """Report an error of the directive."""
        report_at(ProblemCode.OPENAPI_OPTION, message, directive_location(self))


class FinishListings(SphinxTransform):
    """Adapt listings to the page around them: sections and ids."""

    # After the page has its title (400): then all nodes have their final position.
    default_priority = 420

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if not site_domain(self.env).shows_api(self.env.docname):
            return
        # Groups inside of tabs, lists and admonitions become rubrics.
        for section in list(self.document.findall(nodes.section)):
            is_inside = not isinstance(section.parent, nodes.section | nodes.document)
            if section.get(GROUP) and is_inside:
                section.replace_self(list(without_sections([section], keep_ids=True)))
        drop_duplicate_ids(self.document)


def drop_duplicate_ids(document: nodes.document) -> None:
    """Drop the ids of rows that other nodes of the page have.

    The page may itself describe an operation under the same id; then links refer to it.
    """
    rows = list(document.findall(api_row))
    row_ids = {id(row) for row in rows}
    others = (node for node in document.findall(nodes.Element) if id(node) not in row_ids)
    used_ids: set[str] = {name for node in others for name in node["ids"]}
    for row in rows:
        row["ids"] = [name for name in row["ids"] if name not in used_ids]


logger = logging.getLogger(__name__)


def outdated_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Iterable[str]:
    """Return the pages whose operations, schemas or overview have changed since they were read.

    What they name is read here, before the pages are read in several processes.
    """
    if not uses_api(env):
        return ()
    domain = site_domain(env)
    if domain.data["options"] != view_options(env):
        load_bound_documents(env)
        return {*domain.bound, *domain.listings} & env.found_docs
    outdated = {
        docname
        for docname, facts in domain.listings.items()
        if any(_is_outdated(env, fact) for fact in facts)
    }
    load_bound_documents(env)
    if domain.data["library"] != site_documents(env).library.digest:
        outdated |= {
            docname
            for docname, bound in domain.bound.items()
            if any(is_outdated(env, fact, docname) for fact in bound)
        }
    return outdated & env.found_docs


def _is_outdated(env: BuildEnvironment, fact: ListingFact) -> bool:
    document = document_in(env, fact.file)
    if document is None:
        return fact.digest != ""
    operations, _complaints = select_operations(document, fact.options)
    is_same_document = fact.location == document.location
    return not is_same_document or compute_listing_digest(env, document, operations) != fact.digest


def load_listed_documents(app: Sphinx, env: BuildEnvironment) -> None:
    """Load all documents that pages list, in whatever process they were read."""
    if not uses_api(env):
        return
    first: dict[str, ListingFact] = {}
    as_rst: set[str] = set()
    for _docname, facts in sorted(site_domain(env).listings.items()):
        for fact in facts:
            first.setdefault(fact.file, fact)
            if fact.options.format == "rst":
                as_rst.add(fact.file)
    for file, fact in first.items():
        document = document_in(env, file)
        if not is_document_there(env, file):
            report_at(ProblemCode.MISSING_FILE, why_missing(env, file, fact.argument), fact.source)
        elif document is not None and file not in as_rst and has_rst_markup(document.data):
            logger.info(
                'the descriptions in "%s" look like reStructuredText; to render them, add '
                '":format: rst" to the directive "openapi".',
                fact.argument,
            )
    load_bound_documents(env)
