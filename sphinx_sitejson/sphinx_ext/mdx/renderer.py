"""Renders MDX pages: Markdown as MyST does it, but links, headings and code as these pages mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import clean_astext, token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_sitejson.mdx.slugs import other_slug, slug_of, unique_slug
from sphinx_sitejson.sphinx_ext.components.html_nodes import html_block, html_inline
from sphinx_sitejson.sphinx_ext.links.page_links import image_node, link_node

from .code_blocks import code_nodes, is_directive
from .elements import ElementRenderer
from .file_guard import report_outside, why_not_read

if TYPE_CHECKING:
    from collections.abc import MutableMapping

_MYST_SCHEMES = re.compile(r"(?:inv|project|path|myst):", re.IGNORECASE)
_HEADING_ID = re.compile(r"\{#\s*([\w.:-]+)\s*\}")
_ALERTS: dict[str, type[nodes.Element]] = {
    "NOTE": nodes.note,
    "TIP": nodes.tip,
    "IMPORTANT": nodes.important,
    "WARNING": nodes.warning,
    "CAUTION": nodes.caution,
}


class MdxRenderer(ElementRenderer):
    """Renders one page at a time; made once and used for all pages of a process."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        super().setup_render(options, env)
        self.frames = [options["mdx_frame"]]
        self.parts = 0
        self._lines: list[int] = []
        self._breaks = 0
        self._last_numbers: dict[str, int] = {}

    def create_warning(
        self, message: str, subtype: MystWarnings | str, **options: Any
    ) -> nodes.system_message | None:
        """Take headings as they come: the first level is the title, others may be left out.

        ``[//]: # (words)`` is a comment, of which a page may have many.
        """
        is_comment = subtype is MystWarnings.MD_DEF_DUPE and message.endswith(": //")
        if subtype is MystWarnings.MD_HEADING_NON_CONSECUTIVE or is_comment:
            return None
        return super().create_warning(message, subtype, **options)

    # Lines of text

    def render_inline(self, token: SyntaxTreeNode) -> None:
        """Render words, counting their lines."""
        outer = self._lines, self._breaks
        self._lines, self._breaks = (token.meta or {}).get("lines", []), 0
        super().render_inline(token)
        self._lines, self._breaks = outer

    def render_softbreak(self, token: SyntaxTreeNode) -> None:
        """Render the end of a line."""
        self._breaks += 1
        super().render_softbreak(token)

    def render_hardbreak(self, token: SyntaxTreeNode) -> None:
        """Render the end of a line that stays one."""
        self._breaks += 1
        self.current_node += html_inline(tag="br", attributes={})

    def line_here(self, token: SyntaxTreeNode) -> int:
        """Return the line of something in a paragraph."""
        lines = self._lines
        return token_line(token, 0) + (lines[self._breaks] if self._breaks < len(lines) else 0)

    def render_s(self, token: SyntaxTreeNode) -> None:
        """Render struck words."""
        node = html_inline(tag="s", attributes={})
        with self.current_node_context(node, append=True):
            self.render_children(token)

    def render_hr(self, token: SyntaxTreeNode) -> None:
        """Render a rule; unlike a transition it may stand anywhere."""
        rule = html_block(tag="hr", attributes={})
        self.add_line_and_source_path(rule, token)
        self.current_node += rule

    # Headings

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading; ``{#id}`` at its end is its anchor."""
        inline = token.children[0] if token.children else None
        last = inline.children[-1] if inline is not None and inline.children else None
        is_expression = last is not None and last.type == "mdx_expression"
        source = last.meta["mark"].source if last is not None and is_expression else ""
        if inline is not None and (found := _HEADING_ID.fullmatch(source)):
            token.attrs["mdx_id"] = found[1]
            inline.children.pop()
        super().render_heading(token)

    def generate_heading_target(
        self,
        token: SyntaxTreeNode,
        level: int,
        node: nodes.Element,
        title_node: nodes.Element,
    ) -> None:
        """Give a heading the anchor that GitHub would give it."""
        text = clean_astext(title_node).strip()
        last = title_node.children[-1] if title_node.children else None
        if isinstance(last, nodes.Text):
            title_node.replace(last, nodes.Text(last.rstrip()))
        wanted = str(token.attrs.get("mdx_id") or "") or slug_of(text)
        taken = _Taken(self.document.ids, self._heading_slugs)
        slug = unique_slug(wanted, taken, self._last_numbers) if wanted else ""
        if slug:
            node["ids"] = [slug]
        node["names"] = [nodes.fully_normalize_name(text)]
        self.document.note_implicit_target(node, node)
        if slug:
            node["slug"] = slug
            self._heading_slugs[slug] = (node.line, node["ids"][0], text)
        if isinstance(node, nodes.rubric):
            node["mdx_heading"] = level
            node["heading-level"] = min(level, 6)

    def add_other_anchors(self) -> None:
        """Let headings answer to the anchors of other services too, where no other heading does."""
        ids = self.document.ids
        for slug, (_line, _own, heading) in self._heading_slugs.items():
            other = other_slug(heading)
            if other and other not in ids and (node := ids.get(slug)) is not None:
                node["ids"].append(other)
                ids[other] = node

    # Links and images

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a link; all that are no addresses of MyST lead to pages, files or elsewhere."""
        href = str(token.attrGet("href") or "")
        if _MYST_SCHEMES.match(href):
            super().render_link(token)
            return
        line = self.line_here(token)
        holder = nodes.inline()
        with self.current_node_context(holder):
            self.render_children(token)
        words = list(holder.children)
        holder.clear()
        source = str(self.document["source"])
        link = link_node(
            unquote(href) if _is_plain(href) else href,
            *words,
            env=self.sphinx_env,
            source=source,
            line=line,
        )
        if title := token.attrGet("title"):
            link["reftitle"] = str(title)
        self.current_node.append(link)

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Render an image, which is copied into the site."""
        src = unquote(str(token.attrGet("src") or ""))
        image = image_node(
            src,
            env=self.sphinx_env,
            source=str(self.document["source"]),
            line=self.line_here(token),
            alt=self.renderInlineAsText(token.children or []),
        )
        if isinstance(image, nodes.image) and (title := token.attrGet("title")):
            image["title"] = str(title)
        self.current_node.append(image)

    # Code

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a block of code, a diagram or a directive."""
        info = token.info or ""
        if is_directive(info) or info.split(maxsplit=1)[:1] in (
            [name] for name in self.md_config.fence_as_directive
        ):
            super().render_fence(token)
            return
        line = token_line(token, 0)
        self.current_node += code_nodes(
            token.content, info, env=self.sphinx_env, source=str(self.document["source"]), line=line
        )

    def run_directive(
        self, name: str, first_line: str, content: str, position: int, *args: Any, **options: Any
    ) -> list[nodes.Element]:
        """Run a directive; MyST reads included files itself, past the guard of directives."""
        source, path = str(self.document["source"]), first_line.strip()
        reason = why_not_read(self.sphinx_env, path, source) if name == "include" else ""
        if reason:
            report_outside(source, position, path, reason)
            return []
        return super().run_directive(name, first_line, content, position, *args, **options)

    def render_alert(self, token: SyntaxTreeNode) -> None:
        """Render a quote that begins with ``[!NOTE]``."""
        kind = _ALERTS.get((token.info or "").upper(), nodes.note)
        admonition: nodes.Element = kind()
        self.add_line_and_source_path(admonition, token)
        with self.current_node_context(admonition, append=True):
            self.render_children(token)

    def render_alert_title(self, token: SyntaxTreeNode) -> None:
        """Leave the title out: an admonition has its own."""


class _Taken:
    """The anchors that a page has already."""

    def __init__(self, *names: Any) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return any(name in names for names in self._names)


def _is_plain(href: str) -> bool:
    """Whether an address is a path of this site, which is written without percent signs."""
    return "://" not in href and not href.startswith(("mailto:", "tel:", "//"))
