"""Files by which agents find out what a site offers: ``skill.md`` and ``/.well-known/``."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from sphinx_sitejson.common.markdown_text import link, one_line, plain

from .llms import MCP_PACKAGE, LlmsPage

SKILL_FILE = "skill.md"
WELL_KNOWN = ".well-known"
SKILL_INDEX = f"{WELL_KNOWN}/agent-skills/index.json"
API_CATALOG = f"{WELL_KNOWN}/api-catalog"
MAX_SKILL_NAME_LENGTH = 64
MAX_SKILL_DESCRIPTION_LENGTH = 1024
_INDEX_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
_CATALOG_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)

OPENAPI_TYPE = "application/vnd.oai.openapi+json"
ASYNCAPI_TYPE = "application/vnd.aai.asyncapi+json"
DOCUMENTS_TITLE = "API documents"
"""The heading of the OpenAPI and AsyncAPI documents in the lists for agents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogEntry:
    """An API in the catalog."""

    url: str
    """The base URL of the API, or the URL of its documentation."""
    document: str
    """The absolute URL of the document that describes it."""
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillSummary:
    """The name and the description of a skill."""

    name: str
    description: str


def read_skill_summary(text: str) -> SkillSummary | None:
    """Read the front matter of a skill; ``None`` if it has no name or no description."""
    match = _FRONT_MATTER.match(text)
    try:
        values = yaml.safe_load(match[1]) if match else None
    except yaml.YAMLError:
        return None
    if not isinstance(values, dict):
        return None
    name, description = values.get("name"), values.get("description")
    if not (isinstance(name, str) and isinstance(description, str) and name and description):
        return None
    return SkillSummary(name=name, description=description)


def render_skill(
    name: str,
    summary: str,
    *,
    base: str,
    instructions: str,
    has_full_text: bool,
    has_search: bool,
    documents: Sequence[LlmsPage],
) -> str:
    """Render ``skill.md``: how an agent reads the documentation.

    :param base: the URL of the published site, with a slash at the end.
    """
    title = " ".join(name.split())
    description = f"Read the documentation of {title}. Use it for questions and code about {title}."
    if summary:
        description += f" {' '.join(summary.split())}"
    matter = {
        "name": skill_name(name),
        "description": description[:MAX_SKILL_DESCRIPTION_LENGTH],
    }
    # JSON strings are YAML.
    head = "\n".join(
        f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in matter.items()
    )
    lines = [f"- {link('List of all pages', f'{base}llms.txt')}, with their descriptions"]
    if has_full_text:
        lines.append(f"- {link('Text of all pages', f'{base}llms-full.txt')} in one file")
    lines.append("- Each page as Markdown: replace `.html` with `.md` in its URL")
    if has_search:
        lines.append(
            f"- Search and API requests by the Model Context Protocol: "
            f"`uvx --from '{MCP_PACKAGE}' sitejson mcp {base}`"
        )
    parts = [f"---\n{head}\n---", f"# {plain(title)}"]
    parts += [plain(" ".join(summary.split()))] if summary else []
    parts += [instructions.strip()] if instructions.strip() else []
    parts.append("## Read the documentation\n\n" + "\n".join(lines))
    if documents:
        entries = "\n".join(f"- {link(one_line(each.title), each.url)}" for each in documents)
        parts.append(f"## {DOCUMENTS_TITLE}\n\n{entries}")
    return "\n\n".join(parts) + "\n"


def skill_name(name: str) -> str:
    """Return a name of a skill: lowercase letters, digits and hyphens."""
    normalized = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return normalized[:MAX_SKILL_NAME_LENGTH].strip("-") or "docs"


def render_skill_index(skill: str, url: str) -> str:
    """Render the index of skills with one entry; empty if the skill has no name.

    :param skill: the text of the skill.
    """
    summary = read_skill_summary(skill)
    if summary is None:
        return ""
    entry = {
        "name": summary.name,
        "type": "skill-md",
        "description": summary.description,
        "url": url,
        "digest": f"sha256:{hashlib.sha256(skill.encode()).hexdigest()}",
    }
    return _json({"$schema": _INDEX_SCHEMA, "skills": [entry]})


def render_api_catalog(entries: Sequence[CatalogEntry], site: str) -> str:
    """Render the catalog of APIs of RFC 9727, as a set of links.

    :param site: the URL of the documentation.
    """
    linkset = [
        {
            "anchor": entry.url,
            "service-desc": [
                {"href": entry.document, "type": entry.media_type},
            ],
            "service-doc": [{"href": site, "type": "text/html"}],
        }
        for entry in entries
    ]
    return _json({"linkset": linkset, "profile": _CATALOG_PROFILE})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
