"""A small index for the tests of the scripts; run it to write ``tests/scripts/search-index.json``.

cd tests && python -m publishing.search.sample_index
"""

import json
from pathlib import Path

import snowballstemmer

from sphinx_sitejson.common.search_terms import LocationEntry, Vocabulary
from sphinx_sitejson.publishing.search_index import ROOT, ListedPage, index_files, index_page

FILE = Path(__file__).parents[2] / "scripts" / "search-index.json"
AUTHORIZATION = LocationEntry(anchor="auth", title="Authorization", text="Send a token.")


def page(
    docname: str, title: str, *locations: LocationEntry, text: str = "", **more: object
) -> ListedPage:
    first = LocationEntry(text=text)
    tab = "API" if docname.startswith("api/") else "Guide"
    return ListedPage(
        **{"docname": docname, "title": title, "tab": tab, "locations": (first, *locations)} | more
    )


PAGES = (
    page(
        "index",
        "Welcome",
        LocationEntry(anchor="drop", title="Drop the anchor", text="Let it go down.\nThen wait."),
        LocationEntry(anchor="storm", title="storm", kind="term", text="Much wind."),
        AUTHORIZATION,
        text="A keeper searches for ships.",
    ),
    page(
        "anchor",
        "Anchor a boat",
        text="Boats are kept in their place.",
        description="How to keep a boat in its place.",
        trail=("Start",),
    ),
    page(
        "api/read-ship",
        "Read a ship",
        LocationEntry(keywords="GET /ships/{shipId} getShip"),
        AUTHORIZATION,
        LocationEntry(
            anchor="path-shipid", title="shipId", kind="field", label="string", text="Its id."
        ),
        LocationEntry(anchor="r-kind", title="kind", kind="field", keywords="cargo ferry tanker"),
        kind="operation",
        method="GET",
        path="/ships/{shipId}",
        trail=("Ships",),
    ),
    page(
        "api/add-ship",
        "Register a ship",
        AUTHORIZATION,
        kind="operation",
        method="POST",
        path="/ships",
        trail=("Ships",),
    ),
    page("api/ship", "Ship", AUTHORIZATION, kind="schema"),
    page("v1/rope", "Ropes", version="v1"),
    page("v2/rope", "Ropes", version="v2"),
    page("v1/knot", "Knots", version="v1"),
    page(
        "code",
        "Code",
        AUTHORIZATION,
        LocationEntry(
            anchor="lighthouse.flash",
            title="lighthouse.flash",
            kind="object",
            label="Python function",
        ),
        LocationEntry(
            anchor="lighthouse.anchor_light", title="lighthouse.anchor_light", kind="object"
        ),
        LocationEntry(anchor="lamps", title="Shine: beacon.Lamp"),
        LocationEntry(
            anchor="beacon.Lamp.shine", title="Lamp.shine", kind="object", keywords="beacon"
        ),
        LocationEntry(
            anchor="options",
            title="Options",
            text="Choose with --port, as in site.json.\nIts constructor.",
        ),
        text="A keeper flashes. HTTPServer is one.",
    ),
    page("404", "Error 404"),
    page("ja/guide", "検索ページの使い方", text="ことばを探します。"),
    page(
        "long",
        "Long",
        *(
            LocationEntry(anchor=f"p{n}", title=f"Part {n}", text=f"needle{n} " + "hay " * 2000)
            for n in range(8)
        ),
    ),
    page("accents", "Überblick", text="Ein naïver Überblick."),
)


def sample() -> dict[str, object]:
    """Return all files of the index by their names."""
    stemmer = snowballstemmer.stemmer("english")
    vocabulary = Vocabulary(stemmer.stemWord, {"a", "the", "of", "how", "to"})
    pages, texts = {}, {}
    for entry in PAGES:
        pages[entry.docname], files = index_page(entry, vocabulary)
        texts |= {f"{name}.js": text for name, text in files.items()}
    texts |= index_files(pages, vocabulary.stop_words, ["index", "anchor"])
    return {name: called_with(text) for name, text in sorted(texts.items()) if name != ROOT} | {
        "root": called_with(texts[ROOT])
    }


def called_with(text: str) -> object:
    """Return what a file hands over."""
    start = text.index("{")
    return json.loads(text[start : text.rindex(")")])


def written() -> str:
    return json.dumps(sample(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
