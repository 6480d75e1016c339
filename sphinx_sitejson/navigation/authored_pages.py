"""The source of authored pages: bindings in their front matter, base URLs, credentials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import read_file, read_text
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.network.urls import join_url, public_url, strip_credentials
from sphinx_sitejson.common.problems import did_you_mean
from sphinx_sitejson.mdx.scanning.masking import normalize
from sphinx_sitejson.settings.front_matter.reading import read_front_matter, read_page_front_matter
from sphinx_sitejson.settings.project_files import is_remote

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Server
    from sphinx_sitejson.settings.site import SiteSettings

PageFiles = Mapping[str, Path]
"""The files of pages by docname."""

_DOCUMENT = r"(?:(?P<document>\S+)\s+)?"
_OPERATION = re.compile(_DOCUMENT + r"(?P<method>[A-Za-z][\w-]*)\s+(?P<path>/.*)", re.DOTALL)
_WEBHOOK = re.compile(_DOCUMENT + r"webhook\s+(?P<name>\S.*)", re.DOTALL | re.IGNORECASE)
_EVENT = re.compile(
    _DOCUMENT + r"(?P<action>send|receive|publish|subscribe|channel|message)\s+(?P<name>\S.*)",
    re.DOTALL | re.IGNORECASE,
)
_CHANNEL = re.compile(_DOCUMENT + r"(?P<name>\S+)")
_ENDPOINT = re.compile(r"(?P<method>[A-Za-z]+)\s+(?P<url>(?:https?://|/)\S*|\S+)")


@dataclass(frozen=True)
class OperationBinding:
    """A page shows an operation: ``GET /pets``, ``webhook newPet`` or ``SEND orderPlaced``.

    A message of AsyncAPI is an operation, too: ``MESSAGE Order``.
    """

    key: str
    document: str = ""


@dataclass(frozen=True)
class SchemaBinding:
    """A page shows a named schema."""

    name: str
    document: str = ""


@dataclass(frozen=True)
class OverviewBinding:
    """A page shows the overview of a document, or of one of its tags."""

    document: str = ""
    tag: str = ""


@dataclass(frozen=True)
class EndpointBinding:
    """A page documents an endpoint by hand."""

    method: str
    url: str


@dataclass(frozen=True)
class BrokenBinding:
    """A binding that cannot be parsed, with the reason."""

    reason: str
    text: str = ""
    """What does not name an operation; it may be its id or its path."""


Binding = OperationBinding | SchemaBinding | OverviewBinding | EndpointBinding
ParsedBinding = Binding | BrokenBinding | None


def parse_binding(metadata: Mapping[str, object]) -> ParsedBinding:
    """Parse the binding of a page from its front matter."""
    readers = {
        "openapi": parse_operation_binding,
        "openapi-schema": parse_schema_binding,
        "openapi-overview": parse_overview_binding,
        "asyncapi": parse_event_binding,
        "asyncapi-message": parse_message_binding,
        "asyncapi-schema": parse_schema_binding,
        "asyncapi-overview": parse_overview_binding,
        "api": parse_endpoint_binding,
    }
    for key, read in readers.items():
        value = metadata.get(key)
        if isinstance(value, str) and value.strip():
            return read(value.strip())
    return None


def parse_operation_binding(text: str) -> OperationBinding | BrokenBinding:
    """Parse ``[document] METHOD /path`` or ``[document] webhook [METHOD] NAME``.

    Operations of AsyncAPI are parsed as `parse_event_binding` does.
    """
    if match := _WEBHOOK.fullmatch(text):
        return OperationBinding(f"webhook {match['name']}", _document(match))
    if match := _OPERATION.fullmatch(text):
        return OperationBinding(f"{match['method'].upper()} {match['path']}", _document(match))
    if _EVENT.fullmatch(text):
        return parse_event_binding(text)
    return BrokenBinding(
        f'"{text}" does not name an operation; write "METHOD /path", '
        '"document METHOD /path" or "webhook NAME".',
        text,
    )


def parse_event_binding(text: str) -> OperationBinding | BrokenBinding:
    """Parse ``[document] [ACTION] NAME``; the name is that of an operation, or of its channel.

    Without an action, it is a channel, of which the first operation is meant.
    """
    if match := _EVENT.fullmatch(text):
        return OperationBinding(f"{match['action'].upper()} {match['name']}", _document(match))
    if match := _CHANNEL.fullmatch(text):
        return OperationBinding(f"CHANNEL {match['name']}", _document(match))
    return BrokenBinding(
        f'"{text}" does not name an operation; write "send NAME", "receive NAME", '
        '"publish CHANNEL" or "subscribe CHANNEL".'
    )


def parse_message_binding(text: str) -> OperationBinding:
    """Parse ``[document] NAME``; with a document, the name may contain spaces."""
    found = parse_schema_binding(text)
    return OperationBinding(f"MESSAGE {found.name}", found.document)


def parse_schema_binding(text: str) -> SchemaBinding:
    """Parse ``[document] NAME``; with a document, the name may contain spaces."""
    first, *rest = text.split(maxsplit=1)
    return SchemaBinding(rest[0], public_url(first)) if rest else SchemaBinding(first)


def parse_overview_binding(text: str) -> OverviewBinding:
    """Parse ``DOCUMENT`` or ``DOCUMENT TAG``; a tag may contain spaces."""
    document, *rest = text.split(maxsplit=1)
    return OverviewBinding(public_url(document), rest[0] if rest else "")


def describe_doubtful_method(method: str) -> str:
    """Return a sentence for a probable misspelling; other methods may be custom ones."""
    known = [name.upper() for name in METHODS]
    hint = "" if method in known else did_you_mean(method, known)
    return f'"{method}" is not an HTTP method.{hint}' if hint else ""


def parse_endpoint_binding(text: str) -> EndpointBinding | BrokenBinding:
    """Parse ``METHOD URL``."""
    if match := _ENDPOINT.fullmatch(text):
        return EndpointBinding(match["method"].upper(), strip_credentials(match["url"]))
    return BrokenBinding(f'"{text}" does not name an endpoint; write "METHOD URL".')


def _document(match: re.Match[str]) -> str:
    """Return the public URL or path of the document in a binding."""
    return public_url(match["document"] or "")


_RST_FIELD = re.compile(
    r"^:((?:open|async)api(?:-schema|-overview)?|api):[ \t]+(.+)$", re.MULTILINE
)
_OPERATION_DIRECTIVE = re.compile(rb"\bopenapi-operation(?:\}|::)[ \t]+([^\r\n]+)")
_LISTING_DIRECTIVE = re.compile(rb"(?:\.\. |\{)openapi(?:\}|::)[ \t]+(\S[^\r\n]*)")
_MENTIONS_DOCUMENT = re.compile(rb"(?:open|async)api")
_RST_SCHEMA = re.compile(r"^\.\. openapi-schema::[ \t]+(\S.*)", re.MULTILINE)
_FENCE = re.compile(r"(`{3,}|~{3,}|:{3,})(.*)")
_FENCED_SCHEMA = re.compile(r"\{openapi-schema\}[ \t]+(\S.*)")
_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)


def read_page_bindings(pages: PageFiles) -> dict[str, ParsedBinding]:
    """Return the bindings of pages; a page that only mentions "openapi" has None."""
    found: dict[str, ParsedBinding] = {}
    for docname, path, content in _contents(pages):
        if _MENTIONS_DOCUMENT.search(content):
            text = normalize(content.decode("utf-8", errors="replace"))
            is_rst = path.suffix == ".rst"
            found[docname] = parse_binding(
                dict(_RST_FIELD.findall(text))
                if is_rst
                else read_page_front_matter(text, path).values
            )
    return found


def _contents(pages: PageFiles) -> Iterator[tuple[str, Path, bytes]]:
    """Yield the pages that can be read, with their content."""
    for docname, path in pages.items():
        try:
            content = read_file(path)
        except OSError:
            continue
        yield docname, path, content


def find_bound_operations(pages: PageFiles) -> Iterator[OperationBinding]:
    """Yield the operations that pages show, by their front matter or by a directive."""
    arguments = (argument for _path, argument in _find_arguments(_OPERATION_DIRECTIVE, pages))
    bindings = chain(read_page_bindings(pages).values(), map(parse_operation_binding, arguments))
    yield from (binding for binding in bindings if isinstance(binding, OperationBinding))


def find_listed_documents(pages: PageFiles, root: Path) -> Iterator[str | Path]:
    """Yield the URLs and files that the directive ``openapi`` of pages names."""
    for path, reference in _find_arguments(_LISTING_DIRECTIVE, pages):
        folder = root if reference.startswith("/") else path.parent
        yield reference if is_remote(reference) else folder / reference.lstrip("/")


def _find_arguments(directive: re.Pattern[bytes], pages: PageFiles) -> Iterator[tuple[Path, str]]:
    """Yield the arguments of a directive, each with its page."""
    for _docname, path, content in _contents(pages):
        for argument in directive.findall(content):
            yield path, argument.decode("utf-8", errors="replace").strip()


def find_schema_directives(pages: PageFiles) -> Iterator[tuple[str, SchemaBinding]]:
    """Yield the pages with the directive ``openapi-schema``, and the schema that each shows.

    Only top-level directives count: one inside another block may be an example.
    """
    for docname, path, content in _contents(pages):
        if b"openapi-schema" not in content:
            continue
        text = normalize(content.decode("utf-8", errors="replace"))
        arguments = _RST_SCHEMA.findall(text) if path.suffix == ".rst" else _fenced_schemas(text)
        for argument in arguments:
            yield docname, parse_schema_binding(argument.strip())


def _fenced_schemas(text: str) -> Iterator[str]:
    """Yield the arguments of the directives that no other fence encloses."""
    fence = ""
    for line in _COMMENT.sub("", text).splitlines():
        match = _FENCE.match(line)
        if match is None:
            continue
        if not fence:
            fence = match[1]
            if directive := _FENCED_SCHEMA.match(match[2]):
                yield directive[1]
        elif match[1].startswith(fence) and not match[2].strip():
            fence = ""


MAX_URL_VARIANTS = 1_000
"""How many URLs the variables of one server may expand to."""


def declared_base_urls(
    settings: SiteSettings, documents: Iterable[OpenApiDocument], endpoints: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the absolute base URLs of all pages, without duplicates.

    As on the pages, base URLs of the settings replace those of the documents.

    :param endpoints: the base URLs of hand-written endpoints.
    """
    found = settings.api.base_url or [
        url for document in documents for url in server_urls(document)
    ]
    extra = (*endpoints, *settings.extra.written_base_urls)
    return tuple(url for url in dict.fromkeys((*found, *extra)) if is_remote(url.strip()))


def server_urls(document: OpenApiDocument) -> Iterator[str]:
    """Yield the server URLs of a document, its paths and its operations."""
    servers = [document.servers, *(operation.servers for operation in document.operations)]
    for server in dict.fromkeys(server for group in servers for server in group):
        for url in expand_server_url(server):
            # A relative URL is resolved against that of the document (OpenAPI 3.1, section 4.8.5).
            yield join_url(document.location, url) if is_remote(document.location) else url


def expand_server_url(server: Server) -> Iterator[str]:
    """Yield the URLs of a server for all values of its variables."""
    choices: list[list[tuple[str, str | None]]] = [
        [(f"{{{variable.name}}}", value) for value in (variable.default, *variable.enum) if value]
        or [(f"{{{variable.name}}}", variable.value)]
        for variable in server.variables
    ]
    seen = set()
    for chosen in islice(product(*choices), MAX_URL_VARIANTS):
        url = server.url
        for name, value in chosen:
            url = url if value is None else url.replace(name, value)
        # A variable without values can be anything: the prefix before it is used.
        url = constant_prefix(url) if "{" in url else url
        if url not in seen:
            seen.add(url)
            yield url


def endpoint_base_urls(pages: PageFiles) -> Iterator[str]:
    """Yield the base URLs of manual endpoints."""
    for path in pages.values():
        try:
            text = read_text(path)
        except OSError:
            continue
        value = read_front_matter(text, file=str(path)).values.get("api")
        endpoint = parse_endpoint_binding(value.strip()) if isinstance(value, str) else None
        if endpoint and not isinstance(endpoint, BrokenBinding) and is_remote(endpoint.url):
            yield constant_prefix(endpoint.url)


def constant_prefix(url: str) -> str:
    """Return a URL up to its first parameter: ``/a/{id}/b`` becomes ``/a``."""
    before, brace, _ = url.partition("?")[0].partition("{")
    return before.rpartition("/")[0] if brace else before


_ADDRESS = re.compile(r"\bhttps?:[/\\]{2}[^\s<>\"'`]+", re.IGNORECASE)
_FRONT_MATTER = re.compile(
    r"\ufeff?(?:[ \t]*\r?\n)*---[ \t]*\r?\n.*?^---[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_RST_FIELDS = re.compile(r"\ufeff?(?:(?:[: \t]|\.\.)[^\n]*\n|\r?\n)*")
_DOCUMENT_LINE = re.compile(r"^[ \t:\"']*(?:open|async)api.*$", re.IGNORECASE | re.MULTILINE)
_DOCUMENT_DIRECTIVE = re.compile(r"\bopenapi-(?:operation|schema|changes)(?:\}|::)[^\n]*")


def strip_front_matter_credentials(text: str, *, is_rst: bool) -> tuple[str, tuple[int, ...]]:
    """Strip credentials from front matter, or from the fields of reStructuredText.

    Return the text, and the lines of credentials that would have been published. The URL of a
    document is stripped without a report, as in the settings.
    """
    if "@" not in text and "?" not in text:
        return text, ()
    match = (_RST_FIELDS if is_rst else _FRONT_MATTER).match(text)
    head = match[0] if match else ""
    body = _DOCUMENT_DIRECTIVE.sub(_with_public_urls, text[len(head) :])
    head = _DOCUMENT_LINE.sub(_with_public_urls, head)
    plain = _ADDRESS.sub(lambda address: strip_credentials(address[0]), head)
    pairs = zip(head.split("\n"), plain.split("\n"), strict=True)
    lines = tuple(number for number, (old, new) in enumerate(pairs, 1) if old != new)
    return plain + body, lines


def _with_public_urls(line: re.Match[str]) -> str:
    return _ADDRESS.sub(lambda address: public_url(address[0]), line[0])
