"""Run the JavaScript of pages: the input is source, the output plain data.

Nothing else in the project parses or runs JavaScript of others; ``common.scripts`` runs scripts of
the package. The engine is QuickJS (``quickjs-ng``), which has limits for memory, time and stack; it
runs in a separate process, see ``worker``.
"""

from __future__ import annotations

import atexit
import importlib.util
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.records import record

from .values import Attribute, Part, Props, parse_parts, read_props

PACKAGES = {
    "quickjs": "quickjs-ng",
    "tree_sitter": "tree-sitter",
    "tree_sitter_javascript": "tree-sitter-javascript",
}
"""The packages that parse and run JavaScript: module names, and names to install."""

WALL_CLOCK_LIMIT = 120.0
"""The maximum seconds of a response where a process cannot limit its processor time."""

Message = dict[str, Any]
"""A request to the engine, or its response."""

ModuleKind = Literal["script", "markdown", "json"]
_page_numbers = itertools.count()


@record
class Limits:
    """The budget of one page."""

    memory: int = 64_000_000
    """Bytes that the engine may use."""
    seconds: float = 2.0
    """Processor time that all JavaScript of the page may take."""
    nodes: int = 20_000
    """Elements that components may render; repeated content counts each time."""
    text: int = 2_000_000
    """Characters that components may render."""
    depth: int = 200
    """Nesting of components and elements."""


class EngineError(Exception):
    """The engine cannot continue with the page; the message is a sentence for the author."""


class ScriptError(Exception):
    """An expression or a component has failed; the message is that of the engine."""


class LimitError(ScriptError):
    """A page has exceeded the limit that the message names."""


@record
class ModuleSource:
    """The source of a module for the engine."""

    name: str
    """From the root of the project, with a leading slash."""
    kind: ModuleKind
    text: str
    """The source; for Markdown only the statements, each on its line."""
    values: Mapping[str, Any] | None = None
    """The front matter."""


@record
class Failure:
    """An error in a component or a statement, while the rest was rendered."""

    message: str
    """The message of the engine."""
    component: str = ""
    file: str
    """The file of the component or the statement."""
    line: int
    is_statement: bool


@record
class RenderResult:
    """The rendered output of an expression or a component."""

    parts: Sequence[Part]
    exceeded: str
    """The limit that was exceeded; the output is incomplete."""
    failures: Sequence[Failure]
    failed_attributes: Sequence[tuple[int, str]]
    """The indices of attributes that cannot be computed, and the messages of the engine."""
    interactive: Sequence[str]
    """Components with event handlers, as ``file#name``."""
    is_unknown: bool
    """Whether there is no component of the name."""
    kind: str
    """``object`` or ``function`` for a value that is not visible."""
    uses_clock: bool


class PageScripts:
    """The JavaScript of one page.

    :param find: returns the file of a module specifier, given the name of the file that imports it.
    :param now: the time of the build in seconds.
    """

    def __init__(
        self, limits: Limits, now: float, find: Callable[[str, str], ModuleSource | None]
    ) -> None:
        self.limits = limits
        self._now = now
        self._find = find
        self._number = next(_page_numbers)
        self._worker: _Worker | None = None
        self._error: EngineError | None = None
        self._loaded: set[str] = set()
        self.nodes = self.text = 0
        """What was rendered so far."""

    def scope(
        self,
        source: ModuleSource,
        *,
        caller: int | None = None,
        attributes: Sequence[Attribute] = (),
        children: Sequence[Any] = (),
    ) -> tuple[int, RenderResult]:
        """Return the scope of a file, whose props are computed in the scope of the caller."""
        refused = self._load(source)
        response = self._request(
            {
                "op": "scope",
                "file": source.name,
                "caller": caller,
                "attributes": attributes,
                "children": children,
            }
        )
        return response["scope"], _parse_result(response, refused)

    def evaluate(self, source: str, scope: int) -> RenderResult:
        """Return the rendered value of an expression."""
        return _parse_result(self._count({"op": "evaluate", "source": source, "scope": scope}))

    def props(self, attributes: Sequence[Attribute], scope: int) -> tuple[Props, RenderResult]:
        response = self._count({"op": "props", "attributes": attributes, "scope": scope})
        return read_props(response["props"]), _parse_result(response)

    def render(
        self, name: str, attributes: Sequence[Attribute], children: Sequence[Any], scope: int
    ) -> RenderResult:
        """Return the rendered output of a component."""
        request = {
            "op": "draw",
            "name": name,
            "scope": scope,
            "attributes": attributes,
            "children": children,
        }
        return _parse_result(self._count(request))

    def spend(self, nodes: int, text: int) -> str:
        """Count nodes and characters, and return the limit that they exceed, if any."""
        self.nodes += nodes
        self.text += text
        if self.nodes > self.limits.nodes:
            return "nodes"
        return "text" if self.text > self.limits.text else ""

    def _count(self, request: Message) -> Message:
        """Return the response to a request, whose output counts."""
        left = max(self.limits.nodes - self.nodes, 0), max(self.limits.text - self.text, 0)
        response = self._request(request, left)
        self.spend(response["nodes"], response["text"])
        return response

    def _load(self, source: ModuleSource) -> list[Failure]:
        """Load a file, and all files that it imports, into the engine."""
        refused: list[Failure] = []
        queue = [source]
        while queue:
            module = queue.pop()
            if module.name in self._loaded:
                continue
            self._loaded.add(module.name)
            response = self._request(
                {
                    "op": "define",
                    "name": module.name,
                    "kind": module.kind,
                    "source": module.text,
                    "values": dict(module.values or {}),
                }
            )
            refused += [
                Failure(message=message, file=module.name, line=line, is_statement=True)
                for line, message in response["refused"]
            ]
            links = {}
            for specifier in response["specifiers"]:
                if (file := self._find(specifier, module.name)) is not None:
                    links[specifier] = file.name
                    queue.append(file)
            self._request({"op": "link", "name": module.name, "links": links})
        return refused

    def _request(self, request: Message, budget: tuple[int, int] | None = None) -> Message:
        if self._error is not None:
            raise self._error
        nodes, text = budget or (self.limits.nodes, self.limits.text)
        request["limits"] = {
            "nodes": nodes,
            "text": text,
            "depth": self.limits.depth,
            "levels": MAX_NESTING,
        }
        try:
            if self._worker is None:
                self._worker = _worker()
                limits = {"memory": self.limits.memory, "seconds": self.limits.seconds}
                now = int(self._now * 1000)
                self._worker.send(
                    {"op": "open", "page": self._number, "limits": limits, "now": now}
                )
            response = self._worker.send({**request, "page": self._number})
        except EngineError as error:
            self._error = error
            raise
        # If only a component fails, the response has the rest of the output.
        has_failed = "error" in response or "nodes" not in response
        if has_failed and response.get("over") in ("memory", "seconds"):
            raise LimitError(response["over"])
        if "error" in response:
            raise ScriptError(response["error"])
        return response


def _parse_result(response: Message, failures: Sequence[Failure] = ()) -> RenderResult:
    return RenderResult(
        parts=parse_parts(response.get("parts")),
        exceeded=response["over"],
        failures=[
            *failures,
            *(
                Failure(
                    message=each["message"],
                    component=each.get("name", ""),
                    file=each.get("file", ""),
                    line=each.get("line", 0),
                    is_statement=bool(each.get("isStatement")),
                )
                for each in response["errors"]
            ),
        ],
        failed_attributes=response.get("failed", ()),
        interactive=response["handlers"],
        is_unknown=bool(response.get("unknown")),
        kind=response.get("kind", ""),
        uses_clock=response["usesClock"],
    )


def missing_packages() -> list[str]:
    """Return the packages that must be installed to run JavaScript."""
    return [name for module, name in PACKAGES.items() if importlib.util.find_spec(module) is None]


class _Worker:
    """A running worker process."""

    def __init__(self) -> None:
        missing = missing_packages()
        if missing:
            names = " ".join(missing)
            raise EngineError(f'JavaScript is not run; install it with "pip install {names}".')
        self._pid = os.getpid()
        self._lock = threading.Lock()
        # The import path of this package and the engine, without that of the project.
        specs = map(importlib.util.find_spec, (__name__.partition(".")[0], *PACKAGES))
        origins = [spec.origin for spec in specs if spec and spec.origin]
        folders = (str(Path(origin).resolve().parent.parent) for origin in origins)
        path = os.pathsep.join(dict.fromkeys(folders))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", f"{__package__}.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        except OSError as error:
            message = f"JavaScript is not run, since {sys.executable} cannot be started: {error}."
            raise EngineError(message) from None

    @property
    def is_usable(self) -> bool:
        """Whether this process may use the worker; a forked process starts another one."""
        return self._pid == os.getpid() and self._process.poll() is None

    def send(self, request: Message) -> Message:
        """Return the response to a request."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with self._lock, _time_limit(self._process):
            try:
                stdin.write(json.dumps(request, default=str).encode() + b"\n")
                stdin.flush()
                line = stdout.readline()
            except OSError:
                line = b""
        if not line:
            self.close()
            raise EngineError(
                "the JavaScript of this page has stopped the engine: it took too long or too much "
                "memory; the rest of the page is shown without JavaScript."
            )
        response: Message = json.loads(line)
        return response

    def close(self) -> None:
        """End the process."""
        if self._pid == os.getpid():
            self._process.kill()
            self._process.communicate()


@contextmanager
def _time_limit(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process that does not respond in time, where it cannot limit itself."""
    if hasattr(signal, "setitimer"):
        yield
        return
    timer = threading.Timer(WALL_CLOCK_LIMIT, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


_running: list[_Worker] = []


def _worker() -> _Worker:
    """Return the worker of this process; it serves one page after the other."""
    if not _running or not _running[0].is_usable:
        _running[:] = [_Worker()]
    return _running[0]


@atexit.register
def _stop_worker() -> None:
    for worker in _running:
        worker.close()
