"""Read a page that lists others: ``SUMMARY.md``, or any table of contents in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_sitejson.settings.project_files import is_remote

from .project import Item, Project, plain_title

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


def parse_list(
    project: Project, text: str, *, within: str = "", file: Path | None = None
) -> tuple[Item, ...]:
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
    # Placeholders of the tool that publishes the list, such as "/docs/{{version}}/install".
    plain = path.rpartition("}}/")[2] if "{{" in path else path
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", plain)
    page = project.pages.find(plain, within=within)
    if not page:
        project.note(f'the page "{path}" does not exist; it was left out', file=file, line=line)
    return page


def find_contents_page(project: Project) -> tuple[Item, ...]:
    """Return the entries of a page of the outermost folder that is a table of contents.

    Nearly all of its lines are links to pages of the project, and it lists half of them.
    """
    for name, path in project.pages.files.items():
        if "/" in name:
            continue
        text = path.read_text("utf-8", "replace")
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        linked = set(_listed(project, lines))
        is_list = sum(bool(_BULLET.fullmatch(line.rstrip())) for line in lines) >= 0.8 * len(lines)
        if is_list and len(linked) >= max(3, len(project.pages.files) // 2):
            before = len(project.notes)
            items = parse_list(project, text, file=path)
            project.notes[before:] = project.notes[before:][:20]
            return items
    return ()


def _listed(project: Project, lines: list[str]) -> Iterator[str]:
    for line in lines:
        if link := _LINK.search(line):
            path = link["path"].rpartition("}}/")[2] if "{{" in link["path"] else link["path"]
            if not is_remote(path) and (page := project.pages.find(path)):
                yield page
