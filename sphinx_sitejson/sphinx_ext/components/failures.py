"""Components of a project's own that raise: told with page, line and name; their content stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.page_failures import page_guard, summarize_error

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
