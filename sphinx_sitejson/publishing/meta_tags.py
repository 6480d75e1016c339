"""Meta tags of a page, and the preview images that they name.

Tags of a page override those of the settings. Images of the project are published with the site;
a page without an image gets a social card, if the author enables them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from docutils import nodes
from markupsafe import escape
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.fonts import CODE, LATIN, SANS, SERIF, theme_font_files
from sphinx_sitejson.appearance.images import needs_backing, read_image_size
from sphinx_sitejson.appearance.palette import palettes
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.navigation.site_urls import absolute_url, base_url
from sphinx_sitejson.navigation.toctrees import is_hidden, site_map
from sphinx_sitejson.settings.project_files import find_project_file
from sphinx_sitejson.settings.site import MetaTag, SiteSettings
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.other_extensions import PREVIEW_TAGS
from sphinx_sitejson.site_build.output_files import (
    file_digest,
    makes_web_pages,
    publish_copy,
    published_path,
)
from sphinx_sitejson.site_build.reports import report_config_value

IMAGE_TAGS = frozenset({"og:image", "og:image:url", "og:image:secure_url", "twitter:image"})


def with_absolute_urls(app: Sphinx, tags: Iterable[MetaTag]) -> Iterator[MetaTag]:
    """Yield the tags with absolute URLs for images of the project."""
    root = site_of(app.env).root
    for tag in tags:
        file = find_project_file(root, tag.content) if tag.name in IMAGE_TAGS else None
        url = absolute_url(app.config, quote(published_path(root, file))) if file else ""
        yield replace(tag, content=url) if url else tag


def configured_images(app: Sphinx) -> Iterator[str]:
    """Yield the preview images of the settings and the pages."""
    domain = site_domain(app.env)
    tags = [(tag.name, tag.content) for tag in domain.site.settings.metadata]
    tags += [(tag.name, tag.content) for facts in domain.facts.values() for tag in facts.meta]
    return (content for name, content in tags if name in IMAGE_TAGS)


def copy_preview_images(app: Sphinx, exception: Exception | None) -> None:
    """Copy the preview images into the built site."""
    if exception is not None or not makes_web_pages(app.builder):
        return
    root = site_of(app.env).root
    for reference in sorted(set(configured_images(app))):
        file = find_project_file(root, reference)
        if file:
            publish_copy(app, file, published_path(root, file))


def add_meta_tags(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the meta tags of a page to its context, for any theme."""
    if doctree is not None:
        tags = [*with_absolute_urls(app, meta_tags(app.env, pagename))]
        fields = context.get("meta") or {}
        if PREVIEW_TAGS.is_provided_by_other(app) and "ogp_disable" not in fields:
            # The other extension writes each of them once, instead of those that it computes.
            previews = {tag.name: tag.content for tag in tags if tag.name.startswith("og:")}
            context["meta"] = fields | previews
            tags = [tag for tag in tags if tag.name not in previews]
        context["metatags"] = context.get("metatags", "") + render_meta_tags(tags)


PROPERTIES = ("og:", "article:", "profile:", "fb:")
"""How the names of tags begin that are properties."""


def render_meta_tags(tags: Iterable[MetaTag]) -> str:
    """Render meta tags, for any theme; a template would take longer for the few of a page."""
    return "".join(
        f'<meta {"property" if tag.name.startswith(PROPERTIES) else "name"}="{escape(tag.name)}"'
        f' content="{escape(tag.content)}">\n'
        for tag in tags
    )


def meta_tags(env: BuildEnvironment, pagename: str) -> list[MetaTag]:
    """Return a page's meta tags: its own win over the site's."""
    facts, settings = site_domain(env).facts_of(pagename), site_of(env).settings
    tags = {"description": settings.description} if settings.description else {}
    tags |= {tag.name: tag.content for tag in settings.metadata}
    if facts.description:
        tags["description"] = facts.description
        if "og:description" in tags:
            tags["og:description"] = facts.description
    tags |= {tag.name: tag.content for tag in facts.meta}
    if facts.noindex or is_hidden(env, pagename):
        tags["robots"] = "noindex"
    return [MetaTag(name=name, content=content) for name, content in tags.items()]


CARD_SIZE = (1200, 630)
DRAWING_VERSION = 3
"""Increased when cards are drawn in another way."""


class CardColors(NamedTuple):
    """The colors of a card: those of the site in dark mode."""

    page: str
    heading: str
    muted: str
    accent: str
    solid: str
    solid_ink: str
    badge: str
    badge_ink: str


class CardFonts(NamedTuple):
    """Font files for each use, the first with the most characters; the font of Pillow if empty."""

    heading: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


class SocialCard(NamedTuple):
    """The content and the style of a card."""

    title: str
    site_name: str
    colors: CardColors
    fonts: CardFonts
    description: str
    section: str
    logo: str
    """An image file; without one, the card has the initial of the site."""
    is_logo_backed: bool
    """Whether the logo has too little contrast to the card, and stands on white."""
    method: str
    path: str
    """The path of the operation that the page describes."""

    @property
    def digest(self) -> str:
        """A digest that changes with the image."""
        names = [Path(file).name for file in (*self.fonts.heading, *self.fonts.code)]
        logo = file_digest(self.logo) if self.logo else ""
        content = (
            *(self.title, self.site_name, self.description, self.section, self.method, self.path),
            *(repr(self.colors), logo, self.is_logo_backed, names),
        )
        return sha256(repr((DRAWING_VERSION, content)).encode()).hexdigest()[:12]


def can_draw() -> bool:
    """Whether Pillow is installed."""
    return find_spec("PIL") is not None


def can_draw_svg() -> bool:
    """Whether resvg-py is installed."""
    return find_spec("resvg_py") is not None


def can_read_font(path: str) -> bool:
    """Whether Pillow can load a font file."""
    from PIL import ImageFont

    try:
        ImageFont.truetype(path, 12)
    except (OSError, ValueError):
        return False
    return True


def initial(name: str) -> str:
    """Return the first letter or digit of a name, in upper case."""
    return next((letter.upper()[:1] for letter in name if letter.isalnum()), "")


BITMAPS = (".png", ".jpg", ".jpeg", ".webp", ".gif")
SVG = ".svg"
LONGEST_LOGO = 20
"""The ratio of the sides of a logo from which it is not drawn on cards."""
METHOD_COLORS = {
    "GET": "tip",
    "POST": "note",
    "PUT": "warning",
    "PATCH": "patch",
    "DELETE": "danger",
    "WEBHOOK": "webhook",
}
"""The names of the colors of methods in the palette."""


def check_card_options(app: Sphinx, config: Config) -> None:
    """Warn if social cards are enabled and cannot be drawn, or if their font cannot be read."""
    font = config.sitejson_social_card_font
    if not can_draw() and config.sitejson_social_cards:
        config.sitejson_social_cards = False
        setting = "sitejson_social_cards"
        fault = 'Pillow draws the cards and is not installed; install "sphinx-sitejson[cards]".'
    elif can_draw() and font and not can_read_font(str(Path(app.confdir, font))):
        config.sitejson_social_card_font = ""
        setting = "sitejson_social_card_font"
        fault = f'"{font}" is not a font file; the default font is used.'
    else:
        return
    report_config_value(app, setting, f"{setting}: {fault}", code=ProblemCode.SOCIAL_CARDS)


def page_card(app: Sphinx, docname: str) -> SocialCard | None:
    """Return the card of a page; None if it has an image or cards are disabled."""
    env = app.env
    if not app.config.sitejson_social_cards or not base_url(app.config):
        return None
    if any(tag.name in IMAGE_TAGS for tag in meta_tags(env, docname)):
        return None
    settings = site_of(env).settings
    facts = site_domain(env).facts_of(docname)
    crumbs = site_map(env).page(docname).breadcrumbs
    colors, logo = card_colors(settings, facts.method), _card_logo(app, settings)
    return SocialCard(
        title=readable_text(env.titles[docname]),
        site_name=settings.name,
        description=facts.description,
        section=crumbs[-1].label if crumbs else "",
        colors=colors,
        fonts=card_fonts(app, settings),
        logo=str(logo or ""),
        is_logo_backed=bool(logo and needs_backing(logo, colors.page)),
        method=facts.method,
        path=facts.path,
    )


def card_colors(settings: SiteSettings, method: str = "") -> CardColors:
    """Return the colors of a card: those of the site in dark mode, and that of a method."""
    tokens = palettes(settings.theme, settings.colors)[1]
    meaning = METHOD_COLORS.get(method, "info")
    names = ("page", "heading", "muted", "accent", "solid", "solid-ink", f"{meaning}-bg", meaning)
    return CardColors(*map(tokens.__getitem__, names))


def card_fonts(app: Sphinx, settings: SiteSettings) -> CardFonts:
    """Return the font files of cards: the author's, or those of the theme."""
    if font := app.config.sitejson_social_card_font:
        return CardFonts(*[(str(Path(app.confdir, font)),)] * 3)
    heading = SERIF if settings.theme == "quill" else SANS
    return CardFonts(*map(_theme_files, (heading, SANS, CODE)))


@cache
def _theme_files(family: str) -> tuple[str, ...]:
    """Return the files of a family, the usual letters first; none if Pillow cannot read them."""
    files = theme_font_files(family)
    names = [str(files.pop(LATIN)), *map(str, files.values())]
    return tuple(name for name in names if can_read_font(name))


def _card_logo(app: Sphinx, settings: SiteSettings) -> Path | None:
    """Return the file of the logo on a dark background, if it can be drawn."""
    logo = settings.logo.dark or settings.logo.light if settings.logo else app.config.html_logo
    file = find_project_file(site_of(app.env).root, logo) if logo else None
    if not file or not (size := read_image_size(file)):
        return None
    suffix = file.suffix.lower()
    can_read = suffix in BITMAPS or (suffix == SVG and can_draw_svg())
    ratio = size.width / size.height
    return file if can_read and 1 / LONGEST_LOGO < ratio < LONGEST_LOGO else None


def card_path(card: SocialCard, docname: str) -> str:
    """Return the path of a card in the built site."""
    return f"_static/social/{docname.replace('/', '-')[-80:]}-{card.digest}.png"


def card_uri(app: Sphinx, docname: str) -> str:
    """Return the URL of a page's card from the root of the site; empty if it has none."""
    card = page_card(app, docname)
    return quote(card_path(card, docname)) if card else ""
