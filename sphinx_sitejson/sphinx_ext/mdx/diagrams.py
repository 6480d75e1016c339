"""Diagrams: drawn by an extension where it is installed, else shown as their text."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging

from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

MERMAID = "sphinxcontrib.mermaid"
"""The extension that draws diagrams."""


def _log_missing_mermaid(env: BuildEnvironment) -> None:
    logger.info(
        'diagrams in "mermaid" blocks are shown as text; install "sphinx-sitejson[mermaid]" to '
        "have them drawn."
    )


log_missing_mermaid: BuildState[None] = BuildState(_log_missing_mermaid)
"""Says it once for a build."""


def load_mermaid(app: Sphinx) -> None:
    """Load the extension that draws diagrams, where it is installed."""
    try:
        is_there = find_spec(MERMAID) is not None
    except (ImportError, ValueError):
        is_there = False
    if is_there:
        app.setup_extension(MERMAID)


def diagram_nodes(code: str, *, env: BuildEnvironment, source: str, line: int) -> list[nodes.Node]:
    """Return a diagram where an extension draws it, else its text, which can be read too."""
    if MERMAID in site_of(env).extensions:
        from sphinxcontrib.mermaid import mermaid  # type: ignore[import-untyped]

        return [mermaid("", code=code, options={})]
    log_missing_mermaid(env)
    block = nodes.literal_block(code, code, language="text", force=True)
    block["classes"].append("sj-mermaid")
    block["written_language"] = "mermaid"
    block.source, block.line = source, line
    return [block]
