"""Read ``.vitepress/config``, with the settings of locales and folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import exclude_pattern, is_file
from sphinx_sitejson.settings.project_files import is_remote

from .javascript import SUFFIXES, evaluate_settings
from .project import (
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
    texts,
)

FILES = [f".vitepress/{stem}{suffix}" for stem in ("config", "config/index") for suffix in SUFFIXES]


def read_vitepress(file: Path) -> Project:
    """Read the settings and the sidebars."""
    folder = file.parent.parent if file.parent.name == ".vitepress" else file.parents[2]
    notes: list[str] = []
    config = evaluate_settings(file, folder, notes)
    root = folder / str(config.get("srcDir") or ".")
    root = root if root.is_dir() else folder
    # "[package].md" is a template for pages that a script lists.
    pages = PageFolder(root, lambda path: "[" not in path)
    project = Project(
        tool="VitePress",
        syntax="vitepress",
        folder=folder,
        settings_file=file,
        pages=pages,
        addresses="clean" if config.get("cleanUrls") else "files",
        notes=notes,
    )
    project.conf["exclude_patterns"] = ["_build", "public", *map(exclude_pattern, pages.left_out)]
    project.conf["exclude_patterns"] += texts(config.get("srcExclude"))
    if (root / "public").is_dir():
        project.conf["html_extra_path"] = ["public"]
    _Reader(project, config).read()
    return project


class _Reader:
    def __init__(self, project: Project, config: Object) -> None:
        self.project = project
        self.config = config
        self.base = str(config.get("base") or "/")
        pairs = mapping(config.get("rewrites")).items()
        # ":rest*" is the rest of a path, ":name" one part of it.
        self.rewrites = [
            (re.sub(r":(\w+)(?:\\\*)?", r"(?P<\1>.*)", re.escape(str(old))), new)
            for old, new in pairs
            if isinstance(new, str) and len(re.findall(r":\w+", old)) < 2
        ]
        self.by_address = {self.address(name): name for name in project.pages.files}

    def address(self, page: str) -> str:
        """Return the path of a page: ``en/guide`` becomes ``guide`` by a rewrite."""
        for pattern, new in self.rewrites:
            if match := re.fullmatch(pattern, f"{page}.md") or re.fullmatch(pattern, page):
                for name, value in match.groupdict().items():
                    new = new.replace(f":{name}*", value).replace(f":{name}", value)
                return new.removesuffix(".md").strip("/")
        return page

    @property
    def image_folders(self) -> tuple[Path, ...]:
        return (self.project.pages.root / "public", self.project.pages.root)

    def without_base(self, path: Any) -> Any:
        """Return the path of a file without the base path of the site."""
        is_below = isinstance(path, str) and path.startswith(self.base)
        return f"/{path[len(self.base) :]}" if is_below else path

    def find(self, path: str) -> str:
        """Return the page of a link in the settings, or an empty string."""
        plain = re.sub(r"\.(?:md|html)$", "", re.split(r"[?#]", path)[0].strip("/"))
        names = (plain, f"{plain}/index".lstrip("/"))
        found = next((self.by_address[name] for name in names if name in self.by_address), "")
        return found or self.project.pages.find(plain)

    def read(self) -> None:
        project, config = self.project, self.config
        theme = at(config, "themeConfig")
        locales = mapping(config.get("locales"))
        root_locale = at(locales, "root")
        for key, name in (("title", "name"), ("description", "description")):
            value = config.get(key) or at(root_locale, key)
            if isinstance(value, str) and value:
                project.site[name] = value
        if isinstance(at(config, "sitemap", "hostname"), str):
            base = self.base.strip("/")
            # Of a site below a base path, the host name has that path as well, or leaves it out.
            hostname = config["sitemap"]["hostname"].rstrip("/").removesuffix(f"/{base}")
            project.conf["html_baseurl"] = f"{hostname}/{base}"
        own = self.folder_settings("")
        merged: Object = {}
        for settings in (theme, at(own, "themeConfig"), at(root_locale, "themeConfig")):
            merged |= mapping(settings)
        self.read_theme(merged)
        self.read_head(config.get("head"))
        if len(locales) > 1:
            self.read_locales(locales, merged)
        else:
            self.project.sections += self.sections(merged, "")
        if config.get("rewrites") and not self.rewrites:
            project.note("the addresses of the rewrites are not kept", "rewrites")
        for address, page in self.by_address.items():
            if address != page:
                project.redirects[f"/{address.removesuffix('index').rstrip('/')}"] = page
        if self.base != "/" and "html_baseurl" not in project.conf:
            reason = f'publish the site below "{self.base}", so that its addresses stay'
            project.note(reason, "base")
        if (project.folder / ".vitepress" / "theme").is_dir():
            project.note("the theme in .vitepress/theme is not used")

    def folder_settings(self, folder: str) -> Object:
        """Return the settings that a folder of pages has of its own."""
        base = self.project.pages.root / folder
        files = (base / f"config{each}" for each in SUFFIXES)
        file = next(filter(is_file, files), None)
        return evaluate_settings(file, self.project.folder, self.project.notes) if file else {}

    def read_locales(self, locales: Object, theme: Object) -> None:
        versions = []
        for key, locale in locales.items():
            folder = "" if key == "root" else str(key).strip("/")
            name = str(at(locale, "label") or folder or "Default")
            tag = str(at(locale, "lang") or folder)
            own = at(self.folder_settings(folder), "themeConfig") if folder else theme
            settings = mapping(own) | mapping(at(locale, "themeConfig"))
            sections = self.sections(settings, folder)
            if not sections:
                self.project.note(f"the language {name} has no sidebar", "locales", str(key))
            version = {"name": name} | ({"locale": tag.split(",")[0]} if tag else {})
            versions.append(version | ({"default": True} if not folder else {}))
            self.project.sections += [
                Section(name=each.name, items=each.items, version=name) for each in sections
            ]
        self.project.site["versions"] = versions

    def read_theme(self, theme: Object) -> None:
        project = self.project
        logo = theme.get("logo")
        light = at(logo, "light") or at(logo, "src") if isinstance(logo, dict) else logo
        project.add_image("logo", self.without_base(light), self.image_folders)
        dark = at(logo, "dark") if isinstance(logo, dict) else None
        if dark and isinstance(project.site.get("logo"), str):
            light, dark = project.site["logo"], f"/public/{str(dark).strip('/')}"
            project.site["logo"] = {"light": light, "dark": dark}
        for social in objects(theme.get("socialLinks")):
            project.add_social(social.get("icon"), social.get("link"), "socialLinks")
        pattern = at(theme, "editLink", "pattern")
        if isinstance(pattern, str):
            project.add_repository(pattern, pattern)
        project.add_copyright(at(theme, "footer", "copyright"))
        if message := at(theme, "footer", "message"):
            text = " ".join(re.sub(r"<[^>]+>", " ", str(message)).split())
            project.note(f'the footer has no place for "{text[:60]}"', "footer")
        if at(theme, "search", "provider") == "algolia" or theme.get("algolia"):
            project.note("the search of Algolia is replaced by the search of the site", "algolia")

    def read_head(self, head: Any) -> None:
        project = self.project
        for entry in head if isinstance(head, list) else ():
            if not (isinstance(entry, list) and len(entry) > 1):
                continue
            tag, attributes = entry[:2]
            if not isinstance(attributes, dict):
                continue
            if tag == "link" and "icon" in str(attributes.get("rel")).split():
                if "favicon" not in project.site:
                    project.add_image(
                        "favicon", self.without_base(attributes.get("href")), self.image_folders
                    )
            elif tag == "script":
                source = str(attributes.get("src") or "")
                if match := re.search(r"gtag/js\?id=([\w-]+)", source):
                    project.add_analytics(match[1])
                elif "plausible" in source and (domain := attributes.get("data-domain")):
                    project.site.setdefault("analytics", {})["plausible"] = {"domain": domain}
                elif source:
                    project.note(f"the script {source} is not loaded", "head", source)

    def sections(self, theme: Object, locale: str) -> list[Section]:
        """Return the sidebars, each with the name of the link that leads to it."""
        sidebar, nav = theme.get("sidebar"), objects(theme.get("nav"))
        found: list[tuple[str, Items]] = []
        if isinstance(sidebar, dict):
            for prefix, value in sidebar.items():
                values = value if isinstance(value, dict) else {"items": value}
                items = tuple(self.items(values.get("items"), str(values.get("base") or "")))
                if items and items not in [known for _prefix, known in found]:
                    found.append((prefix, items))
        elif isinstance(sidebar, list):
            found.append(("/", tuple(self.items(sidebar, ""))))
        else:
            inner = folder_items(self.project.pages, locale)
            return [Section(items=inner)] if inner else []
        names = [self.tab_name(prefix, items, nav) for prefix, items in found]
        if not locale:
            self.read_nav(nav, {name for name in names if name})
        if len(found) < 2:
            return [Section(items=items) for _prefix, items in found]
        return [
            Section(name=name or name_of_folder(prefix.strip("/") or "Documentation"), items=items)
            for name, (prefix, items) in zip(names, found, strict=True)
        ]

    def tab_name(self, prefix: str, items: Items, nav: list[Object]) -> str:
        listed = set(file_of_item(items))
        for entry in nav:
            link = str(entry.get("link") or "")
            if link and not is_remote(link) and self.find(link) in listed:
                return str(entry.get("text") or "")
        starting = (entry for entry in nav if str(entry.get("link") or "").startswith(prefix))
        return str(next((entry.get("text") for entry in starting if prefix != "/"), "") or "")

    def read_nav(self, nav: list[Object], tabs: set[str]) -> None:
        for entry in nav:
            text, link = str(entry.get("text") or ""), entry.get("link")
            if isinstance(link, str) and is_remote(link):
                self.project.add_link(text, link)
            elif isinstance(link, str) and text not in tabs and self.find(link):
                self.project.add_link(text, f"/{self.find(link)}")
            elif entry.get("items"):
                self.project.note(f'the menu "{text}" of the top bar', "nav", text)

    def items(self, entries: Any, base: str) -> Iterator[Item]:
        for entry in objects(entries):
            text, link = str(entry.get("text") or ""), entry.get("link")
            inner_base = str(entry.get("base") or base)
            target = ""
            if isinstance(link, str) and link:
                # A base is a folder, or the beginning of a name: "/reference/theme-" and "nav".
                is_below = inner_base and not is_remote(link)
                start = inner_base.rstrip("/") if link.startswith("/") else inner_base
                path = f"{start}{link}" if is_below else link
                target = link if is_remote(link) else self.find(path)
                if not target:
                    reason = f'the page "{path}" does not exist; it was left out'
                    self.project.note(reason, "sidebar", link)
            items = tuple(self.items(entry.get("items"), inner_base))
            if target or items:
                is_open = bool(items) and entry.get("collapsed") is False
                title = re.sub(r"<[^>]+>", "", text).strip()
                yield Item(title=title, target=target, items=items, is_expanded=is_open)
