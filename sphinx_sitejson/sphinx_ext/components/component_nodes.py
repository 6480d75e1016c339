"""The nodes of components.

A component is one node with the name of its template, plain values for it, and parts: texts of
props, which stay texts so that they can be searched and translated, and what stands between
the tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from docutils import nodes

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain

from .html_nodes import in_paragraphs

if TYPE_CHECKING:
    from .calls import ComponentCall

Values = Mapping[str, Any]
"""What a template receives: strings, numbers, flags, and frozen data."""


# By their content models docutils checks the children of nodes, since 0.22.


class component_slot(nodes.Part, nodes.TextElement):
    """A part of a component that its template puts in a place of its own."""

    content_model = (((nodes.Text, nodes.Inline, nodes.Body), "*"),)


class component(nodes.General, nodes.Element):
    """A component that is a block."""

    content_model: ClassVar[Any] = ((component_slot, "*"), (nodes.Body, "*"))


class inline_component(nodes.Inline, nodes.TextElement):
    """A component that stands among words."""

    content_model = ((component_slot, "*"), ((nodes.Text, nodes.Inline), "*"))


class block_in_line(nodes.Inline, nodes.TextElement, component):
    """A component that is a block, but stands where only words may, such as in a link."""

    content_model: ClassVar[Any] = inline_component.content_model


class component_text(nodes.Inline, nodes.TextElement):
    """The text of a prop."""


def block(
    name: str,
    call: ComponentCall,
    children: Iterable[nodes.Node] = (),
    *,
    slots: Iterable[component_slot] = (),
    wanted_id: str = "",
    heading: tuple[str, int] | None = None,
    **values: Any,
) -> component:
    """Return a component that is a block.

    :param name: of its shape: its template, and its plain form.
    :param wanted_id: its id, unless something before it on the page has the same.
    :param heading: the part that stands in the contents of the page, and its level.
    """
    node = component("", *slots, *in_paragraphs(children), component=name, values=values)
    record_use(name, call)
    node.source, node.line = call.source, call.line
    if wanted_id:
        node["wanted_id"] = wanted_id
        if heading:
            node["heading_slot"], node["mdx_heading"] = heading
    return node


def inline_node(
    name: str, call: ComponentCall, children: Iterable[nodes.Node] = (), **values: Any
) -> inline_component:
    """Return a component that stands among words."""
    record_use(name, call)
    return inline_component("", "", *inline_content(children), component=name, values=values)


def in_line_or_paragraph(call: ComponentCall, node: nodes.Node) -> list[nodes.Node]:
    """Put what belongs to a line of text into a paragraph where it stands alone."""
    return [node] if call.is_inline else [nodes.paragraph("", "", node)]


def record_use(name: str, call: ComponentCall) -> None:
    """Record which components a page uses, to include their styles and scripts."""
    site_domain(call.env).components.setdefault(call.env.docname, set()).add(name)


def slot(name: str, *content: nodes.Node) -> component_slot:
    """Return a named part of a component."""
    return component_slot("", "", *content, slot=name)


def text(words: str, call: ComponentCall, *content: nodes.Node) -> component_text:
    """Return the text of a prop.

    :param content: the text as nodes, when it has more than words.
    """
    node = component_text(words, "", *(content or (nodes.Text(words),)), translatable=True)
    node.source, node.line = call.source, call.line
    return node


def inline_content(children: Iterable[nodes.Node], *, between: str = " ") -> list[nodes.Node]:
    """Return nodes without the paragraphs around them, for places that hold no blocks."""
    content: list[nodes.Node] = []
    for child in children:
        if isinstance(child, nodes.paragraph):
            content += [nodes.Text(between)] if content else []
            content += child.children
        else:
            content.append(child)
    return content


def is_component(node: nodes.Node | None, *names: str) -> TypeGuard[component]:
    """Whether a node is one of some components."""
    return isinstance(node, component) and (not names or node["component"] in names)


def slot_of(node: nodes.Element, name: str) -> component_slot | None:
    """Return a named part of a component, if it has it."""
    for child in node.children:
        if isinstance(child, component_slot) and child["slot"] == name:
            return child
    return None


def content_of(node: nodes.Element) -> list[nodes.Node]:
    """Return what is in a component besides its named parts."""
    return [child for child in node.children if not isinstance(child, component_slot)]


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
