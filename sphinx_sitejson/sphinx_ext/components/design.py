"""Loads sphinx-design, on which components build, so that nothing else of a project changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx_design.extension import depart_container, visit_container

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

NAME = "sphinx_design"


def load_design(app: Sphinx) -> None:
    """Load it; its way to write containers is for its own ones only, unless the project has it.

    Other extensions make containers with the same attribute, and their styles name the class that
    sphinx-design leaves out.
    """
    is_of_project = NAME in app.extensions or NAME in app.config.extensions
    app.setup_extension(NAME)
    if not is_of_project:
        app.add_node(nodes.container, override=True, html=(_visit_container, depart_container))


def _visit_container(self: HTML5Translator, node: nodes.container) -> None:
    if "design_component" in node:
        visit_container(self, node)
    else:
        type(self).visit_container(self, node)
