"""Draws a preview image for each page that has none, if the author enables it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx.util import logging
from sphinx.util.display import status_iterator

from sphinx_sitejson.common.files.writing import write_bytes
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.publishing.social_cards import (
    DEFAULT_COLOR,
    SocialCard,
    can_draw,
    can_read_font,
    draw,
)
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output.published_files import PublishedFiles, makes_web_pages
from sphinx_sitejson.sphinx_ext.common.output.site_url import base_url

from .meta_tags import meta_tags
from .preview_images import PICTURE_TAGS

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

FOLDER = "_static/social"


def check_library(app: Sphinx, config: Config) -> None:
    """Say what is missing when cards are asked for and cannot be drawn."""
    if not config.sitejson_social_cards:
        return
    font = config.sitejson_social_card_font
    if not can_draw():
        config.sitejson_social_cards = False
        _warn(
            "sitejson_social_cards: Pillow draws the cards and is not installed; "
            'install "sphinx-sitejson[cards]".'
        )
    elif font and not can_read_font(str(Path(app.confdir, font))):
        config.sitejson_social_card_font = ""
        _warn(f'sitejson_social_card_font: "{font}" is not a font file; the default font is used.')


def _warn(message: str) -> None:
    logger.warning("%s", message, type="sitejson", subtype=ProblemCode.SOCIAL_CARDS)


def card_of(app: Sphinx, docname: str) -> SocialCard | None:
    """Return the card of a page, unless it has a picture of its own or none is wanted."""
    if not app.config.sitejson_social_cards or not base_url(app.config):
        return None
    if any(tag.name in PICTURE_TAGS for tag in meta_tags(app.env, docname)):
        return None
    settings = site_of(app.env).settings
    font = app.config.sitejson_social_card_font
    return SocialCard(
        title=app.env.titles[docname].astext(),
        site_name=settings.name,
        description=site_domain(app.env).facts_of(docname).description,
        color=settings.colors.primary if settings.colors else DEFAULT_COLOR,
        font=str(Path(app.confdir, font)) if font else "",
    )


def card_path(card: SocialCard, docname: str) -> str:
    """Return where a card stands in the built site."""
    return f"{FOLDER}/{docname.replace('/', '-')[-80:]}-{card.digest}.png"


def card_uri(app: Sphinx, docname: str) -> str:
    """Return the address of a page's card from the site's root, or nothing."""
    card = card_of(app, docname)
    return quote(card_path(card, docname)) if card else ""


def draw_cards(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Draw the cards that are not there yet, and remove those that are no more."""
    if makes_web_pages(app.builder):
        cards = {
            card_path(card, name): card
            for name in sorted(app.env.all_docs)
            if (card := card_of(app, name)) is not None
        }
        missing = [path for path in cards if not Path(app.outdir, path).is_file()]
        for path in status_iterator(missing, "drawing social cards... ", length=len(missing)):
            write_bytes(Path(app.outdir, path), draw(cards[path]), below=Path(app.outdir))
        PublishedFiles(app, "social-cards").keep_only(cards)
    yield from ()
