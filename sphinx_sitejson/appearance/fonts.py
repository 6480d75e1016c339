"""Fonts of the theme, the reader's system, files, installed packages or the public catalog.

The theme contains three variable families as WOFF2; a site serves those that it uses. Packages list
their font files in the entry points ``fonts_ttf`` and ``fonts_otf``. The site serves these itself,
as WOFF2; the extra ``fonts`` installs some of them and what compresses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_plus

from sphinx_sitejson.common.files import THEME, read_file
from sphinx_sitejson.settings.appearance import Font, Fonts

SANS, SERIF, CODE = "Inter", "Newsreader", "JetBrains Mono"
THEME_FAMILIES = frozenset({SANS, SERIF, CODE})
THEME_WEIGHTS = (400, 800)
"""The lightest and the boldest weight in the font files of the theme."""
LATIN = "latin"
THEME_RANGES = {
    "latin-ext": "U+100-36F,U+1E00-1EFF,U+20A0-20C0",
    # After the other Latin letters: the last face wins for characters that both ranges contain.
    LATIN: "U+0-FF,U+131,U+152-153,U+2000-206F,U+20AC,U+2122,U+2190-2199,U+2212,U+2318,U+2713",
    "symbols": "U+2190-21FF,U+2500-25FF,U+2713-2717",
}
"""Characters in each font file of a family of the theme, by the end of its name.

Only the font for code has symbols: boxes that are drawn with them need characters of one width.
"""
GROUPS = ("fonts_ttf", "fonts_otf")
LICENSES = ("OFL.txt", "LICENSE.txt", "LICENSE", "LICENCE.txt")
_WEIGHTS = {"": 400, "regular": 400, "medium": 500, "semibold": 600, "bold": 700}
_ITALIC = re.compile(r"(?:It|Italic)$")


class PackagedFont(NamedTuple):
    """A font file of a package."""

    file: Path
    weight: int
    is_italic: bool

    @property
    def name(self) -> str:
        """The name of the published file."""
        return f"{self.file.stem.lower()}.woff2"


@cache
def packaged_fonts(family: str) -> tuple[PackagedFont, ...]:
    """Return the files of a family in installed packages; none if they cannot be compressed."""
    if find_spec("fontTools") is None or find_spec("brotli") is None:
        return ()
    normalized = family.replace(" ", "").lower()
    for group in GROUPS:
        result = {
            (font.weight, font.is_italic): font
            for point in entry_points(group=group)
            for font in _entry_point_fonts(point, normalized)
        }
        if (400, False) in result:
            return tuple(result[key] for key in sorted(result))
    return ()


def _entry_point_fonts(point: EntryPoint, requested_family: str) -> Iterator[PackagedFont]:
    try:
        files = point.load()
    except Exception:
        # A third-party package may fail in any way; its fonts are then unavailable.
        return
    if not isinstance(files, Mapping):
        return
    for path in map(Path, map(str, files.values())):
        family, _, style = path.stem.partition("-")
        plain = _ITALIC.sub("", style)
        is_italic = plain != style
        weight = _WEIGHTS.get(plain.lower())
        # The theme uses italics only in regular weight.
        if family.lower() == requested_family and weight and (weight == 400 or not is_italic):
            yield PackagedFont(file=path, weight=weight, is_italic=is_italic)


def font_license(font: PackagedFont) -> Path | None:
    """Return the license file in the folder of a font."""
    beside = (font.file.with_name(name) for name in LICENSES)
    return next((path for path in beside if path.is_file()), None)


@cache
def convert_to_woff2(file: Path) -> bytes:
    """Return a font as WOFF2."""
    from fontTools.ttLib import TTFont

    font = TTFont(file, recalcTimestamp=False)
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def theme_fonts(fonts: Fonts, theme: str | None) -> tuple[str, ...]:
    """Return the families of the theme that a site uses: for text, headings and code."""
    body = fonts.body.family if fonts.body else SANS
    headings = SERIF if theme == "quill" else body
    if fonts.headings:
        headings = fonts.headings.family
    # A site in the fonts of the reader's system has code in such a font, too.
    code = "" if fonts.body and fonts.body.family.lower() in SYSTEM_FAMILIES else CODE
    families = dict.fromkeys((body, headings, code_family(fonts) or code))
    return tuple(family for family in families if _is_of_theme(family, fonts))


def theme_font_files(family: str) -> dict[str, Path]:
    """Return the font files of a family of the theme, by the end of their names."""
    name = _file_name(family)
    ends = (end for end in THEME_RANGES if end != "symbols" or family == CODE)
    return {end: THEME / "fonts" / f"{name}-{end}.woff2" for end in ends}


def theme_font_license(family: str) -> Path:
    return THEME / "fonts" / f"{_file_name(family)}.txt"


def _file_name(family: str) -> str:
    return family.replace(" ", "-").lower()


def _is_of_theme(family: str, fonts: Fonts) -> bool:
    """Whether the theme has a family in the weights of a site that has no file of it."""
    lightest, boldest = THEME_WEIGHTS
    return family in THEME_FAMILIES and all(
        not font.url and lightest <= (font.weight or lightest) <= boldest
        for font in _used(fonts)
        if font.family == family
    )


CATALOG = "https://fonts.googleapis.com"
TEXT_WEIGHTS = (400, 500, 600, 700)
"""The font weights of text; the weight of headings is added."""

# Installed or generic families, which are not downloaded.
SYSTEM_FAMILIES = frozenset(
    """
    arial;helvetica;helvetica neue;georgia;times;times new roman;courier;courier new;verdana;
    tahoma;trebuchet ms;segoe ui;menlo;monaco;consolas;cambria;palatino;garamond;sans-serif;serif;
    monospace;system-ui;ui-sans-serif;ui-serif;ui-monospace;ui-rounded;-apple-system
    """.replace("\n", "")
    .replace("    ", "")
    .split(";")
)


def css_family(family: str) -> str:
    """Return a family for CSS; generic families are not quoted."""
    is_generic = family.startswith(("ui-", "-apple-")) or family in GENERIC
    return family if is_generic else f'"{family}"'


_KIND = re.compile(r" (?:Sans|Serif)\b")
"""The part of a name that is replaced for the monospaced family."""
GENERIC = frozenset({"sans-serif", "serif", "monospace", "system-ui"})


def catalog_links(fonts: Fonts) -> Iterator[str]:
    """Yield the URLs of the font catalog, one for each family without files."""
    weights: dict[str, set[float]] = {}
    for font in _used(fonts):
        if _is_fetched(font, fonts) and not packaged_fonts(font.family):
            weights.setdefault(font.family, set(TEXT_WEIGHTS)).add(font.weight or 400)
    for family, font_weights in weights.items():
        name = quote_plus(family)
        numbers = [f"{weight:g}" for weight in sorted(font_weights)]
        if all(weight % 100 == 0 for weight in font_weights):
            # The first API of the catalog skips weights that a family lacks;
            # the second one refuses the request.
            yield f"{CATALOG}/css?family={name}:{','.join(numbers)},400italic&display=swap"
        else:
            yield f"{CATALOG}/css2?family={name}:wght@{';'.join(numbers)}&display=swap"


def file_fonts(fonts: Fonts) -> tuple[Font, ...]:
    """Return the fonts that come as files, each once, with the lightest of their weights."""
    files: dict[tuple[str, str], Font] = {}
    for font in _used(fonts):
        if font.url:
            key = (font.family, font.url)
            files[key] = min(files.get(key, font), font, key=lambda one: one.weight or NORMAL)
    return tuple(files.values())


NORMAL, BOLD, HEAVIEST = 400, 600, 1000
"""Font weights: the default, the first that browsers draw bold, and the largest."""
_DIRECTORY_SIZE = 1 << 16
"""The bytes at the start of a font file that contain its list of tables; most need 500."""


def face_weights(font: Font, file: Path | None) -> str:
    """Return the weights of a font file for ``@font-face``, "" to let the browser read them.

    Browsers embolden text that is bolder than these weights; a range that a file does not have
    would prevent that.

    :param file: None if the font comes from another host.
    """
    weight = f"{font.weight or NORMAL:g}"
    if file is None:
        # Nothing is emboldened twice, whether the file is variable or bold.
        return f"{weight} {HEAVIEST}" if (font.weight or NORMAL) >= BOLD else ""
    try:
        is_variable = has_variations(read_file(file, _DIRECTORY_SIZE))
    except OSError:
        is_variable = False
    return f"1 {HEAVIEST}" if is_variable else weight


def has_variations(font: bytes) -> bool:
    """Whether a font contains the table ``fvar``; only the start of the file is needed."""
    if font.startswith(b"wOF2"):
        return _has_variations_woff2(font)
    if font.startswith(b"ttcf"):
        font = font[int.from_bytes(font[12:16]) :]
    number_at, start, size = (12, 44, 20) if font.startswith(b"wOFF") else (4, 12, 16)
    end = start + size * int.from_bytes(font[number_at : number_at + 2])
    return any(font[at : at + 4] == b"fvar" for at in range(start, end, size))


def _has_variations_woff2(font: bytes) -> bool:
    """Read the list of tables, which is not compressed (WOFF2, section 4.1)."""
    entries = iter(font[48:])
    for _ in range(int.from_bytes(font[12:14])):
        flags = next(entries, 0)
        known, version = flags & 63, flags >> 6
        tag = bytes(islice(entries, 4)) if known == 63 else b""
        if known == 47 or tag == b"fvar":
            return True
        # A second length follows if the table is transformed; glyf and loca are by default.
        is_transformed = version != (3 if known in (10, 11) else 0)
        for _ in range(1 + is_transformed):
            while next(entries, 0) & 128:
                pass
    return False


def served_fonts(fonts: Fonts) -> dict[str, tuple[PackagedFont, ...]]:
    """Return the font files of installed packages, by family."""
    families = [font.family for font in _used(fonts) if _is_fetched(font, fonts)]
    families += filter(None, [code_family(fonts)])
    return {family: files for family in families if (files := packaged_fonts(family))}


def code_family(fonts: Fonts) -> str:
    """Return the monospaced family that matches the text, if packages provide both."""
    text = fonts.body.family if fonts.body and _is_fetched(fonts.body, fonts) else ""
    if not text or not packaged_fonts(text):
        return ""
    names = [_KIND.sub(f" {code}", text) for code in ("Code", "Mono") if _KIND.search(text)]
    names += [f"{text} Mono", f"{text} Code"]
    return next((name for name in names if packaged_fonts(name)), "")


def _is_fetched(font: Font, fonts: Fonts) -> bool:
    """Whether a font is neither a system font nor a file of the project or the theme."""
    is_system = font.family.lower() in SYSTEM_FAMILIES
    return not font.url and not is_system and not _is_of_theme(font.family, fonts)


def _used(fonts: Fonts) -> Iterator[Font]:
    yield from filter(None, (fonts.headings, fonts.body))
