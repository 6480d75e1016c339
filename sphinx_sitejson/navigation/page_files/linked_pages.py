"""Page files that are not read, since they are links that lead astray, or no files at all."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx_sitejson.common.files import OUTSIDE_REPOSITORY, is_outside_repository
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode

MDX_SUFFIX = ".mdx"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutPages:
    """The names of pages that are left out, and why."""

    names: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


def pages_left_out(root: Path, pages: Mapping[str, Path]) -> LeftOutPages:
    """Find the MDX pages that lie outside of the repository, and the pages that are no files.

    Pages in other formats may lie anywhere, as Sphinx allows it.
    """
    look = _Look(root)
    no_files = {name: path for name, path in pages.items() if not _is_file(path)}
    outside = {
        name: path
        for name, path in pages.items()
        if name not in no_files and path.suffix == MDX_SUFFIX and look.is_outside_repository(path)
    }
    problems = [
        _problem(path, "the page is not a regular file; it is left out.")
        for path in no_files.values()
    ]
    return LeftOutPages(
        names=frozenset((*no_files, *outside)),
        problems=(*problems, *look.problems(outside.values())),
    )


def circle_problems(root: Path, circles: Iterable[str]) -> Iterator[Problem]:
    """Name the links to folders that are not followed."""
    for circle in circles:
        message = "the folder is a link to one that it lies in; it is not followed."
        yield Problem(
            code=ProblemCode.LINKED_PAGE,
            message=message,
            place=Place(file=str(root.resolve() / circle)),
        )


class _Look:
    """Looks at each folder once, since most pages are no links."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[Path, bool] = {}

    def is_outside_repository(self, path: Path) -> bool:
        if path.is_symlink():
            return self._is_outside(path)
        if path.parent not in self._folders:
            self._folders[path.parent] = self._is_outside(path.parent)
        return self._folders[path.parent]

    def _is_outside(self, path: Path) -> bool:
        try:
            return is_outside_repository(path, self._root)
        except OSError:
            return True

    def problems(self, outside: Iterable[Path]) -> Iterator[Problem]:
        """Yield a problem for each link, which may bring many pages."""
        by_link: dict[Path, list[Path]] = {}
        for path in outside:
            by_link.setdefault(self._link_to(path), []).append(path)
        for link, pages in by_link.items():
            if link in pages:
                message = f"the page {OUTSIDE_REPOSITORY}; it is left out."
                yield _problem(link, message)
                continue
            loss = "its MDX page is" if len(pages) == 1 else f"its {len(pages)} MDX pages are"
            message = f"the folder {OUTSIDE_REPOSITORY}; {loss} left out."
            yield Problem(
                code=ProblemCode.LINKED_PAGE, message=message, place=Place(file=str(link))
            )

    def _link_to(self, path: Path) -> Path:
        """Return the outermost link on the way to a page that leads out."""
        way = (path, *path.parents)
        inner = [place for place in way if place.is_relative_to(self._root) and place != self._root]
        links = (
            place for place in reversed(inner) if place.is_symlink() and self._is_outside(place)
        )
        return next(links, path)


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        # It may have been removed since; reading it reports that.
        return True


def _problem(path: Path, message: str) -> Problem:
    return Problem(
        code=ProblemCode.LINKED_PAGE, message=message, place=Place(file=str(path), line=1)
    )
