"""Files that hosts of pages look for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.output.output_paths import site_contents
from sphinx_sitejson.sphinx_ext.common.output.published_files import PublishedFiles, makes_web_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NO_JEKYLL = ".nojekyll"
"""Without it GitHub Pages leaves out folders that begin with an underscore, such as ``_static``."""

MAKES_IT_TOO = "sphinx.ext.githubpages"


def write_host_files(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the files, unless the author or another extension does."""
    if makes_web_pages(app.builder):
        is_made = MAKES_IT_TOO in app.extensions or NO_JEKYLL in site_contents(app.env).extra_files
        is_wanted = not (is_made or site_of(app.env).keeps_theme)
        PublishedFiles(app, "host").write({NO_JEKYLL: ""} if is_wanted else {})
    yield from ()
