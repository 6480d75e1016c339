"""What an HTML builder would make anew for each page, though it is always the same.

Titles are rendered for the page itself, its neighbours, and every page below it; a formatter of
code makes a whole style sheet when it is made, for each block.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from typing import TypeGuard

    from sphinx.application import Sphinx

RenderPartial = Callable[[nodes.Node | None], dict[str, str]]


def remember_parts(app: Sphinx) -> None:
    """Let the builder remember titles and formatters while it runs."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    builder.render_partial = remembering_titles(builder.render_partial)  # type: ignore[assignment, method-assign]
    highlighter = builder.highlighter
    highlighter.get_formatter = remembering_formatters(highlighter.get_formatter)  # type: ignore[method-assign]


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


def remembering_formatters(make: Callable[..., Any]) -> Callable[..., Any]:
    """Make one formatter for each way to show code; what cannot be told apart is made anew."""
    made_once = cache(make)

    def remembered(**options: Any) -> Any:
        try:
            return made_once(**options)
        except TypeError:
            return make(**options)

    return remembered


def setup_builder_memory(app: Sphinx) -> None:
    """Begin with the build."""
    app.connect("builder-inited", remember_parts)
