"""Generated pages as Sphinx documents whose files are outside the source folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from sphinx.project import Project

from sphinx_sitejson.common.files import exclude_pattern, remove, scan_source_tree, write_if_changed
from sphinx_sitejson.settings.project_pages import find_excluded_pages, link_cycle_problems

from .reports import report

Generate = Callable[[Mapping[str, Path]], Mapping[str, Path]]
"""Generates pages; takes the authored pages by docname, returns the files of the new ones."""

SUFFIX = ".mdx"


class GeneratingProject(Project):
    """A project with the pages that Sphinx finds, and generated ones from elsewhere."""

    def __init__(self, project: Project, generate: Generate) -> None:
        super().__init__(project.srcdir, project.source_suffix)
        self.restore(project)
        self._generate: Generate | None = generate
        self._generated: dict[str, Path] = {}

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the authored pages, then generate the others."""
        self._generated = {}
        authored = self._authored_pages(exclude_paths, include_paths)
        for docname, path in (self._generate(authored) if self._generate else {}).items():
            self.docnames.add(docname)
            self.read_instead(docname, path)
        return self.docnames

    def _authored_pages(
        self, exclude_paths: Iterable[str], include_paths: Iterable[str]
    ) -> dict[str, Path]:
        super().discover(exclude_paths, include_paths)
        return {name: Path(self.doc2path(name, absolute=True)) for name in self.docnames}

    def read_instead(self, docname: str, path: Path) -> None:
        """Read a page from another file, by its absolute path."""
        self._generated[docname] = type(self.srcdir)(path)

    def path2doc(self, filename: str | PathLike[str]) -> str | None:
        """Return the page that a file is read for."""
        path = Path(filename)
        generated = (name for name, file in self._generated.items() if file == path)
        return next(generated, None) or super().path2doc(filename)

    def doc2path(self, docname: str, absolute: bool) -> Path:  # type: ignore[override]
        """Return the path of a page; the relative one of a generated page pretends to be local."""
        path = self._generated.get(docname)
        if path is None:
            return super().doc2path(docname, absolute)
        return path if absolute else type(path)(f"{docname}{path.suffix}")

    def __getstate__(self) -> dict[str, Any]:
        """Drop the generator from the pickled environment; it belongs to one build."""
        return {**self.__dict__, "_generate": None}


class SiteProject(GeneratingProject):
    """The authored pages of a site, without build output and links out of the repository."""

    def _authored_pages(
        self, exclude_paths: Iterable[str], include_paths: Iterable[str]
    ) -> dict[str, Path]:
        tree = scan_source_tree(Path(self.srcdir))
        authored = super()._authored_pages(
            [*exclude_paths, *map(exclude_pattern, tree.built)], include_paths
        )
        report(link_cycle_problems(Path(self.srcdir), tree.link_cycles))
        # Links out of the repository, and what is no file.
        excluded, problems = find_excluded_pages(Path(self.srcdir), authored)
        report(problems)
        self.docnames -= excluded
        return {name: path for name, path in authored.items() if name not in excluded}


def write_page_files(
    folder: Path, texts: Mapping[str, str], suffixes: Mapping[str, str]
) -> dict[str, Path]:
    """Write generated pages and remove all other files; return the files of the pages.

    A file is touched only when it changes.

    :param suffixes: the suffixes of pages with another one than `SUFFIX`.
    """
    files = {docname: folder / f"{docname}{suffixes.get(docname, SUFFIX)}" for docname in texts}
    for docname, path in files.items():
        write_if_changed(path, texts[docname].encode(), below=folder)
    for path in {*folder.rglob("*.*")}.difference(files.values()):
        if path.is_file():
            remove(path)
    return files
