"""Validate ``docs.json``, convert it to settings, and report keys without an effect.

Its keys are declared in ``docs.schema.json``, where ``x-without-effect`` marks those that have no
effect here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.json_documents.validation import Leave, merge_patch, remove_paths
from sphinx_sitejson.common.languages import language_name
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted
from sphinx_sitejson.common.records import record

from .appearance import Gradient
from .json_object import Object
from .site import (
    PAGE_LINK_URLS,
    Auth,
    ExtraSettings,
    MissingPageTexts,
    PageLinkTemplate,
    SiteSettings,
)
from .structure import (
    DOCUMENT_KEYS,
    Division,
    DivisionKind,
    DocumentSource,
    NavigationGroup,
    Outline,
    Social,
)
from .validation import (
    DOCS_SCHEMA,
    SITE_SCHEMA,
    Fault,
    Schema,
    ValidatedSettings,
    path_in_file,
    validate_settings,
)

GITHUB_REPOSITORY = re.compile(r"https://github\.com/(?!orgs/)[A-Za-z0-9-]+/[A-Za-z0-9._-]+/?")

# The most similar preset for each theme.
THEMES: dict[str, Object] = {
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
"""What the names of code themes for light backgrounds contain, such as ``catppuccin-latte``."""
_PLAYGROUND = {"interactive": "show", "simple": "simple", "none": "hide", "auth": "show"}
_VALUE_KEYS = {"intercom": "appId", "frontchat": "snippetId"}
"""The keys of services that ``site.json`` names by one value."""
_NO_SERVICES = ("telemetry", "cookies", "adobe", "clarity", "hightouch")
"""Names among the services for which nothing is loaded."""


def _at(value: Any, *path: str | int) -> Any:
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _put(target: Any, path: JsonPath, value: Any) -> None:
    for part in path[:-1]:
        target = target.setdefault(part, {})
    target[path[-1]] = value


def _unchanged(value: Any) -> Any:
    return value


Move = tuple[str, str, Callable[[Any], Any]]
"""A dotted path in ``docs.json``, that in ``site.json``, and how the value is converted."""


@dataclass
class ConvertedSettings:
    """A value of ``site.json``, and the paths in ``docs.json`` that its parts come from."""

    docs: Object
    value: Object = field(default_factory=dict)
    origins: dict[JsonPath, JsonPath] = field(default_factory=dict)

    def put(self, path: JsonPath, value: Any, origin: JsonPath) -> None:
        """Set a value at a path; None and empty values are ignored."""
        if value is None or value in ({}, []):
            return
        _put(self.value, path, value)
        self.origins[path] = origin

    def move(self, *moves: Move) -> None:
        """Convert the values at some paths."""
        for source, target, convert in moves:
            origin = tuple(source.split("."))
            if (value := _at(self.docs, *origin)) is not None:
                self.put(tuple(target.split(".")), convert(value), origin)


def convert_settings(docs: Object) -> ConvertedSettings:
    """Convert valid settings: ``{"theme": "mint"}`` sets ``theme`` and ``layout``."""
    site = ConvertedSettings(docs)
    site.move(*((key, key, _unchanged) for key in SAME_KEYS))
    for key, value in THEMES.get(str(docs.get("theme")), {}).items():
        site.put((key,), value, ("theme",))
    site.move(
        ("background.decoration", "background.style", _unchanged),
        ("appearance.strict", "modeToggle.isHidden", _unchanged),
        # The icons of Tabler are drawn with strokes, too.
        ("icons.library", "icons.library", {"lucide": "lucide", "tabler": "lucide"}.get),
        ("search.prompt", "search.prompt", _unchanged),
        ("seo.indexing", "seo.indexHiddenPages", "all".__eq__),
    )
    _convert_images_and_fonts(site)
    site.put(
        ("eyebrow", "display"),
        _at(docs, "styling", "eyebrows") or "section",
        ("styling", "eyebrows"),
    )
    site.move(("styling.codeblocks", "codeBlock.mode", _code_mode))
    # In these sites, "npm" is the language of a plain code block.
    site.value.setdefault("codeBlock", {})["packageManagers"] = []
    links = _at(docs, "navbar", "links") or []
    for position, (index, link) in enumerate(each for each in enumerate(links) if each[1]):
        site.value.setdefault("topbarLinks", []).append(_navbar_link(link))
        site.origins["topbarLinks", position] = ("navbar", "links", index)
    site.move(
        ("navbar.primary", "topbarCtaButton", _navbar_link),
        ("footer.links", "footer.links", _footer_columns),
        # "canonical" is the base URL of the site, not a meta tag.
        ("seo.metatags", "metadata", lambda tags: remove_paths(tags, [("canonical",)])),
    )
    _convert_integrations(site)
    site.move(
        *((f"api.{key}", key, _non_empty) for key in DOCUMENT_KEYS),
        ("api.playground.display", "api.playground.mode", _PLAYGROUND.get),
        ("api.playground.proxy", "api.playground.disableProxy", lambda proxy: not proxy),
        ("api.examples.languages", "api.request.example.languages", _sample_languages),
        ("api.examples.defaults", "api.request.example.showOptionalParams", "required".__ne__),
        ("api.params.expanded", "api.paramFields.expanded", _expanded),
    )
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


def _convert_images_and_fonts(site: ConvertedSettings) -> None:
    docs = site.docs
    color = _at(docs, "background", "color")
    if color and "colors" in site.value:
        site.value["colors"] = {**site.value["colors"]}
        colors = {"light": color, "dark": color} if isinstance(color, str) else color
        site.put(("colors", "background"), colors, ("background", "color"))
    for source, key in ((("background", "image"), "backgroundImage"), (("favicon",), "favicon")):
        image = _at(docs, *source)
        if isinstance(image, dict):
            mode = "light" if image.get("light") else "dark"
            site.put((key,), image.get(mode), (*source, mode))
        else:
            site.put((key,), image, source)
    site.move(
        (
            "appearance.default",
            "modeToggle.default",
            lambda mode: None if mode == "system" else mode,
        )
    )
    if _at(docs, "fonts", "family"):
        fonts = [("fonts", "font")]
    else:
        fonts = [("fonts.heading", "font.headings"), ("fonts.body", "font.body")]
    for source_path, target in fonts:
        site.move((source_path, target, _font))
        site.origins[*target.split("."), "url"] = (*source_path.split("."), "source")


def _font(docs_font: Object) -> Object:
    """Convert a font; the default format is the extension of its file."""
    font = {key: docs_font[key] for key in ("family", "weight") if docs_font.get(key) is not None}
    source = docs_font.get("source")
    if source:
        ending = str(source).partition("?")[0].rpartition(".")[2].lower()
        known = ending if ending in ("woff", "woff2") else "woff2"
        font |= {"url": source, "format": docs_font.get("format") or known}
    return font


def _code_mode(blocks: Any) -> str | None:
    mode = blocks if isinstance(blocks, str) else blocks.get("mode")
    theme = _at(blocks, "theme")
    if mode == "dark":
        return "dark"
    if mode == "system" or isinstance(theme, dict):
        return "auto"
    name = theme or mode
    return ("auto" if _LIGHT_CODE.search(str(name)) else "dark") if name else None


def _navbar_link(link: Object) -> Object:
    """Convert a link; GitHub and Discord links get the icon of the platform."""
    kind = link.get("type")
    icon = _icon(link).get("icon")
    converted: Object = {"name": link.get("label") or "", "url": link["href"]}
    if kind == "github" and GITHUB_REPOSITORY.fullmatch(link["href"]):
        return {**converted, "type": "github"}
    if kind in ("github", "discord"):
        converted["name"] = converted["name"] or ("GitHub" if kind == "github" else "Discord")
        icon = icon or kind
    return {**converted, "icon": icon} if icon else converted


def _footer_columns(columns: list[Any]) -> list[Object]:
    return [
        {
            "title": column.get("header") or "",
            "links": [
                {"label": item["label"], "url": item["href"]}
                for item in column.get("items") or []
                if item
            ],
        }
        for column in columns
        if column
    ]


def _convert_integrations(site: ConvertedSettings) -> None:
    for name, integration in (site.docs.get("integrations") or {}).items():
        origin = ("integrations", name)
        if name == "osano":
            site.put(origin, integration, origin)
        elif key := _VALUE_KEYS.get(name):
            site.put(origin, integration[key], (*origin, key))
        elif isinstance(integration, dict) and name not in _NO_SERVICES:
            site.put(("analytics", name), integration, origin)


def _non_empty(value: Any) -> list[Any]:
    return [entry for entry in (value if isinstance(value, list) else [value]) if entry]


def _sample_languages(names: list[Any]) -> list[str]:
    return [*dict.fromkeys(_LANGUAGES.get(name, name) for name in names if name)]


def _expanded(expanded: str) -> str:
    return "none" if expanded == "closed" else expanded


_DIVISIONS: dict[str, DivisionKind] = {
    "languages": "language",
    "versions": "version",
    "products": "product",
    "dropdowns": "dropdown",
    "anchors": "anchor",
    "tabs": "tab",
    "menu": "menu",
}
"""The keys of lists of divisions, with their kinds."""


def convert_outline(navigation: Object) -> Outline:
    at: JsonPath = ("navigation",)
    shared = navigation.get("global") or {}
    links = _divisions_in(shared, (*at, "global"), "link", ("anchors", "tabs", "dropdowns"))
    return Outline(
        at=at,
        divisions=_divisions_in(navigation, at),
        groups=tuple(_groups_in(navigation, at)),
        links=tuple(link for link in links if link.href),
    )


def _divisions_in(
    node: Object, at: JsonPath, above: str = "", keys: Iterable[str] = _DIVISIONS
) -> tuple[Division, ...]:
    """Return the divisions of a node, of all kinds.

    :param above: the key of the division around them.
    """
    found = [
        (_DIVISIONS[key], division, (*at, key, index))
        for key in keys
        for index, division in enumerate(node.get(key) or ())
        # An invalid entry is null, so that others keep their positions.
        if division is not None
    ]
    return tuple(
        _division(*division, key=f"{above}-{position}" if above else str(position))
        for position, division in enumerate(found)
    )


def _division(kind: DivisionKind, node: Object, at: JsonPath, *, key: str) -> Division:
    icon, color, href = _icon(node), node.get("color"), node.get("href") or ""
    name = node["item" if kind == "menu" else kind]
    divisions, groups = _divisions_in(node, at, key), tuple(_groups_in(node, at))
    if isinstance(color, dict):
        color = color.get("light") or color.get("dark")
    documents: Object = {
        document: DocumentSource.from_json(node[document])
        for document in DOCUMENT_KEYS
        if node.get(document) is not None
    }
    return Division(
        kind=kind,
        name=language_name(name) if kind == "language" else name,
        key=key,
        code=name if kind == "language" else "",
        icon=icon.get("icon"),
        icon_type=icon.get("iconType"),
        color=Gradient.from_json(color) if color else None,
        description=node.get("description") or "",
        tag=node.get("tag") or "",
        href=href,
        url="" if divisions or groups or documents else href,
        is_hidden=node.get("hidden") or False,
        is_default=node.get("default") or False,
        **documents,
        divisions=divisions,
        groups=groups,
        at=at,
    )


def _groups_in(node: Object, at: JsonPath) -> Iterator[NavigationGroup]:
    """Yield the groups of a node in order; pages without a group form groups without a name."""
    groups = (
        NavigationGroup.from_json(_group(group), (*at, "groups", index))
        for index, group in enumerate(node.get("groups") or ())
        if group is not None
    )
    parts = {"groups": groups, "pages": _groups_of_pages(node, at)}
    # The parts are in the order of the file.
    for key in node:
        yield from parts.get(key, ())


def _groups_of_pages(node: Object, at: JsonPath) -> Iterator[NavigationGroup]:
    pages = NavigationGroup.from_json(_group({"pages": node.get("pages")}), at).pages
    for is_named, run in groupby(enumerate(pages), lambda entry: _has_name(entry[1])):
        entries = [*run]
        if is_named:
            yield from (page for _, page in entries if isinstance(page, NavigationGroup))
        else:
            run_pages = tuple(page for _, page in entries)
            yield NavigationGroup(pages=run_pages, offset=entries[0][0], at=at)


def _has_name(entry: str | NavigationGroup) -> bool:
    return isinstance(entry, NavigationGroup) and bool(entry.group)


def _group(node: Object) -> Object:
    """Convert a group to that of ``site.json``, with the groups in it."""
    expanded = node.get("expanded")
    return {
        **node,
        "pages": [
            _group(page) if isinstance(page, dict) else page for page in node.get("pages") or ()
        ],
        **_icon(node),
        "expanded": node.get("collapsed") is False if expanded is None else expanded,
    }


def _icon(node: Object) -> Object:
    """Return the icon of an entry and its style, as ``site.json`` has them."""
    icon = node.get("icon")
    if icon is None:
        return {"iconType": None}
    style = _at(icon, "style") or node.get("iconType")
    return {"icon": icon["name"] if isinstance(icon, dict) else icon, "iconType": style}


# Keys with the same name in both files, but other values.
_OTHER_MEANING = {"navigation", "name", "$schema", "metadata"}


def _between(value: Any, newer: Schema, older: Schema, at: JsonPath) -> Iterator[JsonPath]:
    """Yield the paths of keys that only ``site.json`` has: at the top, and in ``api``."""
    known, theirs = newer.get("properties", {}), older.get("properties", {})
    for key, member in value.items():
        if key in _OTHER_MEANING:
            continue
        if key in theirs and key not in known:
            yield (*at, key)
        elif key in ("api", "playground") and isinstance(member, dict) and key in known:
            inner = DOCS_SCHEMA.resolved(known[key]), SITE_SCHEMA.resolved(theirs.get(key, {}))
            yield from _between(member, *inner, (*at, key))


def split_legacy_keys(docs: Any) -> tuple[Any, Object, list[JsonPath]]:
    """Return the value without legacy keys, the legacy keys alone, and their paths."""
    is_object = isinstance(docs, dict)
    key_paths = [*_between(docs, DOCS_SCHEMA.full, SITE_SCHEMA.full, ())] if is_object else []
    legacy: dict[Any, Any] = {}
    for path in key_paths:
        _put(legacy, path, _at(docs, *path))
    return remove_paths(docs, key_paths), legacy, key_paths


OWN_ENTRIES = ("copy", "view", "mcp")
"""Entries of the page menu that are always available."""


def extra_settings(docs: Object) -> ExtraSettings:
    """Return the settings that ``site.json`` has no key for."""
    light, dark = (_at(docs, "favicon", mode) for mode in ("light", "dark"))
    missing, mdx = _at(docs, "errors", "404"), _at(docs, "api", "mdx")
    auth = _at(mdx, "auth")
    method = _at(auth, "method")
    return ExtraSettings(
        dark_favicon=dark if light and light != dark else None,
        address=str(_at(docs, "seo", "metatags", "canonical") or ""),
        page_links=tuple(_page_links(docs)),
        missing_page=None
        if missing is None
        else MissingPageTexts(
            title=missing.get("title") or "", text=missing.get("description") or ""
        ),
        shows_dates=_at(docs, "metadata", "timestamp") or False,
        instructions=_at(docs, "markdown", "instructions") or "",
        written_base_urls=tuple(_non_empty(_at(mdx, "server"))),
        written_auth=None
        if auth is None
        else Auth(method=None if method == "cobo" else method, name=auth.get("name")),
    )


def _page_links(docs: Object) -> Iterator[PageLinkTemplate]:
    for option in _at(docs, "contextual", "options") or ():
        if isinstance(option, dict):
            href = option["href"]
            base, parts = (href, []) if isinstance(href, str) else (href["base"], href.get("query"))
            query = "&".join(
                f"{quote(part['key'])}={_fill_query(part['value'])}" for part in parts or () if part
            )
            separator = "&" if "?" in base else "?"
            url = f"{base}{separator}{query}" if query else base
            yield PageLinkTemplate(name=option["title"], url=url)
        elif option in PAGE_LINK_URLS:
            yield PAGE_LINK_URLS[option]


def _fill_query(value: str) -> str:
    """Convert the placeholders of a query to those of page links."""
    marked = quote(value, safe="$")
    return marked.replace("$page", "{markdown}").replace("$path", "{url}").replace("$mcp", "")


def find_ineffective_keys(value: Object) -> list[JsonPath]:
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


def key_names(key_paths: list[JsonPath], value: Object) -> list[str]:
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
_FINE_HERE = (("colors", "background"),)
"""Values that this file may set for one color mode only."""


@record
class ValidatedDocs(ValidatedSettings):
    """A valid value of ``docs.json``, and the keys of ``site.json`` for it."""

    site: Object = field(default_factory=dict)
    """These keys, without the navigation."""

    def build(self, value: Any) -> SiteSettings:
        """Create the settings."""
        settings = SiteSettings.from_json(self.site)
        footer = settings.footer
        if socials := _at(value, "footer", "socials"):
            profiles = ({"type": platform, "url": url} for platform, url in socials.items())
            footer = replace(footer, socials=tuple(map(Social.from_json, profiles)))
        return replace(
            settings,
            footer=footer,
            outline=convert_outline(value["navigation"]),
            extra=extra_settings(value),
        )


def is_docs_json(value: Any, *, is_named_so: bool) -> bool:
    """Return whether a settings file is a ``docs.json``, by its navigation, else its name."""
    navigation = value.get("navigation") if isinstance(value, dict) else None
    # An object with "group" is an entry of site.json without the list.
    if isinstance(navigation, dict) and "group" not in navigation:
        known = DOCS_SCHEMA.full["$defs"]["navigationNode"]["properties"]
        if any("x-without-effect" not in known[key] for key in navigation if key in known):
            return True
    return is_named_so and not isinstance(navigation, list)


def validate_docs(value: Any) -> ValidatedDocs:
    """Validate the value of a file, and convert it to ``site.json``."""
    newer, older, leftovers = split_legacy_keys(value)
    checked = validate_settings(newer, DOCS_SCHEMA)
    faults = [*checked.faults]
    if leftovers:
        faults.append(_legacy_key_fault(leftovers))
    if any(fault.stops_build for fault in faults) or not isinstance(checked.value, dict):
        return ValidatedDocs(faults=tuple(faults), value=checked.value)
    site_wide: list[JsonPath] = []
    ineffective: list[JsonPath] = []
    for path in find_ineffective_keys(checked.value):
        is_site_wide = path[0] == "navigation" and path[-1] in _SITE_WIDE_KEYS
        (site_wide if is_site_wide else ineffective).append(path)
    if site_wide:
        faults.append(_site_wide_key_fault(site_wide))
    site = convert_settings(checked.value)
    # The converted value is validated again, for legacy keys and inconsistencies.
    as_site = validate_settings({**merge_patch(older, site.value), "navigation": []})
    for fault in as_site.faults:
        path = path_in_file(fault.path, site.origins)
        if fault.path not in _FINE_HERE and not _is_ignored_entry(checked.value, path):
            faults.append(replace(fault, path=path))
    if ineffective:
        faults.append(_ineffective_key_fault(ineffective, checked.value))
    return ValidatedDocs(
        faults=tuple(faults), value=checked.value, site=as_site.value, origins=site.origins
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


def _legacy_key_fault(key_paths: list[JsonPath]) -> Fault:
    names = ", ".join(_legacy_name(".".join(map(str, path))) for path in key_paths[:MAX_NAMED_KEYS])
    keys, are = ("key", "is") if len(key_paths) == 1 else ("keys", "are")
    return Fault(
        code=ProblemCode.OLDER_KEY,
        path=key_paths[0],
        statement=f"the {keys} {names} {are} of an older settings file",
        consequence="used where the newer key is missing",
        edit=Leave(),
        at_key=True,
    )


_SITE_WIDE_KEYS = ("banner", "footer", "navbar")
"""Keys of the whole site that the navigation may repeat for a part of it."""


def _site_wide_key_fault(key_paths: list[JsonPath]) -> Fault:
    """Report once what readers of a language or another part would miss."""
    names = sorted({quoted(str(path[-1])) for path in key_paths})
    keys, have, which = ("key", "has", "that") if len(names) == 1 else ("keys", "have", "those")
    return Fault(
        code=ProblemCode.UNKNOWN_KEY,
        path=key_paths[0],
        statement=f"the {keys} {', '.join(names)} {have} no effect inside the navigation",
        consequence=f"every page shows {which} at the top level of the file",
        edit=Leave(),
        at_key=True,
    )


def _ineffective_key_fault(key_paths: list[JsonPath], value: Any) -> Fault:
    names = key_names(key_paths, value)
    rest = f" and {len(names) - MAX_NAMED_KEYS} more" if len(names) > MAX_NAMED_KEYS else ""
    return Fault(
        code=ProblemCode.UNKNOWN_KEY,
        path=key_paths[0],
        statement=f"not supported: {', '.join(names[:MAX_NAMED_KEYS])}{rest}",
        edit=Leave(),
        at_key=True,
        is_repaired=True,
    )
