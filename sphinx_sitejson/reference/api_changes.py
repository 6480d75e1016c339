"""API changes: the differences between two documents, on a page and on operation pages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.navigation.authored_pages import OperationBinding
from sphinx_sitejson.navigation.document_state import read_options, site_documents
from sphinx_sitejson.navigation.page_titles import add_content
from sphinx_sitejson.settings.front_matter.keys import find_value
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    find_project_file,
    is_remote,
)
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.front_matter import key_location
from sphinx_sitejson.site_build.labels import _, around_in_site_language, in_site_language
from sphinx_sitejson.site_build.reports import report, report_at

from .bound_pages import directive_location
from .nodes import without_sections

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.changes import ApiChanges, Change, OperationChanges
    from sphinx_sitejson.openapi.changes.places import ChangeKind
    from sphinx_sitejson.openapi.changes.rules import Level
    from sphinx_sitejson.openapi.document import OpenApiDocument

MAX_CACHED_COMPARISONS = 50


def compare(env: BuildEnvironment, old: str, new: str, source: Location) -> ApiChanges | None:
    """Compare two documents; report those that cannot be read."""
    first, second = [find_document(env, name, source) for name in (old, new)]
    if first is None or second is None:
        return None
    return compared_documents(env)(first, second)


@BuildState
def compared_documents(env: BuildEnvironment) -> Callable[..., ApiChanges]:
    """Return a function that compares two documents, each pair once in a build."""
    # Most builds compare no documents.
    from sphinx_sitejson.openapi.changes import compare_documents

    return lru_cache(maxsize=MAX_CACHED_COMPARISONS)(compare_documents)


read_documents: BuildState[dict[tuple[str, str], OpenApiDocument | None]]
read_documents = BuildState(lambda env: {})
"""The documents that are not those of the site, by location and time of change."""


def find_document(env: BuildEnvironment, name: str, source: Location) -> OpenApiDocument | None:
    """Return a document of the site, or any other one of the project."""
    root = site_of(env).root
    locations = () if is_remote(name) else _locations(env, name)
    files = ((each, find_project_file(root, each)) for each in locations)
    location, file = next((found for found in files if found[1]), (name, None))
    if file is not None:
        env.note_dependency(str(file))
    known = site_documents(env).library.document_at(location)
    if known is not None:
        return known
    if file is None:
        reason = "is not named in site.json"
        if locations:
            reason = describe_missing_file(root, *locations)
        report_at(ProblemCode.MISSING_FILE, f'the OpenAPI document "{name}" {reason}.', source)
        return None
    key, documents = (location, str(file.stat().st_mtime_ns)), read_documents(env)
    if key not in documents:
        from sphinx_sitejson.navigation.site_pages import as_document
        from sphinx_sitejson.openapi.reading.documents import read_document

        read = read_document(location, root=root, options=read_options(env, is_offline=True))
        documents[key] = as_document(read)
        if documents[key] is None:
            report(read.problems)
    return documents[key]


def _locations(env: BuildEnvironment, name: str) -> tuple[str, str]:
    """Return the locations that a name may mean: relative to the page, and to the root."""
    relative = posixpath.normpath(posixpath.join("/", posixpath.dirname(env.docname), name))
    return relative, f"/{name.lstrip('/')}"


FRONT_MATTER_KEY = "openapi-changes"


def changes_nodes(changes: ApiChanges) -> Iterator[nodes.Node]:
    """Yield a summary, the shared changes, then removed, changed and added operations."""
    yield nodes.paragraph(text=_summary(changes))
    shared = changes.shared_changes()
    if shared:
        yield _section("shared", _("Several operations"), change_list(shared))
    titles = {"removed": _("Removed"), "changed": _("Changed"), "added": _("Added")}
    for kind in ("removed", "changed", "added"):
        operations = [operation.without(shared) for operation in changes.with_kind(kind)]
        visible = [one for one in operations if one.changes or kind != "changed"]
        if visible:
            listed = nodes.definition_list("", *map(_operation, visible), classes=["sj-changes"])
            yield _section(kind, titles[kind], listed)


def _section(kind: str, title: str, content: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title(text=title), content, ids=[f"changes-{kind}"])


def _summary(changes: ApiChanges) -> str:
    old, new = changes.old_version or "?", changes.new_version or "?"
    if not changes.operations:
        return _("Nothing changed from version %s to version %s.") % (old, new)
    breaking = sum(operation.is_breaking for operation in changes.operations)
    return in_site_language(
        Message(
            "From version {old} to version {new}: {counts}; {ending}.",
            old=old,
            new=new,
            counts=_counts(changes),
            ending=Message("{number} of them breaking", number=f"{breaking}")
            if breaking
            else Message("none of them breaking"),
        )
    )


def _counts(changes: ApiChanges) -> str:
    """Return the number of operations of each kind, if there are any."""
    forms: tuple[tuple[ChangeKind, str], ...] = (
        ("removed", form("{number} removed")),
        ("changed", form("{number} changed")),
        ("added", form("{number} added")),
    )
    counts = ((text, len(changes.with_kind(kind))) for kind, text in forms)
    first, *others = (Message(text, number=f"{count}") for text, count in counts if count)
    for other in others:
        first = Message("{names}, {last}", names=first, last=other)
    return first


def _operation(operation: OperationChanges) -> nodes.definition_list_item:
    is_removed = operation.kind == "removed"
    title = nodes.Text(operation.title) if is_removed else _operation_link(operation)
    term = nodes.term("", "", nodes.literal(text=operation.key), nodes.Text(" "), title)
    definition = nodes.definition()
    if operation.changes:
        definition += change_list(operation.changes)
    elif is_removed:
        definition += nodes.paragraph("", "", *_level_labels("breaking"))
    return nodes.definition_list_item("", term, definition)


def _operation_link(operation: OperationChanges) -> nodes.Node:
    kind, target = "op", operation.key
    if operation.key.startswith("webhook "):
        kind, target = "webhook", operation.key.removeprefix("webhook ")
    return addnodes.pending_xref(
        "",
        nodes.inline(text=operation.title),
        refdomain="openapi",
        reftype=kind,
        reftarget=target,
        refexplicit=True,
        refwarn=False,
        is_optional=True,
    )


def keep_link_text(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """Keep the title of an operation that has no page; that is no mistake of the author."""
    return content if node.get("is_optional") else None


def change_list(changes: Iterable[Change]) -> nodes.bullet_list:
    """Return changes as a list, breaking ones first."""
    ordered = sorted(changes, key=lambda change: change.rank)
    return nodes.bullet_list("", *(nodes.list_item("", _change(change)) for change in ordered))


def _change(change: Change) -> nodes.paragraph:
    paragraph = nodes.paragraph()
    for label in _level_labels(change.level):
        paragraph += [label, nodes.Text(" ")]
    if not change.location:
        paragraph += nodes.Text(in_site_language(change.sentence))
        return paragraph
    before, location, after = around_in_site_language(change.sentence, "place")
    if before:
        paragraph += nodes.Text(before)
    paragraph += [nodes.literal(text=location), nodes.Text(after)]
    return paragraph


def _level_labels(level: Level) -> Iterator[nodes.strong]:
    if level == "breaking":
        yield nodes.strong(text=_("Breaking"), classes=["sj-breaking"])
    elif level == "warning":
        yield nodes.strong(text=_("Warning"), classes=["sj-careful"])


class OpenApiChangesDirective(SphinxDirective):
    """Directive that shows the changes between two documents."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """Return the nodes, or none when a document cannot be read."""
        old, new = self.arguments
        changes = compare(self.env, old, new, directive_location(self))
        return [] if changes is None else list(without_sections(changes_nodes(changes)))


class ChangesOnPages(SphinxTransform):
    """Adds changes to pages that request them, and to the pages of changed operations."""

    # After the page has its title and its operation (400).
    default_priority = 405

    def apply(self, **kwargs: Any) -> None:
        """Handle one document."""
        env = self.env
        documents = find_value(env.metadata[env.docname], FRONT_MATTER_KEY).split()
        if documents:
            old, new = documents
            location = key_location(env, env.docname, FRONT_MATTER_KEY)
            changes = compare(env, old, new, location)
            if changes is not None:
                add_content(self.document, changes_nodes(changes))
        elif self.config.sitejson_openapi_previous:
            self.add_note()

    def add_note(self) -> None:
        """Show what changed in the operation of the page."""
        env = self.env
        for fact in site_domain(env).bound.get(env.docname, ()):
            previous = self.config.sitejson_openapi_previous.get(fact.location)
            if not (fact.is_page and previous and isinstance(fact.binding, OperationBinding)):
                continue
            location = Location(str(env.doc2path(env.docname)), line=1)
            changes = compare(env, previous, fact.location, location)
            found = changes.operation_changes(fact.binding.key) if changes else None
            if changes is not None and found is not None:
                self.insert(change_note(changes, found))

    def insert(self, note: nodes.Node) -> None:
        """Put the note below the request line of the operation."""
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        after = next(
            (
                index
                for index, child in enumerate(section.children)
                if isinstance(child, nodes.Element) and child.get("part") == "endpoint"
            ),
            section.first_child_matching_class(nodes.title) or 0,
        )
        section.insert(after + 1, note)


def change_note(changes: ApiChanges, found: OperationChanges) -> nodes.Node:
    """Return the changes of an operation as a ``versionchanged`` node."""
    is_new = found.kind == "added"
    version = changes.new_version or "?"
    kind = "versionadded" if is_new else "versionchanged"
    text = in_site_language(
        Message("{text}.", text=_("Added in version %s") % version)
        if is_new
        else Message("{text}:", text=_("Changed in version %s") % version)
    )
    label = nodes.paragraph("", "", nodes.inline(text=text, classes=["versionmodified"]))
    note = addnodes.versionmodified(type=kind, version=version)
    note += label
    if found.changes:
        note += change_list(found.changes)
    return note
