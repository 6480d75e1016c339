"""Settings, documents and files of small sites."""

from collections.abc import Mapping
from typing import Any

API_TAB = {"name": "API", "url": "api", "openapi": "api.json"}


def settings(*pages: str, **keys: Any) -> dict[str, Any]:
    """Return settings of a site whose pages, by default the first one, are in one group."""
    group = {"group": "Start", "pages": [*pages] or ["index"]}
    return {"name": "Site", "navigation": [group], **keys}


def api_document(paths: Mapping[str, Any], *servers: str, **more: Any) -> dict[str, Any]:
    """Return an OpenAPI document."""
    info = {"title": "API", "version": "1"}
    hosts = {"servers": [{"url": url} for url in servers]} if servers else {}
    return {"openapi": "3.1.0", "info": info, **hosts, "paths": paths, **more}


def api_files(document: str | dict[str, Any], *pages: str, **keys: Any) -> dict[str, Any]:
    """Return the files of a site with a first page and a tab for a document."""
    site = settings(*pages, tabs=[API_TAB], **keys)
    return {"site.json": site, "index.mdx": "---\ntitle: Home\n---\n", "api.json": document}
