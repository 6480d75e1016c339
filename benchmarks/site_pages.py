"""How long pages take and how large they are, beside alabaster and furo, as a site grows."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from made_up_site import edit_page, write_site

THEMES = ("sitejson", "alabaster", "furo")
ROUNDS = {100: 3, 400: 3, 1600: 1}
"""How often a site of a size is built; a large one is measured well enough by one build."""

COMPILED = Path(tempfile.gettempdir(), "sitejson-benchmarks-compiled")
PROGRAM = """
import json, sys, time

source, out, theme = sys.argv[1:]
if theme != "sitejson":
    # As their users get them: they do not ask for the faster stemmer, we do.
    sys.modules["Stemmer"] = None
from sphinx.application import Sphinx

marks = {}
def mark(name):
    return lambda *arguments: marks.setdefault(name, time.process_time())
app = Sphinx(source, source, out, out + "/.doctrees", "html", status=None)
app.connect("env-check-consistency", mark("read"), priority=999)
app.connect("html-collect-pages", lambda app: (mark("written")(), [])[1], priority=1)
app.build()
print(json.dumps({
    "writing": marks["written"] - marks["read"],
    "status": app.statuscode,
}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was measured of one theme at one size, in CPU seconds and bytes.

    ``total`` and ``edited`` are of the whole program, from its start until it has left.
    """

    total: float
    writing: float
    edited: float
    size: float


def run(sizes: tuple[int, ...]) -> None:
    """Print the figures, then the targets with what was reached."""
    found: dict[tuple[str, int], Figures] = {}
    print(
        f"{'theme':12}{'pages':>8}{'ms to write':>14}{'ms in all':>12}{'one edit, s':>14}{'kB':>8}"
    )
    for theme in THEMES:
        # Once before anything is measured, so that all modules are compiled.
        _measure(theme, 20)
    for pages in sizes:
        for theme in THEMES:
            # A build with furo grows with the square of the pages.
            if theme == "furo" and pages > 400:
                continue
            figures = _measure(theme, pages)
            found[theme, pages] = figures
            print(
                f"{theme:12}{pages:>8}{figures.writing / pages * 1000:>14.1f}"
                f"{figures.total / pages * 1000:>12.1f}{figures.edited:>14.2f}"
                f"{figures.size / 1000:>8.1f}",
                flush=True,
            )
    _print_targets(found, sizes)


def _measure(theme: str, pages: int) -> Figures:
    results = []
    for _ in range(ROUNDS.get(pages, 1)):
        with tempfile.TemporaryDirectory() as folder:
            source = write_site(Path(folder, "source"), pages=pages, theme=theme)
            out = Path(folder, "out")
            full = _build(source, out, theme)
            files = [path.stat().st_size for path in out.rglob("page-*.html")]
            edit_page(source)
            edited = _build(source, out, theme)
            results.append(
                Figures(
                    total=full["total"],
                    writing=full["writing"],
                    edited=edited["total"],
                    size=median(files),
                )
            )
    return Figures(
        total=median(each.total for each in results),
        writing=median(each.writing for each in results),
        edited=median(each.edited for each in results),
        size=median(each.size for each in results),
    )


def _build(source: Path, out: Path, theme: str) -> dict[str, float]:
    before = _time_of_programs()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(source), str(out), theme],
        capture_output=True,
        text=True,
        check=True,
        # Modules are compiled once, as they are where the package is installed.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(COMPILED)},
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    assert figures["status"] == 0, done.stderr
    return {**figures, "total": _time_of_programs() - before}


def _time_of_programs() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _print_targets(found: dict[tuple[str, int], Figures], sizes: tuple[int, ...]) -> None:
    smallest, largest = min(sizes), max(sizes)
    middle = 400 if 400 in sizes else largest
    own, peer = found["sitejson", largest], found["alabaster", largest]
    small = found["sitejson", smallest]
    growth = (own.writing / largest) / (small.writing / smallest)
    full = found["sitejson", middle].total / found["alabaster", middle].total
    print()
    _target(f"writing one page at {largest} pages, of alabaster", own.writing / peer.writing, 0.6)
    _target(f"growth of that from {smallest} to {largest} pages", growth, 1.1)
    _target(f"HTML of one page at {largest} pages, of alabaster", own.size / peer.size, 1.0)
    _target(f"full build of {middle} pages, of alabaster", full, 0.8)
    _target(f"one page edited at {largest} pages, of alabaster", own.edited / peer.edited, 1.0)


def _target(name: str, reached: float, target: float) -> None:
    verdict = "ok" if reached <= target else "MISSED"
    print(f"{name:58}{reached:>7.2f}   at most {target:.2f}   {verdict}")
