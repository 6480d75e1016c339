"""Normalizes document trees, so that each element holds only what docutils and Sphinx allow.

Authors put anything anywhere: a callout into a table cell, a card into a link, words between
cards. What builds the nodes of an element cannot know where they end up. This is the one place
that does, whatever the nodes come from:

- Words where blocks are expected get a paragraph; white space between blocks is dropped.
- A block among the words of a paragraph splits it: ``<p>a <note/> b</p>`` becomes ``<p>a</p>
  <note/> <p>b</p>``. One in a heading follows it.
- A block in a link, or in anything else that cannot be split, becomes an inline element that is
  drawn by the same template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.settings.front_matter import IS_MDX

from .component_nodes import (
    block_in_line,
    component,
    component_slot,
    inline_component,
)
from .html_nodes import html_block, html_inline, html_text, in_paragraphs, is_in_line, is_space
from .registry import plain_component

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

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
"""Elements whose children are blocks."""
_CATEGORIES = (
    nodes.Body,
    nodes.Inline,
    nodes.Part,
    nodes.Structural,
    nodes.Bibliographic,
    nodes.Decorative,
    # A title, which docutils puts into no other category since 0.22.
    nodes.Titular,
    nodes.transition,
)
"""What nodes of docutils belong to; some of Sphinx and of other extensions have none of them."""
_NEEDS_CONTENT = (
    nodes.block_quote,
    nodes.bullet_list,
    nodes.compound,
    nodes.container,
    nodes.definition_list,
    nodes.enumerated_list,
)
"""Elements that are dropped when nothing is left in them."""
_NEVER_SPLIT = (*LINKS, inline_component, block_in_line)
"""Elements among words that stand for one thing, with whatever is in them."""
_MODULES = ("docutils.nodes", component.__module__, html_block.__module__)
"""Where the elements are defined whose content is known."""
_SPHINX_ELEMENTS = (
    addnodes.desc_content,
    addnodes.download_reference,
    addnodes.pending_xref,
    addnodes.seealso,
)
"""Those of Sphinx; all others are left alone."""


class NormalizeTree(SphinxTransform):
    """Normalizes the trees of pages that may hold components or HTML elements."""

    # After the texts of pages are translated (20), which looks for the paragraphs of the source.
    default_priority = 30

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if may_need_normalization(self.env):
            normalize_tree(self.document)


def may_need_normalization(env: BuildEnvironment) -> bool:
    """Whether the page that is read has nodes that authors can put anywhere."""
    return bool(env.temp_data.get(IS_MDX)) or env.docname in site_domain(env).components


def normalize_tree(root: nodes.Element) -> None:
    """Normalize all elements below a root, and the children of the root."""
    _normalize(root)


def convert_to_inline(
    children: Iterable[nodes.Node], *, keeps_components: bool = True
) -> list[nodes.Node]:
    """Return nodes that may stand among words.

    :param keeps_components: whether components are still drawn by their templates; otherwise
        their plain form is left.
    """
    converted: list[nodes.Node] = []
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
    """Whether a node may stand among words; of nodes without a category nobody knows."""
    return isinstance(node, nodes.Text | nodes.Inline) or not isinstance(node, _CATEGORIES)


def _inline_form(node: nodes.Node, keeps_components: bool) -> Iterator[nodes.Node]:
    """Yield a block as nodes that may stand among words."""
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
        # Such as a diagram of another extension, of which nothing else can be shown.
        yield node
    else:
        yield from content


def _normalize(node: nodes.Element) -> list[nodes.Node]:
    """Normalize an element and all that is in it, and return the nodes that take its place."""
    children: list[nodes.Node] = []
    for child in node.children:
        children += _normalize(child) if isinstance(child, nodes.Element) else [child]
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
    if isinstance(node, nodes.figure) and not _has_image(children):
        return [*_targets(node), *in_paragraphs(_dissolve_figure(children))]
    _replace_children(node, children)
    return [] if isinstance(node, _NEEDS_CONTENT) and not children else [node]


def _has_image(children: list[nodes.Node]) -> bool:
    return any(True for child in children for _image in child.findall(nodes.image))


def _dissolve_figure(children: list[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield the content of a figure whose image was taken out, such as one outside the project."""
    for child in children:
        if isinstance(child, nodes.caption):
            yield nodes.paragraph("", "", *child.children)
        elif isinstance(child, nodes.legend):
            yield from child.children
        else:
            yield child


def _normalize_block(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return an element that holds blocks, without words between them."""
    if isinstance(node, html_block) and children and all(map(is_in_line, children)):
        element = _with_class(node, html_text, children)
        # Its text is that of a value, which is not translated before the tree is normalized.
        element["translatable"] = False
        return [element]
    slots, others = _split_slots(children)
    if any(map(_is_only_inline, others)):
        others = [*in_paragraphs(others)]
    elif not isinstance(node, nodes.entry):
        others = [child for child in others if not is_space(child)]
    _replace_children(node, [*slots, *others])
    if not node.children and isinstance(node, _NEEDS_CONTENT):
        return [*_targets(node)]
    if not node.children and isinstance(node, nodes.Admonition):
        node += nodes.paragraph()
    return [node]


def _is_only_inline(node: nodes.Node) -> bool:
    """Whether a node may not stand where blocks do; to Sphinx a linked image is one."""
    if isinstance(node, nodes.reference):
        return [type(child) for child in node.children] != [nodes.image]
    return is_in_line(node) and not isinstance(node, nodes.Body)


def _normalize_text(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return an element that holds words, and the blocks that stood among them."""
    if isinstance(node, LINKS):
        children = [*_without_links(children)]
    if all(isinstance(child, component_slot) or is_allowed_in_text(child) for child in children):
        _replace_children(node, children)
        return [_as_block_link(node)] if isinstance(node, nodes.paragraph) else [node]
    if isinstance(node, _NEVER_SPLIT):
        slots, others = _split_slots(children)
        _replace_children(node, [*slots, *convert_to_inline(others)])
        return [node]
    if isinstance(node, html_text | html_inline):
        return [_with_class(node, html_block, [*in_paragraphs(children)])]
    if isinstance(node, nodes.paragraph):
        return _split_paragraph(node, children)
    if isinstance(node, nodes.Inline):
        return [*_split_inline(node, children)]
    words = [child for child in children if is_allowed_in_text(child)]
    is_heading = isinstance(node, nodes.title | nodes.rubric)
    if is_heading and "".join(word.astext() for word in words).strip():
        _replace_children(node, words)
        return [node, *(child for child in children if not is_allowed_in_text(child))]
    _replace_children(node, convert_to_inline(children, keeps_components=False))
    return [node]


def _split_paragraph(node: nodes.paragraph, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a paragraph as several, with the blocks between them."""
    parts = [*in_paragraphs(children)]
    before = {*map(id, children)}
    added = [part for part in parts if isinstance(part, nodes.paragraph) and id(part) not in before]
    for part in added:
        part["classes"] += node["classes"]
    if not added:
        _move_message(node, parts)
        return [*_targets(node), *parts]
    # The first part stays the same node: it has the id, and the message for translators.
    first = added[0]
    content = list(first.children)
    first.clear()
    _replace_children(node, content)
    parts[parts.index(first)] = node
    return parts


def _move_message(node: nodes.paragraph, blocks: list[nodes.Node]) -> None:
    """Let the first words of some blocks stand for the paragraph that held all of them.

    Translators get the source of the paragraph, and their text is put in its place before the tree
    is normalized.
    """
    for block in blocks:
        for words in block.findall(nodes.paragraph):
            if not words.source:
                words.rawsource, words.source, words.line = node.rawsource, node.source, node.line
                return


def _split_inline(node: nodes.Element, children: list[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield an element among words as several, with the blocks between them."""
    unused = [node]
    for part in in_paragraphs(children):
        if not isinstance(part, nodes.paragraph):
            yield from _targets(node) if unused and node["ids"] else ()
            unused = []
            yield part
            continue
        piece = unused.pop() if unused else node.copy()
        if piece is not node:
            piece["ids"] = []
        content = list(part.children)
        part.clear()
        _replace_children(piece, content)
        yield piece


def _without_links(children: list[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield nodes without the links among them: HTML has no links in links."""
    for child in children:
        if isinstance(child, LINKS):
            yield from child.children
            continue
        if isinstance(child, nodes.Element):
            _replace_children(child, [*_without_links(child.children)])
        yield child


def _as_block_link(node: nodes.paragraph) -> nodes.Element:
    """Return a paragraph that is only a link around blocks as a block of HTML.

    In HTML a link may hold blocks, and a paragraph may not.
    """
    shown = [child for child in node.children if not is_space(child)]
    if len(shown) != 1 or not isinstance(shown[0], LINKS):
        return node
    if not any(map(_is_block_in_line, shown[0].findall(nodes.Element))):
        return node
    link = _with_class(node, html_text, list(node.children))
    link["tag"], link["attributes"] = "div", {}
    return link


def _is_block_in_line(node: nodes.Node) -> bool:
    if isinstance(node, html_inline):
        return node["tag"] not in INLINE_ELEMENTS
    return isinstance(node, block_in_line)


def _split_slots(children: Iterable[nodes.Node]) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """Return the named parts of a component, and its other children."""
    slots: list[nodes.Node] = []
    others: list[nodes.Node] = []
    for child in children:
        (slots if isinstance(child, component_slot) else others).append(child)
    return slots, others


def _with_class(
    node: nodes.Element, kind: type[_Element], children: Iterable[nodes.Node]
) -> _Element:
    """Return an element of another class with the same attributes."""
    options: Any = node.attributes
    changed = kind(node.rawsource, **options)
    changed.source, changed.line = node.source, node.line
    _replace_children(changed, list(children))
    return changed


def _targets(node: nodes.Element) -> list[nodes.Node]:
    """Return what links to an element still find when the element is gone."""
    return [nodes.target("", "", ids=node["ids"])] if node["ids"] else []


def _replace_children(node: nodes.Element, children: list[nodes.Node]) -> None:
    """Give an element other children; nothing is touched where they are the same."""
    if len(children) != len(node.children) or any(
        new is not old for new, old in zip(children, node.children, strict=True)
    ):
        node.children = []
        node.extend(children)
