"""MyST's renderer, made once for all pages of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer

from sphinx_sitejson.common.markdown_limits import IS_TOO_DEEP, OUTER_LEVELS
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.mdx.fences import OPENING, take_marks
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.parsing import without_spare_document

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from markdown_it.tree import SyntaxTreeNode

LEVELS_OF_A_DIRECTIVE = 3
"""How many levels a directive counts for: docutils and MyST call that much more for it."""


class MystRenderer(SphinxRenderer):
    """Renders into the document of the page, and makes no other one."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        with without_spare_document(options):
            super().setup_render(options, env)
        self._has_reported_depth = False
        self._has_reported_formula = False

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

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a block of code: it remembers its language as it is written, and words to mark."""
        count = len(self.current_node)
        super().render_fence(token)
        info, words = take_marks(token.info or "")
        written = next(iter(info.split()), "")
        for block in self.current_node.children[count:]:
            if not isinstance(block, nodes.literal_block) or written.startswith("{"):
                continue
            if written:
                block["written_language"] = written
            if words:
                block["marked_words"] = list(words)

    def render_inline(self, token: SyntaxTreeNode) -> None:
        """Render words; the first ones of a page that are nested too deeply are reported."""
        if token.meta and token.meta.get(IS_TOO_DEEP):
            self.report_depth(token_line(token, 0))
        super().render_inline(token)

    def render_unread_formula(self, token: SyntaxTreeNode) -> None:
        """Render a dollar sign; the first of a page that might begin a formula is reported."""
        if not self._has_reported_formula:
            self._has_reported_formula = True
            message = (
                f'"${token.meta["words"]}$" is shown as it is written; a formula of words goes '
                "between doubled signs."
            )
            self.report_at(message, ProblemCode.FORMULA, self.line_here(token))
        self.current_node += nodes.Text(token.content)

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; a directive between colons that is none is reported."""
        inline = token.children[0] if token.children else None
        if inline is not None and (found := OPENING.match(inline.content)):
            message = (
                f'"{found[0]}" is shown as text, since "colon_fence" is not among the '
                '"myst_enable_extensions".'
            )
            self.report_at(message, ProblemCode.MDX_FENCE, token_line(token, 0))
        super().render_paragraph(token)

    def line_here(self, token: SyntaxTreeNode) -> int:
        """Return the line of something in a paragraph."""
        return token_line(token, 0)

    def report_at(self, message: str, code: ProblemCode, line: int) -> None:
        """Say what is wrong at a line of the page."""
        place = Place(file=str(self.document["source"]), line=line or 1)
        report([Problem(code=code, message=message, place=place)])

    def report_depth(self, line: int) -> None:
        """Say once for a page that something in it is nested too deeply."""
        if self._has_reported_depth:
            return
        self._has_reported_depth = True
        message = f"this is {TOO_DEEP}; from here on the words are shown without it."
        self.report_at(message, ProblemCode.NESTED_TOO_DEEP, line)
