"""Makes Sphinx write books that their readers open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.epub3 import Epub3Builder

from .epub import BookBuilder, LabelsOfTabs
from .latex import (
    GroupsAsChapters,
    PicturesForLatex,
    PicturesOfLatex,
    SchemasInOneChapter,
    SignsOfLatex,
    TablesOfLatex,
)
from .plain_text import TablesOfManPages

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
