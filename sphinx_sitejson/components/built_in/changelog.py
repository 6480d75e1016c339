"""Entries of a changelog, and lists of tags."""

from __future__ import annotations

from docutils import nodes

from sphinx_sitejson.common.characters import heading_slug

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    block,
    component_content,
    find_components,
    in_paragraphs,
    indent_below_title,
    insert_choice,
    join_inline,
    no_content,
    record_use,
    set_location,
    slot,
    slot_content,
    slot_paragraph,
)
from ..props import markdown_slots, text_prop, text_slots, value_as_text
from ..specs import ComponentSpec, NodeShape
from .inline import gray_badge


def build_update(call: ComponentCall) -> NodeSequence:
    """Return one entry of a changelog."""
    label = text_prop(call, "label")
    tags_prop = call.props.get("tags")
    tags = [value_as_text(tag) for tag in tags_prop] if isinstance(tags_prop, list) else []
    slots = [*text_slots(call, "label"), *markdown_slots(call, "description")]
    if tags:
        slots.append(slot("tags", *(gray_badge(tag, call) for tag in tags if tag)))
    rss = call.props.get("rss")
    wanted_id = text_prop(call, "id") or heading_slug(label)
    node = block(
        "update",
        call,
        slots=slots,
        wanted_id=wanted_id,
        heading=("label", 2),
        tags=tuple(filter(None, tags)),
        numbers="",
    )
    # The texts of the entry in the feed of the page.
    node["feed"] = rss if isinstance(rss, dict) else {"title": value_as_text(rss)}
    return [node]


def add_update_filter(document: nodes.document, used: set[str]) -> None:
    """Put a choice of tags before the first of several entries that have some.

    :param used: the names of the components on the page.
    """
    updates = find_components(document, "update")
    tags = dict.fromkeys(tag for update in updates for tag in update["values"]["tags"])
    if len(updates) < 2 or len(tags) < 2:
        return
    numbers = {tag: number for number, tag in enumerate(tags, 1)}
    for update in updates:
        tag_numbers = " ".join(str(numbers[tag]) for tag in update["values"]["tags"])
        update["values"] = {**update["values"], "numbers": tag_numbers}
    used.add("update_filter")
    insert_choice("update_filter", updates[0], [(numbers[tag], tag) for tag in tags])


def _plain_update(node: nodes.Element) -> Nodes:
    tags = join_inline(*([tag] for tag in slot_content(node, "tags")), between=", ")
    content = [*slot_paragraph(node, "description"), *in_paragraphs(tags), *component_content(node)]
    return indent_below_title(slot_content(node, "label"), content)


def build_tag_index(call: ComponentCall) -> NodeSequence:
    """Return the place of the list, which is filled in when all pages are read."""
    record_use("tag_index", call)
    # An empty element would be removed.
    placeholder = nodes.container("", nodes.comment(), tag_index=call.env.docname)
    return [set_location(placeholder, call)]


COMPONENTS = (
    ComponentSpec("Update", build_update, "label description tags rss", argument="label"),
    ComponentSpec("TagIndex", build_tag_index, ""),
)

SHAPES = (NodeShape("update", _plain_update), NodeShape("update_filter", no_content, files="more"))
