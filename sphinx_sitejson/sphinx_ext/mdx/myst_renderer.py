"""MyST's renderer, made once for all pages of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer

from sphinx_sitejson.markdown_limits import IS_TOO_DEEP, OUTER_LEVELS
from sphinx_sitejson.nesting import TOO_DEEP
from sphinx_sitejson.problems import Place, Problem
from sphinx_sitejson.sphinx_ext.foreign import without_spare_document
from sphinx_sitejson.sphinx_ext.reports import report

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from markdown_it.tree import SyntaxTreeNode

LEVELS_OF_A_DIRECTIVE = 3
"""How many levels a directive counts for: docutils and MyST call that much more for it."""


class MystRenderer(SphinxRenderer):
    """Renders into the document of the page, and makes no other one."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        with without_spare_document():
            super().setup_render(options, env)
        self._has_told_depth = False

    # Texts inside of texts, such as those of directives, are parsed by themselves: they are told
    # how deep they stand.

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render what stands inside, one level deeper."""
        self.md_env[OUTER_LEVELS] = self.md_env.get(OUTER_LEVELS, 0) + 1
        super().render_children(token)
        self.md_env[OUTER_LEVELS] -= 1

    def run_directive(self, *arguments: Any, **options: Any) -> list[nodes.Element]:
        """Run a directive, some levels deeper."""
        self.md_env[OUTER_LEVELS] = self.md_env.get(OUTER_LEVELS, 0) + LEVELS_OF_A_DIRECTIVE
        made = super().run_directive(*arguments, **options)
        self.md_env[OUTER_LEVELS] -= LEVELS_OF_A_DIRECTIVE
        return made

    def render_inline(self, token: SyntaxTreeNode) -> None:
        """Render words; the first ones of a page that are nested too deeply are reported."""
        if token.meta and token.meta.get(IS_TOO_DEEP):
            self.report_depth(token_line(token, 0))
        super().render_inline(token)

    def report_depth(self, line: int) -> None:
        """Say once for a page that something in it is nested too deeply."""
        if self._has_told_depth:
            return
        self._has_told_depth = True
        message = f"this is {TOO_DEEP}; from here on the words are shown without it."
        place = Place(file=str(self.document["source"]), line=line or 1)
        report([Problem(code="nested_too_deep", message=message, place=place)])
