"""What the first result of a search costs as a site grows, beside Sphinx's own index and Pagefind.

Bytes are gzipped and count everything that is loaded for the search; milliseconds are CPU time of
the page's main thread. The words of the made-up pages are as unequal as those of a language.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from in_browser import browser_of_the_tests, gzipped, served, target
from made_up_site import VOCABULARY, write_site

DISTINCT_WORDS = 15_000
QUERY = 400
"""The place of the word that is looked for among all words, the most common one first."""
PATIENCE = 300_000
"""In milliseconds: the search of Sphinx asks for each page it has found, one after the other."""
MAX_KILOBYTES = {100: 150.0, 1_600: 150.0, 10_000: 200.0}

PROGRAM = """
import json, sys, time
from sphinx.application import Sphinx
from sphinx.search import IndexBuilder
from sphinx_sitejson.publishing.search_writer import SearchIndex

spent = {"ours": 0.0, "of Sphinx": 0.0}
def timed(owner, name, whose):
    function = getattr(owner, name)
    def inner(*arguments, **named):
        begin = time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            spent[whose] += time.process_time() - begin
    setattr(owner, name, inner)
timed(SearchIndex, "read", "ours")
timed(SearchIndex, "write", "ours")
timed(IndexBuilder, "feed", "of Sphinx")
timed(IndexBuilder, "dump", "of Sphinx")
source, out = sys.argv[1:]
app = Sphinx(source, source, out, out + "-doctrees", "html", status=None)
app.build()
print(json.dumps({"whole": time.process_time(), **spent}))
"""

PAGE_OF_SPHINX = (
    "<!DOCTYPE html><html data-content_root='./'><meta charset=utf-8><div id=search-results></div>"
    + "".join(
        f"<script src={name}></script>"
        for name in (
            "_static/documentation_options.js",
            "_static/doctools.js",
            "_static/sphinx_highlight.js",
            "_static/searchtools.js",
            "_static/language_data.js",
            "searchindex.js",
        )
    )
)
PAGE_OF_PAGEFIND = """<!DOCTYPE html><meta charset=utf-8><ul></ul><script type=module>
const { search } = await import("./pagefind/pagefind.js");
const found = await search(new URL(location).searchParams.get("q"));
const hits = await Promise.all(found.results.slice(0, 5).map((each) => each.data()));
for (const hit of hits) document.querySelector("ul").append(Object.assign(
  document.createElement("li"), { innerHTML: hit.excerpt }));
</script>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a first result costs a reader."""

    kilobytes: float
    milliseconds: float
    files: int


def run(sizes: tuple[int, ...]) -> None:
    """Build sites, look for a word in each, and print what it cost."""
    words = made_up_words()
    query = list(dict.fromkeys(words))[QUERY]
    for pages in sizes:
        with tempfile.TemporaryDirectory() as name:
            source = write_site(
                Path(name, "source"), pages=pages, theme="sitejson", vocabulary=words
            )
            out = Path(name, "out")
            _print_build(pages, _build(source, out))
            has_pagefind = _add_pages_of_others(out)
            with served(out) as address, browser_of_the_tests() as browser:
                ours = _cost(browser, f"{address}/index.html", lambda page: _look_for(page, query))
                _print("ours", ours)
                url = f"{address}/sphinx.html?q={query}"
                _print("index of Sphinx", _cost_of_page(browser, url))
                if has_pagefind:
                    url = f"{address}/pagefind.html?q={query}"
                    _print("Pagefind", _cost_of_page(browser, url))
            limit = MAX_KILOBYTES.get(pages)
            if limit:
                target(f"first result at {pages} pages, kB gzipped", ours.kilobytes, limit)


def made_up_words() -> list[str]:
    """Return words that are the more common the earlier they come first, as in any language."""
    lot = Random(1)
    syllables = [a + b for a in "bcdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er")]
    known = dict.fromkeys(VOCABULARY)
    while len(known) < DISTINCT_WORDS:
        known["".join(lot.choices(syllables, k=lot.randint(2, 4)))] = None
    return [
        word
        for rank, word in enumerate(known, start=1)
        for _ in range(max(1, DISTINCT_WORDS // rank))
    ]


def _build(source: Path, out: Path) -> dict[str, float]:
    command = [sys.executable, "-c", PROGRAM, str(source), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _print_build(pages: int, spent: dict[str, float]) -> None:
    share = spent["ours"] / spent["whole"]
    print(
        f"\n{pages} pages: build {spent['whole']:.1f} s of CPU, of it our index"
        f" {spent['ours']:.1f} s ({share:.0%}), Sphinx's {spent['of Sphinx']:.1f} s",
        flush=True,
    )


def _add_pages_of_others(out: Path) -> bool:
    """Write pages that search by other means; say whether Pagefind is installed."""
    out.joinpath("sphinx.html").write_text(PAGE_OF_SPHINX, encoding="utf-8")
    command = [sys.executable, "-m", "pagefind", "--site", str(out), "--quiet"]
    if subprocess.run(command, capture_output=True).returncode:
        print("Pagefind is not installed: pip install 'pagefind[bin]'")
        return False
    out.joinpath("pagefind.html").write_text(PAGE_OF_PAGEFIND, encoding="utf-8")
    return True


def _look_for(page: Any, query: str) -> None:
    page.keyboard.press("Control+k")
    page.keyboard.type(query)
    page.locator("#sj-finder mark").first.wait_for()


def _cost_of_page(browser: Any, url: str) -> Cost:
    return _cost(browser, "about:blank", lambda page: _open(page, url))


def _open(page: Any, url: str) -> None:
    page.goto(url)
    page.locator("li").first.wait_for()


def _cost(browser: Any, start: str, search: Callable[[Any], None]) -> Cost:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(start, wait_until="networkidle")
    before = _busy(session)
    responses: list[Any] = []
    page.on("response", lambda response: responses.append(response))
    search(page)
    page.wait_for_load_state("networkidle")
    # Sphinx makes its sentences from whole pages, one request each; these are not its index.
    paths = {each: each.url.partition("?")[0] for each in responses}
    sizes = [gzipped(each.body()) for each in responses if not paths[each].endswith(".html")]
    cost = Cost(
        kilobytes=sum(sizes), milliseconds=(_busy(session) - before) * 1000, files=len(sizes)
    )
    context.close()
    return cost


def _busy(session: Any) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def _print(name: str, cost: Cost) -> None:
    print(
        f"  {name:18}{cost.kilobytes:>8.1f} kB gzipped in {cost.files:>3} files,"
        f" {cost.milliseconds:>6.0f} ms of the main thread",
        flush=True,
    )
