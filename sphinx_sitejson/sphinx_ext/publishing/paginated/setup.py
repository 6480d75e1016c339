"""Makes Sphinx write books that their readers open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.epub3 import Epub3Builder

from .design_tabs import LabelsOfTabs
from .epub import BookBuilder
from .latex_characters import SignsOfLatex
from .latex_document import GroupsAsChapters, SchemasInOneChapter
from .latex_images import PicturesForLatex, PicturesOfLatex
from .latex_tables import TablesOfLatex
from .man_tables import TablesOfManPages

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_paginated(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    # Take the place of Sphinx's builder, unless another extension has taken it.
    if app.registry.builders.get("epub") is Epub3Builder:
        app.add_builder(BookBuilder, override=True)
    app.add_post_transform(LabelsOfTabs)
    for transform in (
        GroupsAsChapters,
        SchemasInOneChapter,
        PicturesForLatex,
        PicturesOfLatex,
        TablesOfLatex,
        SignsOfLatex,
    ):
        app.add_post_transform(transform)
    app.add_post_transform(TablesOfManPages)
