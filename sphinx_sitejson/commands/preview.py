"""``sitejson preview``: builds a site, serves it on this machine, builds again on changes."""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ._shared import Subparsers

PORTS_TO_TRY = 20
SECONDS_BETWEEN_LOOKS = 0.7


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("preview", help="build a site, serve it, build again on changes")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--out", type=Path, help="where the site is built (default: _build/html)")
    parser.add_argument("--port", type=int, default=8000, help="the first port to try")
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
        server.shutdown()
        server.server_close()
    return 0


def build(folder: Path, out: Path) -> int:
    """Build the site in a process of its own, so that changed code and settings count."""
    options = ["-q", "-b", "html", "-D", "sitejson_preview=1"]
    command = [sys.executable, "-m", "sphinx", *options, str(folder), str(out)]
    return subprocess.run(command, check=False).returncode


def start_server(out: Path, first_port: int) -> ThreadingHTTPServer:
    """Serve a folder on the first free port; only this machine can reach it."""
    handler = partial(QuietHandler, directory=str(out))
    for port in range(first_port, first_port + PORTS_TO_TRY):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            continue
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server
    raise SystemExit(f"no free port from {first_port} to {first_port + PORTS_TO_TRY - 1}")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each request, and never an old one."""

    def end_headers(self) -> None:
        """Ask the browser to look again each time."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the builds."""


def watch(folder: Path, out: Path) -> None:
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
    times = [
        entry.stat().st_mtime
        for entry in folder.rglob("*")
        if not entry.is_relative_to(out) and "_build" not in entry.parts and entry.exists()
    ]
    return len(times), max(times, default=0.0)
