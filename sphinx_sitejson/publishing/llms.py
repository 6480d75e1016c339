"""``llms.txt``, its indexes by section, and ``llms-full.txt``: the site for language models."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

from sphinx_sitejson.common.markdown_text import link, plain

MCP_PACKAGE = "sphinx-sitejson[mcp]"
MAX_INDEX_BYTES = 100_000
"""Of one index, which a language model reads as a whole: about 25,000 tokens."""
INDEX_FOLDER = "llms"


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
    tab: str = ""
    """The tab, or another part of the site, that the section belongs to."""


def render_llms_indexes(
    name: str,
    summary: str,
    sections: Sequence[LlmsSection],
    *,
    url_of: Callable[[str], str],
    site_url: str = "",
    instructions: str = "",
) -> dict[str, str]:
    """Render ``llms.txt`` and an index for each tab, by path.

    No index is larger than ``MAX_INDEX_BYTES``: if the pages of the site take more, ``llms.txt``
    lists only the other indexes, and tabs with many pages have several of them.

    :param url_of: returns the URL of a path.
    :param site_url: the URL of the published site, if programs can search it.
    :param instructions: a note to language models.
    """
    head = _head(name, summary, site_url, instructions)
    complete = _join_parts([*head, *map(_render_section, sections)])
    is_small = _size(complete) <= MAX_INDEX_BYTES
    if is_small and len({section.tab for section in sections if section.tab}) < 2:
        return {"llms.txt": complete}
    texts: dict[str, str] = {}
    listed: list[LlmsPage] = []
    for title, parts in _group_sections(sections):
        if is_small and not parts[0].tab:
            continue
        for number, part in enumerate(_divide_sections(parts), 1):
            part_title = f"{title} ({number})" if number > 1 else title
            path = _unused_path(part_title, texts)
            heading = [f"# {_line(name)}: {_line(part_title)}", *head[1:]]
            texts[path] = _join_parts([*heading, *map(_render_section, part)])
            total = sum(len(section.pages) for section in part)
            pages = f"{total:,} page{'s' if total > 1 else ''}"
            listed.append(LlmsPage(title=part_title, url=url_of(path), description=pages))
    if is_small:
        # Below the pages, where programs look for what they may skip.
        listed_parts = [*map(_render_section, sections), _render_list("Optional", listed)]
    else:
        listed_parts = [_render_list("Sections", listed)]
    return {"llms.txt": _join_parts([*head, *listed_parts]), **texts}


def _head(name: str, summary: str, site_url: str, instructions: str) -> list[str]:
    parts = [f"# {_line(name)}"]
    if summary:
        parts.append(f"> {_line(summary)}")
    if instructions.strip():
        parts.append(instructions.strip())
    if site_url:
        parts.append(
            "To search this site by the Model Context Protocol, run "
            f"`sitejson mcp {site_url}` of the Python package `{MCP_PACKAGE}`."
        )
    return parts


def _group_sections(
    sections: Iterable[LlmsSection],
) -> Iterator[tuple[str, list[LlmsSection]]]:
    """Yield each tab with its sections; a section without a tab is by itself."""
    groups: dict[str, list[LlmsSection]] = {}
    for section in sections:
        groups.setdefault(section.tab or section.title, []).append(section)
    yield from groups.items()


def _divide_sections(sections: Iterable[LlmsSection]) -> Iterator[list[LlmsSection]]:
    """Yield sections, or parts of them, that are together small enough for an index."""
    part: list[LlmsSection] = []
    # The rest is for the beginning of the file.
    size, limit = 0, MAX_INDEX_BYTES * 9 // 10
    for section in sections:
        pages: list[LlmsPage] = []
        for page in section.pages:
            length = _size(_entry(page)) + 1
            if size + length > limit and (part or pages):
                yield [*part, replace(section, pages=tuple(pages))] if pages else part
                part, pages, size = [], [], 0
            pages.append(page)
            size += length
        part.append(replace(section, pages=tuple(pages)))
    if part:
        yield part


def _unused_path(title: str, paths: Container[str]) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"
    names = (f"{slug}-{number}" if number > 1 else slug for number in count(1))
    return next(path for name in names if (path := f"{INDEX_FOLDER}/{name}.txt") not in paths)


def _render_section(section: LlmsSection) -> str:
    return _render_list(section.title, section.pages)


def _render_list(title: str, pages: Iterable[LlmsPage]) -> str:
    lines = "\n".join(map(_entry, pages))
    return f"## {_line(title)}\n\n{lines}"


def _join_parts(parts: Iterable[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


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
