"""Read ``docusaurus.config``, its sidebars, and the files that describe categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from posixpath import basename, dirname
from typing import Any

from sphinx_sitejson.common.characters import strip_number
from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.settings.project_files import is_remote

from .javascript import SUFFIXES, evaluate_settings
from .project import (
    INDEX_NAMES,
    Item,
    Items,
    Object,
    PageFolder,
    Project,
    Section,
    at,
    file_of_item,
    folder_items,
    mapping,
    name_of_folder,
    objects,
    read_yaml,
    relative_path,
    texts,
)

FILES = [f"docusaurus.config{suffix}" for suffix in SUFFIXES]
_CATEGORY_FILES = ("_category_.json", "_category_.yml", "_category_.yaml")


@dataclass
class _Docs:
    """A folder of pages, with its route and its sidebars."""

    options: Object
    folder: Path
    prefix: str = ""
    """The path of the folder below that of all pages."""
    route: str = ""
    by_id: dict[str, str] = field(default_factory=dict)
    by_address: dict[str, str] = field(default_factory=dict)


def read_docusaurus(file: Path) -> Project:
    """Read the settings and the sidebars."""
    folder = file.parent
    notes: list[str] = []
    config = evaluate_settings(file, folder, notes)
    docs = _find_docs(config, folder)
    if len(docs) == 1:
        root, parts = docs[0].folder, [""]
    else:
        root = folder
        parts = [relative_path(each.folder, folder) for each in docs]
        for each, part in zip(docs, parts, strict=True):
            each.prefix = f"{part}/"
    folders = tuple(f"{part}/" if part else "" for part in parts)

    def is_page(path: str) -> bool:
        # Files and folders that start with an underscore are parts of pages.
        return path.startswith(folders) and not re.search(r"(?:^|/)_", path)

    project = Project(
        tool="Docusaurus",
        syntax="docusaurus",
        folder=folder,
        settings_file=file,
        pages=PageFolder(root, is_page),
        notes=notes,
    )
    if len(docs) > 1:
        project.conf["include_patterns"] = [f"{part}/**" for part in parts]
    excluded = texts(docs[0].options.get("exclude")) if len(docs) == 1 else []
    project.conf["exclude_patterns"] = ["_*", "**/_*", *excluded]
    _Reader(project, config, docs).read()
    return project


def _entries(value: Any) -> Iterator[tuple[str, Object]]:
    """Yield the names and options of presets and plugins: ``"a"``, and ``["a", {…}]``."""
    for each in value if isinstance(value, list) else ():
        if isinstance(each, str):
            yield each, {}
        elif isinstance(each, list) and each and isinstance(each[0], str):
            yield each[0], each[1] if len(each) > 1 and isinstance(each[1], dict) else {}


def _find_docs(config: Object, folder: Path) -> list[_Docs]:
    """Return the folders of pages: that of the preset, and those of further plugins."""
    presets = [options for _name, options in _entries(config.get("presets"))]
    found = [options["docs"] for options in presets if isinstance(options.get("docs"), dict)]
    plugins = _entries(config.get("plugins"))
    found += [options for name, options in plugins if name.endswith("plugin-content-docs")]
    if not found and not any(options.get("docs") is False for options in presets):
        found = [{}]
    docs = []
    for options in found:
        path = folder / str(options.get("path") or "docs")
        if path.is_dir() and any(path.rglob("*.md*")):
            route = options.get("routeBasePath", "docs")
            docs.append(_Docs(options, path, route=str(route).strip("/")))
    counts = [sum(1 for _page in each.folder.rglob("*.md*")) for each in docs]
    if len(docs) > 1 and max(counts) > 0.9 * sum(counts):
        # A few pages elsewhere do not change the addresses of all others.
        docs = [docs[counts.index(max(counts))]]
    return docs or [_Docs({}, folder / "docs" if (folder / "docs").is_dir() else folder)]


class _Reader:
    def __init__(self, project: Project, config: Object, docs: list[_Docs]) -> None:
        self.project = project
        self.config = config
        self.docs = docs
        self.theme = mapping(config.get("themeConfig"))
        self.base = str(config.get("baseUrl") or "/").strip("/")
        for each in docs:
            self.name_pages(each)

    def name_pages(self, docs: _Docs) -> None:
        """Find the identifier and the address of each page."""
        for page in self.project.pages.files:
            if not page.startswith(docs.prefix):
                continue
            front = self.project.pages.front_matter(page)
            path = page.removeprefix(docs.prefix)
            folder = "/".join(map(strip_number, filter(None, dirname(path).split("/"))))
            name = strip_number(basename(path))
            identifier = str(front.get("id") or name)
            docs.by_id[f"{folder}/{identifier}".lstrip("/")] = page
            docs.by_id.setdefault(path, page)
            is_index = name.lower() in INDEX_NAMES or (folder and name == basename(folder))
            address = folder if is_index else f"{folder}/{identifier}"
            if isinstance(slug := front.get("slug"), str):
                address = slug if slug.startswith("/") else f"{folder}/{slug}"
            docs.by_address.setdefault(address.strip("/"), page)

    def read(self) -> None:
        self.read_names()
        self.read_navbar()
        self.read_footer()
        self.read_sidebars()
        self.read_plugins()
        self.read_addresses()
        folder = self.project.folder
        for part, what in (
            ("src/pages", "the pages in src/pages are programs; start with a page of your own"),
            ("src/theme", "the changed parts of the theme in src/theme are not used"),
            ("versioned_docs", "the older versions in versioned_docs are not part of the site"),
            ("i18n", "the translations in i18n are not part of the site"),
        ):
            if (folder / part).is_dir():
                self.project.notes.append(f"{part}: {what}")

    def read_names(self) -> None:
        project, config, theme = self.project, self.config, self.theme
        name = at(theme, "navbar", "title") or config.get("title")
        if name:
            project.site["name"] = str(name)
        if config.get("tagline"):
            project.site["description"] = " ".join(str(config["tagline"]).split())
        static = texts(config.get("staticDirectories")) or ["static"]
        folders = [folder for each in static if (folder := project.folder / each).is_dir()]
        if folders:
            paths = [relative_path(each, project.pages.root) for each in folders]
            project.conf["html_extra_path"] = paths
        project.add_image("logo", at(theme, "navbar", "logo", "src"), folders)
        project.add_image("favicon", config.get("favicon"), folders)
        if at(theme, "navbar", "logo", "srcDark") and "html_logo" in project.conf:
            reason = 'the logo for dark mode; to use both, set "logo" in site.json'
            project.note(reason, "logo", "srcDark")
        mode = at(theme, "colorMode", "defaultMode")
        toggle: Object = {}
        if mode in ("light", "dark") and not at(theme, "colorMode", "respectPrefersColorScheme"):
            toggle["default"] = mode
        if at(theme, "colorMode", "disableSwitch"):
            toggle |= {"default": mode or "light", "isHidden": True}
        if toggle:
            project.site["modeToggle"] = toggle
        if isinstance(text := at(theme, "announcementBar", "content"), str):
            plain = re.sub(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', r"[\2](\1)", text)
            banner = " ".join(re.sub(r"<[^>]+>", "", plain).split())
            closable = at(theme, "announcementBar", "isCloseable") is not False
            project.site["banner"] = {"content": banner, "dismissible": closable}
        if theme.get("algolia"):
            project.note("the search of Algolia is replaced by the search of the site", "algolia")
        if edit := self.docs[0].options.get("editUrl"):
            path = relative_path(self.docs[0].folder, project.folder)
            inner = "" if path.startswith("..") or len(self.docs) > 1 else path
            project.add_repository(edit, f"{str(edit).rstrip('/')}/{inner}".rstrip("/"))

    def read_navbar(self) -> None:
        for item in objects(at(self.theme, "navbar", "items")):
            label = str(item.get("label") or "")
            link = item.get("href") or item.get("to")
            if isinstance(link, str) and is_remote(link):
                self.project.add_link(label, link)
            elif item.get("type") == "dropdown" or isinstance(item.get("items"), list):
                self.project.note(f'the menu "{label}" of the top bar', "navbar", label)
            elif (
                item.get("type") not in ("docsVersionDropdown", "localeDropdown", "search", "html")
                and isinstance(link, str)
                and not self.page_at(link)
            ):
                reason = f'the link "{label}" leads to {link}, which is no page of the site'
                self.project.note(reason, "navbar", label)

    def read_footer(self) -> None:
        columns: list[Object] = []
        for group in objects(at(self.theme, "footer", "links")):
            links = []
            for item in objects(group.get("items") if "items" in group else [group]):
                url = item.get("href") or item.get("to")
                if isinstance(url, str) and not is_remote(url):
                    url = f"/{page}" if (page := self.page_at(url)) else None
                if isinstance(url, str) and item.get("label"):
                    links.append({"label": str(item["label"]), "url": url})
            title = str(group.get("title") or "")
            if links and "items" not in group and columns and "title" not in columns[-1]:
                columns[-1]["links"] += links
            elif links:
                columns.append(({"title": title} if title else {}) | {"links": links})
        if columns:
            self.project.site["footer"] = {"links": columns}
        self.project.add_copyright(at(self.theme, "footer", "copyright"))

    def page_at(self, link: str) -> str:
        """Return the page at a path of the old site, or an empty string."""
        path = re.split(r"[?#]", link)[0].strip("/")
        for text in dict.fromkeys((path, path.removeprefix(self.base).strip("/"))):
            for docs in self.docs:
                if not docs.route or f"{text}/".startswith(f"{docs.route}/"):
                    inner = text[len(docs.route) :].strip("/")
                    if page := docs.by_address.get(inner) or docs.by_id.get(inner):
                        return page
        return ""

    def read_sidebars(self) -> None:
        for docs in self.docs:
            sidebars = self.sidebars(docs)
            found = {name: tuple(self.items(docs, value)) for name, value in sidebars.items()}
            found = {name: items for name, items in found.items() if items}
            if not found:
                found = {"": self.folder(docs, "")}
            has_tabs = len(self.docs) > 1 or len(found) > 1
            for name, items in found.items():
                tab = self.tab_name(docs, name, items) if has_tabs else ""
                if has_tabs and not tab and len(self.docs) > 1:
                    tab = name_of_folder(docs.prefix.strip("/"))
                self.project.sections.append(Section(name=tab, items=items))

    def sidebars(self, docs: _Docs) -> Object:
        project = self.project
        path = docs.options.get("sidebarPath")
        if path is False:
            return {}
        names = [str(path)] if path else [f"sidebars{suffix}" for suffix in (*SUFFIXES, ".json")]
        files = (project.folder / name for name in names)
        file = next(filter(is_file, files), None)
        if file is None:
            if path:
                project.note(f"the sidebar {path} does not exist", "sidebarPath")
            return {}
        if file.suffix == ".json":
            return read_yaml(file, project.notes)
        return evaluate_settings(file, project.folder, project.notes)

    def tab_name(self, docs: _Docs, name: str, items: Items) -> str:
        """Return the label of the link in the bar that leads to a sidebar."""
        listed = set(file_of_item(items))
        for item in objects(at(self.theme, "navbar", "items")):
            link = item.get("to") or item.get("href")
            own = str(docs.options.get("id") or "default")
            is_here = str(item.get("docsPluginId") or "default") == own
            label = str(item.get("label") or "")
            if item.get("sidebarId") == name and is_here and label:
                return label
            if docs.by_id.get(str(item.get("docId"))) in listed and is_here and label:
                return label
            is_route = len(self.docs) > 1 and docs.route and str(link).strip("/") == docs.route
            is_inside = isinstance(link, str) and not is_remote(link)
            if label and is_inside and (is_route or self.page_at(str(link)) in listed):
                return label
        return ""

    def items(self, docs: _Docs, entries: Any) -> Iterator[Item]:
        if isinstance(entries, dict):
            if entries.get("type") is None:
                # The short form: {"Guides": ["a", "b"]}.
                for label, inner in entries.items():
                    if items := tuple(self.items(docs, inner)):
                        yield Item(title=str(label), items=items)
                return
            entries = [entries]
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, str):
                yield from self.page(docs, entry, "")
            elif isinstance(entry, dict):
                yield from self.entry(docs, entry)

    def entry(self, docs: _Docs, entry: Object) -> Iterator[Item]:
        label = str(entry.get("label") or "")
        match entry.get("type"):
            case None:
                yield from self.items(docs, dict(entry))
            case "doc" | "ref":
                yield from self.page(docs, str(entry.get("id")), label)
            case "link":
                href = str(entry.get("href") or "")
                target = href if is_remote(href) else self.page_at(href)
                if target:
                    yield Item(title=label, target=target)
                else:
                    reason = f'the link "{label}" leads to {href}, which is no page of the site'
                    self.project.note(reason)
            case "autogenerated":
                yield from self.folder(docs, str(entry.get("dirName") or "."))
            case "category":
                yield from self.category(docs, entry, label)

    def category(self, docs: _Docs, entry: Object, label: str) -> Iterator[Item]:
        items = tuple(self.items(docs, entry.get("items")))
        link = entry.get("link")
        target = ""
        if at(link, "type") == "doc":
            target = next((item.target for item in self.page(docs, str(at(link, "id")), "")), "")
        elif at(link, "type") == "generated-index":
            self.add_generated_index(docs, label, link, items)
        if target or items:
            is_open = entry.get("collapsed") is False
            yield Item(title=label, target=target, items=items, is_expanded=is_open)

    def add_generated_index(self, docs: _Docs, label: str, link: Any, items: Items) -> None:
        """Redirect the list of a category, which is no page here, to its first page."""
        name = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
        slug = at(link, "slug") or f"/category/{name}"
        if first := next(file_of_item(items), ""):
            docs.by_address.setdefault(str(slug).strip("/"), first)

    def page(self, docs: _Docs, identifier: str, label: str) -> Iterator[Item]:
        page = docs.by_id.get(identifier) or docs.by_id.get(re.sub(r"\.mdx?$", "", identifier))
        if page is None:
            self.project.note(f'the page "{identifier}" does not exist; it was left out')
            return
        title = label or str(self.project.pages.front_matter(page).get("sidebar_label") or "")
        yield Item(title=title, target=page)

    def folder(self, docs: _Docs, name: str) -> Items:
        path = f"{docs.prefix}{name.strip('./')}".rstrip("/")

        @cache
        def describe(folder: str) -> Object:
            inner = self.project.pages.root / folder
            file = next((inner / each for each in _CATEGORY_FILES if is_file(inner / each)), None)
            return read_yaml(file, self.project.notes) if file else {}

        items = folder_items(self.project.pages, path, describe=describe)
        self._index_categories(docs, items, describe)
        return items

    def _index_categories(self, docs: _Docs, items: Items, describe: Any) -> None:
        for item in items:
            if item.items:
                folder = dirname(next(file_of_item(item.items), ""))
                link = describe(folder).get("link")
                if at(link, "type") == "generated-index":
                    self.add_generated_index(docs, item.title, link, item.items)
                self._index_categories(docs, item.items, describe)

    def read_plugins(self) -> None:
        note = self.project.note
        for _name, options in _entries(self.config.get("presets")):
            for key in ("gtag", "googleTagManager"):
                ids = at(options, key, "trackingID") or at(options, key, "containerId")
                for each in ids if isinstance(ids, list) else [ids]:
                    self.project.add_analytics(each)
            blog = options.get("blog")
            if blog is not False and (self.project.folder / (at(blog, "path") or "blog")).is_dir():
                note("the posts of the blog are not part of the site", "blog")
            if at(options, "theme", "customCss"):
                note("style sheets of the other theme are not used", "customCss")
        for name, options in _entries(self.config.get("plugins")):
            if name.endswith("plugin-client-redirects"):
                self.read_redirects(options)
            elif not name.endswith("plugin-content-docs"):
                note(f"the plugin {name} is not used", "plugins", name)
        if self.config.get("scripts"):
            note("scripts are not loaded", "scripts")

    def read_redirects(self, options: Object) -> None:
        route = self.docs[0].route if len(self.docs) == 1 else ""
        for redirect in objects(options.get("redirects")):
            target = str(redirect.get("to") or "")
            page = target if is_remote(target) else self.page_at(target)
            sources = redirect.get("from")
            for source in sources if isinstance(sources, list) else [sources]:
                if not page:
                    reason = f'the redirect of {source} leads to "{target}", which is no page'
                    self.project.note(reason, "redirects", str(source))
                elif isinstance(source, str):
                    # The new site begins at the pages.
                    path = source.strip("/").removeprefix(self.base).strip("/")
                    if f"{path}/".startswith(f"{route}/"):
                        path = path[len(route) :].strip("/")
                    self.project.redirects[f"/{path}"] = page

    def read_addresses(self) -> None:
        """Redirect addresses that are not the paths of pages, and find where to publish."""
        one = len(self.docs) == 1
        for docs in self.docs:
            for address, page in docs.by_address.items():
                old = address if one else f"{docs.route}/{address}".strip("/")
                own = re.sub(r"(?:^|/)index$", "", page)
                if old != own:
                    self.project.redirects.setdefault(f"/{old}", page)
        url = str(self.config.get("url") or "").rstrip("/")
        versions = at(self.docs[0].options, "versions", "current", "path")
        parts = (self.base, *((self.docs[0].route, versions) if one else ()))
        if is_remote(url):
            self.project.conf["html_baseurl"] = "/".join([url, *filter(None, parts)]) + "/"
        start = self.docs[0].by_address.get("")
        if one and start and start != "index":
            self.project.conf["root_doc"] = start
        if self.config.get("trailingSlash") is False:
            self.project.addresses = "clean"
