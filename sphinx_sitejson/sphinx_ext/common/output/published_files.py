"""Files beside the pages: written when they change, removed when they are no more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from sphinx_sitejson.common.files import read_file, reason_of, remove_below, write_if_changed
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache

from .output_paths import site_contents

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

logger = logging.getLogger(__name__)

WITHOUT_ADDRESSES = frozenset({"epub", "singlehtml", "htmlhelp", "qthelp", "devhelp", "applehelp"})
"""HTML builders whose pages are no pages of a web site."""


def makes_web_pages(builder: Builder) -> bool:
    """Whether each page becomes a page of a web site, with an address of its own."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and builder.name not in WITHOUT_ADDRESSES
        and not hasattr(builder, "dump_context")
    )


def is_book(builder: Builder) -> bool:
    """Whether an EPUB is built."""
    return builder.name == "epub"


class PublishedFiles:
    """The files of one kind in an output folder, remembered from build to build."""

    def __init__(self, app: Sphinx, kind: str) -> None:
        place = hashlib.sha256(f"{app.builder.name} {app.outdir}".encode()).hexdigest()[:16]
        self._app = app
        self._folder = Path(app.outdir)
        self._memory = cache_file(app.env, f"{kind}-{place}.json")

    def write(self, texts: Mapping[str, str]) -> None:
        """Bring the folder to the state of the given files, by their paths below it."""
        for path, text in texts.items():
            self.write_one(path, text)
        self.keep_only(texts)

    def keep_only(self, paths: Iterable[str]) -> None:
        """Remove the files of an earlier build that are not among these, and remember these."""
        wanted = sorted(paths)
        for stale in sorted(set(self._known()) - set(wanted)):
            extra = site_contents(self._app.env).extra_files
            if stale not in self._pages and stale not in extra:
                remove_below(self._path(stale), self._folder)
        if wanted or self._memory.exists():
            write_cache(self._memory, wanted)

    def write_one(self, path: str, text: str) -> None:
        """Write one file, if it differs from what is there."""
        try:
            write_if_changed(self._path(path), text.encode(), below=self._folder)
        except (OSError, UnicodeError) as error:
            warn_unwritten(path, error)

    def _path(self, path: str) -> Path:
        names = path.split("/")
        # The callers see to it; a file outside the folder must not be written in any case.
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

    def _known(self) -> list[str]:
        known = read_cache(self._memory)
        return [path for path in known if isinstance(path, str)] if isinstance(known, list) else []


def publish_copy(app: Sphinx, source: Path, path: str) -> bool:
    """Copy a file of the project to a path of the built site; tell whether it is there."""
    folder = Path(app.outdir)
    try:
        write_if_changed(folder / path, read_file(source), below=folder)
    except OSError as error:
        warn_unwritten(path, error)
        return False
    return True


def warn_unwritten(path: str, error: OSError | UnicodeError) -> None:
    """Name a file that the site lacks now, and why."""
    reason = reason_of(error) if isinstance(error, OSError) else str(error)
    logger.warning(
        "%s could not be written: %s.",
        path,
        reason,
        type="sitejson",
        subtype=ProblemCode.PUBLISHED_FILE,
    )
