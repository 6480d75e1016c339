"""Documents that a page names by file: read on demand, also outside the source folder.

The file may belong to the documented package, and ``conf.py`` or an event handler may have
written it during the build.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import folder_around, is_file
from sphinx_sitejson.common.network.urls import public_url
from sphinx_sitejson.common.problems import Problem, quoted
from sphinx_sitejson.navigation.page_files.site_pages import as_document
from sphinx_sitejson.settings.project_files import find_project_file, is_remote
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of

from .state import document_options, site_documents

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.reading import ReadDocument

MOST_FILES_LOOKED_AT = 2_000


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A document that a page names."""

    path: str
    """The path relative to the source folder, or a URL."""

    @property
    def location(self) -> str:
        """The location of the document in the library, unless the settings name it too."""
        outside = (
            self.path.startswith("..") or Path(self.path).is_absolute() or is_remote(self.path)
        )
        return self.path if outside else f"/{self.path}"


def named_file(env: BuildEnvironment, reference: str, docname: str) -> NamedFile:
    """Return the file that a page names: relative to it, or with ``/`` to the source folder."""
    if is_remote(reference):
        # Credentials are never stored, so they cannot be used here.
        return NamedFile(public_url(reference))
    _, absolute = env.relfn2path(reference, docname)
    return NamedFile(_from_source(env, Path(os.path.normpath(absolute))))


def document_in(env: BuildEnvironment, file: NamedFile) -> OpenApiDocument | None:
    """Return the document of a file; None if it does not exist or cannot be used.

    Problems with it are reported once all pages are read.
    """
    known = known_documents(env)
    if file.path not in known:
        known[file.path] = _known_location(env, file) or _read_now(env, file)
    return site_documents(env).library.document_at(known[file.path])


def location_of(env: BuildEnvironment, file: NamedFile) -> str:
    """Return the location of a file's document in the library."""
    document_in(env, file)
    return known_documents(env)[file.path]


def is_document_there(env: BuildEnvironment, file: NamedFile) -> bool:
    """Return whether a file exists; URLs are assumed to exist."""
    return is_remote(file.path) or is_file(Path(env.srcdir, file.path))


def why_missing(env: BuildEnvironment, file: NamedFile, reference: str) -> str:
    """Return the message that a file does not exist, with a suggestion."""
    expected = Path(os.path.normpath(Path(env.srcdir, file.path)))
    near = _nearest(env, expected)
    hint = f" Did you mean {quoted(near)}?" if near else ""
    return f"the OpenAPI document {quoted(reference)} was not found: no file {expected}.{hint}"


known_documents: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The locations in the library of the documents that pages name, by path."""


def _known_location(env: BuildEnvironment, file: NamedFile) -> str:
    """Return the location of a file in the settings, if they name it too."""
    library = site_documents(env).library
    if is_remote(file.path):
        found = library.document_at(public_url(file.path))
        return found.location if found else ""
    path = Path(env.srcdir, file.path).resolve()
    for document in library.documents:
        if not is_remote(document.location):
            document_file = find_project_file(site_of(env).root, document.location)
            if document_file is not None and document_file.resolve() == path:
                return document.location
    return ""


def _read_now(env: BuildEnvironment, file: NamedFile) -> str:
    """Read a document, add it to the library, and return its location."""
    read = _read(env, file)
    documents = site_documents(env)
    document = as_document(read)
    problems = {**documents.problems}
    if read.problems and is_document_there(env, file):
        problems[read.location] = read.problems
    library = documents.library.with_document(document) if document else documents.library
    site_documents.set(env, replace(documents, library=library, problems=problems))
    return read.location


def _read(env: BuildEnvironment, file: NamedFile) -> ReadDocument:
    from sphinx_sitejson.openapi.reading import read_document

    options = document_options(env)
    if is_remote(file.path):
        return read_document(file.path, root=Path(env.srcdir), options=options)
    path = Path(env.srcdir, file.path).resolve()
    root = folder_around(path, Path(env.srcdir).resolve(), env.config.sitejson_openapi_root)
    location = path.relative_to(root).as_posix()
    read = read_document(location, root=root, options=options)
    problems = tuple(_seen_from_source(env, problem, root) for problem in read.problems)
    return replace(read, location=file.location, problems=problems)


def _seen_from_source(env: BuildEnvironment, problem: Problem, root: Path) -> Problem:
    """Make the file of a problem relative to the source folder, and name the setting to change."""
    from sphinx_sitejson.openapi.reading.locations import OUTSIDE_PROJECT

    if problem.message.endswith(OUTSIDE_PROJECT):
        hint = 'Set "sitejson_openapi_root" in conf.py to the folder that contains both files.'
        problem = replace(problem, message=f"{problem.message} {hint}")
    if is_remote(problem.location.file):
        return problem
    displayed = _from_source(env, root / problem.location.file)
    return replace(problem, location=replace(problem.location, file=displayed))


def _from_source(env: BuildEnvironment, path: Path) -> str:
    try:
        return Path(os.path.relpath(path, env.srcdir)).as_posix()
    except ValueError:
        # On another drive of Windows.
        return path.as_posix()


def _nearest(env: BuildEnvironment, expected: Path) -> str:
    """Return the file most similar to a missing one: in its folder, or with the same name."""
    try:
        neighbors = [path for path in expected.parent.iterdir() if path.is_file()]
    except OSError:
        neighbors = []
    names = [path.name for path in neighbors]
    close = get_close_matches(expected.name, names, n=1, cutoff=0.6)
    if close:
        return _from_source(env, expected.with_name(close[0]))
    found = next((path for path in _files(env) if path.name == expected.name), None)
    return _from_source(env, found) if found else ""


def _files(env: BuildEnvironment) -> Iterator[Path]:
    walked = (Path(folder, name) for folder, _, names in os.walk(env.srcdir) for name in names)
    yield from islice(walked, MOST_FILES_LOOKED_AT)
