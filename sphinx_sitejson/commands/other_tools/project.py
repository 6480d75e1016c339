"""A site of another tool, as all readers of settings describe it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from posixpath import basename, normpath
from typing import Any, Literal

import yaml

from sphinx_sitejson.common.characters import NUMBERED_NAME, readable_name, strip_number
from sphinx_sitejson.common.files import is_file, read_text
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.front_matter.reading import read_front_matter
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import find_pages
from sphinx_sitejson.settings.structure import PLATFORMS

Object = dict[str, Any]
"""An object of settings in YAML, JSON or JavaScript."""
INDEX_NAMES = ("index", "readme")
"""The pages that stand for their folder, in the order of their precedence."""


@record
class Item:
    """An entry of a navigation: a page, a link, or a group of them."""

    title: str = ""
    target: str = ""
    """The name of a page, or a URL; empty for a group without a page."""
    items: Items = ()
    is_expanded: bool = False


Items = tuple[Item, ...]


@record
class Section:
    """A part of the navigation: a tab, if it has a name."""

    name: str = ""
    items: Items = ()
    version: str = ""


Addresses = Literal["folders", "files", "clean"]
"""How a tool names pages: ``guide/``, ``guide.html``, or ``guide``, which a host has to map."""


@dataclass(kw_only=True)
class Project:
    """What was read of a project."""

    tool: str
    syntax: str
    folder: Path
    """The folder of the settings of the tool."""
    pages: PageFolder
    settings_file: Path | None = None
    site: Object = field(default_factory=dict)
    """Keys of ``site.json``."""
    sections: list[Section] = field(default_factory=list)
    redirects: dict[str, str] = field(default_factory=dict)
    conf: Object = field(default_factory=dict)
    """Values of ``conf.py``."""
    addresses: Addresses = "folders"
    notes: list[str] = field(default_factory=list)
    """Sentences about what was not taken over."""

    def note(self, text: str, *keys: str, file: Path | None = None, line: int = 0) -> None:
        """Add a sentence, with the file and the line of a key."""
        file = file or self.settings_file
        if file is None:
            self.notes.append(text)
            return
        self.notes.append(locate_note(text, file, line or find_line(file, keys), self.folder))

    def add_redirect(self, source: str, target: str, address: str) -> None:
        """Redirect an address to a page or a URL; report a target that is neither."""
        path, _, fragment = target.partition("#")
        page = target if is_remote(target) else self.pages.find(path)
        if page:
            is_part = fragment and not is_remote(page)
            self.redirects[address] = f"{page}#{fragment}" if is_part else page
        else:
            self.note(f'the redirect to "{target}" leads to no page', source)

    def add_image(self, key: str, path: object, folders: Iterable[Path]) -> None:
        """Set the logo or the favicon, which conf.py names if it is not among the pages."""
        if not isinstance(path, str) or not path:
            return
        if is_remote(path):
            self.site[key] = path
            return
        files = (folder / path.removeprefix("pathname://").lstrip("/") for folder in folders)
        file = next(filter(is_file, files), None)
        if file is None:
            self.note(f'the file "{path}" of the {key} does not exist', key)
        elif (name := relative_path(file, self.pages.root)).startswith("../"):
            self.conf[f"html_{key}"] = name
        else:
            self.site[key] = f"/{name}"

    def add_social(self, platform: object, url: object, key: str) -> None:
        """Add a profile to the footer; report one on a platform that is not known."""
        name = str(platform).lower()
        if name in PLATFORMS and isinstance(url, str):
            self.site.setdefault("footer", {}).setdefault("socials", {})[name] = url
        else:
            self.note(f"the link to {url} has no icon here", key, str(url))

    def add_link(self, name: str, url: str) -> None:
        """Add a link to the top bar."""
        is_repository = re.fullmatch(r"https://github\.com/[\w-]+/[\w.-]+/?", url)
        link = {"type": "github", "url": url} if is_repository else {"name": name, "url": url}
        links = self.site.setdefault("topbarLinks", [])
        if (is_repository or name) and url not in [each["url"] for each in links]:
            links.append(link)

    def add_copyright(self, text: object) -> None:
        """Set the copyright, to which Sphinx adds the word."""
        plain = re.sub(r"<[^>]+>|&copy;|copyright|©", " ", str(text or ""), flags=re.IGNORECASE)
        if words := " ".join(plain.split()):
            self.conf["copyright"] = words[:200]

    def add_analytics(self, identifier: object) -> None:
        """Add Google Analytics, whose older identifiers have no effect any more."""
        name = str(identifier)
        if name.startswith(("G-", "GT-")):
            self.site.setdefault("analytics", {})["ga4"] = {"measurementId": name}
        elif name.startswith("GTM-"):
            self.site.setdefault("analytics", {})["gtm"] = {"tagId": name}

    def add_repository(self, url: object, edit: object = None) -> None:
        """Set the repository, its branch and the folder of the pages, for edit links.

        ``https://github.com/o/r/edit/main/docs/`` has all of them.
        """
        if edit:
            self.site["feedback"] = {"suggestEdit": True}
        text = str(edit if isinstance(edit, str) and is_remote(edit) else url or "")
        match = _REPOSITORY.match(text)
        if match is None:
            return
        where = match["rest"] or (str(edit) if edit and not is_remote(str(edit)) else "")
        found = _EDIT_PATH.match(where.strip("/"))
        repository = {"url": match["url"].removesuffix(".git")}
        if found:
            repository["branch"] = found["branch"]
            path = found["path"].strip("/").partition("/:path")[0].strip("/")
            if path not in ("", ":path"):
                repository["path"] = path
        self.conf["sitejson_repository"] = repository


def locate_note(text: str, file: Path, line: int, folder: Path) -> str:
    """Return a sentence with its file and line, if it has one.

    :param folder: the folder that the file is named from.
    """
    file, folder = file.resolve(), folder.resolve()
    name = file.relative_to(folder) if file.is_relative_to(folder) else file
    return f"{name.as_posix()}{f':{line}' if line else ''}: {text}"


_REPOSITORY = re.compile(r"(?P<url>https://[\w.-]+/[\w.-]+/[\w.-]+)/?(?P<rest>.*)")
# "edit/main/docs", "blob/master", "tree/main/website", and "-/edit/main" of GitLab.
_EDIT_PATH = re.compile(r"(?:-/)?(?:edit|blob|tree|src)/(?P<branch>[\w.-]+)/?(?P<path>.*)")


class PageFolder:
    """The pages of a folder, as links and navigations of other tools name them.

    :param is_page: whether a path, relative to the folder, is a page and not a part of one.
    """

    def __init__(self, root: Path, is_page: Callable[[str], bool] = lambda path: True) -> None:
        self.root = root
        found, _problems = find_pages(root)
        paths = {name: path.relative_to(root).as_posix() for name, path in sorted(found.items())}
        self.files: Mapping[str, Path] = {
            name: found[name] for name, path in paths.items() if is_page(path)
        }
        self.left_out = [path for name, path in paths.items() if name not in self.files]
        self._lower = {name.lower(): name for name in reversed(self.files)}
        self.front_matter = cache(self._front_matter)
        self.title = cache(self._title)

    def find(self, path: str, *, within: str = "") -> str:
        """Return the page of a path with or without an extension, or of a folder; "" if none."""
        path = re.split(r"[?#]", path.strip())[0]
        base = "" if path.startswith("/") else within
        path = normpath(f"{base}/{path.strip('/')}".lstrip("/")) if path.strip("/") else base
        path = "" if path == "." else path
        stem = re.sub(r"\.(?:mdx?|rst|html?)$", "", path)
        # "a" may be the file "a.md", or a folder with an index.
        for name in (stem, path, *(f"{path}/{each}".lstrip("/") for each in INDEX_NAMES)):
            if name in self.files:
                return name
            if name.lower() in self._lower:
                return self._lower[name.lower()]
        return ""

    def index(self, folder: str) -> str:
        """Return the page that stands for a folder, or an empty string."""
        names = (f"{folder}/{name}".lstrip("/").lower() for name in INDEX_NAMES)
        return next((self._lower[name] for name in names if name in self._lower), "")

    def _text(self, name: str) -> str:
        try:
            return read_text(self.files[name])
        except OSError:
            return ""

    def _front_matter(self, name: str) -> Mapping[str, Any]:
        return read_front_matter(self._text(name), file=name).values

    def _title(self, name: str) -> str:
        """Return the title of a page: that of its front matter, or its first heading."""
        text = self._text(name)
        front_matter = read_front_matter(text, file=name)
        if title := front_matter.values.get("title"):
            return str(title)
        text = "\n".join(text.split("\n")[front_matter.line_count :])
        text = re.sub(r"(?ms)^( *)(```+|~~~+).*?^\1\2 *$", "", text)
        heading = _HEADING.search(text)
        return plain_title(heading[1] or heading[2]) if heading else ""


# "# Title", or a line with "=====" below it.
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t#]*$|^(\S.*)\n={3,}[ \t]*$", re.MULTILINE)


def plain_title(text: str) -> str:
    """Return a heading without markup: ``[a](b) `c` {#id}`` becomes ``a c``."""
    text = re.sub(r"\s*\{[^{}]*\}\s*$|<[^<>]*>", "", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    return re.sub(r"\*\*|__|`", "", text).strip()


def name_of_folder(folder: str) -> str:
    """Return the name of a folder for readers, without the number that orders it."""
    return readable_name(strip_number(basename(folder)))


def folder_items(
    pages: PageFolder, folder: str = "", *, describe: Callable[[str], Object] = lambda folder: {}
) -> Items:
    """Return the pages of a folder: its index, then the others by order, number and name.

    :param describe: returns what a file of the tool says of a folder: label, position.
    """
    inside = [name for name in pages.files if not folder or name.startswith(f"{folder}/")]
    start = len(folder) + 1 if folder else 0
    index = pages.index(folder)
    entries: list[tuple[tuple[object, ...], Item]] = []
    for child in dict.fromkeys(name[start:].partition("/")[0] for name in inside):
        path = f"{folder}/{child}".lstrip("/")
        if path in pages.files and path != index:
            front = pages.front_matter(path)
            label = str(front.get("sidebar_label") or front.get("sidebarTitle") or "")
            order = _order(front.get("sidebar_position", front.get("order")), child)
            entries.append((order, Item(title=label, target=path)))
        if any(name.startswith(f"{path}/") for name in inside):
            facts = describe(path)
            entry = pages.index(path)
            front = pages.front_matter(entry) if entry else {}
            own = pages.title(entry) if entry else ""
            title = str(facts.get("label") or front.get("sidebar_label") or own)
            title = title or name_of_folder(path)
            items = folder_items(pages, path, describe=describe)
            if entry and items and items[0].target == entry:
                items = items[1:]
            position = facts.get("position", front.get("sidebar_position", front.get("order")))
            item = Item(title=title, target=entry, items=items)
            entries.append((_order(position, child), item))
    ordered = [item for _order, item in sorted(entries, key=lambda entry: entry[0])]
    front = pages.front_matter(index) if index else {}
    label = str(front.get("sidebar_label") or "")
    first = [Item(title=label, target=index)] if index else []
    return (*first, *ordered)


def _order(position: object, name: str) -> tuple[object, ...]:
    match = NUMBERED_NAME.match(name)
    if isinstance(position, str):
        position = float(position) if re.fullmatch(r"-?\d+(?:\.\d+)?", position) else None
    is_number = isinstance(position, int | float)
    number = position if is_number else float(match[1]) if match else float("inf")
    return (number, name.lower())


def file_of_item(items: Iterable[Item]) -> Iterator[str]:
    """Yield the pages of items, in reading order."""
    for item in items:
        if item.target and not is_remote(item.target):
            yield item.target
        yield from file_of_item(item.items)


class _DataLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads YAML whose tags it does not know as the data that they are at."""


def _construct_data(loader: Any, suffix: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        values = loader.construct_sequence(node, deep=True)
        # "!ENV [NAME, default]" is the default here, since nobody has set the variable.
        return values[-1] if suffix == "ENV" and len(values) > 1 else values
    value = loader.construct_scalar(node)
    return None if suffix == "ENV" else value


_DataLoader.add_multi_constructor("!", _construct_data)
_DataLoader.add_multi_constructor("tag:", _construct_data)


def read_yaml(file: Path, problems: list[str]) -> Object:
    """Return the mapping of a file; empty, with a sentence, if it has none."""
    try:
        return mapping(yaml.load(read_text(file), Loader=_DataLoader))
    except (OSError, yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        reason = getattr(error, "problem", None) or str(error).partition("\n")[0]
        problems.append(
            f"{file.name}{line}: the file is not valid YAML ({reason}); it was not read"
        )
        return {}


def find_line(file: Path, keys: Iterable[str]) -> int:
    """Return the line of nested keys in settings of any language, each after the one before."""
    try:
        lines = read_text(file).splitlines()
    except OSError:
        return 0
    found = -1
    for key in keys:
        pattern = re.compile(rf"(?<![\w./-]){re.escape(key)}(?![\w/-])")
        numbers = range(max(found, 0), len(lines))
        found = next((number for number in numbers if pattern.search(lines[number])), -1)
        if found < 0:
            break
    return found + 1


def relative_path(path: Path, folder: Path) -> str:
    """Return a path as conf.py in a folder writes it."""
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


def at(value: Any, *path: str | int) -> Any:
    """Return a nested value, or None: settings of others have any form."""
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def mapping(value: Any) -> Object:
    """Return an object; empty for anything else."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[str]:
    """Return the texts in a list; empty for anything else."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def objects(value: Any) -> list[Object]:
    """Return the objects in a list; empty for anything else."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
