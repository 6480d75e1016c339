"""What the benchmarks of pages share: a server of files, the browser of the tests, and targets."""

from __future__ import annotations

import gzip
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; give its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def browser_of_the_tests() -> Iterator[Any]:
    """Start the Chromium that the tests use."""
    from playwright.sync_api import sync_playwright

    chromium = _chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find_chromium(), args=list(chromium.ARGUMENTS)
        )
        yield browser
        browser.close()


def _chromium() -> Any:
    file = Path(__file__).parents[1] / "tests" / "support" / "chromium.py"
    spec = importlib.util.spec_from_file_location("chromium", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gzipped(data: bytes) -> float:
    """Return the kilobytes of data as a server sends it."""
    return len(gzip.compress(data)) / 1000


def target(name: str, reached: float, limit: float) -> None:
    """Print a figure beside what it should be at most."""
    verdict = "ok" if reached <= limit else "MISSED"
    print(f"{name:58}{reached:>7.2f}   at most {limit:.2f}   {verdict}")
