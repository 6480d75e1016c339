"""How long an API page takes, beside sphinxcontrib-openapi on a document that it can build."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from documents import made_up_document

OPERATIONS = 100
PEER_PATHS = 50
PROGRAM = """
import resource, sys, time
from sphinx.cmd.build import main
start = time.process_time()
code = main(["-q", "-b", "html", sys.argv[1], sys.argv[2]])
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(code, time.process_time() - start, memory)
"""


def run(documents: Path | None) -> None:
    """Print CPU milliseconds and bytes for each page."""
    with tempfile.TemporaryDirectory() as folder:
        places = Path(folder)
        made_up = places / "made-up.json"
        # The peer does not end on schemas that contain each other.
        document = made_up_document(OPERATIONS, has_circles=False)
        made_up.write_text(json.dumps(document), encoding="utf-8")
        given = sorted(path for path in documents.iterdir() if path.is_file()) if documents else []
        print(f"{'document':32}{'pages':>8}{'ms a page':>12}{'kB a page':>12}{'MB memory':>12}")
        for path in (made_up, *given):
            _report(path.name, _own_site(places / path.stem, path))
        _report("sphinxcontrib-openapi, made up", _peer_site(places / "peer", made_up))
    print("CPU time of a whole build, divided by its pages.")


def _own_site(folder: Path, document: Path) -> Path:
    folder.mkdir()
    (folder / document.name).write_bytes(document.read_bytes())
    (folder / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n', encoding="utf-8")
    (folder / "index.mdx").write_text("---\ntitle: Home\n---\n", encoding="utf-8")
    settings = {
        "name": "Bench",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": f"/{document.name}"}],
    }
    (folder / "site.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def _peer_site(folder: Path, document: Path) -> Path:
    """The peer shows a path where it is told to: here one page for each path."""
    folder.mkdir()
    (folder / document.name).write_bytes(document.read_bytes())
    (folder / "conf.py").write_text('extensions = ["sphinxcontrib.openapi"]\n', encoding="utf-8")
    paths = list(json.loads(document.read_text(encoding="utf-8"))["paths"])[:PEER_PATHS]
    names = [f"page{number}" for number in range(len(paths))]
    entries = "\n   ".join(names)
    (folder / "index.rst").write_text(
        f"Home\n====\n\n.. toctree::\n\n   {entries}\n", encoding="utf-8"
    )
    for name, path in zip(names, paths, strict=True):
        text = (
            f"{name}\n{'=' * len(name)}\n\n.. openapi:: {document.name}\n   :paths:\n      {path}\n"
        )
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    return folder


def _report(name: str, folder: Path) -> None:
    out = folder / "out"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    pages = [
        path for path in out.rglob("*.html") if path.name not in ("genindex.html", "search.html")
    ]
    if done.returncode or not done.stdout or not pages:
        print(f"{name[:30]:32}{'failed':>8}")
        return
    _code, seconds, memory = map(float, done.stdout.split()[-3:])
    size = sum(path.stat().st_size for path in pages) / len(pages) / 1000
    print(
        f"{name[:30]:32}{len(pages):>8}{seconds / len(pages) * 1000:>12.1f}"
        f"{size:>12.1f}{memory / 1024:>12.0f}"
    )
