"""What a language model can ask of a site, each answer as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sphinx_sitejson.mdx.slugs import slug_of

from .files import MissingFileError, SiteFiles
from .index_reader import Hit, PublishedIndex
from .operations import SiteOperations, UnknownOperationError, request_of, written_request

LONGEST_ANSWER = 60_000
"""In characters; what is longer can be asked for by section."""
MOST_HITS = 25
MOST_OPERATIONS = 300
MOST_SCHEMAS = 12
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.M)
_SCHEMA_LINK = re.compile(r"\]\(((?:\.{1,2}/)*[^)\s#]*schemas/[^)\s#]+\.md)")


class SiteTools:
    """Answers from one site."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        self._index = PublishedIndex(files)
        self._operations = SiteOperations(files)

    def search(self, query: str, limit: int = 10, kind: str = "", version: str = "") -> str:
        """Find pages, sections, fields and names."""
        hits = self._index.search(
            query, most=max(1, min(limit, MOST_HITS)), kind=kind, version=version
        )
        if not hits:
            return f"Nothing on this site matches {query!r}. Try fewer or different words."
        return "\n\n".join(self._written(hit) for hit in hits)

    def read_page(self, page: str, section: str = "") -> str:
        """Return a page as Markdown, or one of its sections."""
        name = page.partition("#")[0].strip("/")
        wanted = section or page.partition("#")[2]
        name = re.sub(r"\.(html|md)$", "", name) or "index"
        text = self._page_text(name)
        if wanted:
            text = _section(text, wanted)
        if len(text) > LONGEST_ANSWER:
            headings = "\n".join(f"- {title}" for _, title in _HEADING.findall(text))
            text = (
                f"{text[:LONGEST_ANSWER]}\n\n… The page is longer. Ask for one section:\n{headings}"
            )
        return text

    def list_operations(self, containing: str = "") -> str:
        """List the operations of the site's APIs."""
        wanted = containing.lower()
        lines = []
        for found in self._operations.all():
            operation = found.operation
            name = f" ({operation.operation_id})" if operation.operation_id else ""
            line = f"- {operation.method.upper()} {operation.path}{name}: {operation.summary}"
            if wanted in line.lower():
                lines.append(line)
        if not lines:
            return "This site has no such operation."
        more = len(lines) - MOST_OPERATIONS
        end = [f"… and {more} more. Name a part of the path."] if more > 0 else []
        return "\n".join([*lines[:MOST_OPERATIONS], *end])

    def describe_operation(self, operation: str) -> str:
        """Describe an operation: parameters, body, responses, and the schemas they use."""
        found = self._operations.find(operation).operation
        method, path = found.method.upper(), found.path
        pages = self._index.search(f"{method} {path}", most=MOST_HITS, kind="operation")
        for hit in pages:
            if (hit.page.method.upper(), hit.page.path) == (method, path):
                return self._with_schemas(hit.page.docname)
        return f"{method} {path} ({found.operation_id}): {found.summary}\n\n{found.description}"

    def build_request(
        self,
        operation: str,
        values: Mapping[str, Any] | None = None,
        body: Any = None,
        language: str = "curl",
    ) -> str:
        """Write the request of an operation as code."""
        found = self._operations.find(operation)
        known = {parameter.name for parameter in found.operation.parameters}
        unknown = sorted(set(values or {}) - known)
        if unknown:
            names = ", ".join(sorted(known)) or "none"
            raise UnknownOperationError(
                f"The operation has no parameter {', '.join(unknown)}. Its parameters: {names}."
            )
        request = request_of(found.operation, values or {}, body)
        return written_request(found, request, language)

    def _written(self, hit: Hit) -> str:
        page, place = hit.page, hit.place
        anchor = f"#{place.anchor}" if place else ""
        title = f"{page.title} > {place.title}" if place else page.title
        endpoint = f" ({page.method} {page.path})" if page.method and not place else ""
        trail = " > ".join(filter(None, (page.tab, *page.trail)))
        lines = (
            f"## {title}{endpoint}",
            f"page: {page.docname}{anchor}" + (f" · {trail}" if trail else ""),
            hit.sentence,
        )
        return "\n".join(filter(None, lines))

    def _page_text(self, name: str) -> str:
        try:
            return self._files.read(f"{name}.md")
        except MissingFileError:
            try:
                return self._files.read(f"{name}/index.md")
            except MissingFileError:
                near = self._index.search(name.replace("/", " ").replace("-", " "), most=3)
                names = ", ".join(hit.page.docname for hit in near)
                hint = f" Near ones: {names}." if names else ""
                raise MissingFileError(f"The site has no page {name}.{hint}") from None

    def _with_schemas(self, docname: str) -> str:
        """Return a page, and behind it the schemas that it names."""
        text = self._files.read(f"{docname}.md")
        folder = docname.rpartition("/")[0]
        parts = [text]
        for link in list(dict.fromkeys(_SCHEMA_LINK.findall(text)))[:MOST_SCHEMAS]:
            try:
                parts.append(self._files.read(f"{folder}/{link}"))
            except MissingFileError:
                continue
        return "\n\n---\n\n".join(parts)[:LONGEST_ANSWER]


def _section(text: str, wanted: str) -> str:
    """Return the part of a page below one heading, named by its words or its anchor."""
    headings = list(_HEADING.finditer(text))
    for number, heading in enumerate(headings):
        title = heading[2].strip()
        if wanted.lower() in (title.lower(), slug_of(title)):
            level = len(heading[1])
            following = (
                other.start() for other in headings[number + 1 :] if len(other[1]) <= level
            )
            return text[heading.start() : next(following, len(text))]
    names = ", ".join(heading[2] for heading in headings)
    raise MissingFileError(f"The page has no section {wanted!r}. It has: {names}.")
