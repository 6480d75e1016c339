"""Validate ``docs.json``, convert it to settings, and report keys without an effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.json_documents.validation import Leave, remove_paths
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted
from sphinx_sitejson.settings.json_object import json_keys
from sphinx_sitejson.settings.schema import DOCS_SCHEMA, SITE_SCHEMA, Schema
from sphinx_sitejson.settings.site import (
    PAGE_LINK_URLS,
    Auth,
    ExtraSettings,
    MissingPageTexts,
    PageLinkTemplate,
    SiteSettings,
)
from sphinx_sitejson.settings.validation import (
    Fault,
    SiteJsonReader,
    path_in_file,
    validate_settings,
)

from .conversion import convert_outline, convert_settings
from .model import ContextualEntry, DocsSettings, NavigationNode
from .references import REFERENCE

# Keys with the same name in both files, but other values.
_OTHER_MEANING = {"navigation", "name", "$schema", "metadata"}


def find_legacy_keys(docs: Any) -> list[JsonPath]:
    """Return the paths of keys that only ``site.json`` has: at the top, and in ``api``."""
    if not isinstance(docs, dict):
        return []
    return [*_between(docs, DOCS_SCHEMA.full, SITE_SCHEMA.full, ())]


def _between(value: Any, newer: Schema, older: Schema, at: JsonPath) -> Iterator[JsonPath]:
    known, theirs = newer.get("properties", {}), older.get("properties", {})
    for key, member in value.items():
        if key in _OTHER_MEANING:
            continue
        if key in theirs and key not in known:
            yield (*at, key)
        elif key in ("api", "playground") and isinstance(member, dict) and key in known:
            inner = DOCS_SCHEMA.resolved(known[key]), SITE_SCHEMA.resolved(theirs.get(key, {}))
            yield from _between(member, *inner, (*at, key))


def split_legacy_keys(docs: Any) -> tuple[Any, dict[str, Any], list[JsonPath]]:
    """Return the value without legacy keys, the legacy keys alone, and their paths."""
    key_paths = find_legacy_keys(docs)
    legacy: dict[Any, Any] = {}
    for path in key_paths:
        target = legacy
        for part in path[:-1]:
            target = target.setdefault(part, {})
        value = docs
        for part in path:
            value = value[part]
        target[path[-1]] = value
    return remove_paths(docs, key_paths), legacy, key_paths


def merge_values(older: dict[str, Any], newer: dict[str, Any]) -> dict[str, Any]:
    """Merge objects recursively; newer values take precedence."""
    result = dict(older)
    for key, value in newer.items():
        known = result.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            value = merge_values(known, value)
        result[key] = value
    return result


OWN_ENTRIES = ("copy", "view", "mcp")
"""Entries of the page menu that are always available."""


def extra_settings(docs: DocsSettings) -> ExtraSettings:
    """Return the settings that ``site.json`` has no key for."""
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
        missing_page=MissingPageTexts(title=missing.title, text=missing.description)
        if missing
        else None,
        shows_dates=docs.metadata.timestamp if docs.metadata else False,
        instructions=docs.markdown.instructions if docs.markdown else "",
        written_base_urls=mdx.server if mdx else (),
        written_auth=Auth(method=None if method == "cobo" else method, name=auth.name)
        if auth
        else None,
    )


def _page_links(docs: DocsSettings) -> Iterator[PageLinkTemplate]:
    for option in docs.contextual.options if docs.contextual else ():
        if isinstance(option, ContextualEntry):
            parts = (f"{quote(p.key)}={_fill_query(p.value)}" for p in option.href.query)
            query = "&".join(parts)
            separator = "&" if "?" in option.href.base else "?"
            url = f"{option.href.base}{separator}{query}" if query else option.href.base
            yield PageLinkTemplate(name=option.title, url=url)
        elif option in PAGE_LINK_URLS:
            yield PAGE_LINK_URLS[option]


def _fill_query(value: str) -> str:
    """Convert the placeholders of a query to those of page links."""
    marked = quote(value, safe="$")
    return marked.replace("$page", "{markdown}").replace("$path", "{url}").replace("$mcp", "")


def find_ineffective_keys(value: Mapping[str, Any]) -> list[JsonPath]:
    """Return the paths of known keys that have no effect."""
    found = list(_ineffective_keys(value, DOCS_SCHEMA.full, ()))
    options = (value.get("contextual") or {}).get("options") or []
    found += [
        ("contextual", "options", index)
        for index, option in enumerate(options)
        if isinstance(option, str) and option not in (*OWN_ENTRIES, *PAGE_LINK_URLS)
    ]
    return found


def _ineffective_keys(value: Any, schema: Schema, at: JsonPath) -> Iterator[JsonPath]:
    for shape in _shapes(schema):
        if isinstance(value, dict):
            for key, member in value.items():
                rules = shape.get("properties", {}).get(key)
                if rules is None:
                    continue
                if rules.get("x-without-effect"):
                    yield (*at, key)
                else:
                    yield from _ineffective_keys(member, rules, (*at, key))
        elif isinstance(value, list) and "items" in shape:
            for index, entry in enumerate(value):
                yield from _ineffective_keys(entry, shape["items"], (*at, index))


def _shapes(schema: Schema) -> Iterator[Schema]:
    schema = DOCS_SCHEMA.resolved(schema)
    for branch in schema.get("anyOf", ()):
        yield from _shapes(branch)
    if "properties" in schema or "items" in schema:
        yield schema


def key_names(key_paths: list[JsonPath], value: Mapping[str, Any]) -> list[str]:
    """Return the names of keys for a message, without duplicates."""
    names: dict[str, None] = {}
    for path in key_paths:
        if path[:2] == ("contextual", "options"):
            names[f'contextual.options "{value["contextual"]["options"][path[2]]}"'] = None
        elif path[0] == "navigation":
            names[f"navigation … {path[-1]}"] = None
        else:
            names[".".join(str(part) for part in path if isinstance(part, str))] = None
    return list(names)


MAX_NAMED_KEYS = 12
_ITS_KEYS = {key for _name, key in json_keys(NavigationNode)} | {REFERENCE}
_FINE_HERE = (("colors", "background"),)
"""Values that this file may set for one color mode only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocs:
    """The converted value of a ``docs.json``."""

    faults: tuple[Fault, ...] = ()
    checked: Any = None
    value: dict[str, Any] = field(default_factory=dict)
    """The keys of ``site.json`` without the navigation."""
    origins: Mapping[JsonPath, JsonPath] = field(default_factory=dict)
    """The paths in ``docs.json`` by the paths in ``site.json``."""
    notes: tuple[tuple[JsonPath, str], ...] = ()
    """Notes to the author that need no change."""


def is_docs_json(value: Any, *, is_named_so: bool) -> bool:
    """Return whether a settings file is a ``docs.json``, by its navigation, else its name."""
    navigation = value.get("navigation") if isinstance(value, dict) else None
    if isinstance(navigation, dict):
        # An object with "group" is an entry of site.json without the list.
        has_its_keys = bool(_ITS_KEYS & navigation.keys()) and "group" not in navigation
        return has_its_keys or is_named_so
    return is_named_so and not isinstance(navigation, list)


def read_docs(value: Any) -> ReadDocs:
    """Validate the value of a file and convert it to ``site.json``."""
    newer, older, leftovers = split_legacy_keys(value)
    checked = validate_settings(newer, DOCS_SCHEMA)
    faults = [*checked.faults, *_legacy_key_faults(leftovers)]
    if any(fault.stops_build for fault in faults) or not isinstance(checked.value, dict):
        return ReadDocs(faults=tuple(faults), checked=checked.value)
    faults += _site_wide_key_faults(checked.value)
    site = convert_settings(checked.value)
    # The converted value is validated again, for legacy keys and inconsistencies.
    merged = {**merge_values(older, site.value), "navigation": []}
    as_site = validate_settings(merged)
    faults += [
        replace(fault, path=path)
        for fault in as_site.faults
        for path in [path_in_file(fault.path, site.origins)]
        if fault.path not in _FINE_HERE and not _is_ignored_entry(checked.value, path)
    ]
    return ReadDocs(
        faults=tuple(faults),
        checked=checked.value,
        value=as_site.value,
        origins=site.origins,
        notes=tuple(_notes(checked.value)),
    )


def _is_ignored_entry(checked: Any, path: JsonPath) -> bool:
    """Return whether a path is that of an ignored entry; it is null, so that others keep theirs."""
    value = checked
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return False
    return value is None


def build_settings(read: ReadDocs, value: Any) -> SiteSettings:
    """Create the settings.

    :param value: the valid value of the file, without unreadable characters.
    """
    docs = DocsSettings.from_json(value)
    navigation = NavigationNode.from_json(value["navigation"], ("navigation",))
    settings = SiteSettings.from_json(read.value)
    footer = settings.footer
    if docs.footer and docs.footer.socials:
        footer = replace(footer, socials=docs.footer.socials)
    return replace(
        settings,
        footer=footer,
        outline=convert_outline(navigation),
        extra=extra_settings(docs),
    )


class DocsJsonReader(SiteJsonReader):
    """Converts the value of a ``docs.json`` to settings."""

    def __init__(self) -> None:
        self._read = ReadDocs()

    def check(self, value: Any) -> tuple[Any, tuple[Fault, ...]]:
        """Return the value without invalid parts, and the errors."""
        self._read = read_docs(value)
        self.origins = self._read.origins
        return self._read.checked, self._read.faults

    def notes(self) -> tuple[tuple[JsonPath, str], ...]:
        """Return paths and texts of notes to the author."""
        return self._read.notes

    def settings(self, value: Any) -> SiteSettings:
        """Convert a valid value to settings."""
        return build_settings(self._read, value)


NEWER_KEYS = {
    "analytics": "integrations",
    "anchors": "navigation.global.anchors",
    "api.auth": "api.mdx.auth",
    "api.baseUrl": "api.mdx.server",
    "api.paramFields": "api.params",
    "api.playground.disableProxy": "api.playground.proxy",
    "api.playground.mode": "api.playground.display",
    "api.request": "api.examples",
    "asyncapi": "api.asyncapi",
    "backgroundImage": "background.image",
    "codeBlock": "styling.codeblocks",
    "eyebrow": "styling.eyebrows",
    "font": "fonts",
    "footerSocials": "footer.socials",
    "modeToggle": "appearance",
    "openapi": "api.openapi",
    "tabs": "navigation.tabs",
    "topbarCtaButton": "navbar.primary",
    "topbarLinks": "navbar.links",
    "versions": "navigation.versions",
}
"""The keys of ``docs.json`` that replace those of the older file."""


def _legacy_name(key: str) -> str:
    newer = NEWER_KEYS.get(key)
    return f"{quoted(key)} (now {quoted(newer)})" if newer else quoted(key)


def _legacy_key_faults(key_paths: list[JsonPath]) -> list[Fault]:
    if not key_paths:
        return []
    names = ", ".join(_legacy_name(".".join(map(str, path))) for path in key_paths[:MAX_NAMED_KEYS])
    keys, are = ("key", "is") if len(key_paths) == 1 else ("keys", "are")
    return [
        Fault(
            code=ProblemCode.OLDER_KEY,
            path=key_paths[0],
            statement=f"the {keys} {names} {are} of an older settings file",
            consequence="used where the newer key is missing",
            edit=Leave(),
            at_key=True,
        )
    ]


_SITE_WIDE_KEYS = ("banner", "footer", "navbar")
"""Keys of the whole site that the navigation may repeat for a part of it."""


def _is_site_wide_key(path: JsonPath) -> bool:
    return path[0] == "navigation" and path[-1] in _SITE_WIDE_KEYS


def _site_wide_key_faults(value: Mapping[str, Any]) -> list[Fault]:
    """Report once what readers of a language or another part would miss."""
    key_paths = [path for path in find_ineffective_keys(value) if _is_site_wide_key(path)]
    if not key_paths:
        return []
    names = sorted({quoted(str(path[-1])) for path in key_paths})
    keys, have, which = ("key", "has", "that") if len(names) == 1 else ("keys", "have", "those")
    return [
        Fault(
            code=ProblemCode.UNKNOWN_KEY,
            path=key_paths[0],
            statement=f"the {keys} {', '.join(names)} {have} no effect inside the navigation",
            consequence=f"every page shows {which} at the top level of the file",
            edit=Leave(),
            at_key=True,
        )
    ]


def _notes(value: Any) -> list[tuple[JsonPath, str]]:
    key_paths = [path for path in find_ineffective_keys(value) if not _is_site_wide_key(path)]
    if not key_paths:
        return []
    names = key_names(key_paths, value)
    rest = f" and {len(names) - MAX_NAMED_KEYS} more" if len(names) > MAX_NAMED_KEYS else ""
    return [(key_paths[0], f"not supported: {', '.join(names[:MAX_NAMED_KEYS])}{rest}.")]
