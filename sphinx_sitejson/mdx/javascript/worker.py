"""The process that runs the JavaScript of pages: one request and one response a line.

A page can stop nothing but this process: a timeout or a crash of the engine ends the process, and
the build continues without it.
"""

from __future__ import annotations

import copy
import json
import os
import select
import signal
import sys
import threading
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import quickjs  # type: ignore[import-untyped]

from sphinx_sitejson.common.nesting import MAX_NESTING, is_deeper_than

from .syntax import Module, Statement, compile_expression

_compile_module = lru_cache(maxsize=256)(Module)
"""Many pages import the same files."""

PRELUDE = Path(__file__).with_name("prelude.js")
STACK_SIZE = 4_000_000
"""The stack size of the engine in bytes, enough for nested components."""
GRACE_SECONDS = 2.0
"""The seconds beyond its limit that a page may spend in one built-in function.

The timer of the system counts more than the engine does where many programs share a processor.
"""

IDLE_SECONDS = 0.003
"""The seconds without a request after which a page counts as finished."""
MAX_PAGES = 4
"""The maximum number of pages with an engine at the same time."""

Message = dict[str, Any]

PreparedContext = tuple[Any, Any]
"""A context, and the function of the prelude that prepares it for a page."""


def prepare_context(prelude: str) -> PreparedContext:
    """Compile the prelude, which takes longer than the scripts of most pages."""
    context = quickjs.Context()
    context.set_max_stack_size(STACK_SIZE)
    return context, context.eval(prelude)


MAX_OVERHEAD = 16_000_000
"""The characters of a response besides the visible text."""
MAX_DEPTH = 5 * MAX_NESTING
"""The levels of brackets in a response: three for an element, two more for one in a prop."""
_LIMITS = frozenset({"", "memory", "nodes", "text", "depth", "levels"})
_TOO_DEEP = "SyntaxError: nested too deeply"
_FORGED = "its result cannot be read, since a script on this page changes built-in objects"


def is_response(response: Any, request: Message) -> bool:
    """Return whether a response has the form that the prelude gives it.

    A page can write any JSON instead: ``Object.prototype.toJSON = () => 1``.
    """
    needed = {"scope": ("scope", int), "props": ("props", dict)}.get(request["op"])
    match response:
        case {"error": error}:
            return isinstance(error, str)
        case {
            "nodes": int(nodes),
            "text": int(text),
            "over": str(over),
            "errors": list(errors),
            "handlers": list(handlers),
            "usesClock": bool(),
        }:
            name, kind = needed or ("over", str)
            count = len(request.get("attributes") or ())
            return (
                isinstance(response.get(name), kind)
                and min(nodes, text) >= 0
                and over in _LIMITS
                and all(map(_is_failure, errors))
                and all(isinstance(each, str) for each in handlers)
                and all(_is_failed_attribute(each, count) for each in response.get("failed", ()))
                and isinstance(response.get("parts", []), list)
                and isinstance(response.get("kind", ""), str)
            )
    return False


def _is_failure(error: Any) -> bool:
    match error:
        case {"message": str()}:
            texts = (error.get(name, "") for name in ("name", "file"))
            return isinstance(error.get("line", 0), int) and all(
                isinstance(text, str) for text in texts
            )
    return False


def _is_failed_attribute(failed: Any, count: int) -> bool:
    match failed:
        case [int(index), str()]:
            return 0 <= index < count
    return False


_TYPESCRIPT = "SyntaxError: TypeScript annotations are not supported; write JavaScript instead"


class PageEngine:
    """The engine of one page: its modules, its scopes and its remaining time."""

    def __init__(self, prelude: PreparedContext, limits: Message, now: int) -> None:
        self._limits = limits
        self._used = 0.0
        self._context, install = prelude
        self._handle = install(self._context.parse_json(f'{{"now":{now}}}'))
        self._context.set_memory_limit(limits["memory"])

    def respond(self, request: Message) -> Message:
        """Return the response to a request; an exceeded limit is its ``over``."""
        left = self._limits["seconds"] - self._used
        if left <= 0:
            return {"over": "seconds"}
        self._context.set_time_limit(left)
        start = time.process_time()
        _stop_after(left + GRACE_SECONDS)
        try:
            return self._run(request)
        except RecursionError:
            return {"error": _TOO_DEEP}
        except quickjs.JSException as error:
            message = str(error).partition("\n")[0]
            if "interrupted" in message:
                self._used = self._limits["seconds"]
                return {"over": "seconds"}
            return {"over": "memory"} if "out of memory" in message else {"error": message}
        finally:
            _stop_after(0)
            self._used += time.process_time() - start

    def _run(self, request: Message) -> Message:
        if request["op"] == "define":
            return self._define(request)
        if "source" in request:
            request["source"] = compile_expression(request["source"])
        _compile_attributes(request)
        return self._call(request)

    def _call(self, request: Message, *functions: Any) -> Message:
        text = self._handle(json.dumps(request), *functions)
        limits = request["limits"]
        if isinstance(text, str) and len(text) > 8 * limits["text"] + MAX_OVERHEAD:
            return {"over": "memory"}
        response: Any = json.loads(text) if isinstance(text, str) else None
        if is_deeper_than(response, MAX_DEPTH):
            return {"error": _TOO_DEEP}
        is_large = response is not None and text.count('{"e":[') > limits["nodes"]
        if is_large or not is_response(response, request):
            return {"error": _FORGED}
        result: Message = response
        return result

    def _define(self, request: Message) -> Message:
        if request["kind"] == "json":
            request["json"] = request.pop("source")
            return {**self._call(request), "specifiers": [], "refused": []}
        is_typed = request["name"].endswith((".ts", ".tsx"))
        module = copy.copy(_compile_module(request.pop("source")))
        run, refused = self._compile(module)
        if is_typed and module.error_line is not None:
            refused = [(module.error_line + 1, _TYPESCRIPT)]
        request |= {
            "isMarkdown": request["kind"] == "markdown",
            "imports": module.imports,
            "reexports": module.reexports,
            "exported": module.exports,
            "lines": module.names,
        }
        response = self._call(request, run)
        return {**response, "specifiers": module.specifiers, "refused": refused}

    def _compile(self, module: Module) -> tuple[Any, list[tuple[int, str]]]:
        """Return the function that runs a module, and the statements with syntax errors."""
        try:
            return self._context.eval(module_code(module)), []
        except quickjs.JSException as error:
            first_error = error
        refused: list[tuple[int, str]] = []
        accepted: list[Statement] = []
        for statement in module.statements:
            module.statements = [*accepted, statement]
            try:
                self._context.eval(module_code(module))
            except quickjs.JSException as error:
                message = str(error).partition("\n")[0]
                if "interrupted" in message or "out of memory" in message:
                    raise
                # The parser has removed these words from every statement that it could read.
                if statement.code.startswith(("try{export ", "try{import ")):
                    message = (
                        "SyntaxError: it cannot be parsed; check its brackets, quotes and tags"
                    )
                refused.append((statement.line + 1, message))
            else:
                accepted.append(statement)
        module.statements = accepted
        if not refused:
            raise first_error
        return self._context.eval(module_code(module)), refused


def module_code(module: Module) -> str:
    """Return the function that runs the statements, each on the line it has in its file."""
    imported = {name for name, _exported, _specifier in module.imports}
    declared = dict.fromkeys(name for each in module.statements for name in each.names)
    getters = ",".join(f"get {name}(){{return {name}}}" for name in declared)
    values = "".join(f"let {name}=$imports.{name};" for name in sorted(imported))
    parts = [
        f'(function($h,$t,$F,$imports,$fail,$bind){{"use strict";{values}$bind({{{getters}}});'
    ]
    line = 0
    for statement in module.statements:
        parts += ["\n" * (statement.line - line), statement.code, ";"]
        line = max(line, statement.line) + statement.code.count("\n")
    return "".join([*parts, "\n})"])


def _compile_attributes(message: Message) -> None:
    """Replace the JSX in the attributes of a tag and of the elements in it."""
    for attribute in message.get("attributes") or ():
        if attribute[1] != "value":
            attribute[2] = compile_expression(
                attribute[2] if attribute[1] == "code" else f"{{{attribute[2]}}}"
            )
    for child in message.get("children") or ():
        if isinstance(child, dict):
            _compile_attributes(child)


def _stop_after(seconds: float) -> None:
    """End the process after some processor time; scripts cannot prevent it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def serve_requests() -> None:
    """Handle requests until the input ends."""
    prelude = PRELUDE.read_text(encoding="utf-8")
    pages: dict[int, PageEngine] = {}
    spare: PreparedContext | None = None
    while True:
        # Prepare the next page while no request is waiting.
        if spare is None and _is_idle():
            spare = prepare_context(prelude)
        line = sys.stdin.buffer.readline()
        if not line:
            return
        request = json.loads(line)
        number = request.pop("page")
        response: Message = {}
        if request["op"] == "open":
            # A page may be read while another one is; older ones are finished.
            for old in [*pages][: 1 - MAX_PAGES]:
                del pages[old]
            context, spare = spare or prepare_context(prelude), None
            pages[number] = PageEngine(context, request["limits"], request["now"])
        else:
            response = pages[number].respond(request)
        sys.stdout.buffer.write(json.dumps(response).encode() + b"\n")
        sys.stdout.buffer.flush()


def _is_idle() -> bool:
    """Return whether no request is waiting."""
    if os.name == "nt":
        # Windows has no ``select`` for pipes.
        return False
    return not select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0]


def main() -> None:
    """Handle requests in a thread with a large stack on every platform."""
    threading.stack_size(4 * STACK_SIZE)
    thread = threading.Thread(target=serve_requests)
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
