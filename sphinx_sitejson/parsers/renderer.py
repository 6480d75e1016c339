"""Render the Markdown of MDX pages: headings, links, images, code and directives."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import clean_astext, token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_sitejson.common.characters import (
    anchors_numbered_from_two,
    heading_slug,
    hyphenated_slug,
    unique_slug,
)
from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.components.nodes import html_block, inline_content
from sphinx_sitejson.components.transforms import without_component_texts
from sphinx_sitejson.mdx.fences import parse_callout, select_part, suggest_callout
from sphinx_sitejson.mdx.markdown_plugins import find_failed_links
from sphinx_sitejson.mdx.other_syntaxes import FILE_LINE
from sphinx_sitejson.navigation.page_links import (
    explain_missing_file,
    image_node,
    link_node,
    project_file,
)
from sphinx_sitejson.site_build.config import markdown_syntax

from .code_blocks import code_nodes, is_directive
from .file_guard import read_refusal, report_outside_file
from .html_elements import line_break
from .myst_renderer import MystRenderer

EXPLICIT_ANCHOR = "mdx_id"
"""The token attribute of an explicit anchor."""

EXPLICIT_CLASSES = "mdx_classes"
"""The token attribute of explicit classes."""

_HEADING_ATTRIBUTES = re.compile(
    r"\{(?=\s*[#.])\s*(?:#\s*(?P<id>[\w.:-]+))?(?P<classes>(?:\s*\.[A-Za-z_][\w-]*)*)\s*\}"
)


def _text_without_formulas(title: nodes.Element) -> str:
    """Return the text of a heading that contains formulas; empty for others."""
    if next(title.findall(nodes.math), None) is None:
        return ""
    rest = title.deepcopy()
    for formula in [*rest.findall(nodes.math)]:
        formula.parent.remove(formula)
    return clean_astext(rest)


FIRST_FRAME = "mdx_frame"
"""The parser option with the frame of the page."""

_MYST_SCHEMES = re.compile(r"(?:inv|project|path|myst):", re.IGNORECASE)


class PageRenderer(MystRenderer):
    """Renders the Markdown of MDX pages."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        super().setup_render(options, env)
        self._used_anchors = ChainMap[str, Any](self.document.ids, self._heading_slugs)
        text = options[FIRST_FRAME].source.text
        self._last_numbers = dict.fromkeys(anchors_numbered_from_two(text), 1)
        self._texts_without_formulas: dict[str, str] = {}
        self._lines: list[int] = []
        self._breaks = 0
        self._unknown_directives = 0

    def create_warning(
        self, message: str, subtype: MystWarnings | str, **options: Any
    ) -> nodes.system_message | None:
        """Ignore skipped heading levels, and repeated comments of the form ``[//]: # (text)``."""
        is_comment = subtype is MystWarnings.MD_DEF_DUPE and message.endswith(": //")
        if subtype is MystWarnings.MD_HEADING_NON_CONSECUTIVE or is_comment:
            return None
        self._unknown_directives += subtype is MystWarnings.UNKNOWN_DIRECTIVE
        return super().create_warning(message, subtype, **options)

    # Lines of text

    def render_inline(self, token: SyntaxTreeNode) -> None:
        """Render inline content, counting its lines."""
        outer = self._lines, self._breaks
        self._lines, self._breaks = (token.meta or {}).get("lines", []), 0
        self._report_failed_links(token)
        super().render_inline(token)
        self._lines, self._breaks = outer

    def _report_failed_links(self, token: SyntaxTreeNode) -> None:
        """Report links that are shown as text."""
        texts = [child.content for child in token.children if child.type == "text"]
        for position, message in find_failed_links(token.content, texts):
            self._breaks = token.content.count("\n", 0, position)
            self.report_at(message, ProblemCode.BROKEN_LINK, self.inline_line(token))
        self._breaks = 0

    def render_softbreak(self, token: SyntaxTreeNode) -> None:
        """Render a soft line break."""
        self._breaks += 1
        super().render_softbreak(token)

    def render_hardbreak(self, token: SyntaxTreeNode) -> None:
        """Render a hard line break."""
        self._breaks += 1
        self.current_node += line_break()

    def inline_line(self, token: SyntaxTreeNode) -> int:
        lines, breaks = self._lines, self._breaks
        # Without a line map, each break is a line of the source.
        inside = lines[breaks] if breaks < len(lines) else 0 if lines else breaks
        return token_line(token, 0) + inside

    render_s = MystRenderer.render_mark

    def render_table(self, token: SyntaxTreeNode) -> None:
        """Render a table; one with only a header gets an empty row.

        docutils requires a row, and LaTeX fails without one.
        """
        super().render_table(token)
        group = next(self.current_node.children[-1].findall(nodes.tgroup))
        if not isinstance(group[-1], nodes.tbody):
            row = nodes.row("", *(nodes.entry() for _ in range(group["cols"])))
            group += nodes.tbody("", row)

    def render_hr(self, token: SyntaxTreeNode) -> None:
        """Render a horizontal rule, which is allowed anywhere, unlike a transition."""
        rule = html_block(tag="hr", attributes={})
        self.add_line_and_source_path(rule, token)
        self.current_node += rule

    # Headings

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading; ``{#id .class}`` at its end is its anchor and its classes."""
        parts = token.children[0].children if token.children else []
        # The scanner took it for an expression.
        is_expression = bool(parts) and parts[-1].type == "mdx_expression"
        source = parts[-1].meta["mark"].source if is_expression else ""
        if match := _HEADING_ATTRIBUTES.fullmatch(source):
            token.attrs[EXPLICIT_ANCHOR] = match["id"] or ""
            token.attrs[EXPLICIT_CLASSES] = match["classes"].replace(".", " ")
            parts.pop()
        super().render_heading(token)

    def add_html_heading(
        self, token: SyntaxTreeNode, level: int, explicit_id: str, classes: list[str]
    ) -> None:
        """Render an HTML heading as a section of the page."""
        section = nodes.section()
        self.add_line_and_source_path(section, token)
        self.update_section_level_state(section, level)
        title = nodes.title("", "")
        self.add_line_and_source_path(title, token)
        section.append(title)
        title += inline_content(self.convert_children(token, is_inline=False))
        if explicit_id:
            token.attrs[EXPLICIT_ANCHOR] = explicit_id
        self.generate_heading_target(token, level, section, title)
        title["classes"] += classes
        self.current_node = section

    def generate_heading_target(
        self, token: SyntaxTreeNode, level: int, node: nodes.Element, title_node: nodes.Element
    ) -> None:
        """Assign the anchor of GitHub to a heading."""
        preferred = str(token.attrs.get(EXPLICIT_ANCHOR) or "")
        title_node["classes"] += str(token.attrs.get(EXPLICIT_CLASSES) or "").split()
        self._assign_anchor(node, title_node, preferred)
        if preferred and preferred not in node["ids"]:
            message = (
                f"the page already has an anchor {quoted(preferred)}; this heading gets "
                f"{quoted(node['ids'][0])}. Use a different one, and correct the links to it."
            )
            self.report_at(message, ProblemCode.DUPLICATE_ANCHOR, token_line(token, 0))
        if isinstance(node, nodes.rubric):
            node["mdx_heading"] = level
            node["heading-level"] = min(level, 6)

    def _assign_anchor(self, node: nodes.Element, title: nodes.Element, preferred: str) -> None:
        """Assign a unique anchor to a heading.

        :param preferred: the explicit anchor, if any.
        """
        text = clean_astext(title).strip()
        last = title.children[-1] if title.children else None
        if isinstance(last, nodes.Text):
            title.replace(last, nodes.Text(last.rstrip()))
        preferred = preferred or heading_slug(clean_astext(without_component_texts(title)).strip())
        if preferred:
            node["slug"] = unique_slug(preferred, self._used_anchors, self._last_numbers)
            node["ids"] = [node["slug"]]
        node["names"] = [nodes.fully_normalize_name(text)]
        self.document.note_implicit_target(node, node)
        if preferred:
            self._heading_slugs[node["slug"]] = (node.line, node["ids"][0], text)
            self._texts_without_formulas[node["slug"]] = _text_without_formulas(title)

    def add_alternative_anchors(self) -> None:
        """Add the anchors of other services to headings, unless another heading has them."""
        ids = self.document.ids
        for slug, (_line, _own, heading) in self._heading_slugs.items():
            for text in (heading, self._texts_without_formulas.get(slug, "")):
                alternative = hyphenated_slug(text)
                if alternative and alternative not in ids and (node := ids.get(slug)) is not None:
                    node["ids"].append(alternative)
                    ids[alternative] = node

    # Links and images

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a link to a page, a file or another site, or one of MyST."""
        href = str(token.attrGet("href") or "")
        if _MYST_SCHEMES.match(href):
            super().render_link(token)
            return
        # Content may have line breaks.
        line = self.inline_line(token)
        is_site_path = "://" not in href and not href.startswith(("mailto:", "tel:", "//"))
        link = link_node(
            unquote(href) if is_site_path else href,
            *self.convert_children(token, is_inline=True),
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
            line=self.inline_line(token),
            alt=self.renderInlineAsText(token.children or []),
        )
        if isinstance(image, nodes.image) and (title := token.attrGet("title")):
            image["title"] = str(title)
        self.current_node.append(image)

    # Code

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a code block, a diagram or a directive."""
        info = token.info or ""
        if is_directive(info) or info.split(maxsplit=1)[:1] in (
            [name] for name in self.md_config.fence_as_directive
        ):
            if not self._render_or_reject(super().render_fence, token):
                return
            info = "text"
        else:
            self.report_fence(token)
        line = token_line(token, 0)
        self.current_node += code_nodes(
            self.include_files(token.content, line),
            info,
            env=self.sphinx_env,
            source=str(self.document["source"]),
            line=line,
        )

    def include_files(self, code: str, line: int) -> str:
        """Return code with the files of lines such as ``--8<-- "a.py:part"``."""
        env = self.sphinx_env
        if "8<-" not in code or markdown_syntax(env) != "material":
            return code
        lines = []
        for number, text in enumerate(code.split("\n"), line + 1):
            if (match := FILE_LINE.fullmatch(text)) and (found := project_file(env, match[1])):
                path = Path(env.srcdir, found)
                env.note_dependency(str(path))
                content = path.read_text(encoding="utf-8", errors="replace")
                part = select_part(content, match[2]) if match[2] else content
                text = (content if part is None else part).rstrip("\n")
            elif match:
                reason = explain_missing_file(env, match[1])
                message = f"the file {quoted(match[1])} {reason}; its line is shown as written."
                self.report_at(message, ProblemCode.MISSING_FILE, number)
            lines.append(text)
        return "\n".join(lines)

    def render_colon_fence(self, token: SyntaxTreeNode) -> None:
        """Render a block between colons: a directive, or a callout such as ``:::note``."""
        info = (token.info or "").strip()
        callout = parse_callout(info)
        if callout is not None:
            name, title = callout
            options = {"class": name} if title else None
            name = "admonition" if title else name
            self.render_directive(token, name, title, additional_options=options)
            return
        if info and not is_directive(info):
            name = info.split(maxsplit=1)[0].partition("[")[0]
            near = suggest_callout(name)
            hint = f'Did you mean ":::{near}"?' if near else f'A directive is ":::{{{name}}}".'
            what = f'":::{name}" is not a known container; its content is shown without one.'
            self.report_at(f"{what} {hint}", ProblemCode.MDX_FENCE, token_line(token, 0))
        if self._render_or_reject(super().render_colon_fence, token):
            self.current_node += self.convert_text(token.content, is_inline=False)

    def _render_or_reject(
        self, render: Callable[[SyntaxTreeNode], None], token: SyntaxTreeNode
    ) -> bool:
        """Render a directive, and return whether it is unknown, which MyST has reported."""
        before = self._unknown_directives
        render(token)
        is_unknown = self._unknown_directives > before
        self._unknown_directives = before
        return is_unknown

    def run_directive(
        self, name: str, first_line: str, content: str, position: int, *args: Any, **options: Any
    ) -> list[nodes.Element]:
        """Run a directive; MyST reads files of ``include`` without the guarded directive."""
        source, path = str(self.document["source"]), first_line.strip()
        reason = read_refusal(self.sphinx_env, path, source) if name == "include" else ""
        if reason:
            report_outside_file(source, position, path, reason)
            return []
        return super().run_directive(name, first_line, content, position, *args, **options)

    def render_alert(self, token: SyntaxTreeNode) -> None:
        """Render a quote that begins with ``[!NOTE]``."""
        admonition: nodes.Element = getattr(nodes, token.info.lower())()
        self.add_line_and_source_path(admonition, token)
        with self.current_node_context(admonition, append=True):
            self.render_children(token)

    def render_alert_title(self, token: SyntaxTreeNode) -> None:
        """Omit the title, which the admonition has."""
