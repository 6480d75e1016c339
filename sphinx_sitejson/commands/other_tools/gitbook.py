"""Read the files of GitBook: ``.gitbook.yaml`` and ``SUMMARY.md``, or any list of pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_sitejson.common.files import is_file, read_text
from sphinx_sitejson.settings.project_files import is_remote

from .project import (
    Item,
    Items,
    PageFolder,
    Project,
    Section,
    at,
    folder_items,
    mapping,
    plain_title,
    read_yaml,
)

FILES = (".gitbook.yaml", ".gitbook.yml", "SUMMARY.md")
"""The settings of GitBook, or its list of pages."""


def read_gitbook(file: Path) -> Project:
    """Read the list of pages and the redirects."""
    problems: list[str] = []
    config = read_yaml(file, problems) if file.suffix != ".md" else {}
    folder = file.parent
    root = folder / str(config.get("root") or "").strip("/")
    root = root if root.is_dir() else folder
    name = str(at(config, "structure", "summary") or "SUMMARY.md")
    summary = root / name
    pages = PageFolder(root, lambda path: path != Path(name).as_posix())
    project = Project(
        tool="GitBook",
        syntax="gitbook",
        folder=folder,
        settings_file=file,
        pages=pages,
        notes=problems,
    )
    project.conf["exclude_patterns"] = ["_build", name.removeprefix("./")]
    readme = pages.find(str(at(config, "structure", "readme") or "README.md"))
    if readme and pages.title(readme):
        project.site["name"] = pages.title(readme)
    items: Items = ()
    if is_file(summary):
        items = parse_list(project, read_text(summary), file=summary)
    if readme and not any(item.target == readme for item in items):
        items = (Item(target=readme), *items) if items else ()
    project.sections.append(Section(items=items or folder_items(pages)))
    for source, target in mapping(config.get("redirects")).items():
        if "#" in str(source):
            project.note(f'"{source}" cannot be redirected: it has an anchor', str(source))
        else:
            project.add_redirect(str(source), str(target), f"/{str(source).strip('/')}")
    return project


# "* [Title](path "label")" with its indent; the path may have brackets of its own, or be absent.
_BULLET = re.compile(r"(?P<indent>[ \t]*)[*+-][ \t]+(?:#{1,6}[ \t]+)?(?P<text>.*\S)")
_LINK = re.compile(
    r"\[(?P<title>(?:\\.|[^\[\]\\]|\[[^\]]*\])*)\]\(<?(?P<path>(?:[^()\s>]|\([^()]*\))*)>?[^)]*\)"
)
_GROUP = re.compile(r"#{2,6}[ \t]+(?P<text>.+?)[ \t#]*")


@dataclass
class _Entry:
    title: str = ""
    target: str = ""
    indent: int = -1
    items: list[_Entry] = field(default_factory=list)

    def item(self) -> Item:
        items = (entry.item() for entry in self.items)
        inner = tuple(each for each in items if each.target or each.items)
        return Item(title=self.title, target=self.target, items=inner)


def parse_list(project: Project, text: str, *, within: str = "", file: Path | None = None) -> Items:
    """Return the entries of a list of links; headings are groups.

    :param within: the folder that the links are relative to.
    """
    root = _Entry()
    group = root
    chain = [root]
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _GROUP.fullmatch(line.strip()) if not line.startswith((" ", "\t")) else None:
            group = _Entry(title=plain_title(heading["text"]))
            root.items.append(group)
            chain = [group]
            continue
        bullet = _BULLET.fullmatch(line.rstrip())
        if bullet is None:
            continue
        indent = len(bullet["indent"].expandtabs(4))
        while len(chain) > 1 and chain[-1].indent >= indent:
            chain.pop()
        link = _LINK.search(bullet["text"])
        entry = _Entry(
            title=plain_title(link["title"] if link else bullet["text"]),
            target=_target(project, link["path"], within, number, file) if link else "",
            indent=indent,
        )
        chain[-1].items.append(entry)
        chain.append(entry)
    return root.item().items


def _target(project: Project, path: str, within: str, line: int, file: Path | None) -> str:
    if is_remote(path) or path.startswith("mailto:"):
        return path
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", _plain_path(path))
    page = project.pages.find(plain, within=within)
    if not page:
        project.note(f'the page "{path}" does not exist; it was left out', file=file, line=line)
    return page


def find_contents_page(project: Project) -> Items:
    """Return the entries of a page of the outermost folder that is a table of contents.

    Nearly all of its lines are links to pages of the project, and it lists half of them.
    """
    for name, path in project.pages.files.items():
        if "/" in name:
            continue
        text = path.read_text("utf-8", "replace")
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        paths = {_plain_path(link["path"]) for link in map(_LINK.search, lines) if link}
        linked = {project.pages.find(path) for path in paths if not is_remote(path)} - {""}
        is_list = sum(bool(_BULLET.fullmatch(line.rstrip())) for line in lines) >= 0.8 * len(lines)
        if is_list and len(linked) >= max(3, len(project.pages.files) // 2):
            before = len(project.notes)
            items = parse_list(project, text, file=path)
            project.notes[before:] = project.notes[before:][:20]
            return items
    return ()


def _plain_path(path: str) -> str:
    """Return a path without placeholders, such as ``/docs/{{version}}/install``."""
    return path.rpartition("}}/")[2] if "{{" in path else path
