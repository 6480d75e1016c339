"""Shows ``CHANGELOG.md`` of the checkout on a page, each area of a release as an entry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform

import sphinx_sitejson

NAME = "CHANGELOG.md"
PAGE = "about/changelog"


def add_changes(app: Sphinx, docname: str, source: list[str]) -> None:
    """Append the changes to the page that shows them."""
    if docname != PAGE:
        return
    # Beside this project; a copy of the project elsewhere has that of the package.
    folders = (Path(app.srcdir).parent, Path(sphinx_sitejson.__file__).parents[1])
    found = next((path for path in (each / NAME for each in folders) if path.is_file()), None)
    if found is None:
        raise ExtensionError(f"there is no {NAME} beside the project.")
    app.env.note_dependency(str(found), docname=docname)
    source[0] += "\n" + "\n".join(entries(found.read_text("utf-8").splitlines()))


def entries(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a changelog, with an ``Update`` for each area of a release."""
    release, kind, area = "", "", ""
    changes: list[str] = []
    for line in [*lines, "## "]:
        level = len(line) - len(line.lstrip("#"))
        if level < 2:
            changes.append(line)
            continue
        if release and any(changes):
            yield from update(release, kind, area or kind, changes)
        changes = []
        name = line[level:].strip()
        release = name if level == 2 else release
        kind = name if level == 3 else kind
        area = name if level == 4 else ""


def update(release: str, kind: str, label: str, changes: list[str]) -> Iterator[str]:
    """Yield the lines of one entry."""
    title = json.dumps({"title": f"{release}: {label}"})
    yield f'<Update label="{label}" description="{release}" tags={{["{kind}"]}} rss={{{title}}}>'
    yield from ("", *changes, "</Update>", "")


class LeaveOutOfBooks(SphinxPostTransform):
    """Removes the changes from books: each is of one release."""

    default_priority = 60
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Remove the entries of the page that shows the changes."""
        for file in self.document.findall(addnodes.start_of_file):
            if file["docname"] == PAGE:
                for page in file.children:
                    page[:] = [node for node in page if not is_entry(node)]


def is_entry(node: nodes.Node) -> bool:
    """Whether a node is an entry of the changelog, or the choice of entries."""
    name = node.get("component", "") if isinstance(node, nodes.Element) else ""
    return name in ("update", "update_filter")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register what adds the changes to their page."""
    app.connect("source-read", add_changes)
    app.add_post_transform(LeaveOutOfBooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
