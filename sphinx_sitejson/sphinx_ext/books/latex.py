"""Keeps signs and pictures that LaTeX does not know from stopping a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.images import guess_mimetype

from sphinx_sitejson.sphinx_ext.domain import site_of
from sphinx_sitejson.sphinx_ext.templates import render

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


logger = logging.getLogger(__name__)


class PicturesOfLatex(SphinxPostTransform):
    """Shows the description of a picture where LaTeX could not read the picture itself."""

    # After the transforms of extensions that convert pictures (200).
    default_priority = 250
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        known = frozenset(site_of(self.env).builder.supported_image_types)
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
