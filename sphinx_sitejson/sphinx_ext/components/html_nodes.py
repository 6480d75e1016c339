"""HTML elements of pages as nodes: real elements in HTML, only their content elsewhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.mdx.scanning.element_names import VOID_ELEMENTS
from sphinx_sitejson.sphinx_ext.domain import site_of

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

EMBEDDED = frozenset({"iframe", "video", "audio", "embed", "object", "source"})
"""Elements that show something from elsewhere; on paper their address is shown."""

_PICTURES = frozenset({"svg", "canvas", "math"})


class html_block(nodes.General, nodes.Element):
    """An element that holds blocks."""


class html_text(nodes.General, nodes.TextElement):
    """An element that is a block and holds words."""


class html_inline(nodes.Inline, nodes.TextElement):
    """An element among words."""


HtmlNode = html_block | html_text | html_inline


def visit_html(translator: HTML5Translator, node: HtmlNode) -> None:
    """Write the opening tag."""
    attributes = dict(node["attributes"])
    folder = getattr(translator.builder, "dlpath", "")
    files: dict[str, str] = node.get("files") or {}
    for name, file in files.items():
        attributes[name] = posixpath.join(folder, quote(file))
    classes = " ".join(filter(None, [attributes.pop("class", ""), *node["classes"]]))
    if classes:
        attributes["class"] = classes
    if node["ids"]:
        attributes["id"] = node["ids"][0]
    translator.body.append(start_tag(node["tag"], attributes))


def depart_html(translator: HTML5Translator, node: HtmlNode) -> None:
    """Write the closing tag."""
    if node["tag"] not in VOID_ELEMENTS:
        translator.body.append(Markup("</{}>").format(node["tag"]))
    if not isinstance(node, html_inline):
        translator.body.append("\n")


def start_tag(name: str, attributes: dict[str, str | None]) -> Markup:
    """Return an opening tag; names come from a closed list, values are escaped."""
    written = Markup("").join(
        Markup(" {}").format(key) if value is None else Markup(' {}="{}"').format(key, value)
        for key, value in attributes.items()
    )
    end = " /" if name in VOID_ELEMENTS else ""
    return Markup("<{}{}{}>").format(name, written, end)


class PlainHtml(SphinxPostTransform):
    """Leaves only the content of elements, for builders other than HTML."""

    default_priority = 190

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        if site_of(self.env).builder.format == "html":
            return
        for kind in (html_block, html_text, html_inline):
            # Inner elements first: what they leave is part of what the outer ones leave.
            for node in reversed([*self.document.findall(kind)]):
                assert isinstance(node, HtmlNode)
                leave_plain_form(node)
        hidden = [image for image in self.document.findall(nodes.image) if is_for_dark(image)]
        for image in hidden:
            image.parent.remove(image)


def leave_plain_form(node: HtmlNode) -> None:
    """Put the plain form of an element in its place; its ids stay where links find them."""
    plain = list(plain_form(node))
    if node["ids"]:
        plain.insert(0, nodes.target("", "", ids=node["ids"]))
    position = node.parent.index(node)
    node.parent[position : position + 1] = plain


def is_for_dark(image: nodes.image) -> bool:
    """Whether an image is only for the dark mode, which paper does not have."""
    return "only-dark" in image["classes"]


def plain_form(node: HtmlNode) -> Iterator[nodes.Node]:
    """Yield what a builder shows that knows no HTML."""
    tag = node["tag"]
    is_inline = isinstance(node, html_inline)
    if tag == "br":
        yield nodes.Text("\n")
    elif tag == "hr":
        if isinstance(node.parent, nodes.section | nodes.document):
            yield nodes.transition()
    elif tag in _PICTURES:
        return
    elif tag in EMBEDDED and not node.children:
        address = node["attributes"].get("src") or node["attributes"].get("data") or ""
        if "://" in address:
            link = nodes.reference("", address, refuri=address)
            yield link if is_inline else nodes.paragraph("", "", link)
    elif is_inline:
        yield from node.children
    else:
        yield from in_paragraphs(node.children)


def in_paragraphs(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield blocks, with words between them put into paragraphs."""
    line: list[nodes.Node] = []
    for child in children:
        if isinstance(child, nodes.Text | nodes.Inline | nodes.image) or is_in_line(child):
            line.append(child)
            continue
        if "".join(node.astext() for node in line).strip():
            yield nodes.paragraph("", "", *line)
        line = []
        yield child
    if any(isinstance(node, nodes.image) or node.astext().strip() for node in line):
        yield nodes.paragraph("", "", *line)


def is_in_line(node: nodes.Node) -> bool:
    """Whether a node stands in a line of text."""
    return isinstance(node, nodes.raw) and bool(node.get("is_inline"))
