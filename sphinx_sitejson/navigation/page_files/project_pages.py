"""Which files of the project are pages, and which of them is the first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import MARKER, as_pattern, built_folder_around, is_file, survey
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.navigation.start_page import first_paths
from sphinx_sitejson.navigation.tree import (
    can_leave_folder,
    clean_path,
    no_listed_page,
    paths_listed,
)

from .linked_pages import circle_problems, pages_left_out

if TYPE_CHECKING:
    from sphinx_sitejson.settings.site import SiteSettings

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
# The same where nothing but MDX is ours.
NEVER_MDX_PAGES = ("_snippets/**.mdx", "snippets/**.mdx")
# Left out unless the author keeps a list of such files in conf.py.
DEFAULT_EXCLUDES = ("_build", "Thumbs.db")
NOTES_FOR_DEVELOPERS = frozenset(
    {"readme", "license", "contributing", "contribute", "code_of_conduct", "security"}
)


def root_document(root: Path, settings: SiteSettings, suffixes: Iterable[str]) -> str:
    """Return the root document: the project's own index, else the first page of its navigation."""
    known = tuple(dict.fromkeys((*PAGE_SUFFIXES, *suffixes)))
    for docname in ("index", *map(_plain, first_paths(settings))):
        if any(is_file(root / f"{docname}{suffix}") for suffix in known):
            return docname
    return "index"


def _listed_pages(settings: SiteSettings) -> Iterator[str]:
    for path in paths_listed(settings):
        if not can_leave_folder(path):
            yield _plain(path)


def _plain(path: str) -> str:
    """Return the name of a page, however its path is written."""
    path = clean_path(path)
    return next((path.removesuffix(s) for s in PAGE_SUFFIXES if path.endswith(s)), path)


def why_no_first_page(
    root_doc: str, settings: SiteSettings, known: Collection[str], file: str
) -> str:
    """Say why no site can be made when its first page is not among the known ones, or nothing."""
    if root_doc in known:
        return ""
    listed = tuple(dict.fromkeys(_listed_pages(settings)))
    if not listed:
        return f'the navigation of {file} lists no page, and there is no "index.mdx".'
    if any(name in known for name in listed):
        return f'no page that {file} lists is a file of the project; write an "index.mdx".'
    return no_listed_page(listed, known, file)


def folders_taken_for_output(root: Path, settings: SiteSettings, place: Place) -> Iterator[Problem]:
    """Name the folders whose pages the settings list, and which a build has written to."""
    real_root = root.resolve()
    parents = {(real_root / name).parent for name in _listed_pages(settings)}
    taken = {built_folder_around(parent / "page", real_root) for parent in parents}
    for folder in sorted(filter(None, taken)):
        name = quoted(folder.relative_to(real_root).as_posix())
        message = (
            f"the folder {name} holds the output of an earlier build, so no page is read from it; "
            f'if it is a folder of yours, remove the file "{MARKER}" and what else was built there.'
        )
        yield Problem(code=ProblemCode.MISSING_PAGE, message=message, place=place)


def excluded_patterns(
    root: Path,
    outdir: Path,
    settings: SiteSettings,
    *,
    use_default_excludes: bool,
    only_mdx: bool = False,
) -> list[str]:
    """Return patterns of the files below the source folder that are no pages.

    :param use_default_excludes: whether files are left out that usually are no pages.
    :param only_mdx: whether all other pages are those of a project that has its own rules.
    """
    never = NEVER_MDX_PAGES if only_mdx else NEVER_PAGES
    # Sphinx would follow links in circles until the system stops it.
    patterns = [*never, *map(as_pattern, survey(root).circles)]
    if outdir.is_relative_to(root) and outdir != root:
        patterns.append(as_pattern(outdir.relative_to(root).as_posix()))
    if use_default_excludes:
        environments = (file.parent.name for file in root.glob("*/pyvenv.cfg"))
        patterns += [*DEFAULT_EXCLUDES, *environments, *_developer_notes(root, settings)]
    return patterns


def _developer_notes(root: Path, settings: SiteSettings) -> Iterator[str]:
    if not settings.has_navigation:
        # Then the toctrees of the project say what its pages are.
        return
    listed = set(_listed_pages(settings))
    for suffix in (".md", ".mdx"):
        for file in sorted(root.glob(f"*{suffix}")):
            if file.stem.lower() in NOTES_FOR_DEVELOPERS and file.stem not in listed:
                yield file.name


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPages:
    """The page files of a project by the names that the navigation gives them."""

    pages: dict[str, Path] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def find_pages(root: Path) -> FoundPages:
    """Look for the page files below a folder, as a build does."""
    tree = survey(root)
    files = [Path(file) for file in tree.files]
    pages = {
        file.with_suffix("").as_posix(): root / file
        for suffix in reversed(PAGE_SUFFIXES)
        for file in sorted(files)
        if file.suffix == suffix and not _is_no_page(file)
    }
    left_out = pages_left_out(root, pages)
    return FoundPages(
        pages={name: path for name, path in pages.items() if name not in left_out.names},
        problems=(*circle_problems(root, tree.circles), *left_out.problems),
    )


def _is_no_page(path: Path) -> bool:
    return any(
        part.startswith(".") or part in ("_build", "node_modules", "_snippets", "snippets")
        for part in path.parts
    )
