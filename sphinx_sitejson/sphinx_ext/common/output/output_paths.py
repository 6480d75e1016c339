"""What a built site has at which path, besides the pages of its documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

FOLDERS_OF_SPHINX = ("_static", "_images", "_downloads", "_sources", "_modules")
FILES_OF_SPHINX = frozenset(
    {"search", "genindex", "objects.inv", "searchindex.js", ".buildinfo", "404"}
)
OWN_FILES = frozenset({"sitemap.xml", "robots.txt", "llms.txt", "llms-full.txt"})


class SiteContents:
    """Tells whether a path of the site is taken by something that is no page."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def is_file(self, path: str) -> bool:
        """Whether a file, or a page that Sphinx makes by itself, has this path."""
        first = path.split("/", 1)[0]
        return first in FOLDERS_OF_SPHINX or path.removesuffix(".html") in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        indices = (
            f"{domain.name}-{index.name}"
            for domain in self._env.domains.values()
            for index in domain.indices
        )
        additional = self._env.config.html_additional_pages
        return frozenset(
            {
                *FILES_OF_SPHINX,
                *OWN_FILES,
                *indices,
                *additional,
                *(name.removesuffix(".html") for name in self.extra_files),
            }
        )

    @cached_property
    def extra_files(self) -> frozenset[str]:
        """The files that the author adds to the built site, by their paths."""
        return frozenset(self._extra_files())

    def _extra_files(self) -> Iterator[str]:
        for entry in self._env.config.html_extra_path:
            path = Path(site_of(self._env).builder.confdir, entry)
            if path.is_dir():
                files = (file for file in path.rglob("*") if file.is_file())
                yield from (file.relative_to(path).as_posix() for file in files)
            elif path.is_file():
                yield path.name


site_contents: BuildState[SiteContents] = BuildState(SiteContents)
"""What the site of this build has; the author's files are looked through once."""
