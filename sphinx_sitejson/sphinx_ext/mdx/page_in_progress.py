"""The page that is being rendered: the files it is made of, and what it may still bring in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.problems import Place, Problem
from sphinx_sitejson.sphinx_ext.reports import report

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.mdx.expressions.evaluating import Scope
    from sphinx_sitejson.problems import ProblemCode

    from .snippets import SourceFile

MOST_PARTS = 5_000
"""How many snippets, templates and elements of values a page may bring in: each may double."""


@dataclass(slots=True)
class Frame:
    """The file whose text is being rendered, and the names known in it."""

    source: SourceFile
    scope: Scope
    children: list[nodes.Node] = field(default_factory=list)
    """What stands between the tags of the use of a snippet."""
    warned: set[str] = field(default_factory=set)


class PageInProgress:
    """Knows in which file a text stands, what its expressions may use, and where to warn."""

    def __init__(self, document: nodes.document, frame: Frame) -> None:
        self.env: BuildEnvironment = document.settings.env
        self.frames = [frame]
        self._document = document
        self._parts = 0
        """How much the page has brought in so far."""

    @property
    def frame(self) -> Frame:
        """The innermost file."""
        return self.frames[-1]

    @property
    def file(self) -> str:
        """The path of the innermost file, as messages name it."""
        return str(self._document["source"])

    @contextmanager
    def inside(self, frame: Frame) -> Iterator[None]:
        """Let what is rendered meanwhile stand in another file."""
        outside = self._document["source"]
        self.frames.append(frame)
        self._document["source"] = frame.source.path
        try:
            yield
        finally:
            self._document["source"] = outside
            self.frames.pop()

    def has_room(self, line: int) -> bool:
        """Whether the page may bring in one part more; what has none is reported once."""
        self._parts += 1
        if self._parts == MOST_PARTS + 1:
            message = f"the page includes more than {MOST_PARTS} parts; the others are left out."
            self.report("mdx_snippet", message, line)
        return self._parts <= MOST_PARTS

    def report(self, code: ProblemCode, message: str, line: int) -> None:
        """Warn at a line of the file that is being rendered."""
        report([Problem(code=code, message=message, place=Place(file=self.file, line=line or 1))])
