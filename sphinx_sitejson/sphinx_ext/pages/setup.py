"""Makes Sphinx give pages their titles, and know more of their code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import HighlightLanguageTransform

from sphinx_sitejson.sphinx_ext.patches.application import replace_transform

from .overrides import (
    LanguagesOfBlocks,
    QuotesWhereThereAreSome,
    ShallowRstParser,
    add_code_directives,
)
from .page_text import ReadableText
from .titles import PageFactsTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_pages(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_front_matter", [], "env", types=frozenset({list, tuple}))
    add_code_directives(app)
    app.add_source_parser(ShallowRstParser, override=True)
    replace_transform(app, SphinxSmartQuotes, QuotesWhereThereAreSome)
    replace_transform(app, HighlightLanguageTransform, LanguagesOfBlocks)
    app.add_transform(ReadableText)
    app.add_transform(PageFactsTransform)
