"""Makes Sphinx know MDX pages and formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from myst_parser.sphinx_ext.main import setup_sphinx

from sphinx_sitejson.appearance.code_highlighting import MdxLexer

from .code_blocks import load_mermaid
from .formulas import RENDERER, visit_math, visit_math_block
from .pages import MdxParser

if TYPE_CHECKING:
    from sphinx.application import Sphinx


OTHER_READERS = ("myst_nb", "recommonmark", "m2r", "m2r2", "sphinx_mdinclude")
"""Extensions that read such pages, and that fail or are not asked where another one does."""


def load_myst(app: Sphinx) -> None:
    """Have MyST read ``.md`` pages unless another extension does; ours need it in any case."""
    for name in OTHER_READERS:
        if name in app.config.extensions:
            app.setup_extension(name)
    if ".md" not in app.registry.source_suffix:
        app.setup_extension("myst_parser")
    elif "myst_enable_extensions" not in app.config:
        setup_sphinx(app, load_parser=False)


def setup_mdx(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_mdx_suffixes", None, "env", types=frozenset({list, tuple}))
    app.add_config_value("sitejson_mdx_myst", (), "env", types=frozenset({list, tuple}))
    app.add_config_value("sitejson_javascript_limits", {}, "env", types=frozenset({dict}))
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    app.add_lexer("mdx", MdxLexer)
    load_mermaid(app)
    app.add_html_math_renderer(RENDERER, (visit_math, None), (visit_math_block, None))
