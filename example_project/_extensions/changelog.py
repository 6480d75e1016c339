"""Shows ``CHANGELOG.md`` of the checkout on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

import sphinx_sitejson

NAME = "CHANGELOG.md"
MARK = "shows_changes"


class ChangelogDirective(SphinxDirective):
    """Puts the changes below the title of the page, each release a section."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        # Beside this project; a copy of the project elsewhere has that of the package.
        folders = (Path(self.env.srcdir).parent, Path(sphinx_sitejson.__file__).parents[1])
        found = next((path for path in (each / NAME for each in folders) if path.is_file()), None)
        if found is None:
            raise self.error(f"there is no {NAME} beside the project.")
        self.env.note_dependency(str(found))
        self.env.metadata[self.env.docname][MARK] = "yes"
        lines = found.read_text("utf-8").splitlines()
        if not lines[0].startswith("# "):
            raise self.error(f"{NAME} has to begin with its title.")
        changes = nodes.section()
        changes.document = self.state.document
        text = StringList(lines[1:], source=str(found))
        self.state.nested_parse(text, 0, changes, match_titles=True)
        return changes.children


class LeaveOutOfBooks(SphinxPostTransform):
    """Removes the changes from books: each is of one release."""

    default_priority = 60
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Remove the sections of pages that show the changes."""
        for file in self.document.findall(addnodes.start_of_file):
            if MARK in self.env.metadata[file["docname"]]:
                for page in file.children:
                    page[:] = [node for node in page if not isinstance(node, nodes.section)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("changelog", ChangelogDirective)
    app.add_post_transform(LeaveOutOfBooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
