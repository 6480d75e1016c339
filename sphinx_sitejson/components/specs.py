"""Describe components: their names and props, what builds them, and how they are rendered.

A module of ``built_in`` describes one family; ``registry`` collects the families.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

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


@dataclass(frozen=True, kw_only=True)
class ComponentSpec:
    """A component: its name, its props, and the function that builds it."""

    name: str
    build: Component
    props: frozenset[str]
    is_block: bool = True
    argument: str = ""
    """The prop that a directive of the same name takes as its argument."""
    role_option: str = ""
    """The prop in the angle brackets of its role, if the text before them is the argument."""

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


@dataclass(frozen=True, kw_only=True)
class Family:
    """Related components, and the shapes of their nodes."""

    components: tuple[ComponentSpec, ...]
    shapes: tuple[NodeShape, ...] = ()


def spec(
    name: str,
    build: Component,
    props: str | Iterable[str] = "",
    *,
    argument: str = "",
    role_option: str = "",
    is_block: bool = True,
) -> ComponentSpec:
    """Return the description of a component.

    :param props: the names of its props; in a string they are separated by spaces.
    """
    names = props.split() if isinstance(props, str) else props
    return ComponentSpec(
        name=name,
        build=build,
        props=frozenset(names) | COMMON_PROPS,
        argument=argument,
        role_option=role_option,
        is_block=is_block,
    )
