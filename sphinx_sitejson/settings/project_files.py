"""Files of the project that the settings name, and nothing outside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from sphinx_sitejson.problems import JsonPath, Place, Problem

from .looks import Logo
from .named_icons import named_icons
from .site import SiteSettings


def is_remote(reference: str) -> bool:
    """Whether a file of the settings lies on the web and not in the project."""
    return reference.lower().startswith(("https://", "http://"))


def named_files(settings: SiteSettings) -> dict[str, JsonPath]:
    """Return the files that the settings name, each with the place that names it first."""
    logo, font = settings.logo or Logo(), settings.font
    one_logo = logo.light == logo.dark
    named: dict[JsonPath, str | None] = {
        ("logo",) if one_logo else ("logo", "light"): logo.light,
        ("logo",) if one_logo else ("logo", "dark"): logo.dark,
        ("favicon",): settings.favicon,
        ("backgroundImage",): settings.background_image,
        ("font", "headings", "url"): font.headings.url if font.headings else None,
        ("font", "body", "url"): font.body.url if font.body else None,
    }
    for icon in named_icons(settings):
        named[icon.at] = icon.icon if "/" in icon.icon else None
    return {reference: at for at, reference in reversed(named.items()) if reference}


def check_files(
    settings: SiteSettings, root: Path, locate: Callable[[JsonPath], Place]
) -> Iterator[Problem]:
    """Name the files of the settings that are not in the project."""
    for reference, at in named_files(settings).items():
        if not is_remote(reference) and find_project_file(root, reference) is None:
            yield Problem(
                code="missing_file",
                message=f'the file "{reference}" is not in the project; it is left out.',
                place=locate(at),
            )


def find_project_file(root: Path, reference: str) -> Path | None:
    """Return the file that a path of the settings names, if there is one below the root.

    A leading slash means the root. The path may be percent-encoded; a file whose name is
    written exactly so comes first. What is returned begins with the resolved root.
    """
    for path in dict.fromkeys((reference, unquote(reference))):
        found = _file_below(root, path)
        if found is not None:
            return found
    return None


def _file_below(root: Path, path: str) -> Path | None:
    names = PurePosixPath(path.lstrip("/")).parts
    # Windows reads "\" as a separator and "C:" as a drive; neither is part of a file name here.
    if not names or ".." in names or any(char in path for char in "\\:\0"):
        return None
    try:
        real_root = root.resolve(strict=True)
        candidate = real_root.joinpath(*names)
        target = candidate.resolve(strict=True)
        is_inside = target.is_relative_to(real_root) and target.is_file()
    except (OSError, RuntimeError, ValueError):
        # Missing, a loop of links, a name that the file system refuses: there is no such file.
        return None
    return candidate if is_inside else None
