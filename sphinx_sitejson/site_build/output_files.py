"""Files of the built site other than its pages: published, removed and looked up by path."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Set
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.files import (
    describe_os_error,
    read_file,
    read_text,
    remove_below,
    write_if_changed,
)
from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.settings.project_files import (
    check_files,
    file_references,
    find_project_file,
    is_remote,
)

from .build_state import BuildState, site_of
from .reports import report, report_at

_Stored = TypeVar("_Stored", dict[str, Any], list[str])


def cache_file(env: BuildEnvironment, name: str) -> Path:
    """Return the path of a cache file in the doctree directory."""
    return Path(env.doctreedir, "sitejson", name)


def output_cache_file(app: Sphinx, kind: str) -> Path:
    """Return the path of a cache file about the files of the output directory."""
    folder_name = hashlib.sha256(f"{app.builder.name} {app.outdir}".encode()).hexdigest()[:16]
    return cache_file(app.env, f"{kind}-{folder_name}.json")


def read_cache(file: Path, kind: type[_Stored]) -> _Stored:
    """Return the data that an earlier build stored; empty if it is missing or damaged."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return kind()
    return value if isinstance(value, kind) else kind()


def write_cache(file: Path, value: object) -> None:
    """Store a value for the next build, atomically."""
    write_if_changed(file, json.dumps(value, sort_keys=True).encode(), below=file.parent.parent)


def file_digest(file: str) -> str:
    """Return the digest of a file; Sphinx caches its checksums for the whole process."""
    facts = os.stat(file)  # noqa: PTH116 - called several times for each page
    return _digest(file, facts.st_mtime_ns, facts.st_size)


@cache
def _digest(file: str, changed: int, size: int) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


FOLDERS_OF_SPHINX = ("_static", "_images", "_downloads", "_sources", "_modules")
NOT_FOUND_DOCNAME = "404"
FILES_OF_SPHINX = frozenset(
    {"search", "genindex", "objects.inv", "searchindex.js", ".buildinfo", NOT_FOUND_DOCNAME}
)
PACKAGE_FILES = frozenset({"sitemap.xml", "robots.txt", "llms.txt", "llms-full.txt", "skill.md"})


@BuildState
def extra_files(env: BuildEnvironment) -> Set[str]:
    """Return the files of ``html_extra_path``, by their paths in the site."""
    found: set[str] = set()
    for entry in env.config.html_extra_path:
        path = Path(site_of(env).builder.confdir, entry)
        if path.is_dir():
            files = (file for file in path.rglob("*") if file.is_file())
            found.update(file.relative_to(path).as_posix() for file in files)
        elif path.is_file():
            found.add(path.name)
    return found


@BuildState
def _file_names(env: BuildEnvironment) -> frozenset[str]:
    """Return the files of the site other than pages, without the suffix of HTML."""
    domains = env.domains.values()
    indices = (f"{domain.name}-{index.name}" for domain in domains for index in domain.indices)
    extra = (name.removesuffix(".html") for name in extra_files(env))
    return FILES_OF_SPHINX.union(PACKAGE_FILES, indices, env.config.html_additional_pages, extra)


def is_site_file(env: BuildEnvironment, path: str) -> bool:
    """Return whether a path is a file of the site, or a page that Sphinx generates."""
    first = path.split("/", 1)[0]
    return first in FOLDERS_OF_SPHINX or path.removesuffix(".html") in _file_names(env)


BUILDERS_WITHOUT_PAGE_URLS = frozenset(
    {"epub", "singlehtml", "htmlhelp", "qthelp", "devhelp", "applehelp"}
)
"""HTML builders whose pages have no individual URLs."""


def makes_web_pages(builder: Builder) -> bool:
    """Return whether each page has an individual URL."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and builder.name not in BUILDERS_WITHOUT_PAGE_URLS
        and not hasattr(builder, "dump_context")
    )


def is_epub(builder: Builder) -> bool:
    """Return whether an EPUB is built."""
    return builder.name == "epub"


def writes_nothing(builder: Builder) -> bool:
    """Return whether ``sitejson check`` runs."""
    return builder.name == "sitejson-check"


class PublishedFiles:
    """The files of one kind in an output directory, tracked between builds."""

    def __init__(self, app: Sphinx, kind: str) -> None:
        self._app = app
        self._folder = Path(app.outdir)
        self._memory = output_cache_file(app, kind)

    def write(self, texts: Mapping[str, str]) -> None:
        """Write these files by path, and remove those of earlier builds."""
        for path, text in texts.items():
            self.write_one(path, text)
        self.keep_only(texts)

    def keep_only(self, paths: Iterable[str]) -> None:
        """Remove the files of earlier builds except these."""
        current = sorted(paths)
        for stale in sorted(set(read_cache(self._memory, list)) - set(current)):
            if stale not in self._pages and stale not in extra_files(self._app.env):
                remove_below(self._path(stale), self._folder)
        if current or self._memory.exists():
            write_cache(self._memory, current)

    def write_one(self, path: str, text: str) -> None:
        """Write a file if it has changed."""
        try:
            write_if_changed(self._path(path), text.encode(), below=self._folder)
        except (OSError, UnicodeError) as error:
            warn_unwritten(path, error)

    def _path(self, path: str) -> Path:
        names = path.split("/")
        # A file outside the folder must never be written, whatever the caller does.
        assert not {"", ".."} & set(names), path
        return self._folder.joinpath(*names)

    @cached_property
    def _pages(self) -> frozenset[str]:
        builder = self._app.builder
        assert isinstance(builder, StandaloneHTMLBuilder)
        return frozenset(
            Path(builder.get_outfilename(name)).relative_to(self._folder).as_posix()
            for name in self._app.env.all_docs
        )


def author_files(app: Sphinx, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of files that the author has put at the root of the project, by name."""
    files = ((name, site_of(app.env).root / name) for name in names)
    return {name: read_text(file) for name, file in files if file.is_file()}


def publish_copy(app: Sphinx, source: Path, path: str) -> bool:
    """Copy a file of the project into the site; return whether that was possible."""
    folder = Path(app.outdir)
    try:
        write_if_changed(folder / path, read_file(source), below=folder)
    except OSError as error:
        warn_unwritten(path, error)
        return False
    return True


def warn_unwritten(path: str, error: OSError | UnicodeError) -> None:
    """Warn about a file that could not be written."""
    reason = describe_os_error(error) if isinstance(error, OSError) else str(error)
    report_at(ProblemCode.PUBLISHED_FILE, f"{path} could not be written: {reason}.", Location(""))


def published_path(root: Path, file: Path) -> str:
    """Return the path of a file of the project in the built site."""
    return f"_static/site/{file.relative_to(root.resolve()).as_posix()}"


settings_files: BuildState[Mapping[str, str]] = BuildState(lambda env: {})
"""The URLs in the site of the files in the settings."""


def find_files(app: Sphinx) -> None:
    """Find the files of the settings; report missing ones."""
    site = site_of(app.env)
    report(check_files(site.settings, site.root, site.loaded.locate))
    files: dict[str, str] = {}
    for reference in file_references(site.settings):
        found = find_project_file(site.root, reference)
        if is_remote(reference):
            files[reference] = reference
        elif found is not None:
            files[reference] = quote(published_path(site.root, found))
    settings_files.set(app.env, files)


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files of the settings into the site, and remove those of earlier builds."""
    if exception is not None or app.builder.format != "html" or is_epub(app.builder):
        return
    paths = []
    for reference, uri in settings_files(app.env).items():
        found = find_project_file(site_of(app.env).root, reference)
        if found is not None:
            paths.append(unquote(uri))
            publish_copy(app, found, paths[-1])
    PublishedFiles(app, "settings-files").keep_only(paths)
