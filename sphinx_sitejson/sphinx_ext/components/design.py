"""Loads sphinx-design, on which components build, so that nothing else of a project changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx_design.extension import depart_container, visit_container

from sphinx_sitejson.sphinx_ext.foreign.transform_lists import run_where

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

NAME = "sphinx_design"
DESIGN_TRANSFORMS = frozenset(
    {
        "sphinx_design.aside.AsideHtmlTransform",
        "sphinx_design.dropdown.DropdownHtmlTransform",
        "sphinx_design.tabs.TabSetHtmlTransform",
    }
)
"""Those that ask each node of a page whether it is a component."""
_ANSWER = "sitejson_has_design"


def load_design(app: Sphinx) -> None:
    """Load it; its way to write containers is for its own ones only, unless the project has it.

    Other extensions make containers with the same attribute, and their styles name the class that
    sphinx-design leaves out.
    """
    is_of_project = NAME in app.extensions or NAME in app.config.extensions
    app.setup_extension(NAME)
    run_where(app, DESIGN_TRANSFORMS, has_design)
    if not is_of_project:
        app.add_node(nodes.container, override=True, html=(_visit_container, depart_container))


def has_design(document: nodes.document) -> bool:
    """Whether a page has components of sphinx-design."""
    answer: bool | None = getattr(document, _ANSWER, None)
    if answer is None:
        elements = document.findall(nodes.Element)
        answer = any("design_component" in each.attributes for each in elements)
        # The transforms follow each other, and the tree is written then, and never kept.
        setattr(document, _ANSWER, answer)
    return answer


def _visit_container(self: HTML5Translator, node: nodes.container) -> None:
    if "design_component" in node:
        visit_container(self, node)
    else:
        type(self).visit_container(self, node)
