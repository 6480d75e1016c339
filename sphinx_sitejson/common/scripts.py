"""Run scripts of the package in QuickJS, so that the build writes what they write in a browser.

The scripts are part of the package, but their arguments come from documents of others: arguments
and results are passed as JSON, never as code, and time and memory are limited.
"""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ENGINE_PACKAGE = "quickjs-ng"
"""What to install."""

_MEMORY_LIMIT = 256_000_000
_TIME_LIMIT = 20.0
"""In seconds of the processor, for one call."""

# A function that starts a task with its arguments, continues it with what it has asked for, and
# without any, returns its state. The engine does not let scripts call Python within a time limit.
_TASK = """((run) => {
  const waiting = [];
  let state = null;
  const load = (name) => new Promise((resolve) => waiting.push([name, resolve]));
  const start = (values) =>
    run(load, ...values).then(
      (value) => (state = { value }),
      (error) => (state = { error: String(error) })
    );
  let resume = (values) => {
    resume = (loaded) => waiting.splice(0).forEach(([, resolve], index) => resolve(loaded[index]));
    start(values);
  };
  return (text) => {
    if (text) return void resume(JSON.parse(text));
    return JSON.stringify(state ?? { names: waiting.map(([name]) => name) });
  };
})"""


class ScriptFailedError(Exception):
    """Raised for a call that fails or exceeds a limit, and without an engine."""


def can_run_scripts() -> bool:
    """Whether the engine is installed; there are platforms for which it does not exist."""
    return importlib.util.find_spec("quickjs") is not None


class Scripts:
    """Scripts in one scope, compiled with the first call.

    A context of the engine must stay in its thread, so each thread has one. A forked process
    continues with a copy.

    :param prelude: code before the scripts.
    """

    def __init__(self, files: Iterable[Path], prelude: str = "") -> None:
        self._files = tuple(files)
        self._prelude = prelude
        self._local = threading.local()

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of the scripts.

        :param function: an expression, which is code; all data belongs into the arguments.
        """
        with self._context() as context:
            functions: dict[str, Any] = self._local.functions
            if function not in functions:
                code = f"(text) => JSON.stringify(({function})(...JSON.parse(text)))"
                functions[function] = context.eval(code)
            return json.loads(functions[function](json.dumps(arguments)))

    def call_loading(self, function: str, load: Callable[[str], Any], *arguments: Any) -> Any:
        """Call an async function, whose first argument loads values by names."""
        with self._context() as context:
            task = context.eval(f"{_TASK}({function})")
            given: Any = arguments
            while True:
                task(json.dumps(given))
                while context.execute_pending_job():
                    pass
                state = json.loads(task(""))
                if "value" in state:
                    return state["value"]
                if not state.get("names"):
                    raise ScriptFailedError(state.get("error", "the function does not end"))
                given = [load(name) for name in state["names"]]

    @contextmanager
    def _context(self) -> Iterator[Any]:
        """Yield the context of this thread."""
        if not can_run_scripts():
            message = f'QuickJS is not installed; install it with "pip install {ENGINE_PACKAGE}".'
            raise ScriptFailedError(message)
        import quickjs  # type: ignore[import-untyped]

        try:
            if not hasattr(self._local, "context"):
                context = quickjs.Context()
                context.set_memory_limit(_MEMORY_LIMIT)
                context.set_time_limit(_TIME_LIMIT)
                texts = (path.read_text(encoding="utf-8") for path in self._files)
                context.eval(f"{self._prelude}\n{''.join(texts)}")
                self._local.context, self._local.functions = context, {}
            yield self._local.context
        except quickjs.JSException as error:
            # What exceeds a limit may leave a context in any state.
            vars(self._local).clear()
            raise ScriptFailedError(str(error).partition("\n")[0]) from None
