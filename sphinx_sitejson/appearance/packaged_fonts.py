"""Fonts that installed packages bring: the site serves them itself, and nobody else is asked.

Packages name their files in the entry points ``fonts_ttf`` and ``fonts_otf``; the extra ``fonts``
installs some of them, and what makes small files for browsers of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

GROUPS = ("fonts_ttf", "fonts_otf")
LICENSES = ("OFL.txt", "LICENSE.txt", "LICENSE", "LICENCE.txt")
_WEIGHTS = {"": 400, "regular": 400, "medium": 500, "semibold": 600, "bold": 700}
_ITALIC = re.compile(r"(?:It|Italic)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagedFont:
    """One file of a family."""

    file: Path
    weight: int
    is_italic: bool

    @property
    def name(self) -> str:
        """The name of the file that browsers get."""
        return f"{self.file.stem.lower()}.woff2"


@cache
def packaged_fonts(family: str) -> tuple[PackagedFont, ...]:
    """Return the files of a family that a package brings; none without what makes them small."""
    if find_spec("fontTools") is None or find_spec("brotli") is None:
        return ()
    wanted = family.replace(" ", "").lower()
    for group in GROUPS:
        found = {
            (font.weight, font.is_italic): font
            for point in entry_points(group=group)
            for font in _fonts_of(point, wanted)
        }
        if (400, False) in found:
            return tuple(found[key] for key in sorted(found))
    return ()


def _fonts_of(point: EntryPoint, wanted: str) -> Iterator[PackagedFont]:
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
        # Of the slanted faces only that of the text is used.
        if family.lower() == wanted and weight and (weight == 400 or not is_italic):
            yield PackagedFont(file=path, weight=weight, is_italic=is_italic)


def license_of(font: PackagedFont) -> Path | None:
    """Return the license that stands beside a file."""
    beside = (font.file.with_name(name) for name in LICENSES)
    return next((path for path in beside if path.is_file()), None)


@cache
def as_woff2(file: Path) -> bytes:
    """Return a font in the smallest format that browsers read."""
    from fontTools.ttLib import TTFont

    font = TTFont(file, recalcTimestamp=False)
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written)
    return written.getvalue()
