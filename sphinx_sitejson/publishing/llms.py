"""``llms.txt`` and ``llms-full.txt``: the site for language models."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from .markdown_text import link, plain

MCP_PACKAGE = "sphinx-sitejson[mcp]"


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmsPage:
    """A page in ``llms.txt``."""

    title: str
    url: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmsSection:
    """A section of ``llms.txt``."""

    title: str
    pages: tuple[LlmsPage, ...]


def render_llms_txt(
    name: str,
    summary: str,
    sections: Iterable[LlmsSection],
    *,
    url: str = "",
    instructions: str = "",
) -> str:
    """Render ``llms.txt``.

    :param url: the URL of the published site, if programs can search it.
    :param instructions: a note to language models.
    """
    parts = [f"# {_line(name)}"]
    if summary:
        parts.append(f"> {_line(summary)}")
    if instructions.strip():
        parts.append(instructions.strip())
    if url:
        parts.append(
            "To search this site by the Model Context Protocol, run "
            f"`sitejson mcp {url}` of the Python package `{MCP_PACKAGE}`."
        )
    for section in sections:
        lines = "\n".join(map(_entry, section.pages))
        parts.append(f"## {_line(section.title)}\n\n{lines}")
    return "\n\n".join(parts) + "\n"


def mcp_settings(name: str, url: str) -> str:
    """Return the settings of an MCP client that reads the site, as JSON.

    :param url: the URL of the published site; without one the result is empty.
    """
    if not url:
        return ""
    return json.dumps({"mcpServers": {server_name(name): _server(url)}}, ensure_ascii=False)


def mcp_install_links(name: str, url: str) -> dict[str, str]:
    """Return links that add the MCP server of a site to an editor, by placeholder.

    :param url: the URL of the published site.
    """
    key, server = server_name(name), _server(url)
    encoded = base64.b64encode(json.dumps(server).encode()).decode()
    values = {"name": key, "config": encoded}
    return {
        "{cursor}": f"cursor://anysphere.cursor-deeplink/mcp/install?{urlencode(values)}",
        "{vscode}": f"vscode:mcp/install?{quote(json.dumps({'name': key, **server}))}",
    }


def server_name(name: str) -> str:
    """Return the name of the MCP server of a site in the settings of clients."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "docs"


def _server(url: str) -> dict[str, Any]:
    return {"command": "uvx", "args": ["--from", MCP_PACKAGE, "sitejson", "mcp", url]}


def _entry(page: LlmsPage) -> str:
    description = f": {_line(page.description)}" if page.description else ""
    return f"- {link(_line(page.title), page.url)}{description}"


def page_with_source(text: str, url: str, last_updated: str = "") -> str:
    """Return a page for ``llms-full.txt``, with its URL and its date below the title."""
    title, separator, rest = text.partition("\n")
    if not title.startswith("# "):
        title, separator, rest = "", "", text
    # A backslash breaks the line.
    date = f"\\\nLast updated: {last_updated[:10]}" if last_updated else ""
    source = f"Source: <{url}>{date}"
    return "\n".join(filter(None, (title, source))) + f"\n{separator}{rest.lstrip()}".rstrip()


def join_pages(pages: Iterable[str]) -> str:
    """Join the pages of ``llms-full.txt``."""
    return "\n\n".join(pages) + "\n"


def _line(text: str) -> str:
    return plain(" ".join(text.split()))
