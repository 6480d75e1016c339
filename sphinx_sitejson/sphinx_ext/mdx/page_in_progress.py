"""The page that is being rendered: the files it is made of, its JavaScript, and its budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, ProjectCode
from sphinx_sitejson.mdx.javascript.engine import (
    Attribute,
    Drawing,
    EngineError,
    Failure,
    LimitError,
    Limits,
    ModuleSource,
    PageScripts,
)
from sphinx_sitejson.sphinx_ext.common.reports import report

from .javascript import build_time, page_limits, record_clock, record_interactive
from .snippets import read_snippet

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .snippets import SourceFile

NODES_OF_A_SNIPPET = 4
"""What bringing in a snippet counts in the budget: it is parsed each time."""

LIMIT_TEXTS = {
    "memory": "needs more than {memory} bytes of memory",
    "seconds": "takes more than {seconds:g} s",
    "nodes": "draws more than {nodes} nodes",
    "text": "draws more than {text} characters",
    "depth": "nests components more than {depth} deep",
    "levels": "nests elements too deeply",
}


@dataclass(slots=True, eq=False)
class Frame:
    """The file whose text is being rendered, and the props that its use has."""

    source: SourceFile
    caller: Frame | None = None
    attributes: Sequence[Attribute] = ()
    children: Sequence[Any] = ()
    """What stands between the tags of the use of a snippet: texts, and content that is held."""
    scope: int | None = None
    """The scope of its expressions, once one is evaluated."""
    line: int = 0
    """Where the file that brings it in does so."""
    warned: set[str] = field(default_factory=set)

    @property
    def names(self) -> set[str]:
        """The names that expressions may use, besides those of the language.

        Those of the page are known in all files that it brings in.
        """
        outer = self.caller.names if self.caller is not None else set()
        props = {name for name, _kind, _value in self.attributes}
        has_spread = "" in props
        known = {"props", "children", "user", "frontmatter", *self.source.values, *props}
        known |= self.source.statements.names | outer
        return known | {"*"} if has_spread else known


class PageInProgress:
    """Knows in which file a text stands, what its expressions may use, and where to warn."""

    def __init__(self, document: nodes.document, frame: Frame) -> None:
        self.env: BuildEnvironment = document.settings.env
        self.frames = [frame]
        self._document = document
        self._limits = page_limits(self.env)
        self._nodes = self._text = 0
        """How much the page has drawn so far."""
        self._contents: list[_Content] = []
        self._reported: set[object] = set()
        self.modules: dict[str, SourceFile] = {}
        """The files that the engine has asked for, by name."""
        self.scripts = PageScripts(self._limits, build_time(), self._find_module)

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

    # JavaScript

    def _find_module(self, specifier: str, beside: str) -> ModuleSource | None:
        found = read_snippet(self.env, specifier, beside=beside)
        if found is None:
            return None
        self.modules[found.name] = found
        return found.module

    def scope(self, line: int, frame: Frame | None = None) -> int:
        """Return the scope of the expressions of a file.

        :raises ScriptError: when its statements cannot be read at all.
        """
        frame = frame or self.frame
        if frame.scope is None:
            caller = self.scope(line, frame.caller) if frame.caller is not None else None
            frame.scope, drawing = self.scripts.scope(
                frame.source.module,
                caller=caller,
                attributes=frame.attributes,
                children=frame.children,
            )
            self.take(drawing, line, counts=False)
        return frame.scope

    @property
    def budget(self) -> tuple[int, int]:
        """How many nodes and characters may still be drawn."""
        return max(self._limits.nodes - self._nodes, 0), max(self._limits.text - self._text, 0)

    def take(self, drawing: Drawing, line: int, *, counts: bool = True) -> None:
        """Count what the engine has drawn, and report what failed on the way."""
        if counts:
            self._nodes += drawing.nodes
            self._text += drawing.text
        if drawing.uses_clock:
            record_clock(self.env)
        record_interactive(self.env, drawing.interactive)
        if drawing.over:
            self.report_limit(drawing.over, line)
        for failure in drawing.failures:
            self._report_failure(failure, line)

    def _report_failure(self, failure: Failure, line: int) -> None:
        place = f"{failure.file.lstrip('/')}:{failure.line}" if failure.file else ""
        code = ProblemCode.COMPONENT_FAILED
        if failure.is_statement:
            code = ProblemCode.MDX_EXPRESSION
            message = f"the statement at {place} is left out: {failure.message}."
            line = failure.line if failure.file == self.frame.source.name else line
        else:
            name = f"<{failure.component or 'component'}>" + (f" ({place})" if place else "")
            message = f"{name} has failed: {failure.message}; what it was given is shown instead."
        if (message, line) not in self._reported:
            self._reported.add((message, line))
            self.report(code, message, line)

    def report_script(self, error: Exception, line: int) -> bool:
        """Report an error that concerns all JavaScript of the page; say whether it is one."""
        if isinstance(error, LimitError):
            self.report_limit(error.limit, line)
            return True
        if isinstance(error, EngineError):
            if "engine" not in self._reported:
                self._reported.add("engine")
                self.report(ProblemCode.JAVASCRIPT_ENGINE, str(error), line)
            return True
        return False

    def report_limit(self, limit: str, line: int) -> None:
        """Report once that the page has used up a part of its budget."""
        if limit in self._reported:
            return
        self._reported.add(limit)
        values = {name: getattr(self._limits, name) for name in Limits.__slots__}
        what = LIMIT_TEXTS[limit].format(**values)
        cure = f'; raise "{limit}" in "sitejson_javascript_limits"' if limit != "levels" else ""
        message = f"JavaScript on this page {what}; what goes beyond is left out{cure}."
        if len(self.frames) > 1:
            line = self.frames[1].line
        place = Place(file=self.frames[0].source.path, line=line or 1)
        report([Problem(code=ProblemCode.JAVASCRIPT_LIMIT, message=message, place=place)])

    # Content between tags

    def hold(self, content: list[nodes.Node]) -> dict[str, Any]:
        """Keep content for where a component puts it; return what stands for it meanwhile."""
        count = sum(1 for node in content for _each in node.findall())
        length = sum(len(node.astext()) for node in content)
        self._contents.append(_Content(content))
        return {"id": len(self._contents) - 1, "nodes": count, "text": length}

    def may_place(self, held: Mapping[str, int], line: int) -> bool:
        """Whether content may stand where a snippet puts it: from the second time on, it counts."""
        is_copy = self._contents[held["id"]].is_placed
        return not is_copy or self.spend(held["nodes"], held["text"], line)

    def content(self, number: object) -> list[nodes.Node]:
        """Return the content that something stands for; the second time a copy of it."""
        if not isinstance(number, int) or not 0 <= number < len(self._contents):
            return []
        held = self._contents[number]
        if not held.is_placed:
            held.is_placed = True
            return held.nodes
        return [self._copy(node) for node in held.nodes]

    def _copy(self, node: nodes.Node) -> nodes.Node:
        copy = node.deepcopy()
        for each in list(copy.findall(nodes.Element)):
            each["ids"] = [self._unique_id(name, each) for name in each["ids"]]
            if isinstance(each, nodes.footnote_reference):
                self._document.note_footnote_ref(each)
                if each.get("auto"):
                    self._document.note_autofootnote_ref(each)
        return copy

    def _unique_id(self, name: str, node: nodes.Element) -> str:
        """Return an id for a copy that nothing else on the page has."""
        known = self._document.ids
        new = next(each for n in count(1) if (each := f"{name}-{n}") not in known)
        known[new] = node
        return new

    # The budget

    def has_budget(self, line: int, text: str = "") -> bool:
        """Whether the page may bring in one text more."""
        return self.spend(NODES_OF_A_SNIPPET, len(text), line)

    def spend(self, number: int, length: int, line: int) -> bool:
        """Count nodes and characters; say whether they are within the budget."""
        self._nodes += number
        self._text += length
        if self._nodes <= self._limits.nodes and self._text <= self._limits.text:
            return True
        self.report_limit("nodes" if self._nodes > self._limits.nodes else "text", line)
        return False

    def report(self, code: ProblemCode | ProjectCode, message: str, line: int) -> None:
        """Warn at a line of the file that is being rendered."""
        report([Problem(code=code, message=message, place=Place(file=self.file, line=line or 1))])


@dataclass(slots=True)
class _Content:
    nodes: list[nodes.Node]
    is_placed: bool = False
