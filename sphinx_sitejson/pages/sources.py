"""Which files of the project are pages, and which of them is the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.tree import clean_path, leads_outside
from sphinx_sitejson.settings.structure import NavigationGroup

if TYPE_CHECKING:
    from sphinx_sitejson.settings import SiteSettings

PAGE_SUFFIXES = (".mdx", ".md", ".rst")

# Snippets are parts of pages, and what a dot hides or a package manager brings is no page.
NEVER_PAGES = (
    "_snippets",
    "snippets/**.mdx",
    "snippets/**.md",
    "node_modules",
    "**/node_modules",
    ".*",
    "**/.*",
)
# Left out unless the author keeps a list of such files in conf.py.
USUALLY_NO_PAGES = ("_build", "Thumbs.db")
NOTES_FOR_DEVELOPERS = frozenset(
    {"readme", "license", "contributing", "contribute", "code_of_conduct", "security"}
)


def first_page(root: Path, settings: SiteSettings, suffixes: Iterable[str]) -> str:
    """Return the root document: the project's own index, else the first listed page."""
    known = tuple(dict.fromkeys((*PAGE_SUFFIXES, *suffixes)))
    for docname in ("index", *_listed_pages(settings.navigation)):
        if any((root / f"{docname}{suffix}").is_file() for suffix in known):
            return docname
    return "index"


def _listed_pages(groups: Iterable[NavigationGroup | str]) -> Iterator[str]:
    for entry in groups:
        if isinstance(entry, NavigationGroup):
            yield from _listed_pages(entry.pages)
        elif not leads_outside(entry):
            path = clean_path(entry)
            yield next((path.removesuffix(s) for s in PAGE_SUFFIXES if path.endswith(s)), path)


def excluded_patterns(
    root: Path, outdir: Path, settings: SiteSettings, *, all_usual: bool
) -> list[str]:
    """Return patterns of the files below the source folder that are no pages."""
    patterns = list(NEVER_PAGES)
    if outdir.is_relative_to(root) and outdir != root:
        patterns.append(outdir.relative_to(root).as_posix())
    if all_usual:
        environments = (file.parent.name for file in root.glob("*/pyvenv.cfg"))
        patterns += [*USUALLY_NO_PAGES, *environments, *_developer_notes(root, settings)]
    return patterns


def _developer_notes(root: Path, settings: SiteSettings) -> Iterator[str]:
    listed = set(_listed_pages(settings.navigation))
    for suffix in (".md", ".mdx"):
        for file in sorted(root.glob(f"*{suffix}")):
            if file.stem.lower() in NOTES_FOR_DEVELOPERS and file.stem not in listed:
                yield file.name


def find_pages(root: Path) -> dict[str, Path]:
    """Return the page files below a folder by the names that the navigation gives them."""
    return {
        file.relative_to(root).with_suffix("").as_posix(): file
        for suffix in reversed(PAGE_SUFFIXES)
        for file in sorted(root.rglob(f"*{suffix}"))
        if not _is_no_page(file.relative_to(root))
    }


def _is_no_page(path: Path) -> bool:
    return any(
        part.startswith(".") or part in ("_build", "node_modules", "_snippets", "snippets")
        for part in path.parts
    )
