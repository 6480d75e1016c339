"""Windows of a terminal around commands and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.built_in.tabs import code_blocks_in
from sphinx_sitejson.sphinx_ext.components.component_nodes import block
from sphinx_sitejson.sphinx_ext.components.links import text_slot
from sphinx_sitejson.sphinx_ext.components.props import text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_terminal(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a window with code in it; what is only words becomes commands."""
    title = text_slot("title", text_prop(call, "title"), call)
    children = [*map(_as_session, call.children)]
    for code in code_blocks_in(children):
        # The window says what it is.
        code["has_named_language"] = True
    return [block("terminal", call, children, slots=title)]


def _as_session(child: nodes.Node) -> nodes.Node:
    if not isinstance(child, nodes.paragraph):
        return child
    words = child.astext()
    code = nodes.literal_block(words, words, language="console", force=True)
    code.source, code.line = child.source, child.line
    return code


FAMILY = Family(
    components=(spec("Terminal", build_terminal, "title", argument="title"),),
    shapes=(NodeShape(name="terminal", is_of_landing=True),),
)
