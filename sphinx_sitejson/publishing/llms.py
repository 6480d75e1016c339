"""``llms.txt``, ``llms-full.txt``, and the skill and sitemap files for agents."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import yaml

from sphinx_sitejson.common.markdown_text import link, one_line, plain
from sphinx_sitejson.navigation.page_generation import UniqueNames

MCP_PACKAGE = "sphinx-sitejson[mcp]"
MAX_INDEX_BYTES = 100_000
"""Of one index, which a language model reads as a whole: about 25,000 tokens."""
INDEX_FOLDER = "llms"


class LlmsPage(NamedTuple):
    """A page in ``llms.txt``."""

    title: str
    url: str
    description: str = ""


class LlmsSection(NamedTuple):
    """A section of ``llms.txt``."""

    title: str
    pages: Sequence[LlmsPage]
    tab: str = ""
    """The tab, or another part of the site, that the section belongs to."""


class LlmsSite(NamedTuple):
    """The description of a site for language models."""

    name: str
    summary: str = ""
    instructions: str = ""
    search_url: str = ""
    """The URL of the published site, if programs can search it."""
    documents: Sequence[LlmsPage] = ()
    """Its OpenAPI and AsyncAPI documents."""


def render_llms_indexes(
    site: LlmsSite, sections: Sequence[LlmsSection], url_of: Callable[[str], str]
) -> dict[str, str]:
    """Render ``llms.txt`` and an index for each tab, by path.

    No index is larger than ``MAX_INDEX_BYTES``: if the pages of the site take more, ``llms.txt``
    lists only the other indexes, and tabs with many pages have several of them.

    :param url_of: returns the URL of a path.
    """
    head = _head(site)
    complete = _join_parts(head, sections)
    is_small = _size(complete) <= MAX_INDEX_BYTES
    if is_small and len({section.tab for section in sections if section.tab}) < 2:
        return {"llms.txt": complete}
    texts: dict[str, str] = {}
    names = UniqueNames()
    listed: list[LlmsPage] = []
    groups: dict[str, list[LlmsSection]] = {}
    for section in sections:
        groups.setdefault(section.tab or section.title, []).append(section)
    for title, parts in groups.items():
        if is_small and not parts[0].tab:
            continue
        for number, part in enumerate(_divide_sections(parts), 1):
            part_title = f"{title} ({number})" if number > 1 else title
            path = f"{INDEX_FOLDER}/{names.new(_slug(part_title) or 'section')}.txt"
            heading = [f"{head[0]}: {_line(part_title)}", *head[1:]]
            texts[path] = _join_parts(heading, part)
            total = sum(len(section.pages) for section in part)
            pages = f"{total:,} page{'s' if total > 1 else ''}"
            listed.append(LlmsPage(title=part_title, url=url_of(path), description=pages))
    # Below the pages, where programs look for what they may skip.
    last = LlmsSection(title="Optional" if is_small else "Sections", pages=listed)
    return {"llms.txt": _join_parts(head, [*(sections if is_small else ()), last]), **texts}


def _head(site: LlmsSite) -> list[str]:
    search = (
        "To search this site by the Model Context Protocol, run "
        f"`sitejson mcp {site.search_url}` of the Python package `{MCP_PACKAGE}`."
    )
    quote = f"> {_line(site.summary)}" if site.summary else ""
    parts = (quote, site.instructions.strip(), search if site.search_url else "")
    return [f"# {_line(site.name)}", *filter(None, parts)]


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
                yield [*part, section._replace(pages=pages)] if pages else part
                part, pages, size = [], [], 0
            pages.append(page)
            size += length
        part.append(section._replace(pages=pages))
    if part:
        yield part


def _join_parts(head: Iterable[str], sections: Iterable[LlmsSection]) -> str:
    lists = [
        "\n".join((f"## {_line(section.title)}\n", *map(_entry, section.pages)))
        for section in sections
    ]
    return "\n\n".join((*head, *lists)) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def mcp_settings(name: str, url: str) -> str:
    """Return the settings of an MCP client that reads the site, as JSON.

    :param url: the URL of the published site; without one the result is empty.
    """
    if not url:
        return ""
    return json.dumps({"mcpServers": {_slug(name) or "docs": _server(url)}}, ensure_ascii=False)


def mcp_install_links(name: str, url: str) -> dict[str, str]:
    """Return links that add the MCP server of a site to an editor, by placeholder.

    :param url: the URL of the published site.
    """
    key, server = _slug(name) or "docs", _server(url)
    values = {"name": key, "config": base64.b64encode(json.dumps(server).encode())}
    return {
        "{cursor}": f"cursor://anysphere.cursor-deeplink/mcp/install?{urlencode(values)}",
        "{vscode}": f"vscode:mcp/install?{quote(json.dumps({'name': key, **server}))}",
    }


def _slug(text: str) -> str:
    """Return a text as lowercase letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()


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


def _line(text: str) -> str:
    return plain(" ".join(text.split()))


SKILL_FILE = "skill.md"
WELL_KNOWN = ".well-known"
SKILL_INDEX = f"{WELL_KNOWN}/agent-skills/index.json"
API_CATALOG = f"{WELL_KNOWN}/api-catalog"
MAX_SKILL_NAME_LENGTH = 64
MAX_SKILL_DESCRIPTION_LENGTH = 1024
_INDEX_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
_CATALOG_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
# The lines between "---" at the beginning of a skill, which may begin with a byte order mark.
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)

OPENAPI_TYPE = "application/vnd.oai.openapi+json"
ASYNCAPI_TYPE = "application/vnd.aai.asyncapi+json"
DOCUMENTS_TITLE = "API documents"
"""The heading of the OpenAPI and AsyncAPI documents in the lists for agents."""


def render_skill(site: LlmsSite, base: str, *, has_full_text: bool) -> str:
    """Render ``skill.md``: how an agent reads the documentation.

    :param base: the URL of the published site, with a slash at the end.
    """
    title, summary = " ".join(site.name.split()), site.summary
    description = f"Read the documentation of {title}. Use it for questions and code about {title}."
    if summary:
        description += f" {' '.join(summary.split())}"
    matter = {
        "name": _slug(title)[:MAX_SKILL_NAME_LENGTH].strip("-") or "docs",
        "description": description[:MAX_SKILL_DESCRIPTION_LENGTH],
    }
    # JSON strings are YAML.
    head = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in matter.items())
    lines = [f"- {link('List of all pages', f'{base}llms.txt')}, with their descriptions"]
    if has_full_text:
        lines.append(f"- {link('Text of all pages', f'{base}llms-full.txt')} in one file")
    lines.append("- Each page as Markdown: replace `.html` with `.md` in its URL")
    if site.search_url:
        lines.append(
            f"- Search and API requests by the Model Context Protocol: "
            f"`uvx --from '{MCP_PACKAGE}' sitejson mcp {base}`"
        )
    parts = ["\n".join(("---", *head, "---")), f"# {plain(title)}"]
    parts += filter(None, (_line(summary), site.instructions.strip()))
    parts.append("\n".join(("## Read the documentation\n", *lines)))
    if site.documents:
        entries = (f"- {link(one_line(each.title), each.url)}" for each in site.documents)
        parts.append("\n".join((f"## {DOCUMENTS_TITLE}\n", *entries)))
    return "\n\n".join(parts) + "\n"


def render_skill_index(skill: str, url: str) -> str:
    """Render the index of skills with one entry; empty if it has no name or no description.

    :param skill: the text of the skill.
    """
    match = _FRONT_MATTER.match(skill)
    try:
        values = yaml.safe_load(match[1]) if match else None
    except yaml.YAMLError:
        return ""
    matter = values if isinstance(values, dict) else {}
    name, description = matter.get("name"), matter.get("description")
    if not (isinstance(name, str) and isinstance(description, str) and name and description):
        return ""
    entry = {
        "name": name,
        "type": "skill-md",
        "description": description,
        "url": url,
        "digest": f"sha256:{hashlib.sha256(skill.encode()).hexdigest()}",
    }
    return _json({"$schema": _INDEX_SCHEMA, "skills": [entry]})


def render_api_catalog(linkset: Sequence[Mapping[str, object]]) -> str:
    """Render the catalog of APIs of RFC 9727, as a set of links."""
    return _json({"linkset": linkset, "profile": _CATALOG_PROFILE})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
