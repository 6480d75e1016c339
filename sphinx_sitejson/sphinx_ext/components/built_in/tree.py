"""Trees of files and folders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    content_of,
    is_component,
)
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.links import text_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import slot_content
from sphinx_sitejson.sphinx_ext.components.props import flag_prop, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, Shape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

_ENTRIES = ("tree_folder", "tree_file")


def build_tree(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a tree; what is neither a file nor a folder stands before it."""
    entries = [child for child in call.children if is_component(child, *_ENTRIES)]
    others = [child for child in call.children if not is_component(child, *_ENTRIES)]
    if not entries:
        message = (
            f"<{call.name}> holds no <Tree.Folder> or <Tree.File>; what stands in it is shown."
        )
        call.report("misplaced_component", message)
        return others
    return [*others, block("tree", call, entries)]


def build_folder(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a folder with what is in it."""
    entries = [child for child in call.children if is_component(child, *_ENTRIES)]
    return [_entry("tree_folder", "folder", call, entries, flag_prop(call, "defaultOpen"))]


def build_file(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a file."""
    return [_entry("tree_file", "file", call, [], False)]


def _entry(
    shape: str, icon: str, call: ComponentCall, entries: Sequence[nodes.Node], is_open: bool
) -> nodes.Node:
    return block(
        shape,
        call,
        entries,
        slots=[
            *text_slot("name", text_prop(call, "name") or "…", call),
            *text_slot("comment", text_prop(call, "comment"), call),
        ],
        icon=icon_prop(call, icon),
        is_open=is_open,
        is_marked=flag_prop(call, "highlight"),
    )


def _plain_tree(node: nodes.Element) -> list[nodes.Node]:
    return [nodes.bullet_list("", *content_of(node), bullet="-")]


def _plain_entry(node: nodes.Element) -> list[nodes.Node]:
    name = nodes.literal("", "", *slot_content(node, "name"))
    comment = slot_content(node, "comment")
    line = [name, *([nodes.Text(" "), *comment] if comment else [])]
    entries = content_of(node)
    inner = [nodes.bullet_list("", *entries, bullet="-")] if entries else []
    item = nodes.list_item("", nodes.paragraph("", "", *line), *inner)
    if isinstance(node.parent, nodes.bullet_list):
        return [item]
    return [nodes.bullet_list("", item, bullet="-")]


_PROPS = "name icon iconType comment highlight"

FAMILY = Family(
    components=(
        spec("Tree", build_tree),
        spec("Tree.Folder", build_folder, f"{_PROPS} defaultOpen openable", argument="name"),
        spec("Tree.File", build_file, _PROPS, argument="name"),
    ),
    shapes=(
        Shape(name="tree", plain=_plain_tree, needs_more_files=True),
        Shape(name="tree_folder", plain=_plain_entry, needs_more_files=True),
        Shape(name="tree_file", plain=_plain_entry, needs_more_files=True),
    ),
)
