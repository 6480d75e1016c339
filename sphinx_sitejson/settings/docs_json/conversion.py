"""Convert ``docs.json`` to ``site.json``, with the origin of each value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.structure import (
    DOCUMENT_KEYS,
    DivisionKind,
    NavigationGroup,
    Outline,
    OutlineDivision,
)

from .model import (
    NO_SERVICES,
    AnchorNode,
    DivisionNode,
    DocsIcon,
    DropdownNode,
    GroupNode,
    LanguageNode,
    MenuNode,
    NavigationNode,
    ProductNode,
    TabNode,
    VersionNode,
)

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
