"""The tools of the MCP server: search, pages, operations and requests, each as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sphinx_sitejson.common.characters import heading_slug
from sphinx_sitejson.common.files import write_if_changed
from sphinx_sitejson.common.problems import did_you_mean, quoted
from sphinx_sitejson.common.scripts import ENGINE_PACKAGE, ScriptFailedError
from sphinx_sitejson.http_messages.request import JsonBody, SampleRequest
from sphinx_sitejson.http_messages.request_building import operation_base_url, sample_request
from sphinx_sitejson.http_messages.samples import LANGUAGES, languages_for, samples_for
from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.library import NotFound, OpenApiLibrary
from sphinx_sitejson.openapi.model import Example, Operation, Parameter
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.publishing.search_index import PAGE_LIST, ListedPage

from .site_reader import Hit, MissingFileError, SiteFiles, search_site

LLMS_FILE = "llms.txt"
_DOCUMENT = re.compile(r"\]\((?:\./|https?://[^)\s]*/)(_static/openapi/[^)\s]+)\)")

MAX_NAMED_DOCUMENTS = 5
MAX_NAME_LENGTH = 200


class UnknownOperationError(Exception):
    """Raised for an operation that the site does not have; the message suggests similar ones."""


def _describe_unknown(operation: str, documents: Sequence[OpenApiDocument]) -> str:
    """Return a message with the documents that were searched, and the nearest operations."""
    files = ", ".join(found.location for found in documents[:MAX_NAMED_DOCUMENTS])
    more = ", …" if len(documents) > MAX_NAMED_DOCUMENTS else ""
    names = [
        name for found in documents for name in (*found.operations_by_key, *found.operations_by_id)
    ]
    operation = operation[:MAX_NAME_LENGTH]
    near = get_close_matches(operation, names, cutoff=0.5)
    hint = f" Did you mean {' or '.join(map(quoted, near))}?" if near else ""
    return (
        f"There is no operation {quoted(operation)} in {files}{more}.{hint} "
        "The tool list_operations lists all of them."
    )


def _render_request(operation: Operation, request: SampleRequest, language: str) -> str:
    """Render a request as code: cURL, Python, JavaScript and others."""
    languages = languages_for([language])
    samples = samples_for(operation, request, languages)
    if not (samples and languages[0].is_generated):
        known = ", ".join(sorted(LANGUAGES))
        raise UnknownOperationError(
            f"Requests cannot be written in {quoted(language)}.{did_you_mean(language, LANGUAGES)} "
            f"The languages are: {known}."
        )
    if not samples[0].code:
        raise UnknownOperationError(
            "Requests cannot be written as code, since QuickJS is not installed; install it with "
            f'"pip install {ENGINE_PACKAGE}".'
        )
    return samples[0].code


def _with_value(parameter: Parameter, values: Mapping[str, Any]) -> Parameter:
    if parameter.name not in values:
        return parameter
    example = Example(name="given", value=values[parameter.name], has_value=True)
    return replace(parameter, examples=(example,), required=True, deprecated=False)


MAX_TEXT_LENGTH = 60_000
"""In characters; longer pages can be requested by section."""
MAX_HITS = 25
MAX_OPERATIONS = 300
MAX_SCHEMAS = 12
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.M)
_SCHEMA_LINK = re.compile(r"\]\(((?:\.{1,2}/)*[^)\s#]*schemas/[^)\s#]+\.md)")


Kind = Literal["", "page", "operation", "schema"]


class SiteTools:
    """The tools; the docstrings of those for models are what a model chooses by."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files

    def search(self, query: str, limit: int = 10, kind: Kind = "", version: str = "") -> str:
        """Search the documentation. Results name a page, and a section behind "#".

        kind narrows the results to pages, API operations or schemas; version to one version.
        """
        hits = search_site(
            self._files, query, limit=max(1, min(limit, MAX_HITS)), kind=kind, version=version
        )
        if not hits:
            return f"Nothing on this site matches {query!r}. Try fewer or different words."
        return "\n\n".join(map(_format_hit, hits))

    def read_page(self, page: str, section: str = "") -> str:
        """Read a page of the documentation as Markdown, or one section of it by its heading."""
        name = page.partition("#")[0].strip("/")
        heading = section or page.partition("#")[2]
        name = re.sub(r"\.(html|md)$", "", name) or "index"
        text = self._page_text(name)
        if heading:
            text = _section(text, heading)
        if len(text) > MAX_TEXT_LENGTH:
            headings = "\n".join(f"- {title}" for _, title in _HEADING.findall(text))
            text = text[:MAX_TEXT_LENGTH]
            text += f"\n\n… The page is longer. Ask for one section:\n{headings}"
        return text

    def list_pages(self) -> list[ListedPage]:
        """Return the pages of the site; empty if it has no list of them."""
        try:
            pages = self._files.read_script(f"_static/{PAGE_LIST}")["pages"]
        except (MissingFileError, KeyError):
            return []
        # Values at the end of a row are left out if they are empty.
        return [
            ListedPage(docname=name, title=row[0], description=row[4] if len(row) > 4 else "")
            for name, row in pages.items()
        ]

    def list_operations(self, containing: str = "") -> str:
        """List the operations of the documented APIs, all or those that contain a text."""
        substring = containing.lower()
        lines = []
        for document in self._library.documents:
            events = (each for each in document.webhooks if each.event is not None)
            for operation in (*document.operations, *events):
                name = f" ({operation.operation_id})" if operation.operation_id else ""
                line = f"- {operation.method.upper()} {operation.path}{name}: {operation.summary}"
                if substring in line.lower():
                    lines.append(line)
        if not lines:
            return "This site has no such operation."
        more = len(lines) - MAX_OPERATIONS
        end = [f"… and {more} more. Name a part of the path."] if more > 0 else []
        return "\n".join([*lines[:MAX_OPERATIONS], *end])

    def describe_operation(self, operation: str) -> str:
        """Describe an API operation with its schemas. Name it "GET /path" or by its operationId."""
        result = self._find_operation(operation)
        method, path = result.method.upper(), result.path
        pages = search_site(self._files, f"{method} {path}", limit=MAX_HITS, kind="operation")
        for hit in pages:
            paths = (path, result.address)
            if hit["method"].upper() == method and hit["path"] in paths:
                return self._with_schemas(hit["page"])
        return f"{method} {path} ({result.operation_id}): {result.summary}\n\n{result.description}"

    def build_request(
        self,
        operation: str,
        values: dict[str, Any] | None = None,
        body: Any = None,
        language: str = "curl",
    ) -> str:
        """Write a request to an API operation as code; nothing is sent.

        values are parameters by name, body is what a JSON body holds. Credentials are placeholders.
        """
        found = self._find_operation(operation)
        if found.event is not None:
            raise UnknownOperationError(
                f"{found.key} sends or receives messages, so there is no request. "
                "The tool describe_operation has samples."
            )
        known = {parameter.name for parameter in found.parameters}
        values = values or {}
        unknown = sorted(values.keys() - known)
        if unknown:
            names = ", ".join(sorted(known)) or "none"
            raise UnknownOperationError(
                f"The operation has no parameter {', '.join(unknown)}. Its parameters: {names}."
            )
        parameters = tuple(_with_value(parameter, values) for parameter in found.parameters)
        # Samples of the document have other values.
        filled = replace(found, parameters=parameters, extensions={})
        request = sample_request(filled, base_url=operation_base_url(filled))
        if body is not None:
            request = replace(request, body=JsonBody(value=body))
        return _render_request(filled, request, language)

    def _find_operation(self, name: str) -> Operation:
        """Return an operation by its id, or by its method and path; its document may be first."""
        library = self._library
        document, _, operation = name.strip().partition(" ")
        if not library.documents_named(document):
            document, operation = "", name.strip()
        by_key = " " in operation
        find = library.find_operation if by_key else library.find_operation_by_id
        results = find(operation, document)
        if not isinstance(results, NotFound):
            return results.operation
        if results.document or not library.documents:
            sentence = results.explain()
            raise UnknownOperationError(sentence[:1].upper() + sentence[1:])
        documents = library.documents_named(document) if document else library.documents
        raise UnknownOperationError(_describe_unknown(operation, documents))

    @cached_property
    def _library(self) -> OpenApiLibrary:
        try:
            listed = dict.fromkeys(_DOCUMENT.findall(self._files.read(LLMS_FILE)))
        except MissingFileError:
            listed = {}
        return OpenApiLibrary(filter(None, map(self._read_document, listed)))

    def _read_document(self, path: str) -> Any:
        name = PurePosixPath(path).name
        with TemporaryDirectory(prefix="sitejson-") as folder:
            copy = Path(folder, name)
            write_if_changed(copy, self._files.read(path).encode(), below=Path(folder))
            read = read_document(name, root=Path(folder), options=ReadOptions(offline=True))
        return as_document(replace(read, location=path))

    def _page_text(self, name: str) -> str:
        for file in (f"{name}.md", f"{name}/index.md"):
            with suppress(MissingFileError):
                return self._files.read(file)
        words, near = re.sub("[/-]", " ", name), list[Hit]()
        with suppress(ScriptFailedError):
            near = search_site(self._files, words, limit=3)
        names = " or ".join(dict.fromkeys(hit["page"] for hit in near))
        hint = f" Did you mean {names}?" if names else ""
        raise MissingFileError(f"The site has no page {name}.{hint}")

    def _with_schemas(self, docname: str) -> str:
        """Return a page, followed by the schemas that it links to."""
        text = self._files.read(f"{docname}.md")
        folder = docname.rpartition("/")[0]
        parts = [text]
        for link in list(dict.fromkeys(_SCHEMA_LINK.findall(text)))[:MAX_SCHEMAS]:
            with suppress(MissingFileError):
                parts.append(self._files.read(f"{folder}/{link}"))
        return "\n\n---\n\n".join(parts)[:MAX_TEXT_LENGTH]


def _format_hit(hit: Hit) -> str:
    anchor = f"#{hit['anchor']}" if hit["anchor"] else ""
    title = f"{hit['pageTitle']} > {hit['title']}" if anchor else hit["title"]
    endpoint = f" ({hit['method']} {hit['path']})" if hit["method"] and not anchor else ""
    trail = " > ".join(filter(None, (hit["tab"], *hit["trail"])))
    lines = (
        f"## {title}{endpoint}",
        f"page: {hit['page']}{anchor}" + (f" · {trail}" if trail else ""),
        hit["sentence"] or hit["description"],
    )
    return "\n".join(filter(None, lines))


def _section(text: str, name: str) -> str:
    """Return the part of a page below one heading, given by its text or its anchor."""
    headings = list(_HEADING.finditer(text))
    for number, heading in enumerate(headings):
        title = heading[2].strip()
        if name.lower() in (title.lower(), heading_slug(title)):
            level = len(heading[1])
            following = (
                other.start() for other in headings[number + 1 :] if len(other[1]) <= level
            )
            return text[heading.start() : next(following, len(text))]
    names = ", ".join(heading[2] for heading in headings)
    raise MissingFileError(f"The page has no section {name!r}. It has: {names}.")
