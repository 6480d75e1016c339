"""The files that are pages, and the start page of the site."""

from __future__ import annotations

import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from posixpath import splitext

from sphinx_sitejson.common.files import (
    OUTPUT_MARKER,
    OUTSIDE_REPOSITORY,
    enclosing_build_output,
    exclude_pattern,
    is_file,
    is_outside_repository,
    read_text,
    scan_source_tree,
)
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)

from .project_files import is_remote
from .site import SiteSettings
from .structure import (
    ApiDocument,
    Division,
    NavigationGroup,
    Outline,
    entry_documents,
    names_operation,
)

MDX_SUFFIX = ".mdx"


def find_excluded_pages(root: Path, pages: Mapping[str, Path]) -> tuple[set[str], list[Problem]]:
    """Return MDX pages outside the repository, pages that are not regular files, and the reasons.

    Pages in other formats may be anywhere, as in Sphinx.
    """
    is_outside = cache(partial(_is_outside, root))
    no_files = {name: path for name, path in pages.items() if not _is_file(path)}
    outside = {
        name: path
        for name, path in pages.items()
        if name not in no_files
        and path.suffix == MDX_SUFFIX
        and is_outside(path if path.is_symlink() else path.parent)
    }
    problems = [
        _problem(path, "the page is not a regular file; it was skipped.")
        for path in no_files.values()
    ]
    by_link: dict[Path, list[Path]] = {}
    for path in outside.values():
        by_link.setdefault(_outermost_link(path, root, is_outside), []).append(path)
    for link, paths in by_link.items():
        if link in paths:
            problems.append(_problem(link, f"the page {OUTSIDE_REPOSITORY}; it was skipped."))
            continue
        # Many pages may be behind one link.
        loss = "its MDX page was" if len(paths) == 1 else f"its {len(paths)} MDX pages were"
        message = f"the folder {OUTSIDE_REPOSITORY}; {loss} skipped."
        problems.append(_problem(link, message, line=None))
    return {*no_files, *outside}, problems


def _is_outside(root: Path, path: Path) -> bool:
    try:
        return is_outside_repository(path, root)
    except OSError:
        return True


def _outermost_link(path: Path, root: Path, is_outside: Callable[[Path], bool]) -> Path:
    """Return the outermost part of a path below the root that is a link and points outside."""
    inner = [each for each in (path, *path.parents) if each.is_relative_to(root) and each != root]
    links = (each for each in reversed(inner) if each.is_symlink() and is_outside(each))
    return next(links, path)


def link_cycle_problems(root: Path, link_cycles: Iterable[str]) -> Iterator[Problem]:
    """Report links to folders that contain them."""
    for circle in link_cycles:
        message = "the folder is a symbolic link to one of its parents; it was skipped."
        yield _problem(root.resolve() / circle, message, line=None)


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        # If it was removed in the meantime, reading it will report that.
        return True


def _problem(path: Path, message: str, line: int | None = 1) -> Problem:
    return Problem(ProblemCode.LINKED_PAGE, message, Location(str(path), line=line))


def start_page_candidates(settings: SiteSettings) -> Iterator[str]:
    """Yield the listed paths, those for new readers first."""
    paths = (
        _in_outline(settings.outline) if settings.outline is not None else _in_versions(settings)
    )
    yield from (path for path in paths if not can_leave_folder(path))


def _in_outline(division: Outline | Division) -> Iterator[str]:
    """Yield the paths of an outline, those of default divisions first."""
    yield from (path for group in division.groups for path, _version in _paths(group))
    for inner in sorted(division.divisions, key=lambda each: (each.is_hidden, not each.is_default)):
        yield from _in_outline(inner)


def _in_versions(settings: SiteSettings) -> Iterator[str]:
    """Yield the paths of groups, those of the default version first."""
    readable = {"", settings.default_version}
    known = {version.name for version in settings.versions if not version.url}
    listed = [entry for group in settings.navigation for entry in _paths(group)]
    yield from (path for path, version in listed if version in readable or version not in known)
    yield from (path for path, _version in listed)


def _paths(group: NavigationGroup, version: str = "") -> Iterator[tuple[str, str]]:
    version = group.version or version
    if group.root:
        yield group.root, version
    for entry in group.pages:
        if isinstance(entry, NavigationGroup):
            yield from _paths(entry, version)
        elif not names_operation(entry):
            yield entry, version


PAGE_SUFFIXES = (".mdx", ".md", ".rst")

# Snippets are parts of pages; hidden files and installed packages are not pages.
NEVER_PAGES = (
    "_snippets",
    "snippets/**.mdx",
    "snippets/**.md",
    "node_modules",
    "**/node_modules",
    ".*",
    "**/.*",
)
# The same in projects in which only MDX pages are ours.
NEVER_MDX_PAGES = ("_snippets/**.mdx", "snippets/**.mdx")
IGNORE_FILE = ".mintignore"
"""Lists the files of a site with a ``docs.json`` or ``mint.json`` that are not published."""
# Excluded unless the author sets exclude_patterns in conf.py.
DEFAULT_EXCLUDES = ("_build", "Thumbs.db")
NOTES_FOR_DEVELOPERS = frozenset(
    {
        "agents",
        "claude",
        "code_of_conduct",
        "contribute",
        "contributing",
        "license",
        "readme",
        "security",
        "skill",
    }
)


def root_document(root: Path, settings: SiteSettings, suffixes: Iterable[str]) -> str:
    """Return the root document: the index, else the first page of the navigation."""
    known = tuple(dict.fromkeys((*PAGE_SUFFIXES, *suffixes)))
    for docname in ("index", *map(_plain, start_page_candidates(settings))):
        if any(is_file(root / f"{docname}{suffix}") for suffix in known):
            return docname
    return "index"


def has_page_file(root: Path, path: str) -> bool:
    """Return whether the file of a page exists, even if it is excluded."""
    return any(is_file(root / f"{_plain(path)}{suffix}") for suffix in PAGE_SUFFIXES)


def _listed_pages(settings: SiteSettings) -> Iterator[str]:
    return (_plain(path) for path in listed_paths(settings) if not can_leave_folder(path))


def _plain(path: str) -> str:
    """Return the docname of a path in any spelling."""
    path = clean_path(path)
    return next((path.removesuffix(s) for s in PAGE_SUFFIXES if path.endswith(s)), path)


def describe_missing_start_page(
    root_doc: str, settings: SiteSettings, known: Collection[str], file: str
) -> str:
    """Return why the site has no start page, or an empty string."""
    if root_doc in known:
        return ""
    listed = [*_listed_pages(settings)]
    if not listed:
        return f'the navigation of {file} lists no page, and there is no "index.mdx".'
    if any(name in known for name in listed):
        return f'no page that {file} lists is a file of the project; write an "index.mdx".'
    return describe_missing_pages(listed, known, file)


def check_listed_build_output(
    root: Path, settings: SiteSettings, location: Location
) -> Iterator[Problem]:
    """Report listed pages in the output of a build."""
    real_root = root.resolve()
    parents = {(real_root / name).parent for name in _listed_pages(settings)}
    output_folders = {enclosing_build_output(parent / "page", real_root) for parent in parents}
    for folder in sorted(filter(None, output_folders)):
        name = quoted(folder.relative_to(real_root).as_posix())
        message = (
            f"the folder {name} holds the output of an earlier build, so no page is read from it; "
            f'if it is a folder of yours, remove the file "{OUTPUT_MARKER}" '
            "and what else was built there."
        )
        yield Problem(ProblemCode.MISSING_PAGE, message, location)


def excluded_patterns(
    root: Path, outdir: Path, settings: SiteSettings, *, use_default_excludes: bool, only_mdx: bool
) -> list[str]:
    """Return ``exclude_patterns`` for the files in the source folder that are not pages.

    :param use_default_excludes: whether to exclude files such as README.md.
    :param only_mdx: whether the patterns are only for MDX pages.
    """
    never = NEVER_MDX_PAGES if only_mdx else NEVER_PAGES
    # Sphinx would follow a cycle of links until the path is too long.
    patterns = [*never, *map(exclude_pattern, scan_source_tree(root).link_cycles)]
    if outdir.is_relative_to(root) and outdir != root:
        patterns.append(exclude_pattern(outdir.relative_to(root).as_posix()))
    if not only_mdx:
        patterns += _ignored_files(root / IGNORE_FILE)
    if use_default_excludes:
        environments = (file.parent.name for file in root.glob("*/pyvenv.cfg"))
        patterns += [*DEFAULT_EXCLUDES, *environments, *_developer_notes(root, settings)]
    return patterns


def _ignored_files(file: Path) -> Iterator[str]:
    """Yield the exclude patterns of a file with the syntax of ``.gitignore``, without ``!``."""
    try:
        lines = read_text(file).splitlines()
    except OSError:
        return
    for line in lines:
        pattern = line.strip().removesuffix("/**").rstrip("/")
        if not pattern or pattern.startswith(("#", "!")):
            continue
        anywhere = pattern.removeprefix("**/")
        if "/" in anywhere:
            # A slash at the beginning or in the middle makes the pattern relative to the file.
            yield pattern.lstrip("/")
        else:
            yield from (anywhere, f"**/{anywhere}")


def _developer_notes(root: Path, settings: SiteSettings) -> Iterator[str]:
    if not settings.has_navigation:
        # Then the pages are those in the toctrees of the project.
        return
    listed = set(_listed_pages(settings))
    for suffix in (".md", ".mdx"):
        for file in sorted(root.glob(f"*{suffix}")):
            if file.stem.lower() in NOTES_FOR_DEVELOPERS and file.stem not in listed:
                yield file.name


def find_pages(root: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Return the page files in a folder by docname, found like by a build, and the problems."""
    tree = scan_source_tree(root)
    files = [Path(file) for file in tree.files]
    pages = {
        file.with_suffix("").as_posix(): root / file
        for suffix in reversed(PAGE_SUFFIXES)
        for file in sorted(files)
        if file.suffix == suffix and not _is_no_page(file)
    }
    excluded, problems = find_excluded_pages(root, pages)
    return (
        {name: path for name, path in pages.items() if name not in excluded},
        [*link_cycle_problems(root, tree.link_cycles), *problems],
    )


def _is_no_page(path: Path) -> bool:
    return any(
        part.startswith(".") or part in ("_build", "node_modules", "_snippets", "snippets")
        for part in path.parts
    )


MAX_NAMED_PAGES = 5
"""How many pages a message names if all are missing."""


def describe_missing_pages(listed: Iterable[str], known: Collection[str], file: str) -> str:
    """Return a sentence for a navigation of which no page exists."""
    missing = tuple(dict.fromkeys(listed))
    names = ", ".join(map(quoted, missing[:MAX_NAMED_PAGES]))
    rest = f" and {len(missing) - MAX_NAMED_PAGES} more" if len(missing) > MAX_NAMED_PAGES else ""
    hints = (did_you_mean(name, known) for name in missing)
    return (
        f"none of the pages that {file} lists is in the project: {names}{rest}."
        f"{next(filter(None, hints), '')}"
    )


def iter_listings(settings: SiteSettings) -> Iterator[tuple[JsonPath, tuple[NavigationGroup, ...]]]:
    """Yield the path and the groups of each division of the settings."""
    outline = settings.outline
    if outline is None:
        yield (), settings.navigation
        return
    yield outline.at, outline.groups
    for division in outline.all_divisions():
        yield division.at, division.groups


def listed_paths(settings: SiteSettings) -> Iterator[str]:
    """Yield the path of every listed page, without operations."""
    groups = (group for _at, listed in iter_listings(settings) for group in listed)
    return (path for group in groups for path, _version in _paths(group))


def find_page(
    path: str, known_pages: Collection[str], renamed: Mapping[str, str] | None = None
) -> str | None:
    """Return the page of a path, with or without leading slash and extension.

    :param renamed: pages by their previous names, which also find them.
    """
    if can_leave_folder(path):
        return None
    cleaned = clean_path(path)
    names = (cleaned, splitext(cleaned)[0])
    if found := next((name for name in names if name in known_pages), None):
        return found
    return next((renamed[name] for name in names if renamed and name in renamed), None)


def clean_path(path: str) -> str:
    """Normalize a path: ``./guides/start/`` becomes ``guides/start``."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def can_leave_folder(path: str) -> bool:
    """Return whether a path could point outside its folder."""
    return "\\" in path or ".." in path.split("/")


def named_documents(settings: SiteSettings) -> dict[str, JsonPath]:
    """Return the documents in the settings, with the path of the first reference."""
    named: dict[str, JsonPath] = {}
    spellings: set[str] = set()
    for document, at in _all_named(settings):
        spelling = _file_name(document.source)
        if spelling not in spellings:
            named[document.source] = at
        spellings.add(spelling)
    return named


def _file_name(location: str) -> str:
    """Return the URL or the path of a document without other spellings of it."""
    return location if is_remote(location) else clean_path(location)


def _all_named(settings: SiteSettings) -> Iterator[tuple[ApiDocument, JsonPath]]:
    for key, documents in (("openapi", settings.openapi), ("asyncapi", settings.asyncapi)):
        for index, document in enumerate(documents):
            yield document, (key, index) if len(documents) > 1 else (key,)
    for entry in (*settings.anchors, *settings.tabs, *settings.entries()):
        yield from entry_documents(entry)
