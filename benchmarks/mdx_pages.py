"""What an MDX page costs beside the same page in plain MyST."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 3
PAGES = 60
PROGRAM = """
import sys, time
from io import StringIO
from pathlib import Path
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
folder = Path(sys.argv[1])
with docutils_namespace():
    app = Sphinx(folder, folder, folder / "_build/out", folder / "_build/trees", "dummy",
                 status=StringIO(), warning=StringIO(), freshenv=True)
    start = time.process_time()
    app.build()
    print(time.process_time() - start)
"""
PART = """
## Part {number}

Some words with **strong** and *soft* ones, a [link](https://example.org/a), and `code`.

<Note>
  Mind the gap between {number} and the next one.
</Note>

- one
- two with a <b>bold</b> word

<CardGroup cols={{2}}>
  <Card title="First" icon="star" href="/page-0">
    It leads to the first page.
  </Card>
  <Card title="Second">
    It leads nowhere.
  </Card>
</CardGroup>

```python
def part():
    return {number}
```

| a | b |
|---|---|
| c | d |
"""


def run(folder: Path | None) -> None:
    """Print the time of both, and their ratio."""
    texts = real_pages(folder) if folder else made_up_pages()
    with tempfile.TemporaryDirectory() as parent:
        times = {
            suffix: seconds(write_site(Path(parent, suffix), texts, suffix))
            for suffix in ("mdx", "md")
        }
    print(f"{len(texts)} pages, {sum(map(len, texts)) // 1000} kB")
    print(f"{'MDX':>8}{'MyST':>8}{'ratio':>8}")
    print(f"{times['mdx']:>8.2f}{times['md']:>8.2f}{times['mdx'] / times['md']:>8.2f}")
    print("CPU seconds to read all pages, medians; MyST takes the components for raw HTML.")


def made_up_pages() -> list[str]:
    """Return pages with the usual mix of text and components."""
    body = "".join(PART.format(number=number) for number in range(12))
    return [f"---\ntitle: Page {number}\n---\n{body}" for number in range(PAGES)]


def real_pages(folder: Path) -> list[str]:
    """Return the pages below a folder."""
    files = sorted(folder.rglob("*.mdx"))
    return [file.read_text(encoding="utf-8", errors="replace") for file in files]


def write_site(folder: Path, texts: list[str], suffix: str) -> Path:
    """Write the pages of one kind."""
    folder.mkdir()
    (folder / "conf.py").write_text(
        'extensions = ["sphinx_sitejson"]\nsitejson_mdx_suffixes = [".mdx"]\n'
        'suppress_warnings = ["*"]\n'
    )
    names = [f"page-{number}" for number in range(len(texts))]
    pages = ",".join(f'"{name}"' for name in names)
    (folder / "site.json").write_text(
        f'{{"name": "Bench", "navigation": [{{"group": "All", "pages": [{pages}]}}]}}'
    )
    for name, text in zip(names, texts, strict=True):
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    return folder


def seconds(folder: Path) -> float:
    """Measure in processes of their own."""
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(ROUNDS)
    ]
    return statistics.median(float(done.stdout.split()[-1]) for done in runs)
