"""Validate ``docs.json``, convert it to settings, and report keys without an effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.json_documents.validation import Leave, remove_paths
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted

from ..json_object import json_keys
from ..schema import DOCS_SCHEMA, SITE_SCHEMA, Schema
from ..site import (
    PAGE_LINK_URLS,
    Auth,
    ExtraSettings,
    MissingPageTexts,
    PageLinkTemplate,
    SiteSettings,
)
from ..structure import DOCUMENT_KEYS, DivisionKind, NavigationGroup, Outline, OutlineDivision
from ..validation import Fault, SiteJsonReader, path_in_file, validate_settings
from .keys import (
    NO_SERVICES,
    AnchorNode,
    ContextualEntry,
    DivisionNode,
    DocsIcon,
    DocsSettings,
    DropdownNode,
    GroupNode,
    LanguageNode,
    MenuNode,
    NavigationNode,
    ProductNode,
    TabNode,
    VersionNode,
)
from .references import REFERENCE

GITHUB_REPOSITORY = re.compile(r"https://github\.com/(?!orgs/)[A-Za-z0-9-]+/[A-Za-z0-9._-]+/?")

# The most similar preset for each theme.
THEMES: dict[str, dict[str, Any]] = {
    "mint": {"theme": "venus", "layout": "topnav"},
    "aspen": {"theme": "venus", "layout": "topnav"},
    "palm": {"theme": "prism", "layout": "topnav"},
    "luma": {"theme": "quill", "layout": "topnav"},
    "maple": {"theme": "venus", "layout": "sidenav"},
    "willow": {"theme": "quill", "layout": "sidenav"},
    "linden": {"theme": "quill", "layout": "sidenav", "rounded": "sharp"},
    "almond": {"theme": "prism", "layout": "solidSidenav"},
    "sequoia": {"theme": "quill", "layout": "solidSidenav"},
}
_LANGUAGES = {"curl": "bash", "cURL": "bash", "shell": "bash", "typescript": "javascript"}
_LIGHT_CODE = re.compile(r"light|latte|dawn|lotus|day|snazzy-light", re.IGNORECASE)


@dataclass(slots=True)
class ConvertedSettings:
    """A value of ``site.json``, and the paths in ``docs.json`` that its parts come from."""

    value: dict[str, Any] = field(default_factory=dict)
    origins: dict[JsonPath, JsonPath] = field(default_factory=dict)

    def put(self, path: JsonPath, value: Any, origin: JsonPath) -> None:
        """Set a value at a path; None and empty values are ignored."""
        if value is None or value in ({}, []):
            return
        target: Any = self.value
        for part in path[:-1]:
            target = target.setdefault(part, {})
        target[path[-1]] = value
        self.origins[path] = origin

    def take(self, values: Mapping[str, Any], *moves: tuple[str, str]) -> None:
        """Copy values, each from a dotted path to another."""
        for source, target in moves:
            origin: JsonPath = tuple(source.split("."))
            self.put(tuple(target.split(".")), _at(values, origin), origin)


def convert_settings(docs: Mapping[str, Any]) -> ConvertedSettings:
    """Convert valid settings: ``{"theme": "mint"}`` sets ``theme`` and ``layout``."""
    site = ConvertedSettings()
    site.take(docs, *((key, key) for key in SAME_KEYS))
    for key, value in THEMES.get(str(docs.get("theme")), {}).items():
        site.put((key,), value, ("theme",))
    site.take(
        docs,
        ("background.decoration", "background.style"),
        ("appearance.strict", "modeToggle.isHidden"),
        ("search.prompt", "search.prompt"),
        ("seo.indexing", "seo.indexHiddenPages"),
    )
    for convert in (
        _convert_appearance,
        _convert_styling,
        _convert_navbar,
        _convert_footer,
        _convert_seo,
        _convert_integrations,
        _convert_api,
    ):
        convert(docs, site)
    return site


SAME_KEYS = (
    "name",
    "description",
    "logo",
    "colors",
    "banner",
    "redirects",
    "feedback",
    "variables",
)


def _convert_appearance(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    color = _at(docs, ("background", "color"))
    if color and "colors" in site.value:
        site.value["colors"] = {**site.value["colors"]}
        colors = {"light": color, "dark": color} if isinstance(color, str) else color
        site.put(("colors", "background"), colors, ("background", "color"))
    for source, key in ((("background", "image"), "backgroundImage"), (("favicon",), "favicon")):
        image = _at(docs, source)
        if isinstance(image, dict):
            mode = "light" if image.get("light") else "dark"
            site.put((key,), image.get(mode), (*source, mode))
        else:
            site.put((key,), image, source)
    mode = _at(docs, ("appearance", "default"))
    if mode in ("light", "dark"):
        site.put(("modeToggle", "default"), mode, ("appearance", "default"))
    fonts = docs.get("fonts") or {}
    if "family" in fonts:
        _put_font(site, ("font",), fonts, ("fonts",))
    else:
        for ours, theirs in (("headings", "heading"), ("body", "body")):
            _put_font(site, ("font", ours), fonts.get(theirs) or {}, ("fonts", theirs))


def _put_font(
    site: ConvertedSettings, path: JsonPath, font: Mapping[str, Any], origin: JsonPath
) -> None:
    site.put(path, _convert_font(font), origin)
    site.origins[*path, "url"] = (*origin, "source")


def _convert_font(docs_font: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a font; the default format is the extension of its file."""
    if not docs_font:
        return {}
    font = {key: docs_font[key] for key in ("family", "weight") if docs_font.get(key) is not None}
    source = docs_font.get("source")
    if source:
        ending = str(source).partition("?")[0].rpartition(".")[2].lower()
        known = ending if ending in ("woff", "woff2") else "woff2"
        font |= {"url": source, "format": docs_font.get("format") or known}
    return font


def _convert_styling(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    eyebrows = _at(docs, ("styling", "eyebrows")) or "section"
    site.put(("eyebrow", "display"), eyebrows, ("styling", "eyebrows"))
    blocks = _at(docs, ("styling", "codeblocks"))
    mode = blocks if isinstance(blocks, str) else (blocks or {}).get("mode")
    theme = None if isinstance(blocks, str) else (blocks or {}).get("theme")
    site.put(("codeBlock", "mode"), _code_mode(mode, theme), ("styling", "codeblocks"))
    # In these sites, "npm" is the language of a plain code block.
    site.value.setdefault("codeBlock", {})["packageManagers"] = []


def _code_mode(mode: Any, theme: Any) -> str | None:
    if mode == "dark":
        return "dark"
    if mode == "system" or isinstance(theme, dict):
        return "auto"
    name = theme or mode
    return ("auto" if _LIGHT_CODE.search(str(name)) else "dark") if name else None


def _convert_navbar(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    links = _at(docs, ("navbar", "links")) or []
    for index, link in enumerate(links):
        if link:
            site.value.setdefault("topbarLinks", []).append(_convert_navbar_link(link))
            position = len(site.value["topbarLinks"]) - 1
            site.origins["topbarLinks", position] = ("navbar", "links", index)
    primary = _at(docs, ("navbar", "primary"))
    if primary:
        site.put(("topbarCtaButton",), _convert_navbar_link(primary), ("navbar", "primary"))


def _convert_navbar_link(link: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a link; GitHub and Discord links get the icon of the platform."""
    kind = link.get("type")
    icon = DocsIcon.from_json(link["icon"]).name if link.get("icon") else None
    converted: dict[str, Any] = {"name": link.get("label") or "", "url": link["href"]}
    if kind == "github" and GITHUB_REPOSITORY.fullmatch(link["href"]):
        return {**converted, "type": "github"}
    if kind in ("github", "discord"):
        converted["name"] = converted["name"] or ("GitHub" if kind == "github" else "Discord")
        icon = icon or kind
    return {**converted, "icon": icon} if icon else converted


def _convert_footer(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    columns = []
    for column in _at(docs, ("footer", "links")) or []:
        if column:
            items = [
                {"label": item["label"], "url": item["href"]}
                for item in column.get("items") or []
                if item
            ]
            columns.append({"title": column.get("header") or "", "links": items})
    site.put(("footer", "links"), columns, ("footer", "links"))


def _convert_seo(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    if "seo" in site.value:
        site.value["seo"] = {"indexHiddenPages": _at(docs, ("seo", "indexing")) == "all"}
    tags = dict(_at(docs, ("seo", "metatags")) or {})
    # "canonical" is the base URL of the site, not a meta tag.
    tags.pop("canonical", None)
    site.put(("metadata",), tags, ("seo", "metatags"))


def _convert_integrations(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    for name, integration in (docs.get("integrations") or {}).items():
        origin = ("integrations", name)
        if name == "osano":
            site.put(("integrations", name), integration, origin)
        elif name in ("intercom", "frontchat"):
            key = "appId" if name == "intercom" else "snippetId"
            site.put(("integrations", name), integration[key], (*origin, key))
        elif isinstance(integration, dict) and name not in NO_SERVICES:
            site.put(("analytics", name), integration, origin)


def _convert_api(docs: Mapping[str, Any], site: ConvertedSettings) -> None:
    for key in DOCUMENT_KEYS:
        value = _at(docs, ("api", key))
        documents = value if isinstance(value, list) else [value] if value else []
        site.put((key,), [entry for entry in documents if entry], ("api", key))
    choices: tuple[tuple[str, JsonPath, Callable[[Any], Any]], ...] = (
        ("playground.display", ("playground", "mode"), _PLAYGROUND.get),
        ("playground.proxy", ("playground", "disableProxy"), lambda proxy: not proxy),
        ("examples.languages", ("request", "example", "languages"), _sample_languages),
        ("examples.defaults", ("request", "example", "showOptionalParams"), _all_params),
        ("params.expanded", ("paramFields", "expanded"), _expanded),
    )
    for source, target, change in choices:
        origin: JsonPath = ("api", *source.split("."))
        found = _at(docs, origin)
        if found is not None:
            site.put(("api", *target), change(found), origin)


_PLAYGROUND = {"interactive": "show", "simple": "simple", "none": "hide", "auth": "show"}


def _sample_languages(names: list[Any]) -> list[str]:
    return [*dict.fromkeys(_LANGUAGES.get(name, name) for name in names if name)]


def _all_params(defaults: str) -> bool:
    return defaults != "required"


def _expanded(expanded: str) -> str:
    return "none" if expanded == "closed" else expanded


def _at(value: Any, path: JsonPath) -> Any:
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value


_NAMES: dict[type[DivisionNode], tuple[DivisionKind, str]] = {
    LanguageNode: ("language", "language"),
    VersionNode: ("version", "version"),
    ProductNode: ("product", "product"),
    DropdownNode: ("dropdown", "dropdown"),
    AnchorNode: ("anchor", "anchor"),
    TabNode: ("tab", "tab"),
    MenuNode: ("menu", "item"),
}
_CHILDREN = ("languages", "versions", "products", "dropdowns", "anchors", "tabs", "menu")


def convert_outline(navigation: NavigationNode) -> Outline:
    """Convert the navigation to an outline."""
    shared = navigation.global_links
    links = (*shared.anchors, *shared.tabs, *shared.dropdowns) if shared else ()
    return Outline(
        divisions=tuple(_divisions_in(navigation)),
        groups=tuple(_groups_in(navigation)),
        links=tuple(_division(link) for link in links if link.href),
    )


def _divisions_in(node: DivisionNode) -> Iterator[OutlineDivision]:
    """Yield the divisions of a node, of all kinds."""
    for name in _CHILDREN:
        yield from map(_division, getattr(node, name))


def _groups_in(node: DivisionNode) -> Iterator[NavigationGroup]:
    """Yield the groups of a node in order; pages without a group form groups without a name."""
    parts = [map(_group, node.groups), _groups_of_pages(node)]
    yield from chain.from_iterable(reversed(parts) if node.has_pages_first else parts)


def _groups_of_pages(node: DivisionNode) -> Iterator[NavigationGroup]:
    for is_named, run in groupby(enumerate(node.pages), lambda entry: _has_name(entry[1])):
        entries = [*run]
        pages = tuple(_entry(page) for _index, page in entries)
        if is_named:
            yield from (page for page in pages if isinstance(page, NavigationGroup))
        else:
            yield NavigationGroup(pages=pages, offset=entries[0][0], at=node.at)


def _has_name(entry: str | GroupNode) -> bool:
    return isinstance(entry, GroupNode) and bool(entry.group)


def _entry(entry: str | GroupNode) -> str | NavigationGroup:
    return _group(entry) if isinstance(entry, GroupNode) else entry


def _icon(node: DivisionNode | GroupNode) -> dict[str, Any]:
    icon = node.icon
    return {"icon": icon.name, "icon_type": icon.style or node.icon_type} if icon else {}


def _division(node: DivisionNode) -> OutlineDivision:
    kind, label = _NAMES[type(node)]
    return OutlineDivision(
        kind=kind,
        name=getattr(node, label),
        **_icon(node),
        color=node.color.gradient if node.color else None,
        description=node.description,
        tag=node.tag or "",
        href=node.href or "",
        is_hidden=node.hidden,
        is_default=node.default,
        openapi=node.openapi,
        asyncapi=node.asyncapi,
        divisions=tuple(_divisions_in(node)),
        groups=tuple(_groups_in(node)),
        at=node.at,
    )


def _group(node: GroupNode) -> NavigationGroup:
    expanded = node.expanded if node.expanded is not None else node.collapsed is False
    return NavigationGroup(
        group=node.group,
        pages=tuple(map(_entry, node.pages)),
        **_icon(node),
        openapi=node.openapi,
        asyncapi=node.asyncapi,
        root=node.root,
        tag=node.tag,
        expanded=expanded,
        hidden=node.hidden,
        at=node.at,
    )


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
