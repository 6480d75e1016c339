"""Lists: numbered steps, and trees of files and folders."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from docutils import nodes

from sphinx_sitejson.common.characters import heading_slug
from sphinx_sitejson.common.problems import ProblemCode

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    block,
    component,
    component_content,
    is_component,
    join_inline,
    slot,
    slot_content,
    text,
)
from ..props import choice_prop, flag_prop, icon_prop, number_prop, text_prop, text_slot, text_slots
from ..specs import ComponentSpec, NodeShape

TITLE_SIZES = frozenset({"p", "h2", "h3", "h4"})


def build_steps(call: ComponentCall) -> NodeSequence:
    """Return a numbered list of steps."""
    size = choice_prop(call, "titleSize", TITLE_SIZES)
    steps: list[component] = []
    # Other content between steps becomes a step without a number.
    for is_step, run in groupby(call.children, key=lambda child: is_component(child, "step")):
        if is_step:
            steps += filter(is_component, run)
        else:
            other = block("step", call, run, icon=None, is_step=False, number=0, title_size="p")
            steps.append(other)
    if not any(step["values"]["is_step"] for step in steps):
        message = f"<{call.name}> contains no <Step>; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    number = 0
    for step in steps:
        values = step["values"]
        if values["is_step"]:
            number = values["number"] or number + 1
            title_size = values["title_size"] or size or "p"
            step["values"] = {**values, "number": number, "title_size": title_size}
            if "wanted_id" in step and title_size != "p":
                step["heading_slot"], step["mdx_heading"] = "title", int(title_size[1])
    return [block("steps", call, steps)]


def build_step(call: ComponentCall) -> NodeSequence:
    title = text_prop(call, "title")
    has_no_anchor = flag_prop(call, "noAnchor")
    return [
        block(
            "step",
            call,
            slots=text_slots(call, "title"),
            wanted_id=text_prop(call, "id") or ("" if has_no_anchor else heading_slug(title)),
            icon=icon_prop(call),
            is_step=True,
            number=number_prop(call, "stepNumber") or 0,
            title_size=choice_prop(call, "titleSize", TITLE_SIZES),
        )
    ]


def _plain_steps(node: nodes.Element) -> Nodes:
    """Return lists of steps: a new one where the numbers jump."""
    result: Nodes = []
    expected = 0
    for step in filter(is_component, component_content(node)):
        listed = result[-1] if result else None
        number = step["values"]["number"]
        if not step["values"]["is_step"]:
            last_item = listed[-1] if isinstance(listed, nodes.enumerated_list) else None
            (last_item.append if isinstance(last_item, nodes.list_item) else result.append)(step)
            continue
        if number != expected or not isinstance(listed, nodes.enumerated_list):
            listed = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", start=number)
            result.append(listed)
        listed += nodes.list_item("", step)
        expected = number + 1
    return result


_ENTRIES = ("tree_folder", "tree_file")


def build_tree(call: ComponentCall) -> NodeSequence:
    """Return a tree, after all content that is no file or folder."""
    entries = _collect_entries(call.children, call)
    others = [child for child in call.children if not _has_entries(child)]
    if not entries:
        message = (
            f"<{call.name}> contains no list and no <Tree.Folder> or <Tree.File>; "
            "what stands in it is shown."
        )
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return others
    return [*others, block("tree", call, entries)]


def build_entry(call: ComponentCall) -> NodeSequence:
    """Return a file, or a folder with its entries after all other content."""
    is_folder = call.name.lower() == "tree.folder"
    slots = [*text_slot("name", text_prop(call, "name") or "…", call), *text_slots(call, "comment")]
    entry = block(
        "tree_folder" if is_folder else "tree_file",
        call,
        _collect_entries(call.children, call) if is_folder else (),
        slots=slots,
        icon=icon_prop(call, "far folder" if is_folder else "far file"),
        is_open=is_folder and flag_prop(call, "defaultOpen"),
        is_marked=flag_prop(call, "highlight"),
    )
    others = [child for child in call.children if is_folder and not _has_entries(child)]
    return [*others, entry]


def _has_entries(node: nodes.Node) -> bool:
    return isinstance(node, nodes.bullet_list) or is_component(node, *_ENTRIES)


def _collect_entries(children: Iterable[nodes.Node], call: ComponentCall) -> Nodes:
    """Return the files and folders among some nodes; those of a list of names, too."""
    entries: Nodes = []
    for child in children:
        if isinstance(child, nodes.bullet_list):
            entries += [
                _build_listed_entry(item, call)
                for item in child
                if isinstance(item, nodes.list_item)
            ]
        elif is_component(child, *_ENTRIES):
            entries.append(child)
    return entries


def _build_listed_entry(item: nodes.list_item, call: ComponentCall) -> nodes.Node:
    """Return the entry that an item of a list names: a folder ends with a slash or has a list."""
    label = next((each for each in item if isinstance(each, nodes.paragraph)), nodes.paragraph())
    inner = _collect_entries(item.children, call)
    is_folder = bool(inner) or label.astext().endswith("/")
    name = [child.deepcopy() for child in label] or [text("…", call)]
    if isinstance(name[-1], nodes.Text):
        name[-1] = nodes.Text(name[-1].removesuffix("/"))
    return block(
        "tree_folder" if is_folder else "tree_file",
        call,
        inner,
        slots=[slot("name", *name)],
        icon=icon_prop(call, "far folder" if is_folder else "far file"),
        is_open=bool(inner),
        is_marked=False,
    )


def _plain_tree(node: nodes.Element) -> Nodes:
    return [nodes.bullet_list("", *component_content(node), bullet="-")]


def _plain_entry(node: nodes.Element) -> Nodes:
    name = nodes.literal("", "", *slot_content(node, "name"))
    line = join_inline([name], slot_content(node, "comment"))
    inner = _plain_tree(node) if component_content(node) else []
    item = nodes.list_item("", nodes.paragraph("", "", *line), *inner)
    if isinstance(node.parent, nodes.bullet_list):
        return [item]
    return [nodes.bullet_list("", item, bullet="-")]


_PROPS = "name icon iconType comment highlight"

COMPONENTS = (
    ComponentSpec("Steps", build_steps, "titleSize title"),
    ComponentSpec(
        "Step", build_step, "title icon iconType titleSize stepNumber noAnchor", argument="title"
    ),
    ComponentSpec("Tree", build_tree),
    ComponentSpec("FileTree", build_tree),
    ComponentSpec("Tree.Folder", build_entry, f"{_PROPS} defaultOpen openable", argument="name"),
    ComponentSpec("Tree.File", build_entry, _PROPS, argument="name"),
)

SHAPES = (
    NodeShape("steps", _plain_steps),
    NodeShape(
        "step",
        inside="steps",
        misplaced_message="<Step> is outside <Steps>; it is shown without a number.",
    ),
    NodeShape("tree", _plain_tree, files="more"),
    NodeShape("tree_folder", _plain_entry, files="more"),
    NodeShape("tree_file", _plain_entry, files="more"),
)
