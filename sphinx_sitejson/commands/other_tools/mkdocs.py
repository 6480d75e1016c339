"""Read ``mkdocs.yml``, and ``properdocs.yml``, whose keys are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname
from typing import Any

from sphinx_sitejson.common.files import is_file, read_text
from sphinx_sitejson.settings.project_files import is_remote

from .gitbook import parse_list
from .project import (
    INDEX_NAMES,
    Item,
    Items,
    Object,
    PageFolder,
    Project,
    Section,
    at,
    folder_items,
    mapping,
    objects,
    read_yaml,
    relative_path,
    texts,
)

FILES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml")

# Of the colors of Material for MkDocs; the named ones that are too light for text are darker here.
_COLORS = {
    "red": "#e53935",
    "pink": "#d81b60",
    "purple": "#8e24aa",
    "deep purple": "#5e35b1",
    "indigo": "#3f51b5",
    "blue": "#1e6fd0",
    "light blue": "#0277bd",
    "cyan": "#00838f",
    "teal": "#00796b",
    "green": "#2e7d32",
    "light green": "#558b2f",
    "lime": "#827717",
    "yellow": "#8a6d00",
    "amber": "#946200",
    "orange": "#b75c00",
    "deep orange": "#d84315",
    "brown": "#6d4c41",
    "grey": "#616161",
    "blue grey": "#546e7a",
    "black": "#1f2937",
}
_KNOWN_PLUGINS = frozenset(
    {
        "search",
        "redirects",
        "literate-nav",
        "exclude",
        "minify",
        "social",
        "llmstxt",
        "autorefs",
        "git-revision-date-localized",
        "git-revision-date",
        "git-authors",
        "glightbox",
        "tags",
        "offline",
        "privacy",
    }
)
"""Plugins whose settings are read, or that change nothing that readers would miss."""
_ICON_PLATFORMS = {
    "github": "github",
    "twitter": "x",
    "x-twitter": "x",
    "mastodon": "",
    "linkedin": "linkedin",
    "youtube": "youtube",
    "discord": "discord",
    "slack": "slack",
    "medium": "medium",
    "facebook": "facebook",
    "instagram": "instagram",
    "telegram": "telegram",
    "earth": "website",
    "globe": "website",
    "home": "website",
}


def read_mkdocs(file: Path) -> Project:
    """Read the settings and the navigation."""
    problems: list[str] = []
    config = read_yaml(file, problems)
    folder = file.parent
    if inherited := config.get("INHERIT"):
        config = {**read_yaml(folder / str(inherited), problems), **config}
    docs = folder / str(config.get("docs_dir") or "docs")
    docs = docs if docs.is_dir() else folder
    project = Project(
        tool="MkDocs",
        syntax="material",
        folder=folder,
        settings_file=file,
        pages=PageFolder(docs),
        notes=problems,
    )
    plugins = _plugins(config.get("plugins"))
    _read_names(project, config)
    _read_theme(project, config)
    _read_extra(project, config)
    _read_plugins(project, plugins, config)
    excluded = (line.strip() for line in str(config.get("exclude_docs") or "").splitlines())
    patterns = [
        # As in ".gitignore", a name without a slash may be in any folder.
        line.strip("/") if "/" in line.rstrip("/") else f"**/{line}"
        for line in excluded
        if line and line[0] not in "#!"
    ]
    if custom := at(config, "theme", "custom_dir"):
        overrides = (folder / str(custom)).resolve()
        if overrides.is_relative_to(docs.resolve()):
            patterns.append(relative_path(overrides, docs))
        project.note(f"the changed parts of the theme in {custom} are not used", "custom_dir")
    if patterns:
        project.conf["exclude_patterns"] = ["_build", *patterns]
    if config.get("use_directory_urls") is False:
        project.addresses = "files"
    nav = config.get("nav", config.get("pages"))
    reader = _NavReader(project, at(plugins, "literate-nav") if "literate-nav" in plugins else None)
    if isinstance(nav, list) and nav:
        items = tuple(reader.items(nav))
    else:
        items = reader.folder("") or folder_items(project.pages)
    features = at(config, "theme", "features")
    has_tabs = isinstance(features, list) and "navigation.tabs" in features
    if not has_tabs:
        project.sections.append(Section(items=items))
    for item in items if has_tabs else ():
        # Each outermost entry is a tab.
        page = (Item(target=item.target),) if item.target else ()
        project.sections.append(Section(name=item.title, items=(*page, *item.items)))
    return project


def _read_names(project: Project, config: Object) -> None:
    if name := config.get("site_name"):
        project.site["name"] = str(name)
    if description := config.get("site_description"):
        project.site["description"] = " ".join(str(description).split())
    if address := config.get("site_url"):
        project.conf["html_baseurl"] = str(address)
    if repository := config.get("repo_url"):
        project.add_link("Repository", str(repository))
        edit = config.get("edit_uri", config.get("edit_uri_template"))
        # An empty value means that there are no edit links.
        edit = str(edit).replace("{path}", "") if edit is not None else "edit/master/docs"
        project.add_repository(repository, edit)
    project.add_copyright(config.get("copyright"))


def _read_theme(project: Project, config: Object) -> None:
    theme = config.get("theme")
    if not isinstance(theme, dict):
        return
    folders = (project.pages.root, project.folder)
    project.add_image("logo", theme.get("logo"), folders)
    project.add_image("favicon", theme.get("favicon"), folders)
    palette = theme.get("palette")
    palettes = objects(palette if isinstance(palette, list) else [palette])
    named = [str(each["primary"]).replace("-", " ") for each in palettes if each.get("primary")]
    primary = next((name for name in named if name in _COLORS), "")
    if primary:
        project.site["colors"] = {"primary": _COLORS[primary]}
    elif named:
        project.note(f'the color "{named[0]}" is set in a style sheet; set "colors"', "primary")
    schemes = {str(each.get("scheme")) for each in palettes}
    if len(palettes) == 1 and schemes & {"default", "slate"}:
        mode = "dark" if "slate" in schemes else "light"
        project.site["modeToggle"] = {"default": mode, "isHidden": True}
    project.add_analytics(at(theme, "analytics", "gtag"))
    font = theme.get("font")
    if isinstance(font, dict) and isinstance(font.get("text"), str):
        project.site["font"] = {"family": font["text"]}


def _read_extra(project: Project, config: Object) -> None:
    extra = config.get("extra")
    for social in objects(at(extra, "social")):
        icon = str(social.get("icon") or "")
        platform = next((name for key, name in _ICON_PLATFORMS.items() if key in icon), "")
        project.add_social(platform, social.get("link"), "social")
    project.add_analytics(at(extra, "analytics", "property"))
    if at(extra, "version", "provider"):
        project.note("the versions of mike are not listed; see versions", "extra", "version")
    local = [each for each in texts(config.get("extra_css")) if is_file(project.pages.root / each)]
    if local:
        project.note(
            f"the style sheets {', '.join(local)} are made for another theme; to use them, add "
            f"html_static_path and html_css_files to conf.py",
            "extra_css",
        )
    for key, what in (
        ("extra_javascript", "scripts are not loaded"),
        ("hooks", "hooks are not run"),
    ):
        if config.get(key):
            project.note(what, key)


def _plugins(value: Any) -> Object:
    """Return the settings of plugins by name: the list has names, and objects of one key."""
    found: Object = {}
    for each in value if isinstance(value, list) else [mapping(value)]:
        named = {each: {}} if isinstance(each, str) else mapping(each)
        found |= {str(name): settings or {} for name, settings in named.items()}
    return found


def _read_plugins(project: Project, plugins: Object, config: Object) -> None:
    for source, target in mapping(at(plugins, "redirects", "redirect_maps")).items():
        # The source is a page that may not exist: "a/index.md" has the address "/a".
        path = re.sub(r"\.(?:md|html?)$", "", str(source).strip("/"))
        address = re.sub(r"(?:^|/)(?:index|README)$", "", path)
        project.add_redirect(str(source), str(target), f"/{address}")
    for name in plugins:
        if name.partition("/")[2] or name in _KNOWN_PLUGINS:
            continue
        reason = "its pages need autodoc" if name == "mkdocstrings" else "the plugin is not used"
        project.note(f"{name}: {reason}", "plugins", name)


class _NavReader:
    """Converts ``nav``, whose entries are paths, titles with paths, and titles with lists."""

    def __init__(self, project: Project, literate: Object | None) -> None:
        self.project = project
        self.nav_file = str((literate or {}).get("nav_file") or "SUMMARY.md")
        self.is_literate = literate is not None

    def items(self, entries: list[Any]) -> Iterator[Item]:
        for entry in entries:
            pairs = entry.items() if isinstance(entry, dict) else [("", entry)]
            for title, value in pairs:
                yield from self._item(str(title or ""), value)

    def _item(self, title: str, value: Any) -> Iterator[Item]:
        if isinstance(value, list):
            inner = tuple(self.items(value))
            # Where a section begins with the index of a folder, that is its page.
            first = inner[0] if inner else Item()
            name = first.target.rpartition("/")[2].lower()
            if not first.title and not first.items and name in INDEX_NAMES:
                yield Item(title=title, target=first.target, items=inner[1:])
            elif inner:
                yield Item(title=title, items=inner)
        elif not isinstance(value, str):
            return
        elif is_remote(value):
            yield Item(title=title or value, target=value)
        elif value.endswith("/") or value.endswith("*"):
            items = self.folder(value.rstrip("*/"))
            if items:
                yield from [Item(title=title, items=items)] if title else items
            else:
                self.project.note(f'the folder "{value}" has no pages; it was left out', value)
        elif page := self.project.pages.find(value):
            yield Item(title=title, target=page)
        else:
            self.project.note(f'the page "{value}" does not exist; it was left out', value)

    def folder(self, folder: str) -> Items:
        """Return the pages of a folder, by the list in it if there is one."""
        pages = self.project.pages
        summary = pages.root / folder / self.nav_file
        if self.is_literate and is_file(summary):
            items = parse_list(self.project, read_text(summary), within=folder, file=summary)
            if items:
                index = pages.index(folder)
                own = dirname(index) == folder and index not in {item.target for item in items}
                has_index = own and not index.lower().endswith("readme")
                return (Item(target=index), *items) if has_index else items
        return folder_items(pages, folder)
