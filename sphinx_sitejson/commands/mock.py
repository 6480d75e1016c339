"""``sitejson mock``: answers requests as the documents of a project say."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url, parse_ip_address
from sphinx_sitejson.servers.mock.exchange import AllowedOrigins
from sphinx_sitejson.servers.mock.mock_api import Mock, MockSettings
from sphinx_sitejson.servers.mock.routes import ServedOperation, shadowed_operations

from ._mock_server import MockServing, mock_server
from ._project import Project, ProjectError, read_project, served_operations, site_auth_of


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        project = read_project(options.folder, options.file)
        operations = mocked_operations(project)
        origins = allowed_origins((*options.origin, *project.site_urls))
    except ProjectError as error:
        print(error, file=sys.stderr)
        return 1
    serving = MockServing(
        mock=mock_of(project, operations, requires_credentials=not options.no_auth),
        origins=origins,
        most_request_bytes=int(options.max_request * 1_000_000),
        is_for_all_names=not is_loopback_host(options.host),
        log=lambda line: print(line, file=sys.stderr, flush=True),
    )
    try:
        server = mock_server(options.host, options.port, serving)
    except OSError as error:
        reason = (error.strerror or "it cannot be used").partition(" (")[0].lower()
        print(f"{options.host}:{options.port}: {reason}.", file=sys.stderr)
        return 1
    print("\n".join(summary(operations, options)), file=sys.stderr, flush=True)
    with server:
        server.serve_forever()
    return 0


def mocked_operations(project: Project) -> tuple[ServedOperation, ...]:
    """Return the operations to answer; raise ProjectError if there is none."""
    operations = tuple(served_operations(project))
    if not operations:
        raise ProjectError(
            "The project has no OpenAPI document with operations; name one with "
            '"openapi" in its settings, or give the path of a document.'
        )
    return operations


def mock_of(
    project: Project, operations: Sequence[ServedOperation], *, requires_credentials: bool
) -> Mock:
    """Return the mock of a project."""
    return Mock(
        MockSettings(
            operations=tuple(operations),
            site_auth=site_auth_of(project.settings),
            requires_credentials=requires_credentials,
        )
    )


def allowed_origins(urls: Sequence[str]) -> AllowedOrigins:
    """Read the origins of pages; raise ProjectError for one that is none."""
    found = set()
    for url in urls:
        try:
            found.add("*" if url == "*" else parse_http_url(url).origin)
        except InvalidUrlError as error:
            raise ProjectError(f"The origin {url[:80]!r} is not valid: {error}") from None
    return AllowedOrigins(frozenset(found))


def is_loopback_host(host: str) -> bool:
    """Tell whether only this machine can reach an address to listen on."""
    address = parse_ip_address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def summary(operations: Sequence[ServedOperation], options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines that say what is answered, and where."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{host}:{options.port}"
    yield f"The mock answers at {address} (Ctrl+C ends):"
    counts = Counter(served.document.location for served in operations)
    documents = {served.document.location: served for served in operations}
    for location, served in documents.items():
        paths = dict.fromkeys(base.path for base in served.bases)
        count = counts[location]
        words = "1 operation" if count == 1 else f"{count} operations"
        yield f"  {location}: {words} below {', '.join(f'{address}{path}' for path in paths)}"
    hidden = Counter(served.document.name for served in shadowed_operations(operations))
    for name, count in hidden.items():
        yield f"  {count} of {name} have the address of another document: use {address}/{name}/…"
    if not is_loopback_host(options.host):
        yield "  Other machines can reach it."
