"""Sites of Markdown pages, the same every time: for our theme, and for others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

WORDS_A_PAGE = 1220
PAGES_A_GROUP = 10
TEXT = (
    "harbour pilot vessel berth anchor signal lantern keeper tide channel buoy chart compass "
    "cargo manifest crew captain mooring rope quay crane customs tug convoy voyage weather "
    "forecast storm shelter beacon radio watch shift ledger permit inspection arrival departure "
    "request answer method token header field value schema page section option default builder"
)
VOCABULARY = TEXT.split()
CODE = '''```python
def {name}(ship, berth=None):
    """Moor a ship at a berth."""
    if berth is None:
        berth = harbour.free_berth(ship.length)
    with harbour.lock(berth) as lock:
        lock.assign(ship, until="{word}")
        return {{"ship": ship.name, "berth": berth.number, "{word}": True}}
```
'''


def write_site(
    folder: Path, *, pages: int, theme: str, vocabulary: Sequence[str] = VOCABULARY
) -> Path:
    """Write the sources of a site; ``theme`` is ``sitejson`` or the name of another theme.

    Each group has a page of its own, which lists the others: so the sites of other themes have
    toctrees in toctrees, as large sites do, and a sidebar need not show everything. A word that is
    more than once in the vocabulary is a common one.
    """
    folder.mkdir(parents=True)
    groups: dict[str, list[str]] = {}
    for number in range(pages):
        group = f"guide-{number // PAGES_A_GROUP:03}"
        name = f"page-{number:04}"
        groups.setdefault(group, []).append(name)
        folder.joinpath(group).mkdir(exist_ok=True)
        text = "\n".join(_page(number, vocabulary))
        folder.joinpath(group, f"{name}.md").write_text(text, encoding="utf-8")
    if theme == "sitejson":
        _write_own_files(folder, groups)
    else:
        _write_peer_files(folder, groups, theme)
    return folder


def edit_page(folder: Path) -> None:
    """Change the text of one page."""
    page = sorted(folder.rglob("page-*.md"))[17]
    page.write_text(page.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")


def _page(number: int, vocabulary: Sequence[str]) -> Iterator[str]:
    words = Random(number)
    yield f"# Page {number}: {words.choice(vocabulary)} and {words.choice(vocabulary)}\n"
    for section in range(6):
        yield f"## The {words.choice(vocabulary)} {section}\n"
        for _ in range(3):
            text = " ".join(words.choices(vocabulary, k=WORDS_A_PAGE // 18))
            yield f"{text.capitalize()}, see `{words.choice(vocabulary)}`.\n"
        if section % 2:
            name, word = words.choices(vocabulary, k=2)
            yield CODE.format(name=name, word=word)
        else:
            yield (
                "\n".join(f"- {' '.join(words.choices(vocabulary, k=5))}" for _ in range(4)) + "\n"
            )


def _write_own_files(folder: Path, groups: dict[str, list[str]]) -> None:
    navigation: list[dict[str, object]] = [{"group": "Start", "pages": ["index"]}]
    for group, names in groups.items():
        folder.joinpath(group, "index.md").write_text(f"# {group}\n", encoding="utf-8")
        pages = [f"{group}/{name}" for name in ("index", *names)]
        navigation.append({"group": group, "pages": pages})
    settings = {"name": "Bench", "navigation": navigation}
    (folder / "site.json").write_text(json.dumps(settings), encoding="utf-8")
    (folder / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n', encoding="utf-8")
    (folder / "index.md").write_text("# Home\n", encoding="utf-8")


def _write_peer_files(folder: Path, groups: dict[str, list[str]], theme: str) -> None:
    conf = f'project = "Bench"\nextensions = ["myst_parser"]\nhtml_theme = "{theme}"\n'
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    for group, names in groups.items():
        text = f"# {group}\n\n{_toctree(names)}"
        folder.joinpath(group, "index.md").write_text(text, encoding="utf-8")
    text = "# Home\n\n" + _toctree([f"{group}/index" for group in groups])
    (folder / "index.md").write_text(text, encoding="utf-8")


def _toctree(names: list[str]) -> str:
    return "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"
