"""Directives for code: they remember the language as it is written, and words to mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.directives.code import CodeBlock, LiteralInclude
from sphinx.directives.patches import Code

from sphinx_sitejson.mdx.fences import take_marks
from sphinx_sitejson.sphinx_ext.patches.parsing import find_directive

if TYPE_CHECKING:
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
