"""Pages in reStructuredText that nest too deeply for docutils: they are shown as they are written.

Sphinx would stop the whole build, while it reads such a page or when it stores it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.parsers import RSTParser

from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from docutils.statemachine import StringList

DEEPEST_NODE = 160
"""How deep nodes may stand in one another: a list takes two levels, and Python stores about 190."""

_BEFORE_WORDS = re.compile(r"\W*")


class ShallowRstParser(RSTParser):
    """Reads pages as Sphinx does, and gives up those that it could not keep."""

    def parse(self, inputstring: str | StringList, document: nodes.document) -> None:
        """Parse one page."""
        try:
            super().parse(inputstring, document)
            is_read = not are_nodes_too_deep(document)
        except RecursionError:
            is_read = False
        if not is_read:
            show_as_written(inputstring, document)


def are_nodes_too_deep(document: nodes.document) -> bool:
    """Whether nodes stand too deep in one another; looked at level by level, without recursion."""
    level: list[nodes.Node] = [document]
    for _ in range(DEEPEST_NODE):
        level = [child for node in level for child in node.children]
        if not level:
            return False
    return True


def show_as_written(source: str | StringList, document: nodes.document) -> None:
    """Put the text of a page in the place of what was read of it."""
    lines = source.splitlines() if isinstance(source, str) else list(source)
    path = str(document["source"])
    # Nothing may be left that leads to nodes which are no longer there.
    document.__init__(document.settings, document.reporter, source=path)  # type: ignore[misc]
    document.note_source(path, -1)
    text = "\n".join(lines)
    name = next(filter(_begins_with_words, lines), path)
    section = nodes.section("", nodes.title("", name.strip()), nodes.literal_block(text, text))
    section["names"].append(nodes.fully_normalize_name(name))
    document.note_implicit_target(section)
    document += section
    deepest = max(range(len(lines)), key=lambda number: _begin_of_words(lines[number]), default=0)
    place = Place(file=path, line=deepest + 1)
    message = f"this is {TOO_DEEP}; the page is shown as it is written."
    report([Problem(code=ProblemCode.NESTED_TOO_DEEP, message=message, place=place)])


def _begins_with_words(line: str) -> bool:
    return line[:1].isalnum()


def _begin_of_words(line: str) -> int:
    found = _BEFORE_WORDS.match(line)
    # A line without words may be as long as it likes, such as that below a title.
    return found.end() if found and found.end() < len(line) else 0
