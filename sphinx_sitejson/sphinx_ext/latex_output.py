"""Keeps signs and pictures that LaTeX does not know from stopping a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.images import guess_mimetype

from .components import render
from .domain import site_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

AFTER_ENGINE_IS_CHOSEN = 850
"""Sphinx chooses the engine by the language before (800)."""

logger = logging.getLogger(__name__)


class PicturesOfLatex(SphinxPostTransform):
    """Shows the description of a picture where LaTeX could not read the picture itself."""

    # After the transforms of extensions that convert pictures (200).
    default_priority = 250
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        builder = site_domain(self.env).site.builder
        known = frozenset(builder.supported_image_types if builder else ())
        for image in list(self.document.findall(nodes.image)):
            kind = guess_mimetype(image["uri"]) if "*" in image.get("candidates", {}) else None
            if kind is None or kind in known:
                continue
            logger.info(
                '"%s" cannot be part of a PDF; its description is shown.',
                image["uri"],
                location=image,
            )
            words = image.get("alt") or image["uri"].rpartition("/")[2]
            shown = nodes.emphasis("", words)
            is_among_words = isinstance(image.parent, nodes.TextElement)
            image.replace_self(shown if is_among_words else nodes.paragraph("", "", shown))


def show_unknown_characters(app: Sphinx, config: Config) -> None:
    """Let the usual engine name the signs that it has no shape for; others have more fonts."""
    if config.latex_engine == "pdflatex":
        own = config.latex_elements.get("preamble", "")
        preamble = f"{render('latex_characters.tex.jinja')}\n{own}"
        config.latex_elements = {**config.latex_elements, "preamble": preamble}


def setup_latex_output(app: Sphinx) -> None:
    """Register the transform, and connect to the reading of the configuration."""
    app.add_post_transform(PicturesOfLatex)
    app.connect("config-inited", show_unknown_characters, priority=AFTER_ENGINE_IS_CHOSEN)
