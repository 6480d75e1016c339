"""Render MDX pages: their Markdown, and their elements, dropped tags and expressions."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from docutils.transforms.parts import Contents
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import clean_astext, token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_sitejson.common.characters import (
    anchors_numbered_from_two,
    heading_slug,
    hyphenated_slug,
    unique_slug,
)
from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted
from sphinx_sitejson.components.nodes import (
    Nodes,
    NodeSequence,
    element_line,
    html_block,
    in_paragraphs,
    inline_content,
)
from sphinx_sitejson.components.props import author_classes, value_as_text
from sphinx_sitejson.components.registry import known_components, known_tags
from sphinx_sitejson.components.transforms import without_component_texts
from sphinx_sitejson.mdx.fences import parse_callout, select_part, suggest_callout
from sphinx_sitejson.mdx.javascript.engine import EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    JsxValue,
    NotLiteral,
    Part,
    parse_literal,
    value_parts,
)
from sphinx_sitejson.mdx.markdown_plugins import find_failed_links
from sphinx_sitejson.mdx.other_syntaxes import FILE_LINE
from sphinx_sitejson.mdx.scanning.element_names import HTML_ELEMENTS, is_void
from sphinx_sitejson.mdx.scanning.masking import Mark
from sphinx_sitejson.navigation.page_links import (
    explain_missing_file,
    image_node,
    link_node,
    project_file,
)
from sphinx_sitejson.site_build.config import markdown_syntax
from sphinx_sitejson.site_build.page_text import is_variable

from .code_blocks import code_nodes, is_directive
from .component_builder import ComponentBuilder, Use, literal_props
from .file_guard import read_refusal, report_outside_file
from .html_elements import is_content_omitted, line_break
from .myst_renderer import MystRenderer
from .page_in_progress import PageInProgress

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

_CONTENT = ("children", "props.children")
"""Expressions of a snippet for the content of its element."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Placeholders in braces that readers replace: ``{your key}``."""
_PLAIN_TEXT = re.compile(
    r"""[{#]|(?:"[^"\n]*"|'[^'\n]*'|[\w$-]+)\s*:|[^=(?&|<>;.\[`]*\Z""", re.DOTALL
)
"""Content of braces that is text: an object, or without operators and calls."""
_GLOBAL_NAMES = frozenset({"this", "globalThis", "NaN", "Infinity", "React"})
"""Names that are defined in every file."""
_MISSPELLED = 0.8
"""How similar an unknown name is to the declared name that was intended."""
_MAX_EXCERPT = 60

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MAX_TAG_EXCERPT = 50


class MdxRenderer(MystRenderer):
    """Renders MDX pages; one instance for all pages of a process.

    markdown-it calls a method for each type of token.
    """

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
        self._is_in_line = False
        self._page = PageInProgress(self.document, options[FIRST_FRAME])
        self._components = ComponentBuilder(self._page, self)

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
        self._lines = (token.meta or {}).get("lines", [])
        texts = [child.content for child in token.children if child.type == "text"]
        for position, message in find_failed_links(token.content, texts):
            self._breaks = token.content.count("\n", 0, position)
            self.report_at(message, ProblemCode.BROKEN_LINK, self.inline_line(token))
        self._breaks = 0
        super().render_inline(token)
        self._lines, self._breaks = outer

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

    def report_fence(self, token: SyntaxTreeNode) -> None:
        """Report a code block that lacks its end, unless the scanner has done so."""
        scan = self._page.frame.source.scan
        if scan is None or not scan.open_fences:
            super().report_fence(token)

    # Elements

    def render_mdx_block(self, token: SyntaxTreeNode) -> None:
        """Render an element at the current node."""
        use = _read_use(token)
        assert use is not None
        repairs = {
            "self_closed": f'is read as "<{use.name} />"',
            "implied_end": "ends with the element around it",
        }
        if repair := repairs.get(token.meta["mark"].element.repair):
            message = f'"<{use.name}>" is not closed; it {repair}.'
            self._page.report(ProblemCode.MDX_TAG, message, use.line)
        may_have_sections = self.is_in_section() and self._is_transparent(use)
        if may_have_sections and any(child.type == "heading" for child in token.walk()):
            if use.name and use.name not in HTML_ELEMENTS:
                self.current_node += self._components.build_unknown(use)
            self.render_children(token)
            return
        if use.name in _HEADINGS and not use.is_inline and self.is_in_section():
            call = self._components.element_call(use)
            explicit_id = value_as_text(call.props.get("id"))
            self.add_html_heading(token, int(use.name[1]), explicit_id, author_classes(call))
            return
        result = self._build_element(token, use)
        for node in result:
            if isinstance(node, nodes.Element) and node.line is None:
                node.source, node.line = self._page.file, use.line
        self._add(result, use)

    render_mdx_inline = render_mdx_block

    def render_mdx_dropped(self, token: SyntaxTreeNode) -> None:
        """Report a tag that is omitted."""
        mark: Mark = token.meta["mark"]
        line = token_source_line(token)
        if mark.element is not None and mark.element.repair == "too_deep":
            self.report_depth(line)
            return
        is_short = len(mark.source) < _MAX_TAG_EXCERPT
        name = quoted(mark.source if is_short else f"<{mark.source[1:].split()[0]} …>")
        is_close = mark.tag is not None and mark.tag.kind == "close"
        missing = "matching opening tag" if is_close else "closing tag at the same level"
        message = f"{name} has no {missing}; the tag was ignored."
        self._page.report(ProblemCode.MDX_TAG, message, line)

    def _build_element(self, token: SyntaxTreeNode, use: Use) -> NodeSequence:
        outer, is_custom = self._is_in_line, self._components.is_custom(use.name)
        self._is_in_line = (is_custom or use.name in HTML_ELEMENTS) and _is_on_one_line(token)
        try:
            if is_custom:
                children = self._placeholder_children(token, is_inline=use.is_inline)
                return self._components.build_custom(use, children)
            content: Nodes = []
            if use.name in known_components(self.sphinx_env) or not is_content_omitted(use.name):
                content = self.convert_children(token, is_inline=use.is_inline)
            return self._components.build(use, content) if use.name else content
        finally:
            self._is_in_line = outer

    def _placeholder_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[Any]:
        """Return the children of an element for the engine.

        Text becomes a string, a component of the project an element, and all other content a
        placeholder with its props, which the component may read.
        """
        children: list[Any] = []
        for child in token.children or []:
            use = _read_use(child)
            if use is not None and use.name and self._components.is_component(use.name):
                inner = self._placeholder_children(child, is_inline=use.is_inline)
                children.append({"name": use.name, "attributes": use.attributes, "children": inner})
                continue
            content = self.convert_token(child, is_inline=is_inline)
            if not content:
                continue
            if (text := _plain_text(content, token)) is not None:
                children.append(text)
                continue
            values = literal_props(use.attributes) if use is not None else {}
            children.append({**self._page.hold_content(content), "props": values})
        return children

    def _add(self, result: NodeSequence, use: Use) -> None:
        """Append nodes; inline elements that are alone on one line share a paragraph."""
        last = next(reversed(self.current_node.children), None)
        only = result[0] if len(result) == 1 else None
        is_inline = not use.is_inline and use.name in known_tags(self.sphinx_env).inline
        if is_inline and isinstance(only, element_line):
            only["mdx_line"] = use.line
            if isinstance(last, element_line) and last.get("mdx_line") == use.line:
                last += [nodes.Text(" "), *only.children]
                return
        self.current_node += result

    def _is_transparent(self, use: Use) -> bool:
        """Return whether only the content of an element is rendered, with headings as sections."""
        if not use.name or (use.name in ("div", "section", "article") and not use.attributes):
            return True
        name, components = use.name, known_components(self.sphinx_env)
        is_known = name in HTML_ELEMENTS or name in components or self._components.is_custom(name)
        return not is_known and name.lower() not in map(str.lower, components)

    # Expressions

    def render_mdx_expression(self, token: SyntaxTreeNode) -> None:
        """Render the value of an expression."""
        is_inline = isinstance(self.current_node, nodes.TextElement)
        self.current_node += self._build_expression(token, is_inline=is_inline)

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; elements and expressions alone make none, as in MDX.

        Nor does text between tags on one line. Expressions alone may be blocks.
        """
        inline = token.children[0] if token.children else None
        if inline is not None and inline.content.lower() in ("[[toc]]", "[toc]"):
            pending = nodes.pending(Contents, {"local": True, "backlinks": False})
            self.document.note_pending(pending)
            topic = nodes.topic("", pending, classes=["contents", "local"])
            self.document.set_id(topic)
            self.current_node += topic
            return
        kinds = _element_kinds(inline) if inline is not None else set()
        if "mdx_inline" in kinds or (self._is_in_line and not kinds):
            line = element_line(inline.content if inline is not None else "")
            self.add_line_and_source_path(line, token)
            with self.current_node_context(line, append=True):
                self.render_children(token)
            return
        if inline is None or not kinds:
            super().render_paragraph(token)
            return
        result: Nodes = []
        for child in inline.children or []:
            if child.type == "mdx_expression":
                result += self._build_expression(child, is_inline=False)
            else:
                result.append(nodes.Text(" "))
        for node in in_paragraphs(result, element_line):
            if isinstance(node, nodes.paragraph) and node.line is None:
                self.add_line_and_source_path(node, token)
            self.current_node.append(node)

    def _build_expression(self, token: SyntaxTreeNode, *, is_inline: bool) -> Nodes:
        """Return the nodes of an expression; one that fails is reported.

        :param is_inline: whether the parent has inline content.
        """
        braced: str = token.meta["mark"].source
        source, line = braced[1:-1].strip(), token_source_line(token)
        if not source:
            return []
        content = self._snippet_content(line) if source in _CONTENT else None
        if content is not None:
            return self._components.build_parts(content, is_inline=True, line=line)
        with suppress(NotLiteral):
            parts = value_parts(parse_literal(source))
            return self._components.build_parts(parts, is_inline=is_inline, line=line)
        if self._is_placeholder(source):
            declared = self._page.frame.source.statements.names
            if hint := did_you_mean(source, declared, likeness=_MISSPELLED):
                message = f"{quoted(source)} is not declared, so {braced} is shown as text.{hint}"
                self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
            return [nodes.Text(braced)]
        page = self._page
        try:
            result = page.scripts.evaluate(source, page.scope(line))
        except (EngineError, ScriptError) as error:
            is_reported = page.report_script(error, line)
            return self._build_failed(braced, source, "" if is_reported else str(error), line)
        page.record_result(result, line)
        if result.kind == "object" or (result.kind and _PLACEHOLDER.fullmatch(source)):
            return [nodes.Text(braced)]
        return self._components.build_parts(result.parts, is_inline=is_inline, line=line)

    def _snippet_content(self, line: int) -> list[Part] | None:
        """Return the content of a snippet's element, or ``None`` if the engine is needed."""
        frame = self._page.frame
        if frame.caller is None or "children" in (name for name, _kind, _value in frame.attributes):
            return None
        parts: list[Part] = []
        for child in frame.children:
            if isinstance(child, str):
                parts += [child] if self._page.spend(1, len(child), line) else []
            elif "id" not in child:
                return None
            elif self._page.can_insert(child, line):
                parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        return parts

    def _is_placeholder(self, source: str) -> bool:
        """Return whether braces contain only unknown names: ``{your key}``, ``{id}``."""
        frame = self._page.frame
        if frame.scope is not None or not _PLACEHOLDER.fullmatch(source) or source[0].isdigit():
            return False
        first = re.split(r"[ -]", source, maxsplit=1)[0]
        return {first, "*"}.isdisjoint(frame.names | _GLOBAL_NAMES)

    def _build_failed(self, braced: str, source: str, error: str, line: int) -> Nodes:
        """Return the source of a failed expression if it is text; code is omitted.

        :param error: empty if JavaScript is not available for the page, which was reported.
        """
        is_placeholder = _PLACEHOLDER.fullmatch(source) is not None
        is_text = _PLAIN_TEXT.match(source) is not None if error else is_placeholder
        is_reported = is_variable(self.sphinx_env, braced)
        if error and not (is_reported or is_placeholder or source.startswith("#")):
            what = "is shown as written" if is_text else "was ignored"
            text = " ".join(braced.split())
            excerpt = quoted(text if len(text) <= _MAX_EXCERPT else f"{text[:_MAX_EXCERPT]}…")
            message = f"{excerpt} {what}, since it fails: {error}."
            self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
        return [nodes.Text(braced)] if is_text else []


def token_source_line(token: SyntaxTreeNode) -> int:
    """Return the line of a block or inline token."""
    delta = token.meta.get("delta", 0) if token.meta else 0
    return token_line(token, 0) + int(delta)


def _read_use(token: SyntaxTreeNode) -> Use | None:
    """Return the name and the attributes of an element; nothing for other tokens."""
    mark: Mark | None = token.meta.get("mark") if token.meta else None
    if token.type not in ("mdx_block", "mdx_inline") or mark is None or mark.element is None:
        return None
    assert mark.tag is not None
    name = mark.element.name
    return Use(
        # Other Markdown allows capital letters in HTML: <BR>.
        name=name.lower() if name.isupper() and is_void(name) else name,
        attributes=mark.tag.attributes,
        is_inline=token.type == "mdx_inline",
        line=token_source_line(token),
    )


def _plain_text(content: Nodes, token: SyntaxTreeNode) -> str | None:
    """Return content that is only text on the line of its tags, or ``None``."""
    if not _is_on_one_line(token):
        return None
    if len(content) == 1 and isinstance(content[0], nodes.paragraph):
        content = content[0].children
    is_text = all(isinstance(node, nodes.Text) for node in content)
    return "".join(node.astext() for node in content) if is_text else None


def _is_on_one_line(token: SyntaxTreeNode) -> bool:
    """Return whether the tags of an element are on one line, so that its text is no paragraph."""
    mark: Mark = token.meta["mark"]
    element = mark.element
    if element is None or element.close is None:
        return False
    return "\n" not in token.meta["page"].scan.text[element.tag.end : element.close.start]


def _element_kinds(inline: SyntaxTreeNode) -> set[str]:
    """Return the kinds of tokens of a paragraph of elements and expressions; of others none."""
    kinds = {
        child.type
        for child in inline.children or []
        if child.type != "softbreak" and (child.type != "text" or child.content.strip())
    }
    return kinds if kinds <= {"mdx_inline", "mdx_expression"} else set()
