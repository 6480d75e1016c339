"""``sitejson proxy``: forwards requests of the playground to the API, and to nothing else."""

from __future__ import annotations

import argparse
import logging
from typing import TYPE_CHECKING

from sphinx_sitejson.common.network.connections import classify_address, is_allowed
from sphinx_sitejson.common.network.urls import HttpUrl, InvalidUrlError, parse_ip_address
from sphinx_sitejson.servers.api_project import ProjectError, read_project
from sphinx_sitejson.servers.local_server import describe_listen_error, host_and_port
from sphinx_sitejson.servers.proxy.access import SiteOrigins, parse_base_urls
from sphinx_sitejson.servers.proxy.limits import Limits

from . import fail, print_status

if TYPE_CHECKING:
    from sphinx_sitejson.servers.proxy.forwarding import ProxySettings

MISSING_PACKAGES = (
    'sitejson proxy needs more packages. Install them with: pip install "sphinx-sitejson[proxy]"'
)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        from sphinx_sitejson.servers.proxy.server import create_server, listen
    except ImportError:
        return fail(MISSING_PACKAGES)
    try:
        settings = proxy_settings(options)
        socket = listen(options.host, options.port)
    except ProjectError as error:
        return fail(error)
    except OSError as error:
        return fail(describe_listen_error(options.host, options.port, error))
    # A line for each request.
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = logging.getLogger("sphinx_sitejson.servers.proxy")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    # The library would tell each header when asked for all there is to know.
    logging.getLogger("httpcore").setLevel(logging.WARNING)
    print_status(summary(settings, options))
    create_server(settings, trusted_proxies=options.trusted_proxies).run(sockets=[socket])
    return 0


def proxy_settings(options: argparse.Namespace) -> ProxySettings:
    """Read the project; raise ProjectError if there is nothing to forward to."""
    from sphinx_sitejson.servers.proxy.forwarding import ProxySettings

    project = read_project(options.folder, options.file)
    if project.settings.api.playground.disable_proxy:
        name = options.file or "site.json"
        print_status(f'{name}: "api.playground.disableProxy" is on, so pages do not use a proxy.')
    bases = parse_base_urls((*project.base_urls, *options.base_url))
    if not bases:
        raise ProjectError(
            "No base URL to forward to. Set "
            '"api.baseUrl" in site.json or "servers" in a document, or pass --base-url.'
        )
    try:
        origins = SiteOrigins(options.origin or project.site_urls)
    except InvalidUrlError as error:
        raise ProjectError(f"Invalid site origin: {error}") from None
    running = max(int(options.max_running), 1)
    limits = Limits(
        connect_seconds=options.connect_timeout,
        idle_seconds=options.idle_timeout,
        total_seconds=options.total_timeout,
        request_bytes=int(options.max_request * 1_000_000),
        response_bytes=int(options.max_response * 1_000_000),
        running=running,
        running_per_client=max(running // 4, 1),
        waiting=running,
    )
    return ProxySettings(
        bases=bases, origins=origins, allow_private=options.allow_private, limits=limits
    )


def summary(settings: ProxySettings, options: argparse.Namespace) -> str:
    """Describe the base URLs to which requests are forwarded, and the accepted origins."""
    address = host_and_port(options.host, options.port)
    origins = sorted(settings.origins.allowed)
    return "\n".join(
        [
            f"Proxy listening at http://{address}/ (press Ctrl+C to stop)",
            "Forwarding to:",
            *(f"  {describe_base_url(base, settings)}" for base in settings.bases),
            f"for pages at {', '.join(origins)}."
            if origins
            else "No page can use it yet. Allow your site with --origin https://docs.example.com.",
        ]
    )


def describe_base_url(base: HttpUrl, settings: ProxySettings) -> str:
    """Return a base URL with a remark if it cannot be reached."""
    address = parse_ip_address("127.0.0.1" if base.host == "localhost" else base.host)
    is_refused = address and not is_allowed(
        classify_address(address), allow_private=settings.allow_private
    )
    note = " (refused: not a public address; see --allow-private)" if is_refused else ""
    return f"{base.origin}{base.path}{note}"
