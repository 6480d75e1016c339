"""The page that is being rendered: its source files, its JavaScript, and its budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.mdx.javascript.engine import (
    EngineError,
    LimitError,
    Limits,
    ModuleSource,
    PageScripts,
    RenderResult,
)
from sphinx_sitejson.mdx.javascript.values import Attribute
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.site_build.reports import report_at

from .javascript import LIMITS, build_time
from .snippets import SourceFile, read_snippet

SNIPPET_NODES = 4
"""The nodes that each use of a snippet counts for, since it is parsed each time."""

LONG_PAGE = 100_000
"""The characters of a page from which on its limits of nodes and text grow with its length."""

LIMIT_TEXTS = {
    "memory": "needs more than {memory} bytes of memory",
    "seconds": "takes more than {seconds:g} s",
    "nodes": "renders more than {nodes} nodes",
    "text": "renders more than {text} characters",
    "depth": "nests components more than {depth} deep",
    "levels": "nests elements too deeply",
}


@dataclass(eq=False)
class Frame:
    """A file that is being rendered, and the props of its element."""

    source: SourceFile
    caller: Frame | None = None
    attributes: Sequence[Attribute] = ()
    children: Sequence[Any] = ()
    """The content of a snippet's element: texts and placeholders."""
    scope: int | None = None
    """The scope of its expressions, once one is evaluated."""
    line: int = 0
    """The line of its element."""
    warned: set[str] = field(default_factory=set)

    @property
    def names(self) -> set[str]:
        """The names that expressions may use, besides those of the language.

        Names of the page are available in all of its snippets.
        """
        # A spread, which has no name, may have any.
        props = {name or "*" for name, _kind, _value in self.attributes}
        known = {"props", "children", "user", "frontmatter", *self.source.values, *props}
        return known | self.source.statements.names | (self.caller.names if self.caller else set())


class PageInProgress:
    """The stack of files that are being rendered, with the JavaScript and budget of the page."""

    def __init__(self, document: nodes.document, frame: Frame) -> None:
        self.env: BuildEnvironment = document.settings.env
        self.frames = [frame]
        self._document = document
        # Long pages use components more often than others.
        factor = max(len(frame.source.text) / LONG_PAGE, 1)
        chosen: dict[str, Any] = getattr(self.env.config, LIMITS)
        limits = Limits(
            **{name: value if name == "seconds" else int(value) for name, value in chosen.items()}
        )
        self._limits = replace(
            limits, nodes=int(limits.nodes * factor), text=int(limits.text * factor)
        )
        self._contents: list[list[nodes.Node]] = []
        self._inserted: set[int] = set()
        self._reported: set[object] = set()
        self.modules: dict[str, SourceFile] = {}
        """The files that the engine has imported, by name."""
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
        """Render in another file for the duration of the context."""
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

        :raises ScriptError: if its statements cannot be parsed.
        """
        frame = frame or self.frame
        if frame.scope is None:
            caller = self.scope(line, frame.caller) if frame.caller is not None else None
            frame.scope, result = self.scripts.scope(
                frame.source.module,
                caller=caller,
                attributes=frame.attributes,
                children=frame.children,
            )
            self.record_result(result, line)
        return frame.scope

    def record_result(self, result: RenderResult, line: int) -> None:
        """Record what a result depends on, and report its failures."""
        recorded, docname = site_domain(self.env).data, self.env.docname
        if result.uses_clock:
            recorded["clock"][docname] = build_time()
        # Components of files; the others have no name elsewhere.
        if named := {each for each in result.interactive if "#" in each}:
            recorded["interactive"].setdefault(docname, set()).update(named)
        if result.exceeded:
            self.report_limit(result.exceeded, line)
        for failure in result.failures:
            position = f"{failure.file.lstrip('/')}:{failure.line}" if failure.file else ""
            number = line
            if failure.is_statement:
                code = ProblemCode.MDX_EXPRESSION
                message = f"the statement at {position} was ignored: {failure.message}."
                number = failure.line if failure.file == self.frame.source.name else line
            else:
                code = ProblemCode.COMPONENT_FAILED
                place = f" ({position})" if position else ""
                name = f"<{failure.component or 'component'}>{place}"
                message = f"{name} failed: {failure.message}; its content is shown instead."
            if (message, number) not in self._reported:
                self._reported.add((message, number))
                self.report(code, message, number)

    def report_script(self, error: Exception, line: int) -> bool:
        """Report an error of all JavaScript of the page; return whether it is one."""
        if isinstance(error, LimitError):
            self.report_limit(str(error), line)
            return True
        if isinstance(error, EngineError):
            if "engine" not in self._reported:
                self._reported.add("engine")
                self.report(ProblemCode.JAVASCRIPT_ENGINE, str(error), line)
            return True
        return False

    def report_limit(self, limit: str, line: int) -> None:
        """Report once that the page has exceeded a limit."""
        if limit in self._reported:
            return
        self._reported.add(limit)
        what = LIMIT_TEXTS[limit].format(**asdict(self._limits))
        cure = f'; raise "{limit}" in "sitejson_javascript_limits"' if limit != "levels" else ""
        message = f"JavaScript on this page {what}; the rest was ignored{cure}."
        if len(self.frames) > 1:
            line = self.frames[1].line
        location = Location(self.frames[0].source.path, line=line or 1)
        report_at(ProblemCode.JAVASCRIPT_LIMIT, message, location)

    # Content between tags

    def hold_content(self, content: list[nodes.Node]) -> dict[str, Any]:
        """Store rendered content for a component, and return its placeholder."""
        count = sum(1 for node in content for _each in node.findall())
        length = sum(len(node.astext()) for node in content)
        self._contents.append(content)
        return {"id": len(self._contents) - 1, "nodes": count, "text": length}

    def can_insert(self, content: Mapping[str, int], line: int) -> bool:
        """Return whether the budget allows to insert content; only copies count."""
        is_copy = content["id"] in self._inserted
        return not is_copy or self.spend(content["nodes"], content["text"], line)

    def insert_content(self, number: object) -> list[nodes.Node]:
        """Return the content of a placeholder, or a copy if it was inserted before."""
        if not isinstance(number, int) or not 0 <= number < len(self._contents):
            return []
        if number in self._inserted:
            return [self._copy(node) for node in self._contents[number]]
        self._inserted.add(number)
        return self._contents[number]

    def _copy(self, node: nodes.Node) -> nodes.Node:
        copy, known = node.deepcopy(), self._document.ids
        for each in list(copy.findall(nodes.Element)):
            for index, name in enumerate(each["ids"]):
                names = (f"{name}-{number}" for number in count(1))
                unused = next(new for new in names if new not in known)
                each["ids"][index], known[unused] = unused, each
            if isinstance(each, nodes.footnote_reference):
                self._document.note_footnote_ref(each)
                if each.get("auto"):
                    self._document.note_autofootnote_ref(each)
        return copy

    # The budget

    def spend(self, number: int, length: int, line: int) -> bool:
        """Count nodes and characters, and return whether the budget allows them."""
        if limit := self.scripts.spend(number, length):
            self.report_limit(limit, line)
        return not limit

    def report(self, code: ProblemCode, message: str, line: int) -> None:
        """Report a problem at a line of the current file."""
        report_at(code, message, Location(self.file, line=line or 1))
