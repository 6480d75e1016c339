"""A page's doctree as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TypeGuard

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from sphinx_sitejson.common.markdown_text import (
    cell,
    code,
    code_block,
    indented,
    line_starts,
    link,
    one_line,
    plain,
    quotation,
)

from .build_state import BuildState
from .nodes import is_line_break, readable_text

PlainCopy = Callable[[nodes.Element], nodes.Element]
WriteNode = Callable[[nodes.Element], str]

DEEPEST_HEADING = 6
LINE_BREAK = "  \n"
_SIGNS = {"emphasis": "*", "literal_emphasis": "*", "strong": "**", "literal_strong": "**"}
"""What is written around inline nodes, by the names of their classes."""
_BREAK = re.compile(r" *  \n\s*")
plain_copy: BuildState[PlainCopy] = BuildState(lambda env: lambda page: page)
"""Returns a page or a part of one as its Markdown has it; the components install it."""
FOR_PEOPLE = "for_people_only"
"""The attribute of a node that is omitted in Markdown."""
FOR_AGENTS = "for_agents_only"
"""The attribute of a node that only the Markdown of a page has."""
HEADING_LEVEL = "heading_level"
"""The attribute of a paragraph that is a heading in Markdown."""
CALLOUT_LABEL = "callout_label"
"""The attribute of an admonition with the name of its kind, if that is not one of docutils."""
_LEFT_OUT = (
    nodes.Invisible,
    nodes.raw,
    nodes.system_message,
    nodes.docinfo,
    nodes.meta,
    addnodes.index,
    addnodes.toctree,
    addnodes.tabular_col_spec,
    addnodes.highlightlang,
)


class MarkdownWriter:
    """Writes the Markdown of one page.

    A block node is written by the method ``block_…`` with the name of its class, an inline node by
    ``inline_…``. Unknown nodes, such as those of other extensions, are written as their children.

    :param address_of: returns the target of a link, relative to the Markdown file.
    :param block_text: writes one part of an API page.
    """

    def __init__(self, address_of: Callable[[str], str], block_text: WriteNode) -> None:
        self._get_url = address_of
        self.block_api_block = block_text
        self._level = 0

    def page(self, document: nodes.Element) -> str:
        """Return the complete page."""
        return f"{self._blocks(document)}\n"

    def _blocks(self, node: nodes.Element) -> str:
        return self._sequence(node.children)

    def _sequence(self, row: Iterable[nodes.Node]) -> str:
        """Write block nodes; consecutive inline nodes become one paragraph."""
        blocks = []
        for is_inline, children in groupby(row, _is_inline):
            if is_inline:
                blocks.append(line_starts("".join(map(self._inline, children))).strip())
            else:
                blocks += [self._block(child) for child in children]
        return "\n\n".join(filter(None, blocks))

    def _block(self, node: nodes.Node) -> str:
        if isinstance(node, _LEFT_OUT) or not isinstance(node, nodes.Element):
            return ""
        write: WriteNode | None = getattr(self, f"block_{type(node).__name__}", None)
        if write is not None:
            return write(node)
        label = node.get(CALLOUT_LABEL) or admonitionlabels.get(type(node).__name__)
        return self._labelled(node, str(label)) if label else self._blocks(node)

    def _labelled(self, node: nodes.Element, label: str) -> str:
        """Write an admonition of a standard type, with the title of the HTML writer."""
        content = node.children
        if content and isinstance(content[0], nodes.title):
            label, content = readable_text(content[0]), content[1:]
        return quotation(f"**{plain(label)}:** {self._sequence(content)}")

    def block_section(self, node: nodes.Element) -> str:
        """Write a section one level below the one around it."""
        self._level += 1
        text = self._blocks(node)
        self._level -= 1
        return text

    def block_title(self, node: nodes.Element) -> str:
        """Write a heading, or the title of something that is no section."""
        text = " ".join(self._inlines(node).split())
        if isinstance(node.parent, nodes.section):
            return f"{'#' * min(self._level, DEEPEST_HEADING)} {text}"
        return f"**{text}**" if text else ""

    def block_paragraph(self, node: nodes.Element) -> str:
        """Write text."""
        level = node.get(HEADING_LEVEL)
        return self._heading(node, level) if level else line_starts(self._inlines(node)).strip()

    block_compact_paragraph = block_paragraph

    def block_rubric(self, node: nodes.Element) -> str:
        """Write a heading that is not in the structure of the page."""
        level = node.get("mdx_heading")
        return self._heading(node, level) if level else self.strong_line(node)

    def _heading(self, node: nodes.Element, level: int) -> str:
        # A heading is strong by itself.
        inner = node[0] if len(node) == 1 and isinstance(node[0], nodes.strong) else node
        text = " ".join(self._inlines(inner).split())
        return f"{'#' * min(level, DEEPEST_HEADING)} {text}" if text else ""

    def strong_line(self, node: nodes.Element) -> str:
        """Write a heading that has no level."""
        text = self._inlines(node).strip()
        return f"**{text}**" if text else ""

    block_subtitle = block_caption = block_centered = strong_line

    def block_literal_block(self, node: nodes.Element) -> str:
        """Write code; a name of the lexer that means none is left out."""
        language = str(node.get("written_language") or node.get("language") or "")
        return code_block(node.astext(), "" if language in ("none", "default") else language)

    block_doctest_block = block_literal_block

    def block_math_block(self, node: nodes.Element) -> str:
        """Write a formula."""
        return f"$$\n{node.astext().strip()}\n$$"

    def block_bullet_list(self, node: nodes.Element) -> str:
        """Write a list."""
        return self._list(node, lambda number: "-")

    block_definition_list = block_field_list = block_option_list = block_bullet_list

    def block_enumerated_list(self, node: nodes.Element) -> str:
        """Write a numbered list."""
        start = int(node.get("start", 1))
        return self._list(node, lambda number: f"{start + number}.")

    def _list(self, node: nodes.Element, mark: Callable[[int], str]) -> str:
        items = []
        for number, item in enumerate(node.children):
            assert isinstance(item, nodes.Element)
            sign = mark(number)
            items.append(f"{sign} {indented(self._blocks(item), ' ' * (len(sign) + 1))}")
        is_loose = any("\n\n" in item for item in items)
        return ("\n\n" if is_loose else "\n").join(items)

    def block_term(self, node: nodes.Element) -> str:
        """Write a term; of a parameter and its type, only the name is strong."""
        text = self._inlines(node).strip()
        is_parameter = any("classifier" in inner["classes"] for inner in node.findall(nodes.inline))
        has_strong = is_parameter or any(True for _ in node.findall(addnodes.literal_strong))
        return text if has_strong else f"**{text}**"

    block_field_name = block_option_group = block_term

    def block_block_quote(self, node: nodes.Element) -> str:
        """Write a quotation."""
        return quotation(self._blocks(node))

    block_admonition = block_topic = block_sidebar = block_block_quote

    def block_attribution(self, node: nodes.Element) -> str:
        """Write who is quoted."""
        return f"— {self._inlines(node).strip()}"

    def block_line_block(self, node: nodes.Element) -> str:
        """Write a line block."""
        return LINE_BREAK.join(self._inlines(line) for line in node.findall(nodes.line))

    def block_transition(self, node: nodes.Element) -> str:
        """Write a line across the page."""
        return "---"

    block_text_rule = block_transition

    def block_table(self, node: nodes.Element) -> str:
        """Write a table; the content of a spanning cell is in its first column."""
        title = "".join(map(self.block_title, node.findall(nodes.title)))
        rows = [[*self._cells(row)] for row in node.findall(nodes.row)]
        width = max((len(row) for row in rows), default=0)
        if not width:
            return title
        has_head = any(True for _head in node.findall(nodes.thead))
        head, body = (rows[0], rows[1:]) if has_head else ([""] * width, rows)
        lines = [head, ["---"] * width, *body]
        rows_text = "\n".join(f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in lines)
        return f"{title}\n\n{rows_text}" if title else rows_text

    def _cells(self, row: nodes.row) -> Iterator[str]:
        for entry in row.children:
            assert isinstance(entry, nodes.Element)
            yield cell(self._blocks(entry).replace("\n\n", "<br>").replace(LINE_BREAK, "<br>"))
            yield from [""] * int(entry.get("morecols", 0))

    def block_desc_signature(self, node: nodes.Element) -> str:
        """Write the signature of an object of a programming language."""
        text = "".join(child.astext() for child in node.children if not _is_source_link(child))
        return f"**{code(' '.join(text.split()))}**"

    def block_footnote(self, node: nodes.Element) -> str:
        """Write a footnote below its reference."""
        label = next((child.astext() for child in node.findall(nodes.label)), "")
        inner = [child for child in node.children if not isinstance(child, nodes.label)]
        text = "\n\n".join(map(self._block, inner))
        return f"[^{label}]: {indented(text, '    ')}"

    block_citation = block_footnote

    def block_api_row(self, node: nodes.Element) -> str:
        """Write one of several operations, below its own heading."""
        head = node["head"]
        text = f"{code(f'{head.method} {head.path}')} {one_line(head.title)}".rstrip()
        return self._below(text, node)

    def block_api_fold(self, node: nodes.Element) -> str:
        """Write collapsible content below its title."""
        return self._below(plain(node["title"]), node)

    def _below(self, title: str, node: nodes.Element) -> str:
        self._level += 1
        level, text = min(self._level, DEEPEST_HEADING), self._blocks(node)
        self._level -= 1
        return f"{'#' * level} {title}\n\n{text}" if text else ""

    def _inlines(self, node: nodes.Element) -> str:
        text = "".join(map(self._inline, node.children))
        # A blank line would end the paragraph.
        return _BREAK.sub(LINE_BREAK, text) if LINE_BREAK in text else text

    def _inline(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return plain(str(node))
        if is_task_box(node):
            return task_mark(node)
        if is_line_break(node):
            return LINE_BREAK
        if isinstance(node, _LEFT_OUT) or not isinstance(node, nodes.Element):
            return self._inlines(node) if isinstance(node, nodes.target) else ""
        name = type(node).__name__
        if name in _SIGNS:
            return _wrapped(self._inlines(node), _SIGNS[name])
        write: WriteNode | None = getattr(self, f"inline_{name}", None)
        if write is not None:
            return write(node)
        return self._inlines(node) if _is_inline(node) else self._block(node)

    def inline_literal(self, node: nodes.Element) -> str:
        """Write inline code."""
        return code(node.astext())

    def inline_math(self, node: nodes.Element) -> str:
        """Write an inline formula."""
        return f"${node.astext()}$"

    def inline_reference(self, node: nodes.Element) -> str:
        """Write a link, or only its text if it has no target."""
        text = self._inlines(node)
        if "refid" in node:
            return link(text, f"#{node['refid']}")
        url = self._get_url(str(node.get("refuri") or ""))
        return link(text, url) if url and text.strip() else text

    inline_number_reference = inline_reference

    def inline_download_reference(self, node: nodes.Element) -> str:
        """Write the link to a file that is offered."""
        text = self._inlines(node)
        url = str(node.get("refuri") or "")
        if "filename" in node:
            url = self._get_url(f"/_downloads/{node['filename']}")
        return link(text, url) if url else text

    def inline_image(self, node: nodes.Element) -> str:
        """Write a picture."""
        url = self._get_url(str(node.get("uri") or ""))
        alt = plain(str(node.get("alt") or ""))
        return f"!{link(alt, url)}" if url and not url.startswith("data:") else alt

    block_image = inline_image

    def inline_footnote_reference(self, node: nodes.Element) -> str:
        """Write the mark of a footnote."""
        return f"[^{node.astext()}]"

    inline_citation_reference = inline_footnote_reference


def is_task_box(node: nodes.Node) -> TypeGuard[nodes.raw]:
    """Return whether a node is the check box of a task in a list."""
    return (
        isinstance(node, nodes.raw)
        and node.get("format") == "html"
        and "task-list-item-checkbox" in node.astext()
    )


def task_mark(box: nodes.raw) -> str:
    """Return the state of a task as text: ``[x]`` or ``[ ]``."""
    return "[x] " if "checked=" in box.astext() else "[ ] "


def _wrapped(text: str, sign: str) -> str:
    """Put delimiters around text, and move leading and trailing space outside of them."""
    stripped = text.strip()
    if not stripped:
        return text
    start = text[: len(text) - len(text.lstrip())]
    end = text[len(text.rstrip()) :]
    return f"{start}{sign}{stripped}{sign}{end}"


def _is_source_link(node: nodes.Node) -> bool:
    """Whether a part of a signature is the link of ``viewcode`` or ``linkcode``."""
    return isinstance(node, nodes.Element) and any(
        "viewcode-link" in inner["classes"] for inner in node.findall(nodes.inline)
    )


def _is_inline(node: nodes.Node) -> bool:
    if isinstance(node, nodes.image):
        return isinstance(node.parent, nodes.TextElement)
    # A signature counts as inline for docutils.
    is_block = isinstance(node, nodes.raw | addnodes.desc_signature)
    return isinstance(node, nodes.Inline | nodes.Text) and not is_block
