"""The index of a built site: what can be found on its pages, and that it follows every change."""

import json

import pytest

from sphinx_sitejson.servers.mcp.site_reader import open_site, search_site

from .test_search_data import FILES, SITE


def index_files(site) -> dict[str, str]:
    folder = site.outdir / "_static" / "search"
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


def pages(site) -> dict[str, dict]:
    found = {}
    for text in index_files(site).values():
        if text.startswith("sitejson.search.page("):
            data = json.loads(text[text.index("{") : text.rindex(")")])
            if "n" in data:
                found[data["n"]] = data
    return found


def places(site, docname) -> dict[str, list[str]]:
    rows = [[*row, *[""] * (6 - len(row))] for row in pages(site)[docname]["s"]]
    return {
        title or "(page)": [anchor, text, kind, label]
        for anchor, title, text, kind, label, _ in rows
    }


RICH = """\
Words
=====

First words, with *emphasis*.

A section
---------

Its text::

    code --flag

.. py:function:: flash(times)

   Lets the light flash.

.. envvar:: MOOR

   Ties the ship.

.. glossary::

   Fog
      Thick air.

====  =====
Key   Value
====  =====
a     b
====  =====

.. raw:: html

   <p>nobody looks for this</p>

.. a comment
"""


@pytest.fixture(scope="module")
def site(build_shared_site):
    files = {**FILES, "index.md": "# Home\n\nHello.\n", "ropes.rst": RICH}
    del files["ropes.md"]
    return build_shared_site(files)


def test_headings_objects_terms_and_text_have_their_places(site):
    found = places(site, "ropes")
    assert found["(page)"] == ["", "First words, with emphasis.", "", ""]
    assert found["A section"][:2] == ["a-section", "Its text:\ncode --flag\nKey Value\na b"]
    assert found["flash"] == ["flash", "Lets the light flash.", "o", "Python function"]
    assert found["MOOR"] == ["envvar-MOOR", "Ties the ship.", "o", "environment variable"]
    assert found["Fog"] == ["term-Fog", "Thick air.", "t", ""]
    assert "nobody looks" not in json.dumps(found)


def test_operations_are_known_by_method_path_and_id(site):
    page = pages(site)["api/ships"]
    assert (page["k"], page["m"], page["p"], page["b"]) == ("o", "GET", "/ships", "API")
    assert [row[:2] for row in page["s"] if row[:1] == ["response-200"]] == [
        ["response-200", "200 OK"]
    ]


def test_only_pages_that_may_be_found_are_there(site):
    assert sorted(pages(site)) == ["api/ships", "index", "old", "ropes"]


def test_an_incremental_build_ends_like_a_clean_one(build_site):
    site = build_site(FILES)
    before = index_files(site)
    navigation = [*SITE["navigation"], {"group": "More", "pages": ["new"]}]
    changes = {
        "index.md": "# Home\n\nzebra\n",
        "new.md": "# New\n",
        "site.json": {**SITE, "navigation": navigation},
    }
    again = site.rebuild(changes)
    clean = build_site({**FILES, **changes})

    assert index_files(again) == index_files(clean)
    assert index_files(again) != before


EDIT = {"ropes.md": "# Ropes\n\nA zebra, and ropes.\n"}


def test_edits_end_like_clean_builds_whatever_the_cache_holds(build_site):
    before, after = (index_files(build_site(files)) for files in (FILES, {**FILES, **EDIT}))
    site = build_site(FILES)
    [cache] = site.doctreedir.glob("sitejson/search-words-*.json")

    # At first what the last build has left, and then nothing that it could have left.
    damages = (None, None, {}, [], {"index": None}, {"index": {"extra_files": 1}})
    for number, damage in enumerate(damages):
        if damage is not None:
            cache.write_text(json.dumps(damage))
        back = {"ropes.md": FILES["ropes.md"]}
        changes, expected = ((EDIT, after), (back, before))[number % 2]
        assert index_files(site.rebuild(changes)) == expected, damage


def test_synonyms_and_names_of_tables_are_found_and_changelogs_rank_lower(build_site):
    settings = {
        "name": "Harbour",
        "navigation": [{"group": "Start", "pages": ["index", "keys", "release_notes"]}],
    }
    table = "| Key | Effect |\n|---|---|\n| `moorRope` | Ties. |\n| Not `code` alone | Text. |\n"
    site = build_site(
        {
            "site.json": settings,
            "index.md": "# Home\n\nA rope and a boat.\n",
            "keys.md": f"# Keys\n\n{table}\n`fenders`\n: Protect the hull.\n",
            "release_notes.md": "# Release notes\n\n## Keys\n",
        },
        conf='myst_enable_extensions = ["deflist"]\n',
    )

    def find(built, query):
        hits = search_site(open_site(str(built.outdir)), query)
        return [hit["page"] for hit in hits]

    assert pages(site)["keys"]["s"][0][5] == "moorRope fenders"
    assert find(site, "keys") == ["keys", "release_notes"]
    root = index_files(site)["root.js"]
    assert json.loads(root[root.index("{") : root.rindex(")")])["boosts"] == {"2": 0.4}
    assert find(site, "line") == []

    again = site.rebuild(
        {"site.json": {**settings, "search": {"synonyms": {"line": "ropes", "vessel": "boat"}}}}
    )
    assert find(again, "vessel line") == ["index"]


def test_a_lost_file_comes_back(build_site):
    site = build_site(FILES)
    before = index_files(site)
    for path in (site.outdir / "_static" / "search").iterdir():
        path.unlink()
    again = site.rebuild({"old.md": "# Old\n\nChanged.\n"})

    assert set(before) & set(index_files(again))
    assert sorted(pages(again)) == sorted(["api/ships", "index", "old", "ropes"])
