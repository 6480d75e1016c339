"""``sitejson check``: the settings and their pages, without a build."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx_sitejson.files.reading import read_text, reason_of
from sphinx_sitejson.mdx.front_matter import read_front_matter
from sphinx_sitejson.navigation import SiteMap, read_tree
from sphinx_sitejson.navigation.checks import check_divisions, check_versions
from sphinx_sitejson.navigation.labels import PageLabels
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
from sphinx_sitejson.pages.site_pages import as_document, named_documents, site_pages
from sphinx_sitejson.pages.sources import (
    find_pages,
    first_page,
    folders_taken_for_output,
    why_no_first_page,
)
from sphinx_sitejson.pages.written_bindings import bindings_in
from sphinx_sitejson.problems import Place, Problem
from sphinx_sitejson.settings import SiteSettings, load_settings
from sphinx_sitejson.settings.project_files import check_files, is_remote

from ._shared import Subparsers


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("check", help="check site.json and the pages it lists")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--file", default="site.json", help="the settings file in that folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print every problem; the exit code says whether there was one."""
    problems = list(find_problems(options.folder, options.file))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    print(f"{options.file}: no problems found")
    return 0


def read_documents(
    folder: Path, settings: SiteSettings
) -> tuple[OpenApiLibrary, tuple[Problem, ...]]:
    """Read the documents that the settings name; those on the web are left to the build."""
    locations = (name for name in named_documents(settings) if not is_remote(name))
    read = [read_document(name, root=folder, options=ReadOptions()) for name in locations]
    problems = tuple(problem for document in read for problem in document.problems)
    return OpenApiLibrary(filter(None, map(as_document, read))), problems


def find_problems(folder: Path, file: str) -> Iterator[Problem]:
    """Yield the problems of a settings file and of the navigation in it."""
    loaded = load_settings(folder / file, root=folder)
    yield from loaded.problems
    settings = loaded.settings
    if settings is None:
        return
    found = find_pages(folder)
    yield from found.problems
    pages = found.pages
    library, problems = read_documents(folder, settings)
    yield from problems
    generated = site_pages(settings, library, written_pages=pages, bindings=bindings_in(pages))
    known = {*pages, *generated.stubs}
    tree = read_tree(settings.navigation, known_pages=known, locate=loaded.place)
    yield from tree.problems
    place = loaded.place(("navigation",))
    yield from folders_taken_for_output(folder, settings, place)
    if missing := why_no_first_page(first_page(folder, settings, ()), settings, pages, file):
        yield Problem(code="missing_page", message=missing, place=Place(file=file))
    yield from check_versions(settings, loaded.place)
    yield from check_files(settings, folder, loaded.place)
    yield from check_divisions(SiteMap(settings, tree, PageLabels()), loaded.place)
    yield from front_matter_problems(pages.values())


def front_matter_problems(pages: Iterable[Path]) -> Iterator[Problem]:
    """Yield what is wrong above the text of pages; one that cannot be read is named."""
    for path in pages:
        try:
            text = read_text(path)
        except OSError as error:
            message = f"the page cannot be read ({reason_of(error)})."
            yield Problem(code="page_encoding", message=message, place=Place(file=str(path)))
        else:
            yield from read_front_matter(text, file=str(path)).problems
