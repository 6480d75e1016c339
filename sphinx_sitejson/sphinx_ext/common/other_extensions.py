"""Other extensions that do what this one does, too: theirs is used, and ours gives way.

Whoever loads such an extension has set it up. Nothing is done twice, and the build says once who
does it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedJob:
    """Something that two extensions would do."""

    name: str
    """What the build calls it."""
    extension: str
    """The module that ``extensions`` names."""
    package: str
    setting: str = ""
    """A value of ``conf.py`` without which the other extension does nothing."""

    def is_done_by_other(self, app: Sphinx) -> bool:
        """Whether the project has the other extension, and uses it."""
        if self.extension not in app.extensions:
            return False
        return not self.setting or bool(getattr(app.config, self.setting, None))


COPY_BUTTONS = SharedJob(
    name="copy buttons", extension="sphinx_copybutton", package="sphinx-copybutton"
)
NOT_FOUND_PAGE = SharedJob(
    name="the page 404.html", extension="notfound.extension", package="sphinx-notfound-page"
)
FAVICON = SharedJob(
    name="the favicon", extension="sphinx_favicon", package="sphinx-favicon", setting="favicons"
)
SITEMAP = SharedJob(name="sitemap.xml", extension="sphinx_sitemap", package="sphinx-sitemap")
PREVIEW_TAGS = SharedJob(
    name="the tags for previews", extension="sphinxext.opengraph", package="sphinxext-opengraph"
)
SHARED_JOBS = (COPY_BUTTONS, NOT_FOUND_PAGE, FAVICON, SITEMAP, PREVIEW_TAGS)


def log_overlapping_extensions(app: Sphinx) -> None:
    """Log which features are left to other extensions."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    jobs = [f"{job.name} ({job.package})" for job in SHARED_JOBS if job.is_done_by_other(app)]
    if jobs:
        logger.info("sphinx-sitejson leaves to other extensions: %s.", ", ".join(jobs))
