"""Cards, tiles, and the grids around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docutils import nodes

from sphinx_sitejson.common.network.urls import is_external_url

from ..nodes import ComponentCall, Nodes, NodeSequence, block, html_text, indented, slot, text
from ..props import (
    flag_prop,
    icon_prop,
    image,
    link,
    number_prop,
    report_prop,
    text_prop,
    text_slots,
)
from ..specs import ComponentSpec, NodeShape

MAX_COLUMNS = 4
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def build_card(call: ComponentCall) -> NodeSequence:
    """Return a card; all of it is the link when it has one."""
    is_disabled = flag_prop(call, "disabled")
    href = "" if is_disabled else text_prop(call, "href", "url")
    title = text_prop(call, "title")
    children = list(call.children)
    if not children and (description := text_prop(call, "description")):
        children = [nodes.paragraph("", "", text(description, call))]
    slots = text_slots(call, "title", href=href)
    if source := text_prop(call, "img"):
        slots.append(slot("img", image(call, source)))
    slots += text_slots(call, "cta")
    if href and not title:
        children = _add_link(children, href, call)
    return [
        block(
            "card",
            call,
            children,
            slots=slots,
            icon=icon_prop(call),
            is_link=bool(href),
            is_horizontal=flag_prop(call, "horizontal"),
            is_disabled=is_disabled,
            has_arrow=(
                flag_prop(call, "arrow")
                if "arrow" in call.props
                else href.startswith(("http://", "https://"))
            ),
        )
    ]


def build_grid(call: ComponentCall, *, shape: str = "columns", default: int = 2) -> NodeSequence:
    """Return a grid of a shape with one to four columns."""
    columns = number_prop(call, "cols", "col", "columns") or default
    return [block(shape, call, columns=min(max(columns, 1), MAX_COLUMNS))]


def build_column(call: ComponentCall) -> NodeSequence:
    """Return one cell of a grid."""
    return [block("column", call)]


def build_tile(call: ComponentCall) -> NodeSequence:
    """Return a card whose content is a picture, above its title."""
    href, title = text_prop(call, "href"), text_prop(call, "title")
    slots = [*text_slots(call, "title", href=href), *text_slots(call, "description")]
    children = list(call.children)
    if href and not title:
        children = _add_link(children, href, call)
    return [block("tile", call, children, slots=slots, is_link=bool(href))]


def build_repository(call: ComponentCall) -> NodeSequence:
    """Return a card with a link to a GitHub repository."""
    name = text_prop(call, "repo", "name").removeprefix("https://github.com/").strip("/")
    owner = text_prop(call, "owner")
    name = f"{owner}/{name}" if owner and "/" not in name else name
    if not _REPOSITORY.fullmatch(name):
        report_prop(call, '"repo" must be a string such as "owner/name".')
        return call.children
    props = {"title": name, "href": f"https://github.com/{name}", "icon": "github", **call.props}
    return build_card(replace(call, props=props))


def _add_link(children: Nodes, href: str, call: ComponentCall) -> Nodes:
    """Link the first text of a card without a title, or its image."""
    for element in _find_link_texts(children):
        content = list(element.children)
        element.clear()
        element += link(call, href, *content)
        return children
    # A link to a page without a text shows the title of the page.
    label = [text(href, call)] if is_external_url(href) else []
    return [nodes.paragraph("", "", link(call, href, *label)), *children]


def _find_link_texts(children: Nodes) -> Iterator[nodes.Element]:
    """Yield the text blocks that may become a link, those with text before images."""
    texts = [
        node
        for child in children
        for node in child.findall(lambda node: isinstance(node, nodes.paragraph | html_text))
        if isinstance(node, nodes.Element) and not [*node.findall(nodes.reference)]
    ]
    yield from (node for node in texts if node.astext().strip())
    yield from (node for node in texts if [*node.findall(nodes.image)])


COMPONENTS = (
    ComponentSpec(
        "Card",
        build_card,
        "title icon iconType icontype href url img color horizontal vertical cta arrow "
        "description disabled target",
        argument="title",
    ),
    ComponentSpec("CardGroup", build_grid, "cols col columns row rows gap horizontal iconType"),
    ComponentSpec("Columns", build_grid, "cols col columns gap"),
    ComponentSpec("Column", build_column),
    ComponentSpec("Tile", build_tile, "title description href", argument="title"),
    ComponentSpec(
        "GitHub.Repo",
        build_repository,
        "repo owner name title description icon iconType href horizontal arrow cta",
        argument="repo",
    ),
)

SHAPES = (
    NodeShape("card", indented(before=["img"], after=["cta"])),
    NodeShape("tile", indented(before=["description"]), files="more"),
    NodeShape("columns"),
    NodeShape(
        "column",
        inside="columns",
        misplaced_message="<Column> is outside <Columns>; its content is shown.",
    ),
)
