"""The head of a landing page: what it promises, where to go, and something to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.sphinx_ext.components.built_in.pictures import pictures
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component_slot,
    content_of,
    in_line_or_paragraph,
    inline_component,
    inline_content,
    inline_node,
    slot,
    slot_of,
    text,
)
from sphinx_sitejson.sphinx_ext.components.html_nodes import is_space
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.links import marked_slot
from sphinx_sitejson.sphinx_ext.components.plain_parts import slot_content, slot_paragraph
from sphinx_sitejson.sphinx_ext.components.props import flag_prop, text_prop, word_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec
from sphinx_sitejson.sphinx_ext.links.page_links import link_node

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

MOST_ACTIONS = 3
LOOKS_OF_ACTIONS = ("primary", "secondary", "link")
ALIGNMENTS = ("start", "center")
HEAD_PARTS = ("title", "tagline")
"""What a hero at the head of a page takes from the page where it says nothing itself."""


def build_hero(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return the head of a landing page; what is no action stands at its side."""
    actions = taken_actions(call.children)
    if len(actions) > MOST_ACTIONS:
        message = f"<Hero>: {len(actions)} actions are too many to choose from; use three at most."
        call.report(ProblemCode.WRONG_PROP, message)
    side = [*pictures(call), *(child for child in call.children if not _is_empty(child))]
    slots = [
        *marked_slot("eyebrow", text_prop(call, "eyebrow"), call),
        *marked_slot("title", text_prop(call, "title"), call),
        *marked_slot("tagline", text_prop(call, "tagline"), call),
        *([slot("actions", *actions)] if actions else []),
        *_command(call),
    ]
    align = word_prop(call, "align", ALIGNMENTS) or ("start" if side else "center")
    return [block("hero", call, side, slots=slots, align=align, is_head=False)]


def taken_actions(children: Sequence[nodes.Node]) -> list[inline_component]:
    """Take the actions out of what stands in a hero."""
    found = [
        node for child in children for node in child.findall(inline_component) if is_action(node)
    ]
    for node in found:
        if node.parent is not None:
            node.parent.remove(node)
    return found


def is_action(node: nodes.Node) -> bool:
    """Whether a node is a link that looks like a button."""
    return isinstance(node, inline_component) and node["component"] == "action"


def _is_empty(node: nodes.Node) -> bool:
    """Whether nothing is left of a paragraph of actions, or a node was one itself."""
    return is_action(node) or is_space(node)


def _command(call: ComponentCall) -> list[component_slot]:
    command = text_prop(call, "command")
    if not command:
        return []
    code = nodes.literal_block(command, command, language="shell", force=True)
    code.source, code.line = call.source, call.line
    return [slot("command", code)]


def build_action(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a link that looks like a button."""
    href = text_prop(call, "href", "url")
    words = inline_content(call.children) or [text(text_prop(call, "title") or href, call)]
    icon = icon_prop(call)
    look = word_prop(call, "variant", LOOKS_OF_ACTIONS)
    link = link_node(href, *words, env=call.env, source=call.source, line=call.line)
    shown = inline_node(
        "action", call, [link], icon=icon, look=look, has_arrow=flag_prop(call, "arrow")
    )
    return in_line_or_paragraph(call, shown)


def fill_head(hero: nodes.Element, title: nodes.Element, lead: nodes.Element | None) -> None:
    """Make a hero the head of its page, with the page's own words where it has none."""
    hero["values"] = {**hero["values"], "is_head": True}
    for name, source in zip(HEAD_PARTS, (title, lead), strict=True):
        if source is not None and slot_of(hero, name) is None:
            hero.insert(0, slot(name, *(child.deepcopy() for child in source.children)))


def _plain_hero(node: nodes.Element) -> list[nodes.Node]:
    """Say what the head of the page does not say already."""
    is_head = node["values"]["is_head"]
    said = {text.astext() for text in _head_of_page(node)} if is_head else set()
    lines = [
        part
        for name in ("eyebrow", *HEAD_PARTS)
        for part in slot_paragraph(node, name)
        if part.astext() not in said
    ]
    items = [
        nodes.list_item("", nodes.paragraph("", "", each)) for each in slot_content(node, "actions")
    ]
    actions = [nodes.bullet_list("", *items)] if items else []
    return [*lines, *slot_content(node, "command"), *actions, *content_of(node)]


def _head_of_page(node: nodes.Element) -> Iterable[nodes.Node]:
    return node.parent.children[: node.parent.index(node)]


def _plain_action(node: nodes.Element) -> list[nodes.Node]:
    return list(node.children)


FAMILY = Family(
    components=(
        spec(
            "Hero",
            build_hero,
            "title tagline eyebrow command image src darkImage alt align",
            argument="title",
        ),
        spec(
            "Action",
            build_action,
            "href url title variant icon iconType arrow target",
            argument="href",
            is_block=False,
        ),
    ),
    shapes=(
        NodeShape(name="hero", plain=_plain_hero, is_of_landing=True),
        NodeShape(name="action", plain=_plain_action, is_of_landing=True),
    ),
)
