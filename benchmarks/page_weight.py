"""What a page asks of a browser: kilobytes, and time of its main thread beside a static page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from documents import made_up_document
from in_browser import browser_of_the_tests, gzipped, served, target

ROUNDS = 7
PLAIN_THEME = "alabaster"
"""What Sphinx gives to everyone who asks for nothing else."""
BARE = (
    "<!DOCTYPE html><meta charset=utf-8><title>Bare</title>"
    "<link rel=stylesheet href=_static/basic.css>{}"
)
"""The same text with the style sheet that Sphinx gives to every theme, and nothing around it."""
MAX_SCRIPTS, MAX_STYLES, MAX_FONTS, MAX_CPU = 30.0, 20.0, 60.0, 1.5

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
        with served(folder) as address, browser_of_the_tests() as browser:
            files = [file.relative_to(folder).as_posix() for file in (page, same, bare)]
            urls = [f"{address}/{file}" for file in files]
            loaded = _loaded_files(browser, urls[0])
            rounds = [[_main_thread(browser, url) for url in urls] for _ in range(ROUNDS)]
    in_page, in_plain, in_bare = (median(times) * 1000 for times in zip(*rounds, strict=True))
    print(f"HTML of the page: {len(text) / 1000:.1f} kB, {gzipped(text.encode()):.1f} kB gzipped")
    target("scripts, kB gzipped", sum(loaded[".js"]), MAX_SCRIPTS)
    target("style sheets, kB gzipped", sum(loaded[".css"]), MAX_STYLES)
    target("fonts, kB", sum(loaded[".woff2"]), MAX_FONTS)
    print(
        f"main thread: {in_page:.0f} ms; as a static page of {PLAIN_THEME}, without scripts,"
        f" {in_plain:.0f} ms; its bare text {in_bare:.0f} ms ({in_page / in_bare:.2f})"
    )
    target(f"main thread, of the static page of {PLAIN_THEME}", in_page / in_plain, MAX_CPU)


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


def _loaded_files(browser: Any, url: str) -> dict[str, list[float]]:
    """Return the size of each script, style sheet and font that the page loads by itself."""
    sizes: dict[str, list[float]] = {".js": [], ".css": [], ".woff2": []}
    page = browser.new_page()

    def note(response: Any) -> None:
        suffix = Path(response.url.partition("?")[0]).suffix
        if suffix in sizes:
            sizes[suffix].append(gzipped(response.body()))

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
