"""Generate pages from a document: for each operation, webhook and named schema."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.settings.project_pages import can_leave_folder, clean_path

from .page_index import Key
from .tree import GroupNode, Groups, PageNode

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation
    from sphinx_sitejson.openapi.naming.groups import OperationGroup

LONGEST_SLUG = 80
"""In bytes, the limit of file systems."""

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_NO_WORD = re.compile(r"[^\w]+|_+")
_APOSTROPHE = re.compile(r"['’]")
_DROPPED = re.compile(r"['’/.()]")
_NO_KEPT_WORD = re.compile(r"[^\w:]+")
_LONGEST_LINE = 10**9
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9¹²³]")
"""Names of devices on Windows, with any extension."""


def slug(text: str) -> str:
    """Return a slug: ``List all pets!`` becomes ``list-all-pets``; may be empty."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return _file_name(_NO_WORD.sub("-", _APOSTROPHE.sub("", plain)).strip("-"))


def legacy_slug(text: str) -> str:
    """Return the slug that migrated sites use in links.

    It keeps ``_`` and ``:``, and removes ``/``, ``.`` and parentheses.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    return _file_name(_NO_KEPT_WORD.sub("-", _DROPPED.sub("", plain)).strip("-:"))


def path_slug(method: str, path: str) -> str:
    """Return the name of an operation without a summary: ``get-pets-by-id``."""
    text = _PARAMETER.sub(r"by \1", path)
    return slug(f"{method} {text}")


class UniqueNames:
    """Makes names unique: ``name``, ``name-2``, ``name-3`` ….

    :param key: returns what must differ of two names.
    """

    def __init__(self, used: Iterable[str] = (), key: Callable[[str], str] = str) -> None:
        self._used, self._key = set(map(key, used)), key
        self._last_number: dict[str, int] = {}

    def new(self, base: str, *, reserved: Collection[str] = ()) -> str:
        """Return an unused name.

        :param reserved: further names that are used.
        """
        number = self._last_number.get(base, 1)
        name = base if number == 1 else f"{base}-{number}"
        while self._key(name) in self._used or name in reserved:
            number += 1
            name = f"{base}-{number}"
        self._last_number[base] = number
        self._used.add(self._key(name))
        return name


def _file_name(name: str) -> str:
    """Return a slug that file systems allow: no name of a device, and not too long."""
    if _DEVICE.fullmatch(name):
        return f"{name}-1"
    encoded = name.encode()
    if len(encoded) <= LONGEST_SLUG:
        return name
    return encoded[:LONGEST_SLUG].decode(errors="ignore").rstrip("-")


def _node(group: OperationGroup, pages: Mapping[int, str], roots: Mapping[str, str]) -> GroupNode:
    """Return the node of a group of operations.

    :param pages: the pages of the operations, by their ids.
    :param roots: the pages of tags, which the headings of their groups link to.
    """
    root = roots.get(group.name, "") if group.tag else ""
    return GroupNode(
        name=group.title,
        root=PageNode(root) if root else None,
        entries=(
            *(PageNode(pages[id(operation)]) for operation in group.operations),
            *(_node(inner, pages, roots) for inner in group.groups),
        ),
    )


SCHEMA_FOLDER = "schemas"
MESSAGE_FOLDER = "messages"
PAGE_EXTENSION = "x-mint"
"""The extension in documents of migrated sites with the metadata of a page."""
FACTS_IN_DOCUMENTS = ("title", "sidebarTitle", "description", "tag", "icon")

Slug = Callable[[str], str]
DocumentPart = tuple[str, str]
"""The location of a document, and the name of an operation, a schema or a tag in it."""


class PageStub(NamedTuple):
    """A generated page file, which only has a binding."""

    docname: str
    key: str
    """The operation's key, or the schema's name."""
    text: str
    is_schema: bool = False
    is_listed: bool = True
    """Whether the page is in the navigation."""


class PageFolder(NamedTuple):
    """The folder of the pages of a document."""

    document: OpenApiDocument
    prefix: str
    document_name: str
    """What its pages call the document."""
    named_by: Slug = slug
    """Makes slugs from tags and summaries."""


class _OperationNames(NamedTuple):
    """The names that the page of an operation can have."""

    preferred: str
    from_path: str
    previous: str
    """The name in versions that used the path of every operation without a summary."""
    has_title: bool
    """Whether the preferred name is derived from the ``operationId`` or the path."""

    @property
    def all(self) -> set[str]:
        """The names that refer to the operation, in lower case."""
        names = (self.preferred, *((self.from_path, self.previous) if self.has_title else ()))
        return {name.lower() for name in names}


class PageGenerator:
    """Generates the pages of documents with unique names.

    :param authored_pages: the names of authored pages, which take precedence.
    :param bound_pages: the authored page of each operation, by document and key.
    :param bound_schemas: the schemas with an authored page, by document and name.
    :param listed_pages: the names of the pages in the navigation, which are always generated.
    :param authored_overviews: the authored overview of each document and tag, if there is
        one.
    :param is_existing: returns whether an earlier run has written a page file of this name, which
        keeps its name.
    """

    def __init__(
        self,
        *,
        authored_pages: Collection[str] = (),
        bound_pages: Mapping[DocumentPart, str] | None = None,
        bound_schemas: Collection[DocumentPart] = (),
        listed_pages: Collection[str] = (),
        authored_overviews: Mapping[DocumentPart, str] | None = None,
        is_existing: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self._authored = {name.lower(): name for name in authored_pages}
        self._bound = bound_pages or {}
        self._bound_schemas = frozenset(bound_schemas)
        self._listed = frozenset(listed_pages)
        self._overviews = authored_overviews or {}
        self._is_existing = is_existing
        self._names = UniqueNames(self._authored, str.lower)
        self._previous_names = UniqueNames(self._authored, str.lower)
        self._operation_names = cache(_operation_names)
        self.stubs: list[PageStub] = []
        """The generated pages."""
        self.replaced: dict[str, Key] = {}
        """The operations and schemas of authored pages, by the names of the pages that are not
        generated for them."""
        self.renamed: dict[str, str] = {}
        """The pages by their previous names."""

    def generate(
        self, folder: PageFolder, *, schemas: bool = True, overviews: bool = False
    ) -> Groups:
        """Generate the pages of one document in a folder, and return their groups.

        :param overviews: whether to generate pages for the document and its tags.
        """
        document = folder.document
        groups = self._operation_pages(folder, overviews)
        if not schemas:
            return groups
        # In a document without operations, nothing else would link to the schemas.
        is_listed = overviews and not (document.operations or document.webhooks)
        of_schemas = self.schema_pages(folder, is_listed=is_listed)
        return (*groups, *_group_of(Message("Schemas"), of_schemas)) if is_listed else groups

    def schema_pages(
        self,
        folder: PageFolder,
        shown_schemas: Collection[DocumentPart] = (),
        *,
        is_listed: bool = False,
    ) -> list[str]:
        """Generate only the pages of named schemas, and return their names.

        :param shown_schemas: the schemas that need no page, since directives show them.
        """
        docnames: list[str] = []
        for name in folder.document.schemas:
            base_name = _joined(folder.prefix, SCHEMA_FOLDER, slug(name) or "schema")
            schema = (folder.document.location, name)
            is_rendered = schema in self._bound_schemas or schema in shown_schemas
            if is_rendered and base_name not in self._listed:
                self.replaced.setdefault(base_name, ("schema", *schema))
            elif base_name.lower() not in self._authored:
                text = stub_text("openapi-schema", f"{folder.document_name} {name}".strip())
                docname = self._names.new(base_name)
                self.stubs.append(
                    PageStub(docname, name, text, is_schema=True, is_listed=is_listed)
                )
                docnames.append(docname)
        return docnames

    def operation_page(self, operation: Operation, folder: PageFolder) -> str:
        """Return the page of an operation: the authored one, or a new one."""
        names = self._operation_names(folder)[operation.key]
        authored = self._authored_page(operation, folder, names)
        if authored is not None:
            return authored
        previous = self._previous_names.new(names.previous)
        docname = self._names.new(previous if self._is_existing(previous) else names.preferred)
        if docname != previous:
            self.renamed.setdefault(previous, docname)
        binding = f"{folder.document_name} {operation.key}".strip()
        facts = _document_facts(operation)
        text = stub_text("openapi", binding, is_hidden=operation.is_hidden, facts=facts)
        self.stubs.append(PageStub(docname, operation.key, text, is_listed=not operation.is_hidden))
        return docname

    def _operation_pages(self, folder: PageFolder, has_overviews: bool) -> Groups:
        from sphinx_sitejson.openapi.naming.groups import operation_groups

        document = folder.document
        listed: list[Operation] = []
        pages: dict[int, str] = {}
        for operation in document.operations_and_webhooks:
            if operation.is_excluded:
                continue
            pages[id(operation)] = self.operation_page(operation, folder)
            if not operation.is_hidden:
                listed.append(operation)
        groups = tuple(operation_groups(document.tags, listed))
        messages = [self.operation_page(message, folder) for message in document.messages]
        first: Groups = ()
        roots: dict[str, str] = {}
        if has_overviews:
            roots = self._tag_pages(folder, groups)
            first = _group_of("", (self._document_overview(folder),))
        return (
            *first,
            *(_node(group, pages, roots) for group in groups),
            *_group_of(Message("Messages"), messages),
        )

    def _document_overview(self, folder: PageFolder) -> str:
        """Return the overview page of a document: the authored one, or a new one."""
        name = folder.prefix or slug(folder.document.name) or "api"
        answering = (self._authored.get(each.lower()) for each in (name, f"{name}/index"))
        bound = self._overviews.get((folder.document.location, ""))
        if authored := next(filter(None, (bound, *answering)), ""):
            return authored
        docname = self._names.new(f"{name}/index")
        if docname != f"{name}/index":
            docname = self._names.new(f"{name}/overview")
        text = stub_text("openapi-overview", folder.document_name)
        self.stubs.append(PageStub(docname, "", text))
        return docname

    def _tag_pages(self, folder: PageFolder, groups: Iterable[OperationGroup]) -> dict[str, str]:
        """Generate the pages of tags that have a description, and return their names."""
        pages: dict[str, str] = {}
        for group in groups:
            name, slug_of_tag = group.name, folder.named_by(group.name)
            if group.tag and slug_of_tag and group.tag.description.strip():
                path = _joined(folder.prefix, slug_of_tag)
                is_written = (
                    # An authored page with the URL of the folder.
                    path.lower() in self._authored
                    or f"{path}/index".lower() in self._authored
                    or (folder.document.location, name) in self._overviews
                )
                if not is_written:
                    pages[name] = self._names.new(f"{path}/index")
                    text = stub_text("openapi-overview", f"{folder.document_name} {name}")
                    self.stubs.append(PageStub(pages[name], name, text))
            pages |= self._tag_pages(folder, group.groups)
        return pages

    def _authored_page(
        self, operation: Operation, folder: PageFolder, names: _OperationNames
    ) -> str | None:
        location = folder.document.location
        if bound := self._bound.get((location, operation.key)):
            for name in (names.preferred, names.previous):
                self.replaced.setdefault(name, ("operation", location, operation.key))
            return bound
        answering = (self._authored.get(name.lower()) for name in (names.preferred, names.previous))
        authored = next(filter(None, answering), None)
        if authored and names.previous.lower() not in self._authored:
            self.renamed.setdefault(names.previous, authored)
        return authored


def _group_of(name: str, docnames: Iterable[str]) -> Groups:
    """Return a group of pages, or nothing without any."""
    entries = tuple(PageNode(docname) for docname in docnames)
    return (GroupNode(name=name, entries=entries),) if entries else ()


def stub_text(
    key: str, value: str, *, is_hidden: bool = False, facts: Mapping[str, str] | None = None
) -> str:
    """Return the text of a page file, with values of the document quoted."""
    lines = {key: value, **(facts or {})}
    front_matter = "".join(f"{name}: {_quote_yaml(text)}" for name, text in lines.items())
    hidden = "hidden: true\n" if is_hidden else ""
    return f"---\n{front_matter}{hidden}---\n"


def _quote_yaml(text: str) -> str:
    """Quote a text as one line of YAML, in ASCII.

    YAML does not read what JSON writes of emoji, which is two escapes.
    """
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    quoted: str = yaml.dump(text, Dumper=dumper, default_style='"', width=_LONGEST_LINE)
    return quoted


def _document_facts(operation: Operation) -> dict[str, str]:
    """Return the metadata of a page in the extension of its operation."""
    metadata = _page_extension(operation).get("metadata")
    facts = metadata if isinstance(metadata, Mapping) else {}
    return {
        key: facts[key]
        for key in FACTS_IN_DOCUMENTS
        if isinstance(facts.get(key), str) and facts[key].strip()
    }


def _page_extension(operation: Operation) -> Mapping[str, Any]:
    extension = operation.extensions.get(PAGE_EXTENSION)
    return extension if isinstance(extension, Mapping) else {}


def _operation_names(folder: PageFolder) -> dict[str, _OperationNames]:
    """Return the names of the pages of all operations, whatever their order is.

    A title that another operation has as well, or that is the previous name of its page, gives no
    name: all of them are named by their paths.
    """
    document = folder.document
    found = {
        operation.key: _possible_names(operation, folder.prefix, folder.named_by)
        for operation in (*document.operations_and_webhooks, *document.messages)
    }
    counts = Counter(name for names in found.values() for name in names.all)
    return {
        key: names._replace(preferred=names.from_path)
        if names.has_title and counts[names.preferred.lower()] > 1
        else names
        for key, names in found.items()
    }


def _possible_names(operation: Operation, prefix: str, named_by: Slug) -> _OperationNames:
    from sphinx_sitejson.openapi.naming.titles import is_placeholder, title_without_description

    href = _page_extension(operation).get("href")
    path = path_slug(operation.method, operation.path) or "operation"
    only_name = None
    if isinstance(href, str) and clean_path(href) and not can_leave_folder(href):
        only_name = _joined(*map(named_by, clean_path(href).split("/")))
    elif operation.is_message:
        only_name = _joined(prefix, MESSAGE_FOLDER, named_by(operation.path) or path)
    if only_name is not None:
        return _OperationNames(only_name, only_name, only_name, has_title=False)
    tag = named_by(operation.tags[0]) if operation.tags else ""
    summary = named_by(operation.summary)
    has_title = is_placeholder(operation.summary) or not summary
    title = named_by(title_without_description(operation)) if has_title else summary
    return _OperationNames(
        preferred=_joined(prefix, tag, title or path),
        from_path=_joined(prefix, tag, path),
        previous=_joined(prefix, tag, summary or (title if operation.event else "") or path),
        has_title=has_title,
    )


def _joined(*parts: str) -> str:
    return "/".join(part for part in parts if part)
