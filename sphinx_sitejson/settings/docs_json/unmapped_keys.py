"""What ``docs.json`` says that ``site.json`` has no key for, and what has no effect at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.api import Auth
from sphinx_sitejson.settings.publishing import ExtraSettings, MissingPageWords, PageLinkTemplate
from sphinx_sitejson.settings.schema import DOCS_SCHEMA, Schema

from .file import ContextualEntry, DocsSettings

OWN_ENTRIES = ("copy", "view")
"""Entries of a page's menu that every page has."""

_QUESTION = quote("Read from {markdown} so I can ask questions about it.", safe="{}")
OUTSIDE: Mapping[str, PageLinkTemplate] = {
    "chatgpt": PageLinkTemplate(
        name="ChatGPT", url=f"https://chatgpt.com/?hints=search&q={_QUESTION}"
    ),
    "claude": PageLinkTemplate(name="Claude", url=f"https://claude.ai/new?q={_QUESTION}"),
    "perplexity": PageLinkTemplate(
        name="Perplexity", url=f"https://www.perplexity.ai/search?q={_QUESTION}"
    ),
    "grok": PageLinkTemplate(name="Grok", url=f"https://grok.com/?q={_QUESTION}"),
}


def extra_settings(docs: DocsSettings) -> ExtraSettings:
    """Return the settings that only this file has."""
    missing = docs.errors.missing if docs.errors else None
    mdx = docs.api.mdx if docs.api else None
    auth = mdx.auth if mdx else None
    tags = docs.seo.metatags if docs.seo else ()
    method = auth.method if auth else None
    favicon = docs.favicon
    has_two = favicon and favicon.light and favicon.light != favicon.dark
    return ExtraSettings(
        dark_favicon=favicon.dark if favicon and has_two else None,
        address=next((tag.content for tag in tags if tag.name == "canonical"), ""),
        page_links=tuple(_page_links(docs)),
        missing_page=MissingPageWords(title=missing.title, text=missing.description)
        if missing
        else None,
        instructions=docs.markdown.instructions if docs.markdown else "",
        written_base_urls=mdx.server if mdx else (),
        written_auth=Auth(method=None if method == "cobo" else method, name=auth.name)
        if auth
        else None,
    )


def _page_links(docs: DocsSettings) -> Iterator[PageLinkTemplate]:
    for option in docs.contextual.options if docs.contextual else ():
        if isinstance(option, ContextualEntry):
            parts = (f"{quote(p.key)}={_filled(p.value)}" for p in option.href.query)
            query = "&".join(parts)
            separator = "&" if "?" in option.href.base else "?"
            url = f"{option.href.base}{separator}{query}" if query else option.href.base
            yield PageLinkTemplate(name=option.title, url=url)
        elif option in OUTSIDE:
            yield OUTSIDE[option]


def _filled(value: str) -> str:
    """Turn the marks of a query into those of page links."""
    marked = quote(value, safe="$")
    return marked.replace("$page", "{markdown}").replace("$path", "{url}").replace("$mcp", "")


def without_effect(value: Mapping[str, Any]) -> list[JsonPath]:
    """Return the places of keys that are known and that nothing is made of."""
    found = list(_without_effect(value, DOCS_SCHEMA.full, ()))
    options = (value.get("contextual") or {}).get("options") or []
    found += [
        ("contextual", "options", index)
        for index, option in enumerate(options)
        if isinstance(option, str) and option not in (*OWN_ENTRIES, *OUTSIDE)
    ]
    return found


def _without_effect(value: Any, schema: Schema, at: JsonPath) -> Iterator[JsonPath]:
    for shape in _shapes(schema):
        if isinstance(value, dict):
            for key, member in value.items():
                rules = shape.get("properties", {}).get(key)
                if rules is None:
                    continue
                if rules.get("x-without-effect"):
                    yield (*at, key)
                else:
                    yield from _without_effect(member, rules, (*at, key))
        elif isinstance(value, list) and "items" in shape:
            for index, entry in enumerate(value):
                yield from _without_effect(entry, shape["items"], (*at, index))


def _shapes(schema: Schema) -> Iterator[Schema]:
    schema = DOCS_SCHEMA.resolved(schema)
    for branch in schema.get("anyOf", ()):
        yield from _shapes(branch)
    if "properties" in schema or "items" in schema:
        yield schema


def key_names(places: list[JsonPath], value: Mapping[str, Any]) -> list[str]:
    """Return the names of keys for a message, each once, however often it is there."""
    names: dict[str, None] = {}
    for place in places:
        if place[:2] == ("contextual", "options"):
            names[f'contextual.options "{value["contextual"]["options"][place[2]]}"'] = None
        elif place[0] == "navigation":
            names[f"navigation … {place[-1]}"] = None
        else:
            names[".".join(str(part) for part in place if isinstance(part, str))] = None
    return list(names)
