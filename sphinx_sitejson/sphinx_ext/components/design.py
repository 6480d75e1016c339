"""Load sphinx-design without changing other containers of a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx_design.extension import depart_container, visit_container

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

NAME = "sphinx_design"


def load_design(app: Sphinx) -> None:
    """Load sphinx-design; unless the project loads it, it writes only its own containers.

    Other extensions create containers with the same attribute, and their styles need the class that
    sphinx-design omits.
    """
    is_project_extension = NAME in app.extensions or NAME in app.config.extensions
    app.setup_extension(NAME)
    if not is_project_extension:
        app.add_node(nodes.container, override=True, html=(_visit_container, depart_container))


def _visit_container(self: HTML5Translator, node: nodes.container) -> None:
    if "design_component" in node:
        visit_container(self, node)
    else:
        type(self).visit_container(self, node)
