"""Normalize doctrees, so that each element has only children that docutils and Sphinx allow.

Authors may use a callout in a table cell, a card in a link, or text between cards, and the function
that builds a component does not know its parent:

- Text where blocks are expected is wrapped in a paragraph; white space between blocks is removed.
- A block in a paragraph splits it: ``<p>a <note/> b</p>`` becomes ``<p>a</p>
  <note/> <p>b</p>``. One in a heading is moved after it.
- A block in a link, or in another element that cannot be split, becomes an inline element with the
  same template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.appearance.utility_styles import MARK
from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.site_build.front_matter import IS_MDX

from .nodes import (
    Nodes,
    block_in_line,
    component,
    component_slot,
    element_line,
    html_block,
    html_inline,
    html_text,
    in_paragraphs,
    inline_component,
    is_in_line,
    is_space,
    set_location,
)
from .registry import plain_component

_Element = TypeVar("_Element", bound=nodes.Element)

LINKS = (nodes.reference, addnodes.pending_xref)
_BLOCK_CONTAINERS = (
    nodes.document,
    nodes.section,
    nodes.topic,
    nodes.sidebar,
    nodes.Admonition,
    nodes.block_quote,
    nodes.compound,
    nodes.container,
    nodes.definition,
    nodes.description,
    nodes.entry,
    nodes.field_body,
    nodes.footnote,
    nodes.legend,
    nodes.list_item,
    addnodes.desc_content,
    component,
    html_block,
)
"""Elements with block content."""
_CATEGORIES = (
    nodes.Body,
    nodes.Inline,
    nodes.Part,
    nodes.Structural,
    nodes.Bibliographic,
    nodes.Decorative,
    # A title is in no other category since docutils 0.22.
    nodes.Titular,
    nodes.transition,
)
"""The categories of docutils; some nodes of Sphinx and of other extensions have none."""
_NEEDS_CONTENT = (
    nodes.block_quote,
    nodes.bullet_list,
    nodes.compound,
    nodes.container,
    nodes.definition_list,
    nodes.enumerated_list,
)
"""Elements that are removed if they are empty."""
_NEVER_SPLIT = (*LINKS, inline_component, block_in_line)
"""Inline elements that are not split."""
_MODULES = ("docutils.nodes", component.__module__, html_block.__module__)
"""The modules of the elements that are normalized."""
_SPHINX_ELEMENTS = (
    addnodes.desc_content,
    addnodes.download_reference,
    addnodes.pending_xref,
    addnodes.seealso,
)
"""The elements of Sphinx that are normalized."""


class NormalizeTree(SphinxTransform):
    """Normalizes the trees of pages that may hold components or HTML elements."""

    # After the translation of texts (20), which needs the paragraphs of the source.
    default_priority = 30

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        env = self.env
        if env.temp_data.get(IS_MDX) or env.docname in site_domain(env).components:
            normalize_tree(self.document)


def convert_to_inline(children: Iterable[nodes.Node], *, keeps_components: bool = True) -> Nodes:
    """Return nodes as inline nodes.

    :param keeps_components: whether components keep their templates; otherwise they are replaced
        by their plain form.
    """
    converted: Nodes = []
    is_after_block = False
    for child in children:
        is_block = not is_allowed_in_text(child)
        content = [*_inline_form(child, keeps_components)] if is_block else [child]
        if not content:
            continue
        if converted and (is_block or is_after_block):
            converted.append(nodes.Text(" "))
        converted += content
        is_after_block = is_block
    return converted


def is_allowed_in_text(node: nodes.Node) -> bool:
    """Return whether a node is inline, or has no category."""
    return isinstance(node, nodes.Text | nodes.Inline) or not isinstance(node, _CATEGORIES)


def _inline_form(node: nodes.Node, keeps_components: bool) -> Iterator[nodes.Node]:
    """Yield a block as inline nodes."""
    if not isinstance(node, nodes.Element) or isinstance(
        node, nodes.Invisible | nodes.system_message | nodes.transition | nodes.colspec
    ):
        return
    if isinstance(node, component) and keeps_components:
        slots, others = _split_slots(node.children)
        yield _with_class(node, block_in_line, [*slots, *convert_to_inline(others)])
        return
    children = plain_component(node) if isinstance(node, component) else node.children
    content = convert_to_inline(children, keeps_components=keeps_components)
    if isinstance(node, html_block | html_text):
        yield _with_class(node, html_inline, content)
    elif isinstance(node, nodes.math_block):
        yield nodes.math(node.astext(), node.astext(), ids=node["ids"])
    elif isinstance(node, nodes.FixedTextElement):
        yield nodes.literal(node.astext(), node.astext(), ids=node["ids"])
    elif node["ids"]:
        yield nodes.inline("", "", *content, ids=node["ids"])
    elif not node.children and not isinstance(node, component):
        # Such as a diagram of another extension, which has no other content.
        yield node
    else:
        yield from content


def normalize_tree(node: nodes.Element) -> Nodes:
    """Normalize an element and its descendants, and return the nodes that replace it."""
    children: Nodes = []
    for child in node.children:
        children += normalize_tree(child) if isinstance(child, nodes.Element) else [child]
    is_known = type(node).__module__ in _MODULES or isinstance(node, _SPHINX_ELEMENTS)
    if not is_known or isinstance(node, component_slot):
        _replace_children(node, children)
        return [node]
    if isinstance(node, _BLOCK_CONTAINERS) and not isinstance(node, nodes.TextElement):
        return _normalize_block(node, children)
    if isinstance(node, nodes.TextElement | addnodes.pending_xref) and not isinstance(
        node, nodes.Admonition | nodes.FixedTextElement
    ):
        return _normalize_text(node, children)
    if isinstance(node, nodes.figure) and not any([*c.findall(nodes.image)] for c in children):
        return [*_targets(node), *in_paragraphs(_dissolve_figure(children))]
    _replace_children(node, children)
    return [] if isinstance(node, _NEEDS_CONTENT) and not children else [node]


def _dissolve_figure(children: Nodes) -> Iterator[nodes.Node]:
    """Yield the content of a figure whose image was removed, such as one outside the project."""
    for child in children:
        if isinstance(child, nodes.caption):
            yield nodes.paragraph("", "", *child.children)
        elif isinstance(child, nodes.legend):
            yield from child.children
        else:
            yield child


def _normalize_block(node: nodes.Element, children: Nodes) -> Nodes:
    """Return an element with block content, without inline children."""
    if isinstance(node, html_block) and children and all(map(is_in_line, children)):
        element = _with_class(node, html_text, children)
        # Its text was not translated before the tree is normalized.
        element["translatable"] = False
        return [element]
    slots, others = _split_slots(children)
    if any(map(_is_only_inline, others)):
        # A text between elements of the author stays one, as in React.
        is_author = isinstance(node, html_block)
        others = [*in_paragraphs(others, element_line if is_author else nodes.paragraph)]
    elif not isinstance(node, nodes.entry):
        others = [child for child in others if not is_space(child)]
    _replace_children(node, [*slots, *others])
    if not node.children and isinstance(node, _NEEDS_CONTENT):
        return _targets(node)
    if not node.children and isinstance(node, nodes.Admonition):
        node += nodes.paragraph()
    return [node]


def _is_only_inline(node: nodes.Node) -> bool:
    """Return whether a node is no block; Sphinx allows a linked image as a block."""
    if isinstance(node, nodes.reference):
        return [type(child) for child in node.children] != [nodes.image]
    return is_in_line(node) and not isinstance(node, nodes.Body)


def _normalize_text(node: nodes.Element, children: Nodes) -> Nodes:
    """Return an element with inline content, and the blocks that were in it."""
    if isinstance(node, LINKS):
        children = [*_without_links(children)]
    if isinstance(node, element_line) and not _is_bare(node, children):
        node = _with_class(node, nodes.paragraph, children)
    elif isinstance(node.parent, nodes.entry) and _have_markup(children):
        # A list in a cell is in no paragraph: browsers would end it before the list.
        node = _with_class(node, element_line, children)
    if all(isinstance(child, component_slot) or is_allowed_in_text(child) for child in children):
        _replace_children(node, children)
        return [node]
    if isinstance(node, _NEVER_SPLIT):
        slots, others = _split_slots(children)
        _replace_children(node, [*slots, *convert_to_inline(others)])
        return [node]
    if isinstance(node, html_text | html_inline):
        return [_with_class(node, html_block, [*in_paragraphs(children, element_line)])]
    if isinstance(node, nodes.paragraph):
        return _split_paragraph(node, children)
    if isinstance(node, nodes.Inline):
        return [*_split_inline(node, children)]
    text_nodes = [child for child in children if is_allowed_in_text(child)]
    is_heading = isinstance(node, nodes.title | nodes.rubric)
    if is_heading and "".join(each.astext() for each in text_nodes).strip():
        _replace_children(node, text_nodes)
        return [node, *(child for child in children if not is_allowed_in_text(child))]
    _replace_children(node, convert_to_inline(children, keeps_components=False))
    return [node]


def _is_bare(line: element_line, children: Nodes) -> bool:
    """Return whether a line of elements is no paragraph in HTML: in an element of the author, and
    for elements that are blocks in HTML or have classes for styles.
    """
    return (
        isinstance(line.parent, html_block | nodes.list_item)
        or _have_markup(children)
        or any(
            MARK in each["classes"] for child in children for each in child.findall(nodes.Element)
        )
    )


def _have_markup(children: Nodes) -> bool:
    """Return whether inline nodes hold elements that are blocks in HTML."""
    return any(
        isinstance(each, block_in_line)
        or (isinstance(each, html_inline) and each["tag"] not in INLINE_ELEMENTS)
        for child in children
        for each in child.findall(nodes.Element)
    )


def _split_paragraph(node: nodes.paragraph, children: Nodes) -> Nodes:
    """Split a paragraph at its blocks."""
    parts = [*in_paragraphs(children)]
    before = {*map(id, children)}
    added = [part for part in parts if isinstance(part, nodes.paragraph) and id(part) not in before]
    for part in added:
        part["classes"] += node["classes"]
    if not added:
        # Catalogs have the source of the original paragraph, which is translated before the tree
        # is normalized.
        paragraphs = (each for part in parts for each in part.findall(nodes.paragraph))
        if first := next((each for each in paragraphs if not each.source), None):
            first.rawsource = node.rawsource
            set_location(first, node)
        return [*_targets(node), *parts]
    # The first part is the same node, with its ids and the message for translators.
    _replace_children(node, added[0].children)
    parts[parts.index(added[0])] = node
    return parts


def _split_inline(node: nodes.Element, children: Nodes) -> Iterator[nodes.Node]:
    """Split an inline element at its blocks."""
    unused = [node]
    for part in in_paragraphs(children):
        if not isinstance(part, nodes.paragraph):
            yield from _targets(node) if unused else ()
            unused = []
            yield part
            continue
        piece = unused.pop() if unused else node.copy()
        if piece is not node:
            piece["ids"] = []
        _replace_children(piece, part.children)
        yield piece


def _without_links(children: Nodes) -> Iterator[nodes.Node]:
    """Yield nodes with links replaced by their content, since HTML has no nested links."""
    for child in children:
        if isinstance(child, LINKS):
            yield from child.children
            continue
        if isinstance(child, nodes.Element):
            _replace_children(child, [*_without_links(child.children)])
        yield child


def _split_slots(children: Iterable[nodes.Node]) -> tuple[Nodes, Nodes]:
    """Return the slots of a component, and its other children."""
    slots: Nodes = []
    others: Nodes = []
    for child in children:
        (slots if isinstance(child, component_slot) else others).append(child)
    return slots, others


def _with_class(
    node: nodes.Element, kind: type[_Element], children: Iterable[nodes.Node]
) -> _Element:
    """Return an element of another class with the same attributes."""
    options: Any = node.attributes
    changed = set_location(kind(node.rawsource, **options), node)
    _replace_children(changed, list(children))
    return changed


def _targets(node: nodes.Element) -> Nodes:
    """Return a target for the ids of a removed element."""
    return [nodes.target("", "", ids=node["ids"])] if node["ids"] else []


def _replace_children(node: nodes.Element, children: Nodes) -> None:
    """Replace the children of an element, unless they are the same."""
    if children != node.children:
        node[:] = children
