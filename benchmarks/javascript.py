"""What JavaScript on a page costs: pages without any, and the same pages with some."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PAGES = 60
PROGRAM = """
import json, resource, sys, time
from io import StringIO
from pathlib import Path
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

folder = Path(sys.argv[1])
begin, times = {}, {}
with docutils_namespace():
    app = Sphinx(folder, folder, folder / "_build/out", folder / "_build/trees", "dummy",
                 status=StringIO(), warning=StringIO(), freshenv=True)
    app.connect("source-read", lambda app, name, text: begin.update({name: time.perf_counter()}))
    app.connect("doctree-read", lambda app, tree: times.update(
        {app.env.docname: time.perf_counter() - begin[app.env.docname]}))
    app.build()
print(json.dumps(times))
"""
WORDS = "\n\n".join(f"Words of part {number}, with **strong** ones." for number in range(20))
PLAIN = '<div className="facts"><p>Three: 3</p></div>\n\n<Card title="A card">In a card.</Card>'
SCRIPTED = """import { Facts } from '/snippets/facts.jsx'
export const three = [1, 2].reduce((sum, each) => sum + each, 0)

<Facts title="Three" value={three} />

<Card title={`A ${"card"}`} style={{ color: "red" }}>In a {["card"].join()}.</Card>"""
SNIPPET = """export const Facts = ({ title, value }) => (
  <div className="facts"><p>{title}: {value}</p></div>
)
"""


def run() -> None:
    """Print how long a page of each kind takes to read, and the difference."""
    with tempfile.TemporaryDirectory() as parent:
        found = {
            name: _times(_write_site(Path(parent, name), part))
            for name, part in (("without", PLAIN), ("with", SCRIPTED))
        }
    medians = {name: statistics.median(times) * 1000 for name, times in found.items()}
    print(f"{PAGES} pages, ms to read one, medians (the first page starts the engine)")
    print(f"{'without':>10}{'with':>10}{'more':>10}{'first':>10}")
    more = medians["with"] - medians["without"]
    first = max(found["with"]) * 1000
    print(f"{medians['without']:>10.1f}{medians['with']:>10.1f}{more:>10.1f}{first:>10.1f}")


def _write_site(folder: Path, part: str) -> Path:
    (folder / "snippets").mkdir(parents=True)
    (folder / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n', encoding="utf-8")
    (folder / "snippets" / "facts.jsx").write_text(SNIPPET, encoding="utf-8")
    names = [f"page-{number}" for number in range(PAGES)]
    site = {"name": "Benchmark", "navigation": [{"group": "All", "pages": names}]}
    (folder / "site.json").write_text(json.dumps(site), encoding="utf-8")
    for name in names:
        text = f"---\ntitle: {name}\n---\n\n{part}\n\n{WORDS}\n"
        (folder / f"{name}.mdx").write_text(text, encoding="utf-8")
    return folder


def _times(folder: Path) -> list[float]:
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    times: dict[str, float] = json.loads(result.stdout)
    return list(times.values())
