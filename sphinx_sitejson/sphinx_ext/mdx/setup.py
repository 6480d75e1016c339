"""Makes Sphinx know MDX pages and formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .formulas import RENDERER, visit_math, visit_math_block
from .pages import MdxParser

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_mdx(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_mdx_suffixes", None, "env", types=frozenset({list, tuple}))
    app.add_config_value("sitejson_mdx_myst", (), "env", types=frozenset({list, tuple}))
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    app.add_html_math_renderer(RENDERER, (visit_math, None), (visit_math_block, None))
