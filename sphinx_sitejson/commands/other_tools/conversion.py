"""Find the tool of a project, and write its site: ``site.json``, ``conf.py``, and a report."""

from __future__ import annotations

import os
import pprint
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.common.problems import quoted
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import NOTES_FOR_DEVELOPERS
from sphinx_sitejson.settings.validation import validate_settings

from . import docusaurus, gitbook, mkdocs, vitepress
from .project import (
    Item,
    Object,
    PageFolder,
    Project,
    Section,
    file_of_item,
    folder_items,
    name_of_folder,
)

_READERS: tuple[tuple[Sequence[str], Callable[[Path], Project]], ...] = (
    (docusaurus.FILES, docusaurus.read_docusaurus),
    (vitepress.FILES, vitepress.read_vitepress),
    (mkdocs.FILES, mkdocs.read_mkdocs),
    (gitbook.FILES, gitbook.read_gitbook),
)
"""The settings of each tool, and what reads them."""
PAGE_FOLDERS = ("docs", "doc", "documentation", "website", "site")
REPORT_FILE = "site-report.txt"
_NO_NAMES = frozenset({"home", "index", "introduction", "overview", "documentation", "welcome"})
"""Titles of first pages that do not name the project."""


def read_project(folder: Path) -> Project | None:
    """Return the site of another tool, or of a folder of pages; None if it has no pages."""
    for each in (folder, *(folder / name for name in PAGE_FOLDERS)):
        if (found := next(_read_tools(each), None)) is not None:
            return found
    # The folder of pages alone, whose settings are beside it.
    for project in _read_tools(folder.resolve().parent):
        if project.pages.root.resolve() == folder.resolve():
            return project
    return _read_folder(folder)


def _read_tools(folder: Path) -> Iterator[Project]:
    """Yield the projects with pages whose settings are in a folder."""
    for names, read in _READERS:
        if file := next((folder / name for name in names if is_file(folder / name)), None):
            project = read(file)
            if project.pages.files:
                yield project


def _read_folder(folder: Path) -> Project | None:
    pages = PageFolder(folder)
    # A README and its like belong to a repository; they alone are no documentation.
    notes = {*NOTES_FOR_DEVELOPERS, "changelog"}
    if all("/" in name or name.lower() in notes for name in pages.files):
        inner = [folder / name for name in PAGE_FOLDERS if (folder / name).is_dir()]
        if len(inner) == 1 and PageFolder(inner[0]).files:
            folder, pages = inner[0], PageFolder(inner[0])
        elif (folder / ".git").exists() or all("/" not in name for name in pages.files):
            return None
    project = Project(tool="", syntax="github", folder=folder, pages=pages)
    index = pages.index("")
    title = pages.title(index) if index else ""
    if title and title.lower() not in _NO_NAMES:
        project.site["name"] = title
    items = gitbook.find_contents_page(project)
    if items and index and index not in file_of_item(items):
        items = (Item(target=index), *items)
    project.sections.append(Section(items=items or folder_items(pages)))
    return project


def site_settings(project: Project, schema: str) -> Object:
    """Return the content of ``site.json``."""
    settings: Object = {"$schema": schema}
    folder = project.folder.resolve()
    folder = folder.parent if folder.name in PAGE_FOLDERS else folder
    settings["name"] = project.site.pop("name", "") or name_of_folder(folder.name)
    settings |= project.site
    settings["markdownSyntax"] = project.syntax
    tabs = _tabs(project)
    if tabs:
        settings["tabs"] = tabs
    settings["navigation"] = [
        group for section in project.sections for group in _groups(project, section, bool(tabs))
    ]
    redirects = [
        {"source": source, "destination": target if is_remote(target) else f"/{target}"}
        for source, target in _redirects(project).items()
    ]
    if redirects:
        settings["redirects"] = redirects
    # What a key cannot have is left out here and said, and not in every build.
    checked = validate_settings(settings)
    for fault in checked.faults:
        if not fault.is_repaired:
            project.notes.append(f"site.json: {fault.message}")
    value: Object = checked.value
    return {key: value[key] for key in settings if key in value}


def _redirects(project: Project) -> dict[str, str]:
    """Return the redirects of addresses that no page has, with those of indexes."""
    files = project.pages.files
    found = dict(project.redirects)
    for page in files:
        folder, _, name = page.rpartition("/")
        has_index = any(f"{folder}/index".lstrip("/") == each for each in files)
        if name.lower() == "readme" and not has_index and folder:
            found.setdefault(f"/{folder}", page)
    return {
        source: target
        for source, target in found.items()
        if (path := source.strip("/")) and not {path, f"{path}/index"} & files.keys()
    }


def _tabs(project: Project) -> list[Object]:
    names = dict.fromkeys(section.name for section in project.sections if section.name)
    if len(names) < 2 and not any(not section.name for section in project.sections):
        return []
    tabs, taken = [], set()
    for name in names:
        sections = [section for section in project.sections if section.name == name]
        files = [page for section in sections for page in file_of_item(section.items)]
        common = os.path.commonpath([f"{page}/" for page in files]) if files else ""
        path = common if common and common not in project.pages.files else _slug(name)
        while path in taken:
            path += "-"
        taken.add(path)
        versions = {section.version for section in sections}
        version = versions.pop() if len(versions) == 1 else ""
        tabs.append({"name": name, "url": path} | ({"version": version} if version else {}))
    return tabs


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "section"


def _groups(project: Project, section: Section, has_tabs: bool) -> Iterator[Object]:
    """Yield the groups of a section; pages between groups are in groups without a name."""
    place = {"tab": section.name} if section.name and has_tabs else {}
    place |= {"version": section.version} if section.version else {}
    loose: list[Any] = []
    for item in section.items:
        if item.items:
            if loose:
                yield {**place, "pages": loose}
                loose = []
            group = _entry(project, item)
            yield {"group": group.pop("group"), **place, **group}
        else:
            loose.append(_entry(project, item))
    if loose:
        yield {**place, "pages": loose}


def _entry(project: Project, item: Item) -> Any:
    """Return a page, or a group; a page with another title than its own is a group of one."""
    target = item.target
    if not item.items:
        is_page = not is_remote(target)
        own = project.pages.title(target) if is_page else ""
        if is_page and item.title in ("", own):
            return target
        return {"group": item.title or target, "root": target}
    entry: Object = {"group": item.title}
    if target:
        entry["root"] = target
    if item.is_expanded:
        entry["expanded"] = True
    entry["pages"] = [_entry(project, inner) for inner in item.items]
    return entry


def conf_text(project: Project, start: str) -> str:
    """Return the content of ``conf.py``."""
    # Without it, a README or a page about contributing would be left out: these tools show them.
    project.conf.setdefault("exclude_patterns", ["_build"])
    lines = (
        f"{name} = {pprint.pformat(value, width=90, sort_dicts=False)}\n"
        for name, value in project.conf.items()
    )
    return f"{start.rstrip()}\n{''.join(lines)}"


_URLS = {
    "folders": "Pages keep addresses such as /guide/: `sitejson build` writes them.",
    "files": "Pages keep addresses such as /guide.html: build with `sitejson build --urls files`.",
    "clean": "Pages had addresses such as /guide: `sitejson build` writes /guide/, to which hosts "
    "redirect them.",
}
_TAKEN = {
    "modeToggle": "color mode",
    "topbarLinks": "links of the top bar",
    "feedback": "edit links",
    "html_logo": "logo",
    "html_favicon": "favicon",
    "html_baseurl": "address",
    "html_extra_path": "files at the root",
    "sitejson_repository": "repository",
}
"""What the report calls a key with another name than its own."""
_UNNAMED = frozenset(
    {
        "$schema",
        "openapi",
        "markdownSyntax",
        "navigation",
        "exclude_patterns",
        "include_patterns",
        "root_doc",
    }
)
"""Keys that every site has, or that no settings of the tool became."""
MAX_NOTES = 200


def report_lines(project: Project, settings: Object) -> Iterator[str]:
    """Yield what was taken over, and what was not."""
    listed = {page for section in project.sections for page in file_of_item(section.items)}
    where = f" ({project.settings_file.name})" if project.settings_file else ""
    yield f"Read {project.tool or 'a folder of pages'}{where}."
    total = len(project.pages.files)
    hidden = total - len(listed)
    rest = f" The other {hidden} are built, and search finds them." if hidden > 1 else ""
    yield f"The navigation lists {len(listed)} of {total} pages.{rest}"
    keys = (*settings, *project.conf)
    taken = dict.fromkeys(_TAKEN.get(key, key) for key in keys if key not in _UNNAMED)
    count = f"{len(settings.get('redirects', ()))} redirects"
    names = (count if name == "redirects" else name for name in taken)
    yield f"Taken over: {', '.join(names)}."
    if project.tool:
        yield _URLS[project.addresses]
        if address := project.conf.get("html_baseurl"):
            yield f"Publish the site at {quoted(address)}."
    notes = list(dict.fromkeys(project.notes))
    if notes:
        yield ""
        yield "Not taken over:"
        yield from (f"- {note.rstrip('.')}" for note in notes[:MAX_NOTES])
        if len(notes) > MAX_NOTES:
            yield f"- and {len(notes) - MAX_NOTES} more"
