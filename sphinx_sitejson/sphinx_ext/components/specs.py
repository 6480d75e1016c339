"""What a component is: its names and props, what builds it, and how its nodes are shown.

A module below ``built_in`` has all of it for one family; ``registry`` puts the families together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.page_failures import page_guard, summarize_error

from .component_nodes import content_after_title

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .calls import Component, ComponentCall


def without_raising(build: Component) -> Component:
    """Return a function of the owner that ends no build."""

    def build_or_keep(call: ComponentCall) -> Sequence[nodes.Node]:
        children = list(call.children)
        try:
            made = list(build(call))
            for node in made:
                if not isinstance(node, nodes.Node):
                    raise TypeError(f"it returned {type(node).__name__}, which is no node")
        except Exception as error:
            place = Place(file=call.source, line=call.line)
            report_failure(call.env, call.env.docname, call.name, error, place)
            return children
        return made

    return build_or_keep


def report_failure(
    env: BuildEnvironment, docname: str, name: str, error: Exception, place: Place
) -> None:
    """Report a component that raised an error; raise the error if the build is to stop."""
    message = f"<{name}> failed: {summarize_error(error, __file__)}; its content is shown."
    problem = Problem(code=ProblemCode.COMPONENT_FAILED, message=message, place=place)
    page_guard(env).report_part(docname, error, problem)


_WORD = re.compile(r"\.?(?:GitHub|[A-Z])")
"""Where a word of the name of a component begins."""

COMMON_PROPS = frozenset({"id", "className", "class", "style", "key"})
"""Props that every component takes without a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentSpec:
    """A component as the reader of pages knows it."""

    name: str
    build: Component
    props: frozenset[str]
    is_block: bool = True
    argument: str = ""
    """The prop that a directive of the same name takes as its argument."""
    role_option: str = ""
    """The prop in the angle brackets of its role, when the words before them are the argument."""

    @property
    def directive(self) -> str:
        """The name of its directive or role: ``card-group``, and ``tree-file`` of ``Tree.File``."""
        return _WORD.sub(lambda found: f"-{found[0].lstrip('.').lower()}", self.name).lstrip("-")


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeShape:
    """How one kind of node is shown: the template of its name, its plain form, and its files."""

    name: str
    """That of the template, and the one that ``block`` and ``inline`` are given."""
    plain: Callable[[nodes.Element], list[nodes.Node]] = content_after_title
    """Returns nodes that every writer knows, for builders other than HTML."""
    inside: str = ""
    """The shape that it must stand in, if it must."""
    when_stray: str = ""
    """What is said of one that stands elsewhere."""
    needs_script: bool = False
    """Whether the script of components has something to do for it."""
    needs_more_files: bool = False
    """Whether it has its styles and scripts in the files of components that few pages have."""
    needs_api_files: bool = False
    """Whether it looks and works like the reference."""
    is_of_landing: bool = False
    """Whether its style is in the sheet of landing pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Components that belong together, and the nodes that they are made of."""

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
    """Describe a component.

    :param props: the names of its props; a text has spaces between them.
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
