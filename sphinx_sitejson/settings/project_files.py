"""Icons and project files that the settings refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from sphinx_sitejson.common.files import NOT_IN_PROJECT, read_refusal
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    nearest_name,
    suggest_name,
)

from .appearance import Logo
from .site import SiteSettings
from .structure import Anchor, Division, NavigationGroup, Tab, TopAnchor


def entries_with_icon(
    settings: SiteSettings,
) -> Iterator[Tab | Anchor | TopAnchor | NavigationGroup | Division]:
    """Yield the entries of the settings that have an icon."""
    entries = (
        *settings.tabs,
        *settings.anchors,
        *settings.entries(),
        *(settings.outline.links if settings.outline else ()),
        *filter(None, [settings.top_anchor]),
    )
    return (entry for entry in entries if entry.icon)


SETTINGS_FILES = frozenset({"site.json", "docs.json", "mint.json", "conf.py"})
"""Files that configure the site; they are never suggested."""


def is_remote(reference: str) -> bool:
    """Return whether a file reference is a URL."""
    return reference.lower().startswith(("https://", "http://"))


def file_references(settings: SiteSettings) -> dict[str, JsonPath]:
    """Return the files that the settings refer to, with the path of the first reference."""
    logo, font = settings.logo or Logo(), settings.font
    one_logo = logo.light == logo.dark
    one_font = font.headings == font.body
    named: dict[JsonPath, str | None] = {
        ("logo",) if one_logo else ("logo", "light"): logo.light,
        ("logo",) if one_logo else ("logo", "dark"): logo.dark,
        ("favicon",): settings.favicon,
        ("favicon", "dark"): settings.extra.dark_favicon,
        ("backgroundImage",): settings.background_image,
        ("font", "url") if one_font else ("font", "headings", "url"): (
            font.headings.url if font.headings else None
        ),
        ("font", "body", "url"): font.body.url if font.body else None,
    }
    for entry in entries_with_icon(settings):
        named[*entry.at, "icon"] = entry.icon if "/" in (entry.icon or "") else None
    return {reference: at for at, reference in reversed(named.items()) if reference}


def check_files(
    settings: SiteSettings, root: Path, locate: Callable[[JsonPath], Location]
) -> Iterator[Problem]:
    """Report files of the settings that are not in the project."""
    for reference, at in file_references(settings).items():
        if not is_remote(reference) and find_project_file(root, reference) is None:
            reason = describe_missing_file(root, reference)
            yield Problem(
                ProblemCode.MISSING_FILE,
                f'the file "{reference}" {reason}; it was ignored.' + suggest_file(root, reference),
                locate(at),
            )


def find_project_file(root: Path, reference: str) -> Path | None:
    """Return the file that a path of the settings refers to, or None.

    A leading slash is the root of the project. The path may be percent-encoded; a file with the
    literal name takes precedence. The result begins with the resolved root. It may be
    a link to another file of the repository. A URL refers to no file.
    """
    named = _candidate_files(root, reference)
    return next((file for file in named if not read_refusal(file, root)), None)


def describe_missing_file(root: Path, *references: str) -> str:
    """Return why none of these files is found, as the predicate of a sentence."""
    named = (file for reference in references for file in _candidate_files(root, reference))
    is_folder = any(_is_folder(root, reference) for reference in references)
    default = "is a folder" if is_folder else NOT_IN_PROJECT
    return next(filter(None, (read_refusal(file, root) for file in named)), default)


def suggest_file(root: Path, reference: str) -> str:
    """Return a sentence that suggests a file in the same folder, or an empty string."""
    folder, _, name = unquote(reference).rpartition("/")
    parts = PurePosixPath(folder.lstrip("/")).parts
    if ".." in parts or any(char in reference for char in "\\:\0"):
        return ""
    try:
        beside = sorted(path.name for path in root.joinpath(*parts).iterdir() if path.is_file())
    except (OSError, ValueError):
        return ""
    start = f"{folder}/" if "/" in reference else ""
    names = [other for other in beside if other not in SETTINGS_FILES]
    alike = [other for other in names if PurePosixPath(other).stem == PurePosixPath(name).stem]
    if alike and name not in names:
        # With the same stem, the extension is wrong.
        return suggest_name(f"{start}{alike[0]}")
    # Folder and extension, which many files share, would make them all similar.
    stem, _, suffix = name.rpartition(".")
    others = {PurePosixPath(other).stem: other for other in names}
    others |= {PurePosixPath(other).stem: other for other in names if other.endswith(f".{suffix}")}
    nearest = nearest_name(stem or suffix, others)
    return "" if nearest is None else suggest_name(f"{start}{others[nearest]}")


def _is_folder(root: Path, reference: str) -> bool:
    parts = PurePosixPath(reference.lstrip("/")).parts
    try:
        return bool(parts) and ".." not in parts and root.joinpath(*parts).is_dir()
    except (OSError, ValueError):
        return False


def _candidate_files(root: Path, reference: str) -> Iterator[Path]:
    """Yield the existing files that a path may refer to, also if they must not be read."""
    for path in dict.fromkeys((reference, unquote(reference))):
        names = PurePosixPath(path.lstrip("/")).parts
        # Windows reads "\\" as a separator and "C:" as a drive; neither is part of a name here.
        if not names or ".." in names or any(char in path for char in "\\:\0"):
            continue
        try:
            candidate = root.resolve(strict=True).joinpath(*names)
            is_there = candidate.is_file()
        except (OSError, RuntimeError, ValueError):
            # A cycle of links, or a name that the file system refuses.
            continue
        if is_there:
            yield candidate
