"""Render the Markdown of Material for MkDocs: admonitions, tabs, marks, keys and abbreviations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.components.built_in.tabs import build_accordion, build_tab, build_tabs
from sphinx_sitejson.components.nodes import Component, Nodes, NodeSequence, html_inline
from sphinx_sitejson.components.props import make_call
from sphinx_sitejson.mdx.javascript.values import Props
from sphinx_sitejson.mdx.other_syntaxes import LITERAL_BRACES
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.config import markdown_syntax

logger = logging.getLogger(__name__)

_KINDS = {
    "note": "note abstract summary tldr info todo example quote cite question help faq",
    "tip": "tip hint important success check done",
    "warning": "warning caution attention",
    "danger": "danger error failure fail missing bug",
}
_KIND_BY_NAME = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_POSITIONS = frozenset({"inline", "end"})
"""Words after the name of an admonition that place it beside the text, which we do not."""


@BuildState
def log_missing_emoji(env: BuildEnvironment) -> None:
    """Log the message once for a build."""
    logger.info(
        'short codes of emoji are shown as they are written; install "sphinx-sitejson[emoji]" to '
        "have them replaced."
    )


def use_material_syntax(md: MarkdownIt, env: BuildEnvironment) -> None:
    """Add the syntax to a parser if the settings turn it on; emoji are those of all tools."""
    syntax = markdown_syntax(env)
    if syntax not in LITERAL_BRACES:
        return
    # Most sites do not use it.
    from sphinx_sitejson.mdx.markdown_plugins import emoji_plugin, material_plugin

    if syntax == "material":
        md.use(material_plugin)
    if find_spec("emoji"):
        md.use(emoji_plugin, find_emoji=_find_emoji)
    elif syntax == "material":
        log_missing_emoji(env)


@cache
def _find_emoji(name: str) -> str:
    """Return the emoji of a short code of GitHub or of Unicode."""
    code = f":{name}:"
    found = str(import_module("emoji").emojize(code, language="alias"))
    return "" if found == code else found


class MaterialRenderer(SphinxRenderer):
    """Renders the tokens of ``material_plugin``."""

    def render_mark(self, token: SyntaxTreeNode) -> None:
        """Render text in an element of HTML."""
        node = html_inline(tag=token.tag, attributes={})
        with self.current_node_context(node, append=True):
            self.render_children(token)

    def render_keys(self, token: SyntaxTreeNode) -> None:
        """Render each key as the role ``kbd`` does."""
        for number, key in enumerate(token.meta["keys"]):
            self.current_node += [nodes.Text("+")] if number else []
            self.current_node += nodes.literal(key, key, classes=["kbd"])

    def render_abbr(self, token: SyntaxTreeNode) -> None:
        """Render an abbreviation with its meaning."""
        text = token.content
        self.current_node += nodes.abbreviation(text, text, explanation=token.meta["meaning"])

    def render_admonition(self, token: SyntaxTreeNode) -> None:
        """Render an admonition; one that begins with question marks can be folded."""
        name = str(token.meta["tag"])
        title, content = _split_title(token)
        if token.markup.startswith("?"):
            children = self._collect_children(content)
            props: Props = {"title": title or name.capitalize()}
            props["defaultOpen"] = token.markup == "???+"
            self.current_node += self._build_component(token, build_accordion, props, children)
            return
        kind = _KIND_BY_NAME.get(name, "note")
        if title or kind != name:
            admonition: nodes.Element = nodes.admonition(classes=[kind])
            heading = nodes.title()
            with self.current_node_context(heading):
                if title:
                    self.render_children(token.children[0])
                else:
                    self.current_node += nodes.Text(name.capitalize())
            admonition += heading
        else:
            admonition = getattr(nodes, kind)()
        self.add_line_and_source_path(admonition, token)
        admonition += self._collect_children(content)
        self.current_node += admonition

    def render_content_tabs(self, token: SyntaxTreeNode) -> None:
        """Render tabs, which are in step with all others of the same title."""
        tabs: Nodes = []
        for tab in token.children:
            children = self._collect_children(tab.children)
            tabs += self._build_component(tab, build_tab, {"title": tab.meta["title"]}, children)
        self.current_node += self._build_component(token, build_tabs, {}, tabs)

    def collect_nodes(self, render: Callable[[], None], *, is_inline: bool = False) -> Nodes:
        """Return the nodes that a function renders, instead of adding them to the page."""
        holder: nodes.Element = nodes.inline() if is_inline else nodes.container()
        with self.current_node_context(holder):
            render()
        result = list(holder.children)
        holder.clear()
        return result

    def _collect_children(self, tokens: Sequence[SyntaxTreeNode]) -> Nodes:
        def render() -> None:
            for token in tokens:
                self.rules[f"render_{token.type}"](token)

        return self.collect_nodes(render)

    def _build_component(
        self, token: SyntaxTreeNode, build: Component, props: Props, children: NodeSequence
    ) -> Nodes:
        source, line = str(self.document["source"]), token_line(token, 0)
        return [
            *build(
                make_call(
                    token.type, props, children, source=source, line=line, env=self.sphinx_env
                )
            )
        ]


def _split_title(token: SyntaxTreeNode) -> tuple[str, list[SyntaxTreeNode]]:
    """Return the title that an author has written, if any, and the tokens of the content."""
    first = token.children[0] if token.children else None
    if first is None or first.type != "admonition_title":
        return "", list(token.children)
    arguments = token.info.split()[1:]
    is_written = bool(arguments) and not _POSITIONS.issuperset(arguments)
    return (first.children[0].content if is_written else ""), list(token.children[1:])
