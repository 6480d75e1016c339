"""Draw preview images from page titles; needs Pillow (the extra ``cards``)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.ImageDraw import ImageDraw as Pen
    from PIL.ImageFont import FreeTypeFont

SIZE = (1200, 630)
MARGIN = 88
BAR = 16
TEXT_COLOR, MUTED_COLOR, BACKGROUND_COLOR = "#14161a", "#555b66", "#ffffff"
DEFAULT_COLOR = "#3a5bdc"
DRAWING_VERSION = 1
"""Increased when cards are drawn in another way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocialCard:
    """The content and the style of a card."""

    title: str
    site_name: str
    description: str = ""
    color: str = DEFAULT_COLOR
    font: str = ""
    """A font file; empty for the font of Pillow."""

    @property
    def digest(self) -> str:
        """A digest that changes with the image."""
        return sha256(repr((DRAWING_VERSION, self)).encode()).hexdigest()[:12]


def can_draw() -> bool:
    """Whether Pillow is installed."""
    return find_spec("PIL") is not None


def can_read_font(path: str) -> bool:
    """Whether Pillow can load a font file."""
    from PIL import ImageFont

    try:
        ImageFont.truetype(path, 12)
    except OSError:
        return False
    return True


def draw_card(card: SocialCard) -> bytes:
    """Return a card as PNG."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, BACKGROUND_COLOR)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, BAR, SIZE[1]), fill=card.color)
    pen.text((MARGIN, MARGIN - 16), card.site_name, fill=card.color, font=_font(card, 36))
    below = _paragraph(pen, card.title, _font(card, 72), top=200, lines=3, color=TEXT_COLOR)
    _paragraph(pen, card.description, _font(card, 34), top=below + 28, lines=2, color=MUTED_COLOR)
    file = BytesIO()
    image.save(file, format="PNG", optimize=True)
    return file.getvalue()


def _font(card: SocialCard, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    if card.font:
        return ImageFont.truetype(card.font, size)
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _paragraph(pen: Pen, text: str, font: FreeTypeFont, *, top: int, lines: int, color: str) -> int:
    """Draw a wrapped text of at most some lines; return its bottom."""
    height = int(font.size * 1.22)
    width = SIZE[0] - 2 * MARGIN
    wrapped = list(_wrap(text, font, width))
    if len(wrapped) > lines:
        wrapped = [*wrapped[: lines - 1], f"{wrapped[lines - 1].rstrip(' ,.;:')}…"]
    for number, line in enumerate(wrapped):
        pen.text((MARGIN, top + number * height), line, fill=color, font=font)
    return top + len(wrapped) * height


def _wrap(text: str, font: FreeTypeFont, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
