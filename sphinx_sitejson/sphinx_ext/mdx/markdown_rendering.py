"""What the parts of the renderer may ask of it: to render Markdown that stands somewhere else.

The renderer is one class, because that is how markdown-it and MyST call it. Its parts see only
what is named here, so that none of them knows the renderer itself. None of the names begins with
``render_`` unless MyST has it: it takes such methods for those of tokens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from docutils import nodes
    from markdown_it.tree import SyntaxTreeNode


class TextRenderer(Protocol):
    """Renders a text that stands in another file, or in a prop."""

    def is_in_section(self) -> bool:
        """Whether what is rendered now may hold sections."""

    def add_text(self, text: str) -> None:
        """Render a text into the page, where it is now."""

    def nodes_of_text(self, text: str, *, is_inline: bool) -> list[nodes.Node]:
        """Return a text as nodes that stand nowhere yet."""

    def nodes_apart(
        self, build: Callable[[], Sequence[nodes.Node]], *, is_inline: bool
    ) -> list[nodes.Node]:
        """Return what is built, together with what is rendered into the page meanwhile."""


class TokenRenderer(TextRenderer, Protocol):
    """Renders tokens of the text that is read just now."""

    current_node: nodes.Element

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render what stands in a token where the page is now."""

    def nodes_inside(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return what stands in a token as nodes that stand nowhere yet."""

    def nodes_of_token(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return a token as nodes that stand nowhere yet."""

    def add_html_heading(self, token: SyntaxTreeNode, level: int, own_id: str) -> None:
        """Render a heading that is written as an element, as one of the page."""

    def report_depth(self, line: int) -> None:
        """Say once for a page that something in it is nested too deeply."""
