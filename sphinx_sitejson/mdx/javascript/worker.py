"""The process in which the JavaScript of pages runs: one request a line in, one response out.

A page can stop nothing but this process: whatever takes too long in the engine, or makes it crash,
ends the process, and the build goes on without it.
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

from .syntax import Module, Statement, compile_expression, compile_module

_compile_module = lru_cache(maxsize=256)(compile_module)
"""Many pages import the same files."""

PRELUDE = Path(__file__).with_name("prelude.js")
STACK_SIZE = 4_000_000
"""Bytes for the calls inside the engine: enough for components inside each other."""
GRACE = 0.5
"""How many seconds longer than its limit a page may keep the engine in one built-in function."""

IDLE_SECONDS = 0.003
"""How long no request comes when a page is done."""
MOST_PAGES = 4
"""How many pages have an engine at the same time."""

Message = dict[str, Any]


PreparedContext = tuple[Any, Any]
"""A context, and the function of the prelude that makes it ready for a page."""


def prepare_context(prelude: str) -> PreparedContext:
    """Compile the prelude, which takes longer than most pages have to run."""
    context = quickjs.Context()
    context.set_max_stack_size(STACK_SIZE)
    return context, context.eval(prelude)


class PageEngine:
    """The engine of one page: its modules and scopes, and how much time it has left."""

    def __init__(self, prelude: PreparedContext, limits: Message, now: int) -> None:
        self._limits = limits
        self._used = 0.0
        self._context, install = prelude
        self._answer = install(self._context.parse_json(f'{{"now":{now}}}'))
        self._context.set_memory_limit(limits["memory"])

    def respond(self, request: Message) -> Message:
        """Return the response to a request; the engine's own failures are its ``over``."""
        left = self._limits["seconds"] - self._used
        if left <= 0:
            return {"over": "seconds"}
        self._context.set_time_limit(left)
        start = time.process_time()
        _stop_after(left + GRACE)
        try:
            return self._run(request)
        except RecursionError:
            return {"error": "SyntaxError: nested too deeply"}
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
        response: Message = json.loads(self._answer(json.dumps(request), *functions))
        return response

    def _define(self, request: Message) -> Message:
        if request["kind"] == "json":
            request["json"] = request.pop("source")
            return {**self._call(request), "specifiers": [], "refused": []}
        module = copy.copy(_compile_module(request.pop("source")))
        run, refused = self._compile(module)
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
        """Return the function that runs a module, and the statements that are no JavaScript."""
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
    """End the process when it has worked for so long; nothing inside the engine can prevent it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def answer_requests() -> None:
    """Answer requests until there are no more."""
    prelude = PRELUDE.read_text(encoding="utf-8")
    pages: dict[int, PageEngine] = {}
    spare: PreparedContext | None = None
    while True:
        # Between two pages there is time to prepare the next one.
        if spare is None and _is_idle():
            spare = prepare_context(prelude)
        line = sys.stdin.buffer.readline()
        if not line:
            return
        request = json.loads(line)
        number = request.pop("page")
        response: Message = {}
        if request["op"] == "open":
            # A page may be read inside of another one; older ones are done.
            for old in [*pages][: 1 - MOST_PAGES]:
                del pages[old]
            context, spare = spare or prepare_context(prelude), None
            pages[number] = PageEngine(context, request["limits"], request["now"])
        else:
            response = pages[number].respond(request)
        sys.stdout.buffer.write(json.dumps(response).encode() + b"\n")
        sys.stdout.buffer.flush()


def _is_idle() -> bool:
    """Whether no request comes for a while; each is answered before the next one is sent."""
    if os.name == "nt":
        # Windows cannot wait for a pipe with a limit.
        return False
    return not select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0]


def main() -> None:
    """Answer requests in a thread whose stack is large on every platform."""
    threading.stack_size(4 * STACK_SIZE)
    thread = threading.Thread(target=answer_requests)
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
