"""What the plain forms of components are put together from: nodes that every writer knows."""

from __future__ import annotations

from docutils import nodes

from .component_nodes import content_of, slot_of

Nodes = list[nodes.Node]


def content_after_title(node: nodes.Element) -> Nodes:
    """Return what is in a component, after its title."""
    title = slot_content(node, "title")
    return [*([strong_paragraph(title)] if title else []), *content_of(node)]


def slot_content(node: nodes.Element, name: str) -> Nodes:
    """Return what stands in a named part of a component."""
    part = slot_of(node, name)
    return list(part.children) if part else []


def slot_paragraph(node: nodes.Element, name: str) -> Nodes:
    """Return a named part of a component as a paragraph, or nothing when it is empty."""
    content = slot_content(node, name)
    return [nodes.paragraph("", "", *content)] if content else []


def strong_paragraph(content: Nodes) -> nodes.paragraph:
    """Return a line that stands out."""
    return nodes.paragraph("", "", nodes.strong("", "", *content))


def below_title(title: Nodes, content: Nodes) -> Nodes:
    """Return content below a title, and indented, so that one sees where it ends."""
    if not title:
        return content
    if not content:
        return [strong_paragraph(title)]
    term = nodes.term("", "", *title)
    return [
        nodes.definition_list(
            "", nodes.definition_list_item("", term, nodes.definition("", *content))
        )
    ]


def content_below_title(node: nodes.Element) -> Nodes:
    """Return what is in a component, indented below its title."""
    return below_title(slot_content(node, "title"), content_of(node))
