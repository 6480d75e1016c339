"""MyST's renderer, created once for all pages of a process."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line
from sphinx.application import Sphinx
from sphinx.config import Config

from sphinx_sitejson.common.markdown_limits import IS_TOO_DEEP, OUTER_LEVELS
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.components.nodes import Nodes, inline_content
from sphinx_sitejson.mdx.fences import (
    OPENING,
    find_inner_fence,
    has_swallowed_text,
    parse_marked_terms,
)
from sphinx_sitejson.mdx.scanning.lines import mismatched_columns
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.front_matter import FIRST_LEVEL_SECTIONS
from sphinx_sitejson.site_build.page_failures import extension_error
from sphinx_sitejson.site_build.reports import report_at, report_config_value

from .material_renderer import MaterialRenderer

DIRECTIVE_LEVELS = 3
"""The nesting levels of a directive, for which docutils and MyST make more calls."""


page_renderer: BuildState[MystRenderer | None] = BuildState(lambda env: None)
"""The renderer of the page that is read."""


class MystRenderer(MaterialRenderer):
    """Renders Markdown as MyST, and reports syntax that is not enabled."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        super().setup_render(options, env)
        page_renderer.set(self.sphinx_env, self)
        self._has_reported_depth = False
        self._has_reported_formula = False
        self._has_nested_fence = False

    # Parts of a page. None of these names begins with ``render_``, which MyST calls for tokens.

    def is_in_section(self) -> bool:
        """Return whether sections are allowed at the current node."""
        return isinstance(self.current_node, nodes.document | nodes.section)

    def add_text(self, text: str) -> None:
        """Render a text at the current node."""
        self._render_tokens(self.md.parse(f"{text}\n", self.md_env))

    def convert_text(self, text: str, *, is_inline: bool) -> Nodes:
        """Return the nodes of a text, without a parent."""
        result = self.collect_nodes(lambda: self.add_text(text), is_inline=is_inline)
        return inline_content(result) if is_inline else result

    def convert_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> Nodes:
        """Return the nodes of the children of a token, without a parent."""
        return self.collect_nodes(lambda: self.render_children(token), is_inline=is_inline)

    def convert_token(self, token: SyntaxTreeNode, *, is_inline: bool) -> Nodes:
        """Return the nodes of a token, without a parent."""
        return self.collect_nodes(
            lambda: self.rules[f"render_{token.type}"](token), is_inline=is_inline
        )

    # Nested texts, such as those of directives, are parsed separately, with their depth.

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render the children of a token, one level deeper."""
        self.md_env[OUTER_LEVELS] = self.md_env.get(OUTER_LEVELS, 0) + 1
        super().render_children(token)
        self.md_env[OUTER_LEVELS] -= 1

    def run_directive(
        self, name: str, first_line: str, content: str, position: int, *args: Any, **options: Any
    ) -> list[nodes.Element]:
        """Run a directive, some levels deeper."""
        self.md_env[OUTER_LEVELS] = self.md_env.get(OUTER_LEVELS, 0) + DIRECTIVE_LEVELS
        with self._stops_build(f'the directive "{name}"', position):
            result = super().run_directive(name, first_line, content, position, *args, **options)
        self.md_env[OUTER_LEVELS] -= DIRECTIVE_LEVELS
        return result

    def render_myst_role(self, token: SyntaxTreeNode) -> None:
        """Run a role."""
        with self._stops_build(f'the role "{token.meta["name"]}"', self.inline_line(token)):
            super().render_myst_role(token)

    @contextmanager
    def _stops_build(self, name: str, line: int) -> Iterator[None]:
        """Let an error of another extension stop the build, with its line; ours are reported."""
        try:
            yield
        except Exception as error:
            path = str(self.document["source"])
            raise extension_error(self.sphinx_env, error, name, path, line) from error

    def update_section_level_state(self, section: nodes.section, level: int) -> None:
        """Add a section at its level, and record those of the first level."""
        super().update_section_level_state(section, level)
        if level == 1:
            recorded = self.sphinx_env.temp_data.get(FIRST_LEVEL_SECTIONS) or ()
            self.sphinx_env.temp_data[FIRST_LEVEL_SECTIONS] = [*recorded, section]

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a code block, with its language as written and its marked terms."""
        self.report_fence(token)
        count = len(self.current_node)
        super().render_fence(token)
        info, terms = parse_marked_terms(token.info or "")
        language = next(iter(info.split()), "")
        for block in self.current_node.children[count:]:
            if not isinstance(block, nodes.literal_block) or language.startswith("{"):
                continue
            if language:
                block["written_language"] = language
            if terms:
                block["marked_words"] = list(terms)

    def report_fence(self, token: SyntaxTreeNode) -> None:
        """Report a code block that most likely lacks its end.

        If a block contains another with the same fence, the ends of later blocks open new ones.
        """
        if self._has_nested_fence and not token.info:
            return
        line, fence = token_line(token, 0), token.markup
        first, last = token.map or (0, 0)
        if has_swallowed_text(token.content, last - first):
            message = (
                f"{quoted(fence + token.info)} opens a code block that is not closed; close it "
                f"with {quoted(fence)}, or remove this line."
            )
            self.report_at(message, ProblemCode.MDX_FENCE, line)
        elif inner := find_inner_fence(token.content, fence):
            message = (
                f"{quoted(inner[0].strip())} is inside the code block that begins in line {line}; "
                "close that block above this line, or give it a longer fence."
            )
            inner_line = line + 1 + token.content.count("\n", 0, inner.start())
            self.report_at(message, ProblemCode.MDX_FENCE, inner_line)
            self._has_nested_fence = True

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Render HTML; a comment that hides the rest of the page is reported."""
        if token.content.lstrip().startswith("<!--") and "-->" not in token.content:
            source = quoted(token.content.strip().partition("\n")[0])
            message = f'the comment {source} is not closed, so it hides all text below; add "-->".'
            self.report_at(message, ProblemCode.MDX_TAG, token_line(token, 0))
        super().render_html_block(token)

    def render_inline(self, token: SyntaxTreeNode) -> None:
        """Render inline content; the first that is nested too deeply is reported."""
        if token.meta and token.meta.get(IS_TOO_DEEP):
            self.report_depth(token_line(token, 0))
        super().render_inline(token)

    def render_unparsed_formula(self, token: SyntaxTreeNode) -> None:
        """Render a dollar sign; the first of a page that may begin a formula is reported."""
        if not self._has_reported_formula:
            self._has_reported_formula = True
            message = (
                f'"${token.meta["text"]}$" is shown as written; if it is a formula, '
                'put it between "$$".'
            )
            self.report_at(message, ProblemCode.FORMULA, self.inline_line(token))
        self.current_node += nodes.Text(token.content)

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; one that was meant as a directive or a table is reported."""
        content = token.children[0].content if token.children else ""
        if match := OPENING.match(content):
            message = (
                f'"{match[0]}" is shown as text, since "colon_fence" is not among the '
                '"myst_enable_extensions".'
            )
            self.report_at(message, ProblemCode.MDX_FENCE, token_line(token, 0))
        elif counts := mismatched_columns(content):
            message = (
                f"this table is shown as text, since its first row has {counts[0]} cells and the "
                f"line below has {counts[1]}; give both the same number."
            )
            self.report_at(message, ProblemCode.TABLE, token_line(token, 0))
        super().render_paragraph(token)

    def inline_line(self, token: SyntaxTreeNode) -> int:
        return token_line(token, 0)

    def report_at(self, message: str, code: ProblemCode, line: int) -> None:
        """Report a problem at a line of the page."""
        report_at(code, message, Location(str(self.document["source"]), line=line or 1))

    def report_depth(self, line: int) -> None:
        """Report once for a page that it is nested too deeply."""
        if self._has_reported_depth:
            return
        self._has_reported_depth = True
        message = f"this is {TOO_DEEP}; from here on the words are shown without it."
        self.report_at(message, ProblemCode.NESTED_TOO_DEEP, line)


MYST_ONLY = ("myst_line_comment", "myst_block_break", "myst_target")
"""Syntax of MyST that prose may contain by accident; ``sitejson_mdx_myst`` enables it."""


def check_myst_syntax(app: Sphinx, config: Config) -> None:
    """Report names in ``sitejson_mdx_myst`` that enable nothing."""
    known = ", ".join(map(quoted, MYST_ONLY))
    messages = [
        f"sitejson_mdx_myst: {quoted(name)} enables nothing; the names are {known}."
        for name in config.sitejson_mdx_myst
        if name not in MYST_ONLY
    ]
    report_config_value(app, "sitejson_mdx_myst", *messages)
