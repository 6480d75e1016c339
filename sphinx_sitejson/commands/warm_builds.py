"""The process behind a preview: it has Sphinx imported, and forks for each build.

Every build runs in a child that executes ``conf.py`` and imports the modules of the project anew.
What the parent imports beforehand are Sphinx, its libraries and this package, never a file of the
project; if one of these files changes, the parent starts itself again.

Each line on standard input asks for a build with the arguments of this program. What the build
prints follows on standard output, then a line with ``END`` and the exit code.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

LONGEST_REQUEST = 1_000
END = "sitejson: the build has ended: "
BUILD_AT_ONCE = "SITEJSON_BUILD_AT_ONCE"
"""The variable by which a process that starts itself again knows that a build is waiting."""

SHARED_PACKAGES = frozenset(
    {
        "babel",
        "docutils",
        "jinja2",
        "markdown_it",
        "markupsafe",
        "mdit_py_plugins",
        "myst_parser",
        "pygments",
        "requests",
        "sphinx",
        "sphinx_design",
        "sphinx_sitejson",
        "sphinxcontrib",
        "urllib3",
        "yaml",
    }
)
"""Packages that read nothing of a project or its ``conf.py`` when they are imported."""

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"
"""On macOS, libraries of the system do not survive a fork."""


class BuildProcess:
    """Runs builds in a process of its own, which is kept where it can fork."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._command = [sys.executable, "-m", __name__ if CAN_FORK else "sphinx", *arguments]
        self._process: subprocess.Popen[str] | None = None
        self.exit_code = 0
        """Of the last build."""

    def build(self) -> Iterator[str]:
        """Run a build, and yield the lines that it prints."""
        if self._process is not None and self._process.poll() is not None:
            self.close()
        process = self._process
        if process is None:
            # A session of its own, so that all of its children can be ended at once.
            self._process = process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        if CAN_FORK:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write("build\n")
                process.stdin.flush()
        for line in process.stdout:
            before, end, code = line.partition(END)
            if end:
                if before:
                    yield before
                self.exit_code = int(code)
                return
            yield line
        self.exit_code = process.wait()

    def close(self) -> None:
        """End the process and its children."""
        if self._process is None:
            return
        process, self._process = self._process, None
        # The number of a process that has ended may belong to another one by now.
        if process.poll() is None:
            if sys.platform == "win32":
                process.terminate()
            else:
                os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def serve(arguments: Sequence[str]) -> int:
    """Build whenever standard input asks for it, until it is closed."""
    from sphinx.cmd.build import main as build_main

    files = dict(module_files())
    is_waiting = os.environ.pop(BUILD_AT_ONCE, "") == "1"
    while is_waiting or os.read(0, LONGEST_REQUEST):
        is_waiting = False
        if any(modified_at(file) != time for file, time in files.items()):
            # Replaced by a new process, which has nothing imported and builds at once.
            command = [sys.executable, "-m", __spec__.name, *arguments]
            os.execve(sys.executable, command, {**os.environ, BUILD_AT_ONCE: "1"})
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            return build_in_child(build_main, arguments, writer)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as result:
            text = result.read()
        exit_code, modules, lexers = json.loads(text or "[null, {}, []]")
        if exit_code is not None:
            # The site is complete; freeing the memory of the child takes a while.
            print(f"{END}{exit_code}", flush=True)
        _, status = os.waitpid(child, 0)
        if exit_code is None:
            print(f"{END}{os.waitstatus_to_exitcode(status)}", flush=True)
        import_again(modules)
        prepare_lexers(lexers)
        files = dict(module_files())
        # The child then copies only what it changes.
        gc.freeze()
    return 0


def build_in_child(
    build_main: Callable[[Sequence[str]], int], arguments: Sequence[str], writer: int
) -> int:
    """Run Sphinx, and send the exit code and the imported modules to the parent."""
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.argv = ["sphinx-build", *arguments]
    exit_code: int | None = None
    try:
        exit_code = build_main(arguments)
        return exit_code
    finally:
        names = {
            name: module.__file__
            for name, module in sys.modules.items()
            if name.partition(".")[0] in SHARED_PACKAGES and getattr(module, "__file__", None)
        }
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        with os.fdopen(writer, "w", encoding="utf-8") as parent:
            json.dump([exit_code, names, used_lexers()], parent)


def import_again(modules: Mapping[str, str]) -> None:
    """Import what a build has imported, unless ``conf.py`` has found it elsewhere."""
    for name, file in modules.items():
        if name in sys.modules:
            continue
        # What fails here fails in the build, which says so.
        with contextlib.suppress(Exception):
            spec = find_spec(name)
            if spec is not None and spec.origin == file:
                import_module(name)


def used_lexers() -> list[tuple[str, str]]:
    """Return the lexers of Pygments that a build has used, each as its module and class."""
    return [
        (module_name, name)
        for module_name, module in sys.modules.items()
        if module_name.startswith("pygments.lexers.")
        for name, value in vars(module).items()
        # Pygments compiles the patterns of a class when it is used for the first time.
        if isinstance(value, type) and value.__module__ == module_name and "_tokens" in vars(value)
    ]


def prepare_lexers(lexers: Sequence[tuple[str, str]]) -> None:
    """Compile the patterns of lexers, so that the next build need not."""
    for module, name in lexers:
        with contextlib.suppress(Exception):
            getattr(sys.modules[module], name)()


def module_files() -> Iterator[tuple[str, int]]:
    """Yield the files of all imported modules, and when they changed."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file:
            yield file, modified_at(file)


def modified_at(file: str | Path) -> int:
    """Return when a file was changed, or 0 if it is not there, such as behind a broken link."""
    try:
        return Path(file).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


if __name__ == "__main__":
    try:
        sys.exit(serve(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
