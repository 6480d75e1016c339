"""Components that stand where they mean nothing: told, and shown as well as can be."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.problems import Place, Problem
from sphinx_sitejson.sphinx_ext.domain import site_domain
from sphinx_sitejson.sphinx_ext.reports import report

from .built_in.tabs import join_tabs
from .component_nodes import component, is_component
from .registry import SHAPES

_BOUND = frozenset(name for name, shape in SHAPES.items() if shape.inside)
"""The shapes that mean nothing by themselves."""


class MisplacedComponents(SphinxTransform):
    """Tells of tabs, steps and columns that stand alone; tabs get a set around them."""

    # Before components get their ids (410).
    default_priority = 405

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        used = site_domain(self.env).components.get(self.env.docname, set())
        if used.isdisjoint(_BOUND):
            return
        strays = [node for node in self.document.findall(component) if _is_stray(node)]
        for node in strays:
            place = Place(file=str(node.source or ""), line=node.line or 1)
            message = SHAPES[node["component"]].when_stray
            report([Problem(code="misplaced_component", message=message, place=place)])
        for parent in dict.fromkeys(node.parent for node in strays):
            _put_sets_around(parent, self.env)


def _is_stray(node: nodes.Node) -> bool:
    # A component of the owner's own may have the name of one of ours.
    if not is_component(node, *_BOUND) or "template" in node:
        return False
    if node["component"] == "step" and not node["values"]["is_step"]:
        return False
    return not is_component(node.parent, SHAPES[node["component"]].inside)


def _put_sets_around(parent: nodes.Element, env: BuildEnvironment) -> None:
    """Put each run of tabs among the children of a node into a set."""
    children: list[nodes.Node] = []
    for is_tab, run in groupby(list(parent.children), key=_is_lone_tab):
        found = list(run)
        children += [_set_of(found, env)] if is_tab else found
    parent.children = []
    parent.extend(children)


def _is_lone_tab(node: nodes.Node) -> bool:
    return is_component(node, "tab") and _is_stray(node)


def _set_of(found: list[nodes.Node], env: BuildEnvironment) -> component:
    tabs = [node for node in found if isinstance(node, component)]
    join_tabs(tabs, env)
    site_domain(env).components[env.docname].add("tabs")
    made = component("", *tabs, component="tabs", values={"is_code": False})
    made.source, made.line = tabs[0].source, tabs[0].line
    return made
