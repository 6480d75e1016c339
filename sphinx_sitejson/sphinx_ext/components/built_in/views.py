"""Views of a page, content for one audience, and panels beside the text."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_sitejson.sphinx_ext.common.markdown_writer import FOR_AGENTS, FOR_PEOPLE
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component,
    component_content,
    find_slot,
    indented_content,
)
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs
from sphinx_sitejson.sphinx_ext.components.props import choice_prop, icon_prop, text_prop, text_slot
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec
from sphinx_sitejson.sphinx_ext.pages.titles import is_page_head

AUDIENCES = ("humans", "agents")


def build_view(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a block that is shown when a reader selects its title."""
    title = text_prop(call, "title") or "View"
    slots = text_slot("title", title, call)
    return [block("view", call, call.children, slots=slots, icon=icon_prop(call), number=0)]


def build_visibility(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return content for people only, or for the Markdown that programs read."""
    audience = choice_prop(call, "for", AUDIENCES) or AUDIENCES[0]
    node = block("visibility", call, call.children, audience=audience)
    node[FOR_PEOPLE if audience == AUDIENCES[0] else FOR_AGENTS] = True
    return [node]


def number_views(document: nodes.document) -> None:
    """Number the views by title, and insert the selector before the first."""
    views = [node for node in document.findall(component) if node["component"] == "view"]
    if not views:
        return
    titles = dict.fromkeys(_view_title(view) for view in views)
    numbers = {title: number for number, title in enumerate(titles, 1)}
    for view in views:
        view["values"] = {**view["values"], "number": numbers[_view_title(view)]}
    icons = {_view_title(view): view["values"]["icon"] for view in reversed(views)}
    choice = component(
        "",
        component="view_choice",
        values={"choices": [(numbers[title], title, icons[title]) for title in titles]},
    )
    choice[FOR_PEOPLE] = True
    choice.source, choice.line = views[0].source, views[0].line
    first = views[0]
    first.parent.insert(first.parent.index(first), choice)


def _view_title(view: nodes.Element) -> str:
    part = find_slot(view, "title")
    return part.astext() if part else ""


def _plain_visibility(node: nodes.Element) -> list[nodes.Node]:
    return component_content(node) if node["values"]["audience"] == AUDIENCES[0] else []


def _nothing(node: nodes.Element) -> list[nodes.Node]:
    return []


def build_panel(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a panel."""
    return [block("panel", call, call.children)]


def join_panels(document: nodes.document) -> None:
    """Merge all panels of a page below its header: there is only one panel beside the text."""
    panels = [node for node in document.findall(component) if node["component"] == "panel"]
    if not panels:
        return
    joined = component("", **panels[0].attributes)
    joined.source, joined.line = panels[0].source, panels[0].line
    for panel in panels:
        panel.parent.remove(panel)
        joined.extend(in_paragraphs(panel.children))
    section = next(iter(document.findall(nodes.section)), None)
    parent: nodes.Element = section if section is not None else document
    parent.insert(sum(1 for node in parent.children if is_page_head(node)), joined)


FAMILY = Family(
    components=(
        spec("View", build_view, "title icon iconType", argument="title"),
        spec("Visibility", build_visibility, "for", argument="for"),
        spec("Panel", build_panel),
    ),
    shapes=(
        NodeShape(name="view", plain=indented_content, needs_more_files=True),
        NodeShape(name="view_choice", plain=_nothing, needs_more_files=True),
        NodeShape(name="visibility", plain=_plain_visibility),
        NodeShape(name="panel", needs_more_files=True),
    ),
)
