"""What a page asks of a browser: kilobytes, and time of its main thread beside a plain page."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from documents import made_up_document

ROUNDS = 7
PLAIN = (
    "<!DOCTYPE html><meta charset=utf-8><title>Plain</title>"
    "<link rel=stylesheet href=_static/basic.css>{}"
)
"""The same text with the style sheet that Sphinx gives to every theme, and nothing else."""
MAX_SCRIPTS, MAX_STYLES, MAX_CPU = 30.0, 20.0, 1.5


def run() -> None:
    """Measure an operation page of a made-up document."""
    with tempfile.TemporaryDirectory() as folder:
        out = _build(Path(folder))
        pages = sorted(out.joinpath("api").rglob("*.html"))
        page = pages[len(pages) // 2]
        text = page.read_text(encoding="utf-8")
        plain = out / "plain.html"
        plain.write_text(PLAIN.format(_main(text)), encoding="utf-8")
        with _served(out) as address, _browser() as browser:
            own_url = f"{address}/{page.relative_to(out).as_posix()}"
            loaded = _loaded_files(browser, own_url)
            own = median(_main_thread(browser, own_url) for _ in range(ROUNDS))
            other = median(_main_thread(browser, f"{address}/plain.html") for _ in range(ROUNDS))
    print(f"HTML of the page: {len(text) / 1000:.1f} kB, {_gzipped(text.encode()):.1f} kB gzipped")
    _target("scripts, kB gzipped", sum(loaded[".js"]), MAX_SCRIPTS)
    _target("style sheets, kB gzipped", sum(loaded[".css"]), MAX_STYLES)
    print(f"main thread: {own * 1000:.0f} ms, a plain page of the same text {other * 1000:.0f} ms")
    _target("main thread, of the plain page", own / other, MAX_CPU)


def _build(folder: Path) -> Path:
    source, out = folder / "source", folder / "out"
    source.mkdir()
    document = json.dumps(made_up_document(30))
    source.joinpath("api.json").write_text(document, encoding="utf-8")
    source.joinpath("conf.py").write_text('extensions = ["sphinx_sitejson"]\n', encoding="utf-8")
    source.joinpath("index.mdx").write_text("---\ntitle: Home\n---\n", encoding="utf-8")
    settings = {
        "name": "Bench",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
    }
    source.joinpath("site.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(out)]
    subprocess.run(command, check=True)
    return out


def _main(html: str) -> str:
    return html[html.index("<main") : html.index("</main>") + len("</main>")]


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    chromium = _chromium_of_the_tests()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find_chromium(), args=list(chromium.ARGUMENTS)
        )
        yield browser
        browser.close()


def _chromium_of_the_tests() -> Any:
    file = Path(__file__).parents[1] / "tests" / "support" / "chromium.py"
    spec = importlib.util.spec_from_file_location("chromium", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _loaded_files(browser: Any, url: str) -> dict[str, list[float]]:
    """Return the size of each script and style sheet that the page loads by itself."""
    sizes: dict[str, list[float]] = {".js": [], ".css": []}
    page = browser.new_page()

    def note(response: Any) -> None:
        suffix = Path(response.url.partition("?")[0]).suffix
        if suffix in sizes:
            sizes[suffix].append(_gzipped(response.body()))

    page.on("response", note)
    page.goto(url, wait_until="networkidle")
    page.close()
    return sizes


def _main_thread(browser: Any, url: str) -> float:
    """Return the seconds in which the main thread was busy until the page was at rest."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(url, wait_until="networkidle")
    metrics = session.send("Performance.getMetrics")["metrics"]
    context.close()
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def _gzipped(data: bytes) -> float:
    return len(gzip.compress(data)) / 1000


def _target(name: str, reached: float, target: float) -> None:
    verdict = "ok" if reached <= target else "MISSED"
    print(f"{name:58}{reached:>7.2f}   at most {target:.2f}   {verdict}")
