"""The nodes of HTML elements, and helpers for inline and block nodes."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup

from sphinx_sitejson.mdx.scanning.element_names import VOID_ELEMENTS

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

EMBEDDED = frozenset({"iframe", "video", "audio", "embed", "object", "source"})
"""Elements that embed other resources; builders other than HTML show their URL."""

NEEDS_TARGET = "needs_target"
"""The attribute of nodes of docutils that have the id of an HTML element."""


class html_block(nodes.General, nodes.Element):
    """An element with block content."""

    content_model = ((nodes.Body, "*"),)


class html_text(nodes.General, nodes.TextElement):
    """A block element with inline content."""


class html_inline(nodes.Inline, nodes.TextElement):
    """An inline element."""

    def astext(self) -> str:
        """Return its text; a line break separates words."""
        return " " if self.get("tag") == "br" else str(super().astext())


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
    # docutils adds the ids of preceding targets to a node.
    translator.body.append(anchors(node["ids"][1:]))
    translator.body.append(start_tag(node["tag"], attributes))


def depart_html(translator: HTML5Translator, node: HtmlNode) -> None:
    """Write the closing tag."""
    if node["tag"] not in VOID_ELEMENTS:
        translator.body.append(Markup("</{}>").format(node["tag"]))
    if not isinstance(node, html_inline):
        translator.body.append("\n")


def anchors(ids: Iterable[str]) -> Markup:
    """Return empty elements with ids, as link targets."""
    return Markup("").join(Markup('<span id="{}"></span>').format(name) for name in ids)


def start_tag(name: str, attributes: dict[str, str | None]) -> Markup:
    """Return an opening tag with escaped values: ``<a href="b">``."""
    attribute_text = Markup("").join(
        Markup(" {}").format(key) if value is None else Markup(' {}="{}"').format(key, value)
        for key, value in attributes.items()
    )
    end = " /" if name in VOID_ELEMENTS else ""
    return Markup("<{}{}{}>").format(name, attribute_text, end)


def in_paragraphs(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield blocks, with inline nodes between them in paragraphs, without white space."""
    line: list[nodes.Node] = []
    for child in children:
        # An invisible node, such as a target, stays with the text before it.
        if is_in_line(child) or (line and isinstance(child, nodes.Inline) and _is_anchor(child)):
            line.append(child)
            continue
        yield from _paragraph(line)
        line = []
        if not is_space(child):
            yield child
    yield from _paragraph(line)


def _paragraph(line: list[nodes.Node]) -> Iterator[nodes.paragraph]:
    while line and is_space(line[0]):
        line = line[1:]
    while line and is_space(line[-1]):
        line = line[:-1]
    if line:
        yield nodes.paragraph("", "", *line)


def is_in_line(node: nodes.Node) -> bool:
    """Return whether a node is inline.

    In docutils, links, images and raw output may be both.
    """
    if isinstance(node, nodes.raw):
        return bool(node.get("is_inline"))
    if isinstance(node, nodes.Text | nodes.reference | nodes.image):
        return True
    return isinstance(node, nodes.Inline) and not isinstance(node, nodes.Body)


def _is_anchor(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Invisible)


def is_space(node: nodes.Node) -> bool:
    """Return whether a node has only white space."""
    if isinstance(node, nodes.paragraph):
        return not node["ids"] and all(map(is_space, node.children))
    return isinstance(node, nodes.Text) and not node.strip()
