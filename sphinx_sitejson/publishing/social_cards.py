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
INK, SOFT_INK, PAPER = "#14161a", "#555b66", "#ffffff"
DEFAULT_COLOR = "#3a5bdc"
FORM = 1
"""Raised when the same card would be drawn in another way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocialCard:
    """What one card says and how it looks."""

    title: str
    site_name: str
    description: str = ""
    color: str = DEFAULT_COLOR
    font: str = ""
    """The file of a font; empty for the one that comes with Pillow."""

    @property
    def digest(self) -> str:
        """A short text that differs when the picture would."""
        return sha256(repr((FORM, self)).encode()).hexdigest()[:12]


def can_draw() -> bool:
    """Whether the library that draws is installed."""
    return find_spec("PIL") is not None


def can_read_font(path: str) -> bool:
    """Whether a file is a font that can be drawn with."""
    from PIL import ImageFont

    try:
        ImageFont.truetype(path, 12)
    except OSError:
        return False
    return True


def draw(card: SocialCard) -> bytes:
    """Return a card as PNG."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, BAR, SIZE[1]), fill=card.color)
    pen.text((MARGIN, MARGIN - 16), card.site_name, fill=card.color, font=_font(card, 36))
    below = _paragraph(pen, card.title, _font(card, 72), top=200, lines=3, ink=INK)
    _paragraph(pen, card.description, _font(card, 34), top=below + 28, lines=2, ink=SOFT_INK)
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


def _paragraph(pen: Pen, text: str, font: FreeTypeFont, *, top: int, lines: int, ink: str) -> int:
    """Write a text in lines, as many as there is room for; return where it ends."""
    height = int(font.size * 1.22)
    width = SIZE[0] - 2 * MARGIN
    written = list(_wrapped(text, font, width))
    if len(written) > lines:
        written = [*written[: lines - 1], f"{written[lines - 1].rstrip(' ,.;:')}…"]
    for number, line in enumerate(written):
        pen.text((MARGIN, top + number * height), line, fill=ink, font=font)
    return top + len(written) * height


def _wrapped(text: str, font: FreeTypeFont, width: int) -> Iterator[str]:
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
