"""Components of landing pages: heroes, sections, features, plans, quotes and terminals."""

from __future__ import annotations

from docutils import nodes

from sphinx_sitejson.common.characters import heading_slug
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.site_build.markdown_writer import HEADING_LEVEL

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    block,
    component_content,
    find_slot,
    in_paragraphs,
    indent_below_title,
    indented,
    inline_component,
    inline_content,
    inline_node,
    is_space,
    join_inline,
    set_location,
    slot,
    slot_content,
    slot_paragraph,
    strong_paragraph,
    text,
    wrap_in_paragraph,
)
from ..props import (
    choice_prop,
    flag_prop,
    icon_prop,
    image,
    link,
    markdown_slots,
    text_prop,
    text_slots,
)
from ..specs import ComponentSpec, NodeShape
from .cards import build_grid
from .media import image_nodes
from .tabs import code_blocks_in

MAX_ACTIONS = 3
ACTION_VARIANTS = ("primary", "secondary", "link")
HEAD_SLOTS = ("title", "tagline")
"""The slots that a hero at the top of a page fills with the title and the description."""


def build_hero(call: ComponentCall) -> NodeSequence:
    """Return a hero; children other than actions are placed beside its text."""
    found = [node for child in call.children for node in child.findall(inline_component)]
    actions = [*filter(is_action, found)]
    for node in actions:
        if node.parent is not None:
            node.parent.remove(node)
    if len(actions) > MAX_ACTIONS:
        message = f"<Hero>: {len(actions)} actions are too many to choose from; use three at most."
        call.report(ProblemCode.WRONG_PROP, message)
    # Nothing is left of a paragraph of actions, and a node may have been one itself.
    others = (child for child in call.children if not (is_action(child) or is_space(child)))
    side = [*image_nodes(call), *others]
    slots = markdown_slots(call, "eyebrow", "title", "tagline")
    if actions:
        slots.append(slot("actions", *actions))
    if command := text_prop(call, "command"):
        code = nodes.literal_block(command, command, language="shell", force=True)
        slots.append(slot("command", set_location(code, call)))
    align = choice_prop(call, "align", ALIGNMENTS) or ("start" if side else "center")
    return [block("hero", call, side, slots=slots, align=align, is_head=False)]


def is_action(node: nodes.Node) -> bool:
    """Whether a node is a link that looks like a button."""
    return isinstance(node, inline_component) and node["component"] == "action"


def build_action(call: ComponentCall) -> NodeSequence:
    """Return a link that looks like a button."""
    href = text_prop(call, "href", "url")
    content = inline_content(call.children) or [text(text_prop(call, "title") or href, call)]
    icon = icon_prop(call)
    variant = choice_prop(call, "variant", ACTION_VARIANTS)
    target = [link(call, href, *content)]
    has_arrow = flag_prop(call, "arrow")
    node = inline_node("action", call, target, icon=icon, look=variant, has_arrow=has_arrow)
    return wrap_in_paragraph(call, node)


def fill_hero(hero: nodes.Element, title: nodes.Element, description: nodes.Element | None) -> None:
    """Make a hero the head of its page, and fill its empty slots from the page."""
    hero["values"] = {**hero["values"], "is_head": True}
    for name, source in zip(HEAD_SLOTS, (title, description), strict=True):
        if source is not None and find_slot(hero, name) is None:
            hero.insert(0, slot(name, *(child.deepcopy() for child in source.children)))


def _plain_hero(node: nodes.Element) -> Nodes:
    """Return the content of a hero without the texts that precede it on the page."""
    is_head = node["values"]["is_head"]
    before = node.parent.children[: node.parent.index(node)]
    page_texts = {text.astext() for text in before} if is_head else set()
    title, *others = HEAD_SLOTS
    # The title is the first heading of a page that has no other.
    names = ("eyebrow", title, *others) if page_texts else (title, "eyebrow", *others)
    parts = {name: slot_paragraph(node, name) for name in names}
    if is_head and not page_texts:
        for part in parts[title]:
            part[HEADING_LEVEL] = 1
    lines = [part for name in names for part in parts[name] if part.astext() not in page_texts]
    items = [
        nodes.list_item("", nodes.paragraph("", "", each)) for each in slot_content(node, "actions")
    ]
    actions = [nodes.bullet_list("", *items)] if items else []
    return [*lines, *slot_content(node, "command"), *actions, *component_content(node)]


SURFACES = ("plain", "tint", "accent", "dark", "grid")
ALIGNMENTS = ("start", "center")


def build_section(call: ComponentCall) -> NodeSequence:
    """Return a full-width section with a heading."""
    title = text_prop(call, "title")
    return [
        block(
            "section",
            call,
            slots=markdown_slots(call, "eyebrow", "title", "lead"),
            wanted_id=text_prop(call, "id") or heading_slug(title),
            heading=("title", 2) if title else None,
            surface=choice_prop(call, "surface", SURFACES) or "plain",
            align=choice_prop(call, "align", ALIGNMENTS) or "start",
        )
    ]


def build_columns(call: ComponentCall) -> NodeSequence:
    """Return a grid of features or of plans."""
    return build_grid(call, shape=call.name.lower(), default=3)


def build_feature(call: ComponentCall) -> NodeSequence:
    """Return a feature, whose title may be a link."""
    title = text_slots(call, "title", href=text_prop(call, "href", "url"))
    return [block("feature", call, slots=title, icon=icon_prop(call))]


def build_logos(call: ComponentCall) -> NodeSequence:
    """Return a row of pictures or names, which are all as strong as each other."""
    return [block("logos", call, slots=markdown_slots(call, "title"))]


def _plain_section(node: nodes.Element) -> Nodes:
    eyebrow, lead = slot_paragraph(node, "eyebrow"), slot_paragraph(node, "lead")
    if title := slot_content(node, "title"):
        heading = strong_paragraph(title)
        heading[HEADING_LEVEL] = 2
        eyebrow.append(heading)
    return [*eyebrow, *lead, *component_content(node)]


def build_plan(call: ComponentCall) -> NodeSequence:
    """Return one plan: its name, its price, what it holds, and how to choose it."""
    slots = [
        *text_slots(call, "title", "badge", "price", "period"),
        *markdown_slots(call, "description"),
        *text_slots(call, "cta", href=text_prop(call, "href", "url")),
    ]
    return [block("plan", call, slots=slots, is_featured=flag_prop(call, "featured"))]


def _plain_plan(node: nodes.Element) -> Nodes:
    costs = join_inline(slot_content(node, "price"), slot_content(node, "period"))
    content = [
        *in_paragraphs(costs),
        *slot_paragraph(node, "description"),
        *component_content(node),
        *slot_paragraph(node, "cta"),
    ]
    badge = slot_content(node, "badge")
    title = slot_content(node, "title")
    if badge:
        title = [*title, nodes.Text(" ("), *badge, nodes.Text(")")]
    return indent_below_title(title, content)


def build_quote(call: ComponentCall) -> NodeSequence:
    """Return a quote with the name of the person below."""
    slots = [*text_slots(call, "author", href=text_prop(call, "href")), *text_slots(call, "role")]
    if source := text_prop(call, "avatar", "img"):
        slots.append(slot("avatar", image(call, source)))
    return [block("quote", call, slots=slots)]


def _plain_quote(node: nodes.Element) -> Nodes:
    by = join_inline(slot_content(node, "author"), slot_content(node, "role"), between=", ")
    content = component_content(node)
    if not content:
        return [*in_paragraphs(by)]
    attribution = [nodes.attribution("", "", *by)] if by else []
    return [nodes.block_quote("", *content, *attribution)]


def build_terminal(call: ComponentCall) -> NodeSequence:
    """Return a terminal window with code; paragraphs become console sessions."""
    children = []
    for child in call.children:
        if isinstance(child, nodes.paragraph):
            session = child.astext()
            code = nodes.literal_block(session, session, language="console", force=True)
            child = set_location(code, child)
        children.append(child)
    for code in code_blocks_in(children):
        # The window needs no label of the language.
        code["has_named_language"] = True
    return [block("terminal", call, children, slots=text_slots(call, "title"))]


COMPONENTS = (
    ComponentSpec(
        "Hero",
        build_hero,
        "title tagline eyebrow command image src darkImage alt align",
        argument="title",
    ),
    ComponentSpec(
        "Action",
        build_action,
        "href url title variant icon iconType arrow target",
        argument="href",
        is_block=False,
    ),
    ComponentSpec("Section", build_section, "title eyebrow lead surface align", argument="title"),
    ComponentSpec("Features", build_columns, "cols columns"),
    ComponentSpec("Feature", build_feature, "title icon iconType color href url", argument="title"),
    ComponentSpec("Logos", build_logos, "title", argument="title"),
    ComponentSpec("Plans", build_columns, "cols columns"),
    ComponentSpec(
        "Plan",
        build_plan,
        "title price period description badge cta href url featured",
        argument="title",
    ),
    ComponentSpec("Quote", build_quote, "author role href avatar img", argument="author"),
    ComponentSpec("Terminal", build_terminal, "title", argument="title"),
)

SHAPES = (
    NodeShape("hero", _plain_hero, files="landing"),
    NodeShape("action", component_content, files="landing"),
    NodeShape("section", _plain_section, files="landing"),
    NodeShape("features", files="landing"),
    NodeShape(
        "feature",
        plain=indented(),
        inside="features",
        misplaced_message="<Feature> is outside <Features>; its content is shown.",
        files="landing",
    ),
    NodeShape("logos", files="landing"),
    NodeShape("plans", files="landing"),
    NodeShape(
        "plan",
        plain=_plain_plan,
        inside="plans",
        misplaced_message="<Plan> is outside <Plans>; its content is shown.",
        files="landing",
    ),
    NodeShape("quote", _plain_quote, files="landing"),
    NodeShape("terminal", files="landing"),
)
