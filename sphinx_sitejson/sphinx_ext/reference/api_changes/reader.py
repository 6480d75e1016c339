"""Reads the documents that are compared with each other."""

from __future__ import annotations

import posixpath
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.navigation.page_files.site_pages import as_document
from sphinx_sitejson.openapi.changes import ApiChanges, compare_documents
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
from sphinx_sitejson.settings.project_files import find_project_file, is_remote, why_missing
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.openapi.api_formats import added_formats

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.library import OpenApiLibrary


MAX_CACHED_COMPARISONS = 50


class ChangesReader:
    """Reads documents for comparison; each pair is compared once in a process."""

    def __init__(self, root: Path, library: OpenApiLibrary) -> None:
        self._root = root
        self._library = library
        self._compared = lru_cache(maxsize=MAX_CACHED_COMPARISONS)(compare_documents)
        self._documents: dict[tuple[str, str], OpenApiDocument | None] = {}

    def __call__(
        self, env: BuildEnvironment, old: str, new: str, place: Place
    ) -> ApiChanges | None:
        """Compare two documents; what cannot be read is reported."""
        documents = [self.document(env, name, place) for name in (old, new)]
        if documents[0] is None or documents[1] is None:
            return None
        return self._compared(documents[0], documents[1])

    def document(self, env: BuildEnvironment, name: str, place: Place) -> OpenApiDocument | None:
        """Return a document of the site, or one that only lies in the project."""
        location = _location(env, name, self._root)
        known = self._library.at(location or name)
        if known is not None:
            self._depend(env, location)
            return known
        if location is None:
            reason = "is not named in site.json"
            if not is_remote(name):
                reason = why_missing(self._root, *_locations(env, name))
            message = f'the OpenAPI document "{name}" {reason}.'
            report([Problem(code=ProblemCode.MISSING_FILE, message=message, place=place)])
            return None
        self._depend(env, location)
        file = find_project_file(self._root, location)
        assert file is not None
        key = (location, str(file.stat().st_mtime_ns))
        if key not in self._documents:
            options = ReadOptions(
                cache_folder=Path(env.doctreedir, "sitejson", "documents"),
                offline=True,
                formats=added_formats(env),
            )
            read = read_document(location, root=self._root, options=options)
            self._documents[key] = as_document(read)
            if self._documents[key] is None:
                report(read.problems)
        return self._documents[key]

    def _depend(self, env: BuildEnvironment, location: str | None) -> None:
        file = find_project_file(self._root, location) if location else None
        if file is not None:
            env.note_dependency(str(file))


def _location(env: BuildEnvironment, name: str, root: Path) -> str | None:
    """Return where a document lies: from the page's folder, or from the root."""
    for location in _locations(env, name):
        if not is_remote(name) and find_project_file(root, location) is not None:
            return location
    return None


def _locations(env: BuildEnvironment, name: str) -> tuple[str, str]:
    beside = posixpath.normpath(posixpath.join("/", posixpath.dirname(env.docname), name))
    return beside, f"/{name.lstrip('/')}"
