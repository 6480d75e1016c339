"""Renders MDX pages: Markdown as MyST does it, but links, headings and code as these pages mean."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import clean_astext, token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.mdx.fences import callout_of, nearest_callout
from sphinx_sitejson.mdx.slugs import other_slug, slug_of, unique_slug
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content
from sphinx_sitejson.sphinx_ext.components.html_nodes import html_block, html_inline, in_paragraphs
from sphinx_sitejson.sphinx_ext.links.page_links import image_node, link_node

from .code_blocks import code_nodes, is_directive
from .component_builder import ComponentBuilder
from .file_guard import read_refusal, report_outside
from .html_elements import line_break
from .jsx_renderer import CustomComponents, ElementRenderer, ExpressionBuilder, line_of
from .myst_renderer import MystRenderer
from .page_in_progress import PageInProgress

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping, Sequence

Slugs = dict[str, tuple[int | None, str, str]]
"""What MyST keeps for each anchor: the line of its heading, its id and its text."""

WRITTEN_ANCHOR = "mdx_id"
"""The attribute of a token for an anchor that the author chose."""

WRITTEN_CLASSES = "mdx_classes"
"""The attribute of a token for the classes that the author chose."""

_HEADING_ATTRIBUTES = re.compile(
    r"\{(?=\s*[#.])\s*(?:#\s*(?P<id>[\w.:-]+))?(?P<classes>(?:\s*\.[A-Za-z_][\w-]*)*)\s*\}"
)


def pop_heading_anchor(token: SyntaxTreeNode) -> None:
    """Take ``{#id .class}`` from the end of a heading; to the scanner it was an expression."""
    inline = token.children[0] if token.children else None
    last = inline.children[-1] if inline is not None and inline.children else None
    if inline is None or last is None or last.type != "mdx_expression":
        return
    if found := _HEADING_ATTRIBUTES.fullmatch(last.meta["mark"].source):
        token.attrs[WRITTEN_ANCHOR] = found["id"] or ""
        token.attrs[WRITTEN_CLASSES] = found["classes"].replace(".", " ")
        inline.children.pop()


class HeadingAnchors:
    """The anchors of the headings of one page."""

    def __init__(self, document: nodes.document, slugs: Slugs) -> None:
        self._document = document
        self._slugs = slugs
        self._taken = _Taken(document.ids, slugs)
        self._last_numbers: dict[str, int] = {}

    def give(self, node: nodes.Element, title: nodes.Element, wanted: str) -> None:
        """Give a heading an anchor that no other one on the page has.

        :param wanted: what the author chose, if anything.
        """
        text = clean_astext(title).strip()
        last = title.children[-1] if title.children else None
        if isinstance(last, nodes.Text):
            title.replace(last, nodes.Text(last.rstrip()))
        wanted = wanted or slug_of(text)
        slug = unique_slug(wanted, self._taken, self._last_numbers) if wanted else ""
        if slug:
            node["ids"] = [slug]
        node["names"] = [nodes.fully_normalize_name(text)]
        self._document.note_implicit_target(node, node)
        if slug:
            node["slug"] = slug
            self._slugs[slug] = (node.line, node["ids"][0], text)

    def add_others(self) -> None:
        """Let headings answer to the anchors of other services, where no other heading does."""
        ids = self._document.ids
        for slug, (_line, _own, heading) in self._slugs.items():
            other = other_slug(heading)
            if other and other not in ids and (node := ids.get(slug)) is not None:
                node["ids"].append(other)
                ids[other] = node


class _Taken:
    """The anchors that a page has already."""

    def __init__(self, *names: Container[str]) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return any(name in names for names in self._names)


FIRST_FRAME = "mdx_frame"
"""The option of the parser that has the page itself, as the first of the files it is made of."""

_MYST_SCHEMES = re.compile(r"(?:inv|project|path|myst):", re.IGNORECASE)


class MdxRenderer(MystRenderer):
    """Renders one page at a time; made once and used for all pages of a process.

    markdown-it calls a method for each kind of token. What they mean is known to parts that are
    made anew for each page.
    """

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        super().setup_render(options, env)
        page = PageInProgress(self.document, options[FIRST_FRAME])
        components = ComponentBuilder(page)
        custom = CustomComponents(page, components, self)
        self._expressions = ExpressionBuilder(page, custom.parts)
        self._elements = ElementRenderer(page, custom, self)
        self._anchors = HeadingAnchors(self.document, self._heading_slugs)
        self._lines: list[int] = []
        self._breaks = 0
        self._unknown_directives = 0

    def create_warning(
        self, message: str, subtype: MystWarnings | str, **options: Any
    ) -> nodes.system_message | None:
        """Take headings as they come: the first level is the title, others may be left out.

        ``[//]: # (words)`` is a comment, of which a page may have many.
        """
        is_comment = subtype is MystWarnings.MD_DEF_DUPE and message.endswith(": //")
        if subtype is MystWarnings.MD_HEADING_NON_CONSECUTIVE or is_comment:
            return None
        self._unknown_directives += subtype is MystWarnings.UNKNOWN_DIRECTIVE
        return super().create_warning(message, subtype, **options)

    # JSX

    def render_mdx_block(self, token: SyntaxTreeNode) -> None:
        """Render an element that is a block."""
        self._elements.render(token, is_inline=False)

    def render_mdx_inline(self, token: SyntaxTreeNode) -> None:
        """Render an element in a line of text."""
        self._elements.render(token, is_inline=True)

    def render_mdx_dropped(self, token: SyntaxTreeNode) -> None:
        """Say that a tag was left out."""
        self._elements.report_dropped(token)

    def render_mdx_expression(self, token: SyntaxTreeNode) -> None:
        """Render the value of an expression."""
        self.current_node += self._expressions.build(
            token.meta["mark"].source,
            is_inline=isinstance(self.current_node, nodes.TextElement),
            line=line_of(token),
        )

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; expressions that stand alone may come to blocks, as in MDX."""
        inline = token.children[0] if token.children else None
        if inline is None or not _is_only_expressions(inline):
            super().render_paragraph(token)
            return
        made: list[nodes.Node] = []
        for child in inline.children or []:
            if child.type == "mdx_expression":
                source, line = child.meta["mark"].source, line_of(child)
                made += self._expressions.build(source, is_inline=False, line=line)
            else:
                made.append(nodes.Text(" "))
        for node in in_paragraphs(made):
            if isinstance(node, nodes.paragraph) and node.line is None:
                self.add_line_and_source_path(node, token)
            self.current_node.append(node)

    # What the parts ask for

    def is_in_section(self) -> bool:
        """Whether what is rendered now may hold sections."""
        return isinstance(self.current_node, nodes.document | nodes.section)

    def add_text(self, text: str) -> None:
        """Render a text of another file where the page is now."""
        self._render_tokens(self.md.parse(f"{text}\n", self.md_env))

    def nodes_of_text(self, text: str, *, is_inline: bool) -> list[nodes.Node]:
        """Return a text as nodes that stand nowhere yet."""
        made = self._set_apart(is_inline, lambda: self.add_text(text))
        return inline_content(made) if is_inline else made

    def nodes_inside(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return what stands in a token as nodes that stand nowhere yet."""
        return self._set_apart(is_inline, lambda: self.render_children(token))

    def nodes_of_token(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return a token as nodes that stand nowhere yet."""
        return self._set_apart(is_inline, lambda: self.rules[f"render_{token.type}"](token))

    def nodes_apart(
        self, build: Callable[[], Sequence[nodes.Node]], *, is_inline: bool
    ) -> list[nodes.Node]:
        """Return what is built, together with what is rendered into the page meanwhile."""

        def add() -> None:
            self.current_node += build()

        return self._set_apart(is_inline, add)

    def _set_apart(self, is_inline: bool, render: Callable[[], None]) -> list[nodes.Node]:
        """Return what is rendered meanwhile, instead of adding it to the page."""
        holder: nodes.Element = nodes.inline() if is_inline else nodes.container()
        with self.current_node_context(holder):
            render()
        made = list(holder.children)
        holder.clear()
        return made

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
        self.current_node += line_break()

    def line_here(self, token: SyntaxTreeNode) -> int:
        """Return the line of something in a paragraph."""
        lines, breaks = self._lines, self._breaks
        # Where the source is as it was, each break is a line of it.
        inside = lines[breaks] if breaks < len(lines) else 0 if lines else breaks
        return token_line(token, 0) + inside

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
        """Render a heading; ``{#id .class}`` at its end is its anchor and its classes."""
        pop_heading_anchor(token)
        super().render_heading(token)

    def add_html_heading(self, token: SyntaxTreeNode, level: int, own_id: str) -> None:
        """Render a heading that is written as an element, as one of the page."""
        section = nodes.section()
        self.add_line_and_source_path(section, token)
        self.update_section_level_state(section, level)
        title = nodes.title("", "")
        self.add_line_and_source_path(title, token)
        section.append(title)
        title += inline_content(self.nodes_inside(token, is_inline=False))
        if own_id:
            token.attrs[WRITTEN_ANCHOR] = own_id
        self.generate_heading_target(token, level, section, title)
        self.current_node = section

    def generate_heading_target(
        self,
        token: SyntaxTreeNode,
        level: int,
        node: nodes.Element,
        title_node: nodes.Element,
    ) -> None:
        """Give a heading the anchor that GitHub would give it."""
        wanted = str(token.attrs.get(WRITTEN_ANCHOR) or "")
        title_node["classes"] += str(token.attrs.get(WRITTEN_CLASSES) or "").split()
        self._anchors.give(node, title_node, wanted)
        if isinstance(node, nodes.rubric):
            node["mdx_heading"] = level
            node["heading-level"] = min(level, 6)

    def add_other_anchors(self) -> None:
        """Let headings answer to the anchors of other services too."""
        self._anchors.add_others()

    # Links and images

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a link; all that are no addresses of MyST lead to pages, files or elsewhere."""
        href = str(token.attrGet("href") or "")
        if _MYST_SCHEMES.match(href):
            super().render_link(token)
            return
        line = self.line_here(token)
        link = link_node(
            unquote(href) if _is_plain(href) else href,
            *self.nodes_inside(token, is_inline=True),
            env=self.sphinx_env,
            source=str(self.document["source"]),
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
            if not self._is_unknown(super().render_fence, token):
                return
            info = "text"
        line = token_line(token, 0)
        self.current_node += code_nodes(
            token.content, info, env=self.sphinx_env, source=str(self.document["source"]), line=line
        )

    def render_colon_fence(self, token: SyntaxTreeNode) -> None:
        """Render a block between colons: a directive, or a box that its first word names."""
        info = (token.info or "").strip()
        callout = callout_of(info)
        if callout is not None:
            classes = {"class": callout.css_class} if callout.css_class else None
            self.render_directive(
                token, callout.directive, callout.title, additional_options=classes
            )
            return
        if info and not is_directive(info):
            self._report_unknown_fence(info, token_line(token, 0))
        if self._is_unknown(super().render_colon_fence, token):
            self.current_node += self.nodes_of_text(token.content, is_inline=False)

    def _is_unknown(self, render: Callable[[SyntaxTreeNode], None], token: SyntaxTreeNode) -> bool:
        """Whether nobody knows a directive, of which then nothing is shown; MyST has said so."""
        before = self._unknown_directives
        render(token)
        is_unknown = self._unknown_directives > before
        self._unknown_directives = before
        return is_unknown

    def _report_unknown_fence(self, info: str, line: int) -> None:
        name = info.split(maxsplit=1)[0].partition("[")[0]
        near = nearest_callout(name)
        hint = f'Did you mean ":::{near}"?' if near else f'A directive is ":::{{{name}}}".'
        message = f'":::{name}" is not a known container; its content is shown without one. {hint}'
        self.report_at(message, ProblemCode.MDX_FENCE, line)

    def run_directive(
        self, name: str, first_line: str, content: str, position: int, *args: Any, **options: Any
    ) -> list[nodes.Element]:
        """Run a directive; MyST reads included files itself, past the guard of directives."""
        source, path = str(self.document["source"]), first_line.strip()
        reason = read_refusal(self.sphinx_env, path, source) if name == "include" else ""
        if reason:
            report_outside(source, position, path, reason)
            return []
        return super().run_directive(name, first_line, content, position, *args, **options)

    def render_alert(self, token: SyntaxTreeNode) -> None:
        """Render a quote that begins with ``[!NOTE]``."""
        admonition: nodes.Element = getattr(nodes, token.info.lower())()
        self.add_line_and_source_path(admonition, token)
        with self.current_node_context(admonition, append=True):
            self.render_children(token)

    def render_alert_title(self, token: SyntaxTreeNode) -> None:
        """Leave the title out: an admonition has its own."""


def _is_only_expressions(inline: SyntaxTreeNode) -> bool:
    """Whether a paragraph consists of expressions, with nothing but space between them."""
    children = inline.children or []
    return any(child.type == "mdx_expression" for child in children) and all(
        child.type in ("mdx_expression", "softbreak")
        or (child.type == "text" and not child.content.strip())
        for child in children
    )


def _is_plain(href: str) -> bool:
    """Whether an address is a path of this site, which is written without percent signs."""
    return "://" not in href and not href.startswith(("mailto:", "tel:", "//"))
