"""Whether text in the chosen colors can be read, as WCAG AA asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sphinx_sitejson.common.problems import JsonPath, Place, Problem, ProblemCode
from sphinx_sitejson.settings.appearance import Colors, Gradient
from sphinx_sitejson.settings.site import SiteSettings

from . import colors
from .palette import readable_shade
from .presets import page_colors

Found = tuple[JsonPath, str]


def check_contrast(
    settings: SiteSettings, locate: Callable[[JsonPath], Place]
) -> Iterator[Problem]:
    """Name each chosen color that cannot be read where it stands, and the nearest that can."""
    for found, is_repaired in ((_repaired_colors(settings), True), (_left(settings), False)):
        for path, message in found:
            yield Problem(
                code=ProblemCode.CONTRAST,
                message=message,
                place=locate(path),
                is_repaired=is_repaired,
            )


def _repaired_colors(settings: SiteSettings) -> Iterator[Found]:
    """Yield the colors for which the palette has readable shades and inks."""
    if settings.colors:
        yield from _pages(settings.colors)
        yield from _accents(settings, settings.colors)


def _left(settings: SiteSettings) -> Iterator[Found]:
    """Yield the gradients on which no icon can be seen."""
    if settings.colors and settings.colors.anchors:
        yield from _tile(("colors", "anchors"), settings.colors.anchors)
    for anchor in settings.anchors:
        if anchor.color:
            yield from _tile((*anchor.at, "color"), anchor.color)


def _pages(given: Colors) -> Iterator[Found]:
    for mode, ink in (("light", colors.INK), ("dark", colors.WHITE)):
        page = getattr(given.background, mode, None)
        if page and colors.contrast(ink, page) < colors.READABLE:
            nearest = readable_shade(page, [ink], colors.READABLE)
            yield (
                ("colors", "background", mode),
                f"{_pair('text', ink, page)}; text is shown in another ink, "
                f"and the nearest page color that passes is {nearest}.",
            )


def _accents(settings: SiteSettings, given: Colors) -> Iterator[Found]:
    light, dark = page_colors(settings.theme, given)
    chosen = [("primary", given.primary, "light", light)]
    if given.light:
        chosen.append(("light", given.light, "dark", dark))
    for key, color, mode, page in chosen:
        # Grays are used for shapes only; text is in the ink of headings then.
        is_readable = colors.contrast(color, page) >= colors.READABLE
        if not is_readable and not colors.is_nearly_gray(color):
            nearest = readable_shade(color, [page], colors.READABLE)
            yield (
                ("colors", key),
                f"{_pair('text', color, page)} in {mode} mode; text is shown in "
                f"a shade of it, and the nearest color that passes is {nearest}.",
            )


def _tile(path: JsonPath, fill: Gradient) -> Iterator[Found]:
    fills = tuple(filter(None, (fill.start, fill.via, fill.end)))
    ink = colors.ink_on(*fills)
    worst = min(fills, key=lambda one: colors.contrast(ink, one))
    if colors.contrast(ink, worst) < colors.VISIBLE:
        nearest = readable_shade(worst, [ink], colors.VISIBLE)
        yield (
            path,
            f"{_pair('an icon', ink, worst, colors.VISIBLE)}, and no icon color suits "
            f"the whole gradient; with {nearest} one does.",
        )


def _pair(what: str, ink: str, ground: str, least: float = colors.READABLE) -> str:
    ratio = colors.contrast(ink, ground)
    return (
        f"{ink} on {ground} has a contrast of {int(ratio * 10) / 10:g}, and {what} needs {least:g}"
    )
