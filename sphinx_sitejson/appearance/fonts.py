"""Fonts: of the reader's system, of a file, of a package, or of the public catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from sphinx_sitejson.settings.appearance import Font, Fonts

from .packaged_fonts import PackagedFont, packaged_fonts

CATALOG = "https://fonts.googleapis.com"
TEXT_WEIGHTS = (400, 500, 600, 700)
"""What the theme uses in text; a heading's own weight comes to it."""

# Families that stand on the reader's machine or mean whatever is there.
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
    """Write a family for CSS; the generic ones are words, all others strings."""
    is_word = family.startswith(("ui-", "-apple-")) or family in GENERIC
    return family if is_word else f'"{family}"'


_KIND = re.compile(r" (?:Sans|Serif)\b")
"""The part of a name that another face of the family replaces."""
GENERIC = frozenset({"sans-serif", "serif", "monospace", "system-ui"})


def catalog_links(fonts: Fonts) -> Iterator[str]:
    """Yield the style sheets of the catalog, one for each family that has no file of its own."""
    weights: dict[str, set[float]] = {}
    for font in _used(fonts):
        if _is_fetched(font) and not packaged_fonts(font.family):
            weights.setdefault(font.family, set(TEXT_WEIGHTS)).add(font.weight or 400)
    for family, wanted in weights.items():
        name = quote(family, safe="").replace("%20", "+")
        if all(weight % 100 == 0 for weight in wanted):
            # The catalog's first interface leaves out a weight that a family lacks;
            # the second one refuses the whole request.
            numbers = ",".join(f"{weight:g}" for weight in sorted(wanted))
            yield f"{CATALOG}/css?family={name}:{numbers},400italic&display=swap"
        else:
            numbers = ";".join(f"{weight:g}" for weight in sorted(wanted))
            yield f"{CATALOG}/css2?family={name}:wght@{numbers}&display=swap"


def file_fonts(fonts: Fonts) -> tuple[Font, ...]:
    """Return the fonts that come as files, each file once."""
    files: dict[str, Font] = {}
    for font in _used(fonts):
        if font.url:
            files.setdefault(font.url, font)
    return tuple(files.values())


def served_fonts(fonts: Fonts) -> dict[str, tuple[PackagedFont, ...]]:
    """Return the families that installed packages bring, with their files."""
    families = dict.fromkeys(font.family for font in _used(fonts) if _is_fetched(font))
    if code := code_family(fonts):
        families[code] = None
    found = {family: packaged_fonts(family) for family in families}
    return {family: files for family, files in found.items() if files}


def code_family(fonts: Fonts) -> str:
    """Return the family for code that belongs to that of the text, if a package brings both."""
    text = fonts.body.family if fonts.body and _is_fetched(fonts.body) else ""
    if not text or not packaged_fonts(text):
        return ""
    names = [_KIND.sub(f" {code}", text) for code in ("Code", "Mono") if _KIND.search(text)]
    names += [f"{text} Mono", f"{text} Code"]
    return next((name for name in names if packaged_fonts(name)), "")


def _is_fetched(font: Font) -> bool:
    """Whether a font comes from neither the reader's system nor a file of the project."""
    return not font.url and font.family.lower() not in SYSTEM_FAMILIES


def _used(fonts: Fonts) -> Iterator[Font]:
    yield from filter(None, (fonts.headings, fonts.body))
