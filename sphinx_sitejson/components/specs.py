"""Describe components: their names and props, what builds them, and how they are rendered.

A module of ``built_in`` describes a family of components; ``registry`` collects them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from docutils import nodes
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.site_build.page_failures import page_guard, summarize_error

from .nodes import Component, ComponentCall, Nodes, NodeSequence, content_after_title


def guard_build(build: Component) -> Component:
    """Return a function of the project whose errors are reported; its content remains."""

    def build_or_report(call: ComponentCall) -> NodeSequence:
        children = list(call.children)
        try:
            result = list(build(call))
            for node in result:
                if not isinstance(node, nodes.Node):
                    raise TypeError(f"it returned {type(node).__name__}, which is not a node")
        except Exception as error:
            location = Location(call.source, line=call.line)
            report_failure(call.env, call.env.docname, call.name, error, location)
            return children
        return result

    return build_or_report


def report_failure(
    env: BuildEnvironment, docname: str, name: str, error: Exception, location: Location
) -> None:
    """Report a component that raised an error; raise the error if the build is to stop."""
    message = f"<{name}> failed: {summarize_error(error, __file__)}; its content is shown."
    problem = Problem(ProblemCode.COMPONENT_FAILED, message, location)
    page_guard(env).report_part(docname, error, problem)


_WORD_START = re.compile(r"\.?(?:GitHub|[A-Z])")
"""The start of a word in the name of a component."""

COMMON_PROPS = frozenset({"id", "className", "class", "style", "key"})
"""Props that every component accepts."""


@dataclass(frozen=True)
class ComponentSpec:
    """A component: its name, the function that builds it, and its props."""

    name: str
    build: Component
    own_props: str = ""
    """The names of its props, separated by spaces."""
    _: KW_ONLY
    is_block: bool = True
    argument: str = ""
    """The prop that a directive of the same name takes as its argument."""
    role_option: str = ""
    """The prop in the angle brackets of its role, if the text before them is the argument."""

    @cached_property
    def props(self) -> frozenset[str]:
        """The names of its props, and of those that every component accepts."""
        return COMMON_PROPS.union(self.own_props.split())

    @property
    def directive(self) -> str:
        """The name of its directive or role: ``card-group``, and ``tree-file`` of ``Tree.File``."""
        name = _WORD_START.sub(lambda match: f"-{match[0].lstrip('.').lower()}", self.name)
        return name.lstrip("-")


@dataclass(frozen=True)
class NodeShape:
    """How a node is rendered: its template, its plain form, and its files."""

    name: str
    """The name of the template, as passed to ``block`` or ``inline_node``."""
    plain: Callable[[nodes.Element], Nodes] = content_after_title
    """Returns nodes of docutils, for builders other than HTML."""
    inside: str = ""
    """The required parent shape, if any."""
    misplaced_message: str = ""
    """The message for one with another parent."""
    files: str = ""
    """Its styles and script beside those of all components: a name in ``STYLES`` or ``SCRIPTS``."""
