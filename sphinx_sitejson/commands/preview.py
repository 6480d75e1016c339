"""``sitejson preview``: builds a site, serves it on this machine, builds again on changes."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from sphinx_sitejson.common.files import describe_os_error, scan_source_tree

from ._preview_events import Builds
from ._preview_requests import RequestOptions, RequestService
from ._preview_server import start_server
from ._shared import Subparsers, conf_failure, conf_slips, port_number
from .starting.schema_copy import renew_schemas

SECONDS_BETWEEN_LOOKS = 0.7
MAX_CAPTURED_OUTPUT = 20_000

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"\bWARNING: ")
_WHO_ANSWERS = {
    "mock": "Requests of the playground are answered from the documents (simulated).",
    "proxy": "Requests of the playground that the browser cannot send itself go through a proxy.",
    "none": "Requests of the playground go straight from the browser; --mock answers them here.",
}


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "preview", help="build and serve a site, and rebuild it on changes"
    )
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=Path(), help="the project folder")
    add("--out", type=Path, help="the output folder (default: _build/html)")
    add("--port", type=port_number, default=8000, help="the first port to try (default: 8000)")
    add(
        "--mock",
        action="store_true",
        help="answer playground requests with examples from the OpenAPI documents",
    )
    add(
        "--allow-private",
        action="store_true",
        help="allow playground requests to private addresses, such as localhost",
    )
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """What came of a build."""

    exit_code: int
    log: str = ""
    """What it said, without colors; of very much the end."""
    seconds: float = 0

    @property
    def sentence(self) -> str:
        """What the terminal says of it."""
        warnings = len(_WARNING.findall(self.log))
        words = {0: "", 1: " with 1 warning"}.get(warnings, f" with {warnings} warnings")
        done = "Built again in" if self.exit_code == 0 else "The build failed after"
        return f"{time.strftime('%H:%M:%S')} {done} {self.seconds:.1f} s{words}."


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    folder: Path = options.folder.resolve()
    out: Path = (options.out or folder / "_build" / "html").resolve()
    if not (folder / "conf.py").is_file():
        print(f"{folder} has no conf.py; sitejson init writes one", file=sys.stderr)
        return 1
    if (exit_code := build(folder, out).exit_code) != 0:
        return exit_code
    renew_schemas(folder)
    builds = Builds()
    requests = RequestService(
        RequestOptions(folder=folder, is_mock=options.mock, allow_private=options.allow_private)
    )
    server = start_server(out, options.port, builds=builds, requests=requests)
    print(f"\nThe site is at http://localhost:{server.server_port}/ (Ctrl+C ends)")
    print(_WHO_ANSWERS[requests.mode], flush=True)
    try:
        watch(folder, out, builds, requests)
    except KeyboardInterrupt:
        return 0
    finally:
        builds.end()
        server.shutdown()
        server.server_close()
        requests.close()


def build(folder: Path, out: Path) -> BuildResult:
    """Build the site in a process of its own, so that changed code and settings count."""
    options = ["-q", "-b", "html", "-D", "sitejson_preview=1"]
    colors = ["--color"] if sys.stderr.isatty() else []
    command = [sys.executable, "-m", "sphinx", *options, *colors, str(folder), str(out)]
    started = time.monotonic()
    if slips := conf_slips(folder):
        log = "\n".join(map(str, slips))
        print(log, file=sys.stderr, flush=True)
        return BuildResult(exit_code=1, log=log)
    try:
        # Sphinx answers a folder that it cannot make with a traceback.
        out.mkdir(parents=True, exist_ok=True)
        exit_code, log = run_and_capture(command)
    except OSError as error:
        log = f"{error.filename or out}: {describe_os_error(error)}; nothing was built."
        print(log, file=sys.stderr)
        exit_code = 1
    if exit_code and (cause := conf_failure(folder, log)):
        print(cause, file=sys.stderr, flush=True)
        log += f"{cause}\n"
    return BuildResult(exit_code=exit_code, log=log, seconds=time.monotonic() - started)


def run_and_capture(command: list[str]) -> tuple[int, str]:
    """Run a command, pass its output to the terminal, and return the exit code and last output."""
    captured = ""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if not _COLOR.sub("", line).strip():
                # Sphinx wipes out its last line of progress.
                continue
            print(line, end="", file=sys.stderr, flush=True)
            captured = (captured + _COLOR.sub("", line))[-MAX_CAPTURED_OUTPUT:]
    return process.returncode, captured


def watch(folder: Path, out: Path, builds: Builds, requests: RequestService) -> NoReturn:
    """Build again whenever a file of the project changes."""
    seen = newest_change(folder, out)
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        if (now := newest_change(folder, out)) != seen:
            seen = now
            result = build(folder, out)
            requests.renew()
            print(result.sentence, flush=True)
            builds.publish(is_good=result.exit_code == 0, log=result.log)


def newest_change(folder: Path, out: Path) -> tuple[int, float]:
    """Return how many files there are and when the last of them changed."""
    own = f"{out.relative_to(folder).as_posix()}/" if out.is_relative_to(folder) else None
    files = (
        file
        for file in scan_source_tree(folder).files
        if not file.startswith("_build/") and (own is None or not file.startswith(own))
    )
    times = [changed for file in files if (changed := _changed_at(folder / file)) is not None]
    return len(times), max(times, default=0.0)


def _changed_at(file: Path) -> float | None:
    try:
        return file.stat().st_mtime
    except (OSError, ValueError):
        # It vanished between two looks, or is a link that leads nowhere.
        return None
