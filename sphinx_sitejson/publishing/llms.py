"""``llms.txt`` and ``llms-full.txt``: the site for language models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from .markdown_text import link, plain

MCP_PACKAGE = "sphinx-sitejson[mcp]"


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmsPage:
    """A page in the list."""

    title: str
    address: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSection:
    """Pages that belong together."""

    title: str
    pages: tuple[LlmsPage, ...]


def llms_text(
    name: str,
    summary: str,
    sections: Iterable[ListedSection],
    *,
    address: str = "",
    instructions: str = "",
) -> str:
    """Return the list of all pages.

    :param address: of the published site, which programs can then search.
    :param instructions: what language models should know before they read on.
    """
    parts = [f"# {_line(name)}"]
    if summary:
        parts.append(f"> {_line(summary)}")
    if instructions.strip():
        parts.append(instructions.strip())
    if address:
        parts.append(
            "To search this site by the Model Context Protocol, run "
            f"`sitejson mcp {address}` of the Python package `{MCP_PACKAGE}`."
        )
    for section in sections:
        lines = "\n".join(map(_entry, section.pages))
        parts.append(f"## {_line(section.title)}\n\n{lines}")
    return "\n\n".join(parts) + "\n"


def mcp_settings(name: str, address: str) -> str:
    """Return the settings with which a client of the Model Context Protocol asks a site.

    :param address: of the published site; without one there are none.
    """
    if not address:
        return ""
    arguments = ["--from", MCP_PACKAGE, "sitejson", "mcp", address]
    server = {"command": "uvx", "args": arguments}
    key = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "docs"
    return json.dumps({"mcpServers": {key: server}}, ensure_ascii=False)


def _entry(page: LlmsPage) -> str:
    description = f": {_line(page.description)}" if page.description else ""
    return f"- {link(_line(page.title), page.address)}{description}"


def full_page(text: str, address: str) -> str:
    """Return a page as it stands in the file of all pages: below its title, where it is from."""
    title, separator, rest = text.partition("\n")
    if not title.startswith("# "):
        title, separator, rest = "", "", text
    source = f"Source: <{address}>"
    return "\n".join(filter(None, (title, source))) + f"\n{separator}{rest.lstrip()}".rstrip()


def full_text(pages: Iterable[str]) -> str:
    """Return the text of all pages."""
    return "\n\n".join(pages) + "\n"


def _line(text: str) -> str:
    return plain(" ".join(text.split()))
