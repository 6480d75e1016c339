"""Add headings inside components to the table of contents of their page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.sphinx_ext.common.readable_text import readable_text
from sphinx_sitejson.sphinx_ext.patches.node_traversal import find_nodes

from .component_nodes import component, find_slot, inline_component

if TYPE_CHECKING:
    from sphinx.application import Sphinx


HEADINGS = (nodes.rubric, component)
"""Headings inside components, and components that may have one."""


def add_inner_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Add headings inside components to the table of contents that Sphinx created."""
    for reference in [*find_nodes(app.env.tocs[app.env.docname], nodes.reference)]:
        if (label := without_component_texts(reference)) is not reference:
            reference.replace_self(label)
    headings = [node for node in find_nodes(doctree, HEADINGS) if is_heading(node)]
    if not headings:
        return
    docname = app.env.docname
    toc = app.env.tocs[docname]
    entries = {
        str(reference["anchorname"]).removeprefix("#"): reference.parent.parent
        for reference in toc.findall(nodes.reference)
        if "anchorname" in reference
    }
    first = next(doctree.findall(nodes.section), None)
    for section, group in groupby(headings, key=enclosing_section):
        name = "" if section is None or section is first else section["ids"][0]
        entry = entries.get(name)
        if entry is not None:
            insert_entries(entry, nest_entries(docname, list(group)))
    app.env.toc_num_entries[docname] += len(headings)


def without_component_texts(title: nodes.Element) -> nodes.Element:
    """Return a title without inline components that have a text, such as tooltips.

    They may contain links and ids. If there is no other text, the title is returned as it is.
    """
    if next(title.findall(inline_component), None) is None:
        return title
    rest = title.deepcopy()
    for each in [*rest.findall(inline_component)]:
        if each.astext().strip():
            each.parent.remove(each)
    return rest if rest.astext().strip() else title


def is_heading(node: nodes.Node) -> bool:
    """Return whether a node is a heading inside a component, or a component with one."""
    return isinstance(node, HEADINGS) and "mdx_heading" in node


def heading_text(heading: nodes.Element) -> str:
    """Return the text of a heading, or of the heading slot of a component."""
    part = find_slot(heading, heading["heading_slot"]) if "heading_slot" in heading else None
    return readable_text(heading if part is None else part)


def enclosing_section(node: nodes.Node) -> nodes.section | None:
    """Return the section around a node."""
    ancestor = node.parent
    while ancestor is not None and not isinstance(ancestor, nodes.section):
        ancestor = ancestor.parent
    return ancestor


def insert_entries(entry: nodes.Element, items: Iterable[nodes.Node]) -> None:
    """Insert entries before those of subsections, which follow on the page."""
    last = entry.children[-1]
    if not isinstance(last, nodes.bullet_list):
        last = nodes.bullet_list()
        entry += last
    inner = [
        item
        for item in last.children
        if isinstance(item, nodes.Element) and item.get("mdx_heading")
    ]
    last[len(inner) : len(inner)] = list(items)


def nest_entries(docname: str, headings: list[nodes.Element]) -> list[nodes.list_item]:
    """Return the entries of headings, nested by their levels."""
    top: list[nodes.list_item] = []
    stack: list[tuple[int, nodes.list_item]] = []
    for heading in headings:
        text = heading_text(heading)
        reference = nodes.reference(
            "", text, internal=True, refuri=docname, anchorname=f"#{heading['ids'][0]}"
        )
        item = nodes.list_item("", addnodes.compact_paragraph("", "", reference), mdx_heading=True)
        while stack and stack[-1][0] >= heading["mdx_heading"]:
            stack.pop()
        if stack:
            outer = stack[-1][1]
            inner = outer.children[-1]
            if not isinstance(inner, nodes.bullet_list):
                inner = nodes.bullet_list()
                outer += inner
            inner += item
        else:
            top.append(item)
        stack.append((heading["mdx_heading"], item))
    return top
