"""Run scripts of the package in QuickJS, so that the build writes what they write in a browser.

The scripts are part of the package, but their arguments come from documents of others: arguments
and results are passed as JSON, never as code, and time and memory are limited.
"""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ENGINE_PACKAGE = "quickjs-ng"
"""What to install."""

_MEMORY_LIMIT = 256_000_000
_TIME_LIMIT = 20.0
"""In seconds of the processor, for one call."""


class ScriptFailedError(Exception):
    """Raised for a call that fails or exceeds a limit; the message is that of the engine."""


def can_run_scripts() -> bool:
    """Whether the engine is installed; there are platforms for which it does not exist."""
    return importlib.util.find_spec("quickjs") is not None


class Scripts:
    """Scripts in one scope, compiled with the first call.

    A context of the engine must stay in its thread, so each thread has one. A forked process
    continues with a copy.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = tuple(files)
        self._local = threading.local()

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of the scripts.

        :param function: its name, which is code; all data belongs into the arguments.
        """
        import quickjs  # type: ignore[import-untyped]

        try:
            functions = self._functions()
            if function not in functions:
                code = f"(text) => JSON.stringify({function}(...JSON.parse(text)))"
                functions[function] = functions[""].eval(code)
            return json.loads(functions[function](json.dumps(arguments)))
        except quickjs.JSException as error:
            # What exceeds a limit may leave a context in any state.
            vars(self._local).clear()
            raise ScriptFailedError(str(error).partition("\n")[0]) from None

    def _functions(self) -> dict[str, Any]:
        """Return the context of this thread as "", and the functions that were called in it."""
        import quickjs

        functions: dict[str, Any] | None = getattr(self._local, "functions", None)
        if functions is None:
            context = quickjs.Context()
            context.set_memory_limit(_MEMORY_LIMIT)
            context.set_time_limit(_TIME_LIMIT)
            context.eval("".join(path.read_text(encoding="utf-8") for path in self._files))
            functions = self._local.functions = {"": context}
        return functions
