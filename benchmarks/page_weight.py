"""What a page asks of a browser: kilobytes, and time of its main thread beside a static page."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
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
PLAIN_THEME = "alabaster"
"""What Sphinx gives to everyone who asks for nothing else."""
BARE = (
    "<!DOCTYPE html><meta charset=utf-8><title>Bare</title>"
    "<link rel=stylesheet href=_static/basic.css>{}"
)
"""The same text with the style sheet that Sphinx gives to every theme, and nothing around it."""
MAX_SCRIPTS, MAX_STYLES, MAX_CPU = 30.0, 20.0, 1.5

_SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)


def run() -> None:
    """Measure an operation page of a made-up document."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        own, plain = _build(folder), _build(folder, PLAIN_THEME)
        page, same = _middle_page(own), _middle_page(plain)
        text = page.read_text(encoding="utf-8")
        same.write_text(_SCRIPT.sub("", same.read_text(encoding="utf-8")), encoding="utf-8")
        bare = own / "bare.html"
        bare.write_text(BARE.format(_main(text)), encoding="utf-8")
        with _served(folder) as address, _browser() as browser:
            files = [file.relative_to(folder).as_posix() for file in (page, same, bare)]
            urls = [f"{address}/{file}" for file in files]
            loaded = _loaded_files(browser, urls[0])
            rounds = [[_main_thread(browser, url) for url in urls] for _ in range(ROUNDS)]
    in_page, in_plain, in_bare = (median(times) * 1000 for times in zip(*rounds, strict=True))
    print(f"HTML of the page: {len(text) / 1000:.1f} kB, {_gzipped(text.encode()):.1f} kB gzipped")
    _target("scripts, kB gzipped", sum(loaded[".js"]), MAX_SCRIPTS)
    _target("style sheets, kB gzipped", sum(loaded[".css"]), MAX_STYLES)
    print(
        f"main thread: {in_page:.0f} ms; as a static page of {PLAIN_THEME}, without scripts,"
        f" {in_plain:.0f} ms; its bare text {in_bare:.0f} ms ({in_page / in_bare:.2f})"
    )
    _target(f"main thread, of the static page of {PLAIN_THEME}", in_page / in_plain, MAX_CPU)


def _build(folder: Path, theme: str = "sitejson") -> Path:
    source, out = folder / "source", folder / theme
    source.mkdir(exist_ok=True)
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
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", f"html_theme={theme}"]
    subprocess.run([*command, str(source), str(out)], check=True)
    return out


def _middle_page(out: Path) -> Path:
    pages = sorted(out.joinpath("api").rglob("*.html"))
    return pages[len(pages) // 2]


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
