"""Extended classes of Sphinx: code directives, transforms, and the reStructuredText parser."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx import addnodes
from sphinx.directives.code import CodeBlock, LiteralInclude
from sphinx.directives.patches import Code
from sphinx.parsers import RSTParser
from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import (
    HighlightLanguageTransform,
    HighlightLanguageVisitor,
)

from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.mdx.fences import take_marks
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.node_traversal import find_nodes
from sphinx_sitejson.sphinx_ext.patches.parsing import find_directive

if TYPE_CHECKING:
    from docutils.statemachine import StringList
    from sphinx.application import Sphinx

_NAMES = ("code-block", "sourcecode", "code", "literalinclude")
_KINDS = (CodeBlock, LiteralInclude, Code)


class KnowingCode(Directive):
    """Code as another directive makes it, with what is written about it."""

    def run(self) -> list[nodes.Node]:
        """Return the block, in a frame if it has a title."""
        built = [*super().run()]
        # The argument of the directive that shows a file is its path.
        names = [] if isinstance(self, LiteralInclude) else self.arguments
        written = self.options.get("language") or next(iter(names), "")
        for block in (code for node in built for code in node.findall(nodes.literal_block)):
            if written:
                block["written_language"] = written
            if words := self.options.get("mark"):
                block["marked_words"] = words
        return built


def add_code_directives(app: Sphinx) -> None:
    """Let the directives for code know more, also where another extension made them."""
    for name in _NAMES:
        made = find_directive(name)
        # docutils has one table for all applications of a process.
        if made is None or not issubclass(made, _KINDS) or issubclass(made, KnowingCode):
            continue
        members: dict[str, Any] = {
            "__module__": made.__module__,
            "option_spec": {**(made.option_spec or {}), "mark": marked_words},
        }
        app.add_directive(name, type(made.__name__, (KnowingCode, made), members), override=True)


def marked_words(argument: str) -> list[str]:
    """Read words to mark: one text, or several between slashes, as in a fence."""
    given: str = directives.unchanged_required(argument)
    _, words = take_marks(given)
    return list(words) or [given.strip()]


may_change = re.compile(r"""[\\'"`&\x00]|--|\.\.|\. \.""").search
"""Finds quotes, dashes, ellipses, and characters that are escaped."""
_TO_ASCII = "-1"
"""The action that looks for other characters: for those that the others write."""


class QuotesWhereThereAreSome(SphinxSmartQuotes):
    """Replaces quotes in the blocks of text that have any; most cells of tables have none."""

    def apply(self, **kwargs: Any) -> None:
        """Handle one document."""
        if self.config.smartquotes_action == _TO_ASCII:
            super().apply(**kwargs)
            return
        whole = self.document
        self.document = cast("nodes.document", BlocksWithQuotes(whole))
        try:
            super().apply(**kwargs)
        finally:
            self.document = whole


class BlocksWithQuotes:
    """A page that shows only those of its blocks of text in which something may change."""

    def __init__(self, page: nodes.document) -> None:
        self._page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def findall(self, kind: type[nodes.TextElement]) -> Iterable[nodes.Node]:
        """Return the blocks, in their order."""
        texts = filter(may_change, self._page.findall(nodes.Text))
        return dict.fromkeys(block for text in texts for block in _blocks_around(text))


def _blocks_around(text: nodes.Text) -> list[nodes.Node]:
    """Return the blocks that a text is in, the outermost first; nearly always there is one."""
    found: list[nodes.Node] = []
    node = text.parent
    while node is not None:
        if isinstance(node, nodes.TextElement) and not isinstance(node.parent, nodes.TextElement):
            found.insert(0, node)
        node = node.parent
    return found


class LanguagesOfBlocks(HighlightLanguageTransform):
    """Gives blocks of code the language of the project, without visiting all other nodes."""

    def apply(self, **kwargs: Any) -> None:
        """Visit a page as a whole only if it has places that change the language."""
        changes = (addnodes.highlightlang, addnodes.start_of_file)
        blocks = [*find_nodes(self.document, (nodes.literal_block, *changes))]
        if any(isinstance(block, changes) for block in blocks):
            super().apply(**kwargs)
            return
        visitor = HighlightLanguageVisitor(self.document, self.config.highlight_language)
        visitor.visit_document(self.document)
        for block in blocks:
            visitor.visit_literal_block(block)


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
