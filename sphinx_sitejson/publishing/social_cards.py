"""Draw preview images and touch icons in the style of a site; needs Pillow (extra ``cards``).

The extra also installs ``resvg-py``, which draws logos that are SVG files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageDraw import ImageDraw as Pen
from PIL.ImageFont import FreeTypeFont

from .meta_tags import CARD_SIZE as SIZE
from .meta_tags import SVG, CardColors, CardFonts, SocialCard, initial

MARGIN = 80
MARK_SIZE = 64
TOUCH_ICON_SIZE = 180
LOGO_SIZE = (480, MARK_SIZE)
"""The largest size of a logo."""
_SMOOTH = 4
"""Shapes are drawn larger by this factor and reduced, so that their edges are smooth."""
_UNKNOWN_CHARACTER = "\U0010fffe"


def draw_card(card: SocialCard) -> bytes:
    """Return a card as PNG."""
    colors = card.colors
    image = Image.new("RGB", SIZE, colors.page)
    _draw_rings(image, colors)
    pen = ImageDraw.Draw(image)
    _draw_brand(image, pen, card)
    bottom = SIZE[1] - MARGIN
    if card.method:
        bottom = _draw_operation(image, pen, card, bottom) - 36
    small = _Typeface(card.fonts.text, 32, 400)
    lines = _wrap(card.description, small, lines=2)
    bottom = _draw_lines(pen, lines, small, bottom, colors.muted)
    if lines:
        bottom -= 20
    large = _Typeface(card.fonts.heading, 76, 700)
    if len(list(_break_lines(card.title, large))) > 2:
        large = _Typeface(card.fonts.heading, 60, 700)
    lines = _wrap(card.title, large, lines=3)
    bottom = _draw_lines(pen, lines, large, bottom, colors.heading)
    if card.section:
        eyebrow = _Typeface(card.fonts.text, 28, 600)
        _draw_lines(pen, [card.section], eyebrow, bottom - 12, colors.accent)
    return _png(image)


def draw_touch_icon(name: str, colors: CardColors, fonts: CardFonts) -> bytes:
    """Return the icon of a site on the home screen of a phone, which rounds it."""
    image = Image.new("RGB", (TOUCH_ICON_SIZE, TOUCH_ICON_SIZE), colors.solid)
    middle = TOUCH_ICON_SIZE // 2
    _draw_initial(ImageDraw.Draw(image), name, fonts, colors, (middle, middle), 112)
    return _png(image)


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    # A third of the size, and no difference to the eye: there are no gradients.
    image.quantize(128, dither=Image.Dither.NONE).save(file, format="PNG", optimize=True)
    return file.getvalue()


def _draw_rings(image: Image.Image, colors: CardColors) -> None:
    """Draw discs in the color of the site behind the upper right corner, and a line below."""
    for radius, opacity in ((560, 22), (400, 34), (240, 52)):
        mask = Image.new("L", (2 * radius, 2 * radius))
        ImageDraw.Draw(mask).ellipse((0, 0, 2 * radius - 1, 2 * radius - 1), fill=opacity)
        image.paste(colors.solid, (SIZE[0] - 60 - radius, -radius + 30), mask)
    ImageDraw.Draw(image).rectangle((0, SIZE[1] - 12, *SIZE), fill=colors.solid)


def _draw_brand(image: Image.Image, pen: Pen, card: SocialCard) -> None:
    """Draw the logo, or the initial of the site, and its name."""
    middle = MARGIN + MARK_SIZE // 2
    left = MARGIN
    if logo := _read_logo(card.logo, Path(card.logo).stat().st_mtime_ns if card.logo else 0):
        top = middle - logo.height // 2
        if card.is_logo_backed:
            box = (left - 12, top - 12, left + logo.width + 12, top + logo.height + 12)
            _draw_round(image, box, 12, "#fff")
        image.paste(logo, (left, top), logo)
        left += logo.width + 24
        if logo.width > 2 * logo.height:
            return
    else:
        box = (left, MARGIN, left + MARK_SIZE, MARGIN + MARK_SIZE)
        _draw_round(image, box, MARK_SIZE // 4, card.colors.solid)
        center = (left + MARK_SIZE // 2, middle)
        _draw_initial(pen, card.site_name, card.fonts, card.colors, center, 40)
        left += MARK_SIZE + 24
    type_ = _Typeface(card.fonts.text, 36, 600)
    name = type_.shorten(card.site_name, SIZE[0] - left - MARGIN)
    type_.draw(pen, (left, middle + 13), name, card.colors.heading)


@lru_cache(maxsize=1)
def _read_logo(path: str, changed: int) -> Image.Image | None:
    """Return an image in the height of the brand; None if it cannot be read.

    :param changed: when the file changed, because the image is cached.
    """
    try:
        with Image.open(_draw_svg(path) if path.lower().endswith(SVG) else path) as file:
            logo = file.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    scale = min(LOGO_SIZE[0] / logo.width, LOGO_SIZE[1] / logo.height)
    size = (max(1, round(logo.width * scale)), max(1, round(logo.height * scale)))
    return logo.resize(size, Image.Resampling.LANCZOS)


def _draw_svg(path: str) -> BytesIO:
    """Return an SVG as PNG, in twice the height of the brand."""
    import resvg_py

    return BytesIO(bytes(resvg_py.svg_to_bytes(svg_path=path, height=2 * MARK_SIZE)))


def _draw_initial(
    pen: Pen, name: str, fonts: CardFonts, colors: CardColors, center: tuple[int, int], size: int
) -> None:
    font = _Typeface(fonts.text, size, 700).font_for(initial(name))
    pen.text(center, initial(name), fill=colors.solid_ink, font=font, anchor="mm")


def _draw_operation(image: Image.Image, pen: Pen, card: SocialCard, bottom: int) -> int:
    """Draw the method and the path of an operation; return their top."""
    type_ = _Typeface(card.fonts.code, 30, 600)
    width = round(type_.length(card.method)) + 40
    top = bottom - 56
    _draw_round(image, (MARGIN, top, MARGIN + width, bottom), 12, card.colors.badge)
    baseline = top + 39
    type_.draw(pen, (MARGIN + 20, baseline), card.method, card.colors.badge_ink)
    left = MARGIN + width + 24
    path = type_.shorten(card.path, SIZE[0] - MARGIN - left)
    type_.draw(pen, (left, baseline), path, card.colors.heading)
    return top


def _draw_round(
    image: Image.Image, box: tuple[int, int, int, int], radius: int, color: str
) -> None:
    width, height = box[2] - box[0], box[3] - box[1]
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    pen = ImageDraw.Draw(mask)
    box_of_mask = (0, 0, mask.width - 1, mask.height - 1)
    pen.rounded_rectangle(box_of_mask, radius * _SMOOTH, fill=255)
    image.paste(color, box[:2], mask.resize((width, height)))


def _draw_lines(pen: Pen, lines: list[str], type_: _Typeface, bottom: int, color: str) -> int:
    """Draw lines that end at a height; return their top."""
    top = bottom - len(lines) * type_.line_height
    for number, line in enumerate(lines):
        baseline = top + round(type_.line_height * (number + 0.78))
        type_.draw(pen, (MARGIN, baseline), line, color)
    return top


class _Typeface:
    """Fonts of one size; each character is drawn in the first font that contains it."""

    def __init__(self, files: tuple[str, ...], size: int, weight: int) -> None:
        self.fonts = [_load_font(file, size, weight) for file in files or ("",)]
        self.line_height = round(size * 1.2)

    def font_for(self, character: str) -> FreeTypeFont:
        fonts = (font for font in self.fonts if _has_character(font, character))
        return next(fonts, self.fonts[0])

    def runs(self, text: str) -> Iterator[tuple[FreeTypeFont, str]]:
        for font, characters in groupby(text, self.font_for):
            yield font, "".join(characters)

    def length(self, text: str) -> float:
        return sum(font.getlength(run) for font, run in self.runs(text))

    def draw(self, pen: Pen, start: tuple[int, int], text: str, color: str) -> None:
        left: float = start[0]
        for font, run in self.runs(text):
            pen.text((left, start[1]), run, fill=color, font=font, anchor="ls")
            left += font.getlength(run)

    def shorten(self, text: str, width: float) -> str:
        """Return a text that is not wider than that, if need be without its end."""
        if self.length(text) <= width:
            return text
        while text and self.length(f"{text}…") > width:
            text = text[:-1].rstrip(" ,.;:/")
        return f"{text}…"


@cache
def _load_font(file: str, size: int, weight: int) -> FreeTypeFont:
    if not file:
        default = ImageFont.load_default(size)
        assert isinstance(default, ImageFont.FreeTypeFont)
        return default
    font = ImageFont.truetype(file, size)
    # Most fonts have one weight.
    with suppress(OSError, NotImplementedError):
        font.set_variation_by_axes([weight])
    return font


@cache
def _has_character(font: FreeTypeFont, character: str) -> bool:
    """Whether a font contains a character; all others look the same in it."""
    unknown = font.getmask(_UNKNOWN_CHARACTER)
    return character.isspace() or bytes(font.getmask(character)) != bytes(unknown)


def _wrap(text: str, type_: _Typeface, *, lines: int) -> list[str]:
    """Return the first lines of a text."""
    width = SIZE[0] - 2 * MARGIN
    wrapped = list(_break_lines(text, type_))
    if len(wrapped) > lines:
        wrapped = [*wrapped[: lines - 1], f"{wrapped[lines - 1].rstrip(' ,.;:')}…"]
    return [type_.shorten(line, width) for line in wrapped]


def _break_lines(text: str, type_: _Typeface) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and type_.length(longer) > SIZE[0] - 2 * MARGIN:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
