"""What an HTML builder would make anew for each page, though it is always the same.

Titles are rendered for the page itself, its neighbours, and every page below it; a formatter of
code makes a whole style sheet when it is made, for each block. Formatters write no element around
words that have no color: half of the elements of an API page would be such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.builders.html import StandaloneHTMLBuilder

from .config import is_set_by_author
from .theme_files import has_our_theme

if TYPE_CHECKING:
    from typing import TypeGuard

    from pygments.token import _TokenType
    from sphinx.application import Sphinx

INVISIBLE = (Token.Text.Whitespace,)
UNCOLORED = (Token.Punctuation, Token.Operator, Token.Name, Token.Name.Other)
"""Words that our style sheets leave as they are."""

RenderPartial = Callable[[nodes.Node | None], dict[str, str]]


def remember_parts(app: Sphinx) -> None:
    """Let the builder remember titles and formatters while it runs."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    builder.render_partial = remembering_titles(builder.render_partial)  # type: ignore[assignment, method-assign]
    has_our_colors = has_our_theme(builder) and not is_set_by_author(app.config, "pygments_style")
    plain = (*INVISIBLE, *UNCOLORED) if has_our_colors else INVISIBLE
    highlighter = builder.highlighter
    highlighter.get_formatter = remembering_formatters(highlighter.get_formatter, plain)  # type: ignore[method-assign]


def remembering_titles(render: RenderPartial) -> RenderPartial:
    """Render titles of nothing but words once; other ones may depend on where they stand."""
    known: dict[str, dict[str, str]] = {}

    def remembered(node: nodes.Node | None) -> dict[str, str]:
        if not is_plain_title(node):
            return render(node)
        words = node.astext()
        if words not in known:
            known[words] = render(node)
        return known[words].copy()

    return remembered


def is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    """Whether a node is a title without markup and attributes."""
    return (
        isinstance(node, nodes.title)
        and not any(node.attributes.values())
        and all(isinstance(child, nodes.Text) for child in node.children)
    )


def remembering_formatters(
    make: Callable[..., Any], plain: Iterable[_TokenType] = ()
) -> Callable[..., Any]:
    """Make one formatter for each way to show code; what cannot be told apart is made anew."""

    def make_plain(**options: Any) -> Any:
        formatter = make(**options)
        if isinstance(formatter, HtmlFormatter):
            formatter.span_element_openers.update(dict.fromkeys(plain, ""))
        return formatter

    made_once = cache(make_plain)

    def remembered(**options: Any) -> Any:
        try:
            return made_once(**options)
        except TypeError:
            return make_plain(**options)

    return remembered


def setup_builder_memory(app: Sphinx) -> None:
    """Begin with the build."""
    app.connect("builder-inited", remember_parts)
