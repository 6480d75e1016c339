"""``sitejson preview``: builds a site, serves it on this machine, builds again on changes."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

from sphinx_sitejson.files.reading import reason_of
from sphinx_sitejson.files.source_tree import survey

from ._preview_server import start_server
from ._shared import Subparsers, port_number

SECONDS_BETWEEN_LOOKS = 0.7


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("preview", help="build a site, serve it, build again on changes")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--out", type=Path, help="where the site is built (default: _build/html)")
    parser.add_argument("--port", type=port_number, default=8000, help="the first port to try")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    folder: Path = options.folder.resolve()
    out: Path = (options.out or folder / "_build" / "html").resolve()
    if not (folder / "conf.py").is_file():
        print(f"{folder} has no conf.py; sitejson init writes one", file=sys.stderr)
        return 1
    if (exit_code := build(folder, out)) != 0:
        return exit_code
    server = start_server(out, options.port)
    print(f"\nThe site is at http://localhost:{server.server_port}/ (Ctrl+C ends)", flush=True)
    try:
        watch(folder, out)
    except KeyboardInterrupt:
        return 0
    finally:
        server.shutdown()
        server.server_close()


def build(folder: Path, out: Path) -> int:
    """Build the site in a process of its own, so that changed code and settings count."""
    options = ["-q", "-b", "html", "-D", "sitejson_preview=1"]
    command = [sys.executable, "-m", "sphinx", *options, str(folder), str(out)]
    try:
        # Sphinx answers a folder that it cannot make with a traceback.
        out.mkdir(parents=True, exist_ok=True)
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        print(f"{error.filename or out}: {reason_of(error)}; nothing was built.", file=sys.stderr)
        return 1


def watch(folder: Path, out: Path) -> NoReturn:
    """Build again whenever a file of the project changes."""
    seen = newest_change(folder, out)
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        if (now := newest_change(folder, out)) != seen:
            seen = now
            print("Something changed; building again.", flush=True)
            build(folder, out)


def newest_change(folder: Path, out: Path) -> tuple[int, float]:
    """Return how many files there are and when the last of them changed."""
    own = f"{out.relative_to(folder).as_posix()}/" if out.is_relative_to(folder) else None
    files = (
        file
        for file in survey(folder).files
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
