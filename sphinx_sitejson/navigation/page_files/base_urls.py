"""The base URLs that a site declares: where its pages may send requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import read_text
from sphinx_sitejson.common.network.urls import joined_url
from sphinx_sitejson.mdx.front_matter import read_front_matter

from .bindings import BrokenBinding, read_endpoint

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Server
    from sphinx_sitejson.settings.site import SiteSettings

MOST_CHOICES = 1_000
"""How many addresses the variables of one server may stand for."""


def declared_base_urls(
    settings: SiteSettings,
    documents: Iterable[OpenApiDocument],
    endpoints: Iterable[str] = (),
) -> tuple[str, ...]:
    """Return the absolute base URLs of all pages, each once, in the order they are met.

    As on the pages, those of the settings take the place of those of the documents.

    :param endpoints: the base URLs of hand-written endpoints.
    """
    found = [*settings.api.base_url]
    if not found:
        found += [url for document in documents for url in server_urls(document)]
    extra = (*endpoints, *settings.extra.written_base_urls)
    return tuple(url for url in dict.fromkeys((*found, *extra)) if is_absolute(url))


def server_urls(document: OpenApiDocument) -> Iterator[str]:
    """Yield the servers of a document, its paths and its operations."""
    servers = [document.servers, *(operation.servers for operation in document.operations)]
    for server in dict.fromkeys(server for group in servers for server in group):
        for url in urls_of(server):
            # A relative address is meant from where the document lies.
            yield joined_url(document.location, url) if is_absolute(document.location) else url


def urls_of(server: Server) -> Iterator[str]:
    """Yield the addresses of a server for all values that its variables can have."""
    choices: list[list[tuple[str, str | None]]] = [
        [(f"{{{variable.name}}}", value) for value in (variable.default, *variable.enum) if value]
        or [(f"{{{variable.name}}}", variable.value)]
        for variable in server.variables
    ]
    seen = set()
    for chosen in islice(product(*choices), MOST_CHOICES):
        url = server.url
        for name, value in chosen:
            url = url if value is None else url.replace(name, value)
        # What only the reader can fill in may be anything behind the fixed part.
        url = fixed_part(url) if "{" in url else url
        if url not in seen:
            seen.add(url)
            yield url


def is_absolute(url: str) -> bool:
    """Tell whether an address names its server."""
    return url.strip().lower().startswith(("http://", "https://"))


def endpoint_bases(pages: Mapping[str, Path]) -> Iterator[str]:
    """Yield the base URLs of the endpoints that pages describe in their own words."""
    for path in pages.values():
        try:
            text = read_text(path)
        except OSError:
            continue
        value = read_front_matter(text, file=str(path)).values.get("api")
        endpoint = read_endpoint(value.strip()) if isinstance(value, str) else None
        if endpoint and not isinstance(endpoint, BrokenBinding) and is_absolute(endpoint.url):
            yield fixed_part(endpoint.url)


def fixed_part(url: str) -> str:
    """Return an address up to the segment in which its first parameter stands."""
    before, brace, _ = url.partition("?")[0].partition("{")
    return before.rpartition("/")[0] if brace else before
