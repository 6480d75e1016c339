"""What the playground asks of a browser: kilobytes at each step, and the time of long answers.

The longest task is in CPU time of the main thread, so that other programs do not count.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from in_browser import browser_of_the_tests, gzipped, served, target

SIZE_OF_ANSWER = 5_000_000
MAX_BEFORE, MAX_OPEN = 12.0, 45.0
MAX_TASK = 100.0
TASK = "RunTask"


def run() -> None:
    """Open the playground, send a request whose answer is long, and look around in it."""
    with tempfile.TemporaryDirectory() as name, browser_of_the_tests() as browser:
        folder = Path(name)
        with served(folder) as address:
            _build(folder, address)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            with _scripts(page) as loaded:
                page.goto(f"{address}/out/api/ships.html", wait_until="networkidle")
                target("scripts before it opens, kB gzipped", sum(loaded), MAX_BEFORE)
                page.get_by_role("button", name="Try it").click()
                page.get_by_role("dialog").wait_for()
                page.wait_for_load_state("networkidle")
                target("scripts with it open, kB gzipped", sum(loaded), MAX_OPEN)
                with _longest_task(browser, page) as tasks:
                    page.get_by_role("button", name="Send", exact=True).click()
                    page.get_by_text(f'"rows": [ {ROWS} ]').wait_for()
                print(f"scripts after an answer: {sum(loaded):.1f} kB gzipped")
            target("longest task until the answer is seen, ms", *tasks, MAX_TASK)
            rows = page.locator(".sj-p-lines")
            with _longest_task(browser, page) as tasks:
                page.get_by_role("button", name=f"Fields ({ROWS})").click()
                page.get_by_text("{ 4 }").first.wait_for()
            target("longest task when it unfolds, ms", *tasks, MAX_TASK)
            with _longest_task(browser, page) as tasks:
                for location in range(0, 400_000, 20_000):
                    rows.evaluate("(box, place) => { box.scrollTop = place; }", location)
            target("longest task while it scrolls, ms", *tasks, MAX_TASK)


def _answer() -> tuple[str, int]:
    row = {"id": 10_000_000, "name": "A ship of some length", "tags": ["one", "two"], "speed": 1.5}
    count = SIZE_OF_ANSWER // len(json.dumps(row))
    return json.dumps({"rows": [{**row, "id": row["id"] + n} for n in range(count)]}), count


ANSWER, ROWS = _answer()


def _build(folder: Path, address: str) -> None:
    source = folder / "source"
    source.mkdir()
    operation = {
        "operationId": "ships",
        "summary": "Ships",
        "responses": {"200": {"description": "All of them."}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Ships", "version": "1"},
        "servers": [{"url": address}],
        "paths": {"/answer.json": {"get": operation}},
    }
    settings = {
        "name": "Bench",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
    }
    folder.joinpath("answer.json").write_text(ANSWER, encoding="utf-8")
    source.joinpath("api.json").write_text(json.dumps(document), encoding="utf-8")
    source.joinpath("site.json").write_text(json.dumps(settings), encoding="utf-8")
    source.joinpath("conf.py").write_text('extensions = ["sphinx_sitejson"]\n', encoding="utf-8")
    source.joinpath("index.mdx").write_text("---\ntitle: Home\n---\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", source, folder / "out"]
    subprocess.run(command, check=True)


@contextmanager
def _scripts(page: Any) -> Iterator[list[float]]:
    """Note the kilobytes of each script that a page loads."""
    loaded: list[float] = []

    def note(response: Any) -> None:
        if response.url.partition("?")[0].endswith(".js"):
            loaded.append(gzipped(response.body()))

    page.on("response", note)
    yield loaded
    page.remove_listener("response", note)


@contextmanager
def _longest_task(browser: Any, page: Any) -> Iterator[list[float]]:
    """Give the milliseconds of the longest task of the page's main thread, in the end."""
    found: list[float] = []
    browser.start_tracing(page=page, categories=["devtools.timeline", "__metadata", "toplevel"])
    yield found
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        each.get("tdur", 0) / 1000
        for each in events
        if each["name"].endswith(TASK) and (each["pid"], each["tid"]) in main
    ]
    found.append(max(tasks, default=0.0))
