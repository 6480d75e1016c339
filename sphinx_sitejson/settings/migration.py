"""Write the ``site.json`` of a project that has another settings file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.common.records import record

from . import DOCS_FILE_NAME
from .docs_json import is_docs_json, validate_docs
from .json_object import Object
from .loading import LoadedSettings
from .references import JoinedSource
from .site import MissingPageTexts
from .structure import (
    DOCUMENT_KEYS,
    ApiDocument,
    Division,
    NavigationGroup,
    Outline,
    entry_documents,
    names_operation,
)
from .validation import SITE_SCHEMA

_AS_ANCHORS = ("product", "dropdown", "anchor", "menu")
_DEFAULT_FOLDER = "api-reference"


@dataclass(frozen=True)
class _GroupLocation:
    """The keys of a group in ``site.json`` that locate it."""

    tab: str = ""
    anchor: str = ""
    version: str = ""
    documents: Object = field(default_factory=dict)


@dataclass
class FlatNavigation:
    """The keys of ``site.json`` for the navigation."""

    navigation: list[Object] = field(default_factory=list)
    tabs: dict[str, Object] = field(default_factory=dict)
    anchors: dict[str, Object] = field(default_factory=dict)
    versions: dict[str, Object] = field(default_factory=dict)
    outer_versions: dict[str, Object] = field(default_factory=dict)
    """Versions that only contain other versions."""
    losses: dict[str, None] = field(default_factory=dict)
    """Sentences about what cannot be converted."""

    @property
    def keys(self) -> Object:
        """Return the keys that have a value."""
        versions = self.versions.values()
        lists = {
            "versions": [entry if len(entry) > 1 else entry["name"] for entry in versions],
            "tabs": [*self.tabs.values()],
            "anchors": [*self.anchors.values()],
        }
        return {**{key: each for key, each in lists.items() if each}, "navigation": self.navigation}


def flatten_outline(outline: Outline) -> FlatNavigation:
    """Convert an outline to ``site.json``; anchors, dropdowns and products become anchors."""
    flat = FlatNavigation()
    _add_groups(flat, outline.groups, _GroupLocation())
    for division in outline.divisions:
        _add_division(flat, division, _GroupLocation())
    for link in outline.links:
        flat.anchors.setdefault(link.name, _link_entry(link))
    _report_shared_pages(flat)
    return flat


def _add_division(flat: FlatNavigation, division: Division, around: _GroupLocation) -> None:
    group_location = _inside(flat, division, around)
    if division.url:
        return
    if division.has_document and not (division.divisions or division.groups):
        flat.navigation.append(_locate_group({**_documents(division), "pages": []}, group_location))
    _add_groups(flat, division.groups, group_location)
    for inner in division.divisions:
        _add_division(flat, inner, group_location)


def _inside(flat: FlatNavigation, division: Division, around: _GroupLocation) -> _GroupLocation:
    """Return the location inside a division, and declare the tab, anchor or version for it."""
    version = around.version
    group_location = replace(around, documents=_documents(division) or around.documents)
    name = division.name
    if division.kind == "tab":
        if around.tab:
            flat.losses[f'the tab "{name}" inside the tab "{around.tab}" became an anchor'] = None
            return _anchored(flat, division, group_location)
        if name in flat.tabs and around.anchor and not division.url:
            flat.losses[f'tabs named "{name}" in several divisions are one tab'] = None
        _declare(flat.tabs, _link_entry(division), version)
        return replace(group_location, tab=name)
    if division.kind in _AS_ANCHORS:
        return _anchored(flat, division, group_location)
    locale: dict[str, str] = {}
    if division.kind == "language":
        name, tag = division.name, language_tag(division.code)
        if flat.versions.get(name, {}).get("locale", tag) != tag:
            # The name is taken.
            name = division.code
        locale = {"locale": tag}
    if version:
        flat.losses[
            "versions inside languages (or the other way round) became versions with combined names"
        ] = None
        name = f"{version} / {name}"
        outer = flat.versions.pop(version, None) or flat.outer_versions[version]
        flat.outer_versions[version] = outer
        if not locale and "locale" in outer:
            locale = {"locale": outer["locale"]}
    default = {"default": True} if division.is_default else {}
    link = {"url": division.href} if division.url else {}
    flat.versions.setdefault(name, {"name": name, **locale, **default, **link})
    return replace(group_location, version=name)


def _anchored(
    flat: FlatNavigation, division: Division, group_location: _GroupLocation
) -> _GroupLocation:
    name = division.name
    if group_location.anchor:
        flat.losses[
            f'"{name}" inside "{group_location.anchor}" became an anchor with both names'
        ] = None
        name = f"{group_location.anchor} / {name}"
        flat.anchors.pop(group_location.anchor, None)
    elif division.kind != "anchor":
        flat.losses[f"{division.kind} entries became anchors above the sidebar"] = None
    if division.description:
        flat.losses["descriptions of divisions are not shown"] = None
    _declare(flat.anchors, {**_link_entry(division), "name": name}, group_location.version)
    return replace(group_location, anchor=name)


def _declare(declared: dict[str, Object], entry: Object, version: str) -> None:
    """Declare a tab or anchor; it has a version unless another version has it, too."""
    is_known = entry["name"] in declared
    declaration = declared.setdefault(entry["name"], entry)
    if not is_known and version:
        declaration["version"] = version
    elif declaration.get("version") != version:
        declaration.pop("version", None)


def _link_entry(division: Division) -> Object:
    """Return a tab or anchor; its path only locates pages that no group lists."""
    entry: Object = {"name": division.name, "url": division.href or _path(division.name)}
    entry |= {"icon": division.icon} if division.icon else {}
    entry |= {"iconType": division.icon_type} if division.icon and division.icon_type else {}
    if division.color and division.kind == "anchor":
        entry["color"] = division.color.start
    return entry | ({"isDefaultHidden": True} if division.is_hidden else {})


def _path(name: str) -> str:
    slug = "".join(char.lower() if char.isalnum() else "-" for char in name)
    return "-".join(filter(None, slug.split("-"))) or "section"


def _add_groups(
    flat: FlatNavigation, groups: Iterable[NavigationGroup], group_location: _GroupLocation
) -> None:
    for group in groups:
        flat.navigation.append(_locate_group(_group(group), group_location))


def _locate_group(group: Object, group_location: _GroupLocation) -> Object:
    """Return a group with its location; its document is the nearest one around it."""
    names = {key: getattr(group_location, key) for key in ("tab", "anchor", "version")}
    document = {} if any(key in group for key in DOCUMENT_KEYS) else group_location.documents
    pages = group.pop("pages")
    return {
        **group,
        **{key: name for key, name in names.items() if name},
        **document,
        "pages": pages,
    }


def _group(group: NavigationGroup) -> Object:
    fields: Object = {
        "group": group.group,
        "icon": group.icon,
        "iconType": group.icon_type,
        "root": group.root,
        "tag": group.tag,
        "expanded": group.expanded or None,
        "hidden": group.hidden or None,
        **_documents(group),
    }
    pages = [_group(page) if isinstance(page, NavigationGroup) else page for page in group.pages]
    return {**{key: value for key, value in fields.items() if value is not None}, "pages": pages}


def _documents(owner: NavigationGroup | Division) -> Object:
    """Return the documents of a group or a division, by key."""
    return {str(at[-1]): _source(document) for document, at in entry_documents(owner)}


def _source(document: ApiDocument) -> Any:
    fields = {
        "source": document.source,
        "directory": "" if document.directory == _DEFAULT_FOLDER else document.directory,
        "overlays": list(document.overlays),
        "sha256": document.sha256,
    }
    non_empty = {key: value for key, value in fields.items() if value}
    return non_empty if len(non_empty) > 1 else document.source


def _report_shared_pages(flat: FlatNavigation) -> None:
    versions: dict[str, set[str]] = {}

    def walk(pages: list[Any], version: str) -> None:
        for page in pages:
            if isinstance(page, str):
                if names_operation(page):
                    # Each version has its own page for it, in the folder of its document.
                    continue
                versions.setdefault(page, set()).add(version)
            else:
                walk(page["pages"], version)

    for group in flat.navigation:
        walk(group["pages"], group.get("version", ""))
    shared = [page for page, names in versions.items() if 1 < len(names) < len(flat.versions)]
    if shared:
        flat.losses[
            f'{len(shared)} pages that some versions list, such as "{shared[0]}", are shown '
            "with every version"
        ] = None


_FIRST = ("name", "description", "theme", "layout", "logo", "favicon", "colors")


@record
class MigratedSettings:
    """The text of a ``site.json``, and sentences about what was lost."""

    text: str
    losses: tuple[str, ...]
    conf_lines: tuple[str, ...] = ()
    """Lines of ``conf.py`` for settings that ``site.json`` has no key for."""
    missing_page: MissingPageTexts | None = None
    """The texts of the page for missing URLs, which is a page of the project here."""


def migrate_settings(loaded: LoadedSettings, file_name: str) -> MigratedSettings:
    """Convert loaded settings of another file to the text of a ``site.json``."""
    value = loaded.source.value
    if is_docs_json(value, is_named_so=file_name == DOCS_FILE_NAME):
        return _from_docs(value, loaded)
    keys = SITE_SCHEMA.full["properties"].items()
    known = {key for key, rules in keys if not rules.get("x-without-effect")}
    values = {key: each for key, each in value.items() if key != "$schema"}
    return MigratedSettings(
        text=_format_settings({key: each for key, each in values.items() if key in known}),
        losses=tuple(f'"{key}" is not supported' for key in values if key not in known),
    )


def _from_docs(value: Any, loaded: LoadedSettings) -> MigratedSettings:
    read = validate_docs(value)
    settings = read.build(read.value)
    assert settings.outline is not None
    flat = flatten_outline(settings.outline)
    site = {key: each for key, each in read.site.items() if key != "navigation"}
    losses = [*flat.losses]
    if settings.footer.socials:
        known = SITE_SCHEMA.full["$defs"]["socialsByPlatform"]["properties"]
        socials = {social.platform: social.url for social in settings.footer.socials}
        site["footer"] = {**site.get("footer", {})}
        site["footer"]["socials"] = {name: url for name, url in socials.items() if name in known}
        losses += [f'there is no social platform "{name}"' for name in socials if name not in known]
    extra = settings.extra
    docs_only = {
        "favicon.dark": extra.dark_favicon,
        "api.mdx": extra.written_base_urls or extra.written_auth,
    }
    losses += [
        f'"{key}" has no key in site.json' for key, docs_value in docs_only.items() if docs_value
    ]
    losses += [fault.message for fault in read.faults if fault.is_repaired]
    conf_values = {
        "html_baseurl": extra.address,
        "sitejson_page_links": [asdict(link) for link in extra.page_links],
        "sitejson_agent_instructions": extra.instructions,
    }
    # As Python source, where the escapes of JSON would break emoji.
    conf_lines = [
        f"{name} = {json.dumps(conf_value, ensure_ascii=False)}"
        for name, conf_value in conf_values.items()
        if conf_value
    ]
    if extra.shows_dates:
        conf_lines.append('html_last_updated_fmt = ""')
    if isinstance(loaded.source, JoinedSource) and loaded.source.parts:
        losses.append("the files that it refers to are in site.json itself")
    return MigratedSettings(
        text=_format_settings({**site, **flat.keys}),
        losses=tuple(dict.fromkeys(losses)),
        conf_lines=tuple(conf_lines),
        missing_page=extra.missing_page,
    )


def _format_settings(site: Object) -> str:
    ordered = {"$schema": f"./{SITE_SCHEMA.name}"}
    ordered |= {key: site[key] for key in _FIRST if key in site}
    return json.dumps({**ordered, **site}, indent=2, ensure_ascii=False) + "\n"
