"""Replace ``{{name}}`` in pages by the variables of the settings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain

from .front_matter import add_site_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# Not an expression of a workflow (${{ … }}), and not an object as the value of a prop (={{ … }}).
_VARIABLE = re.compile(r"(?<![$={])\{\{[ \t]*([A-Za-z0-9_.-]+)[ \t]*\}\}(?!\})")


def is_variable(env: BuildEnvironment, text: str) -> bool:
    """Whether a text is a variable, ``{{name}}``; unknown ones are reported when a page is read."""
    return bool(site_domain(env).site.settings.variables and _VARIABLE.fullmatch(text))


def site_variables(env: BuildEnvironment) -> Mapping[str, str]:
    """Return the variables of the settings, each on one line, so that line numbers stay right."""
    variables = site_domain(env).site.settings.variables
    return {variable.name: " ".join(variable.text.split("\n")) for variable in variables}


def fill_variables(env: BuildEnvironment, text: str, path: Path) -> str:
    """Replace the variables in the text of a page or a snippet; others are reported and stay."""
    variables = site_variables(env)
    if not variables or "{{" not in text:
        return text
    unknown: dict[str, Problem] = {}

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name not in variables and name not in unknown:
            line = text.count("\n", 0, match.start()) + 1
            unknown[name] = Problem(
                code=ProblemCode.UNKNOWN_VARIABLE,
                message=f"there is no variable {quoted(name)}; the text is unchanged."
                + did_you_mean(name, variables),
                location=Location(file=str(path), line=line),
            )
        return variables.get(name, match[0])

    filled = _VARIABLE.sub(fill, text)
    if unknown:
        add_site_problems(env, unknown.values())
    return filled


def fill_page_variables(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the variables of a page before it is parsed."""
    source[0] = fill_variables(app.env, source[0], Path(app.env.doc2path(docname)))


def fill_included_variables(app: Sphinx, path: Path, docname: str, source: list[str]) -> None:
    """Replace the variables of an included file."""
    source[0] = fill_variables(app.env, source[0], Path(app.srcdir, path))
