import json

import pytest

SITE = {
    "name": "Harbour",
    "versions": ["v2", "v1"],
    "tabs": [{"name": "API", "url": "api"}],
    "navigation": [
        {"group": "Start", "pages": ["index", {"group": "Deeper", "pages": ["ropes"]}]},
        {"group": "Old", "version": "v1", "pages": ["old"]},
        {"group": "Ships", "pages": ["api/ships"]},
    ],
}
DOCUMENT = """\
openapi: 3.1.0
info: {title: Harbour, version: "1"}
paths:
  /ships: {get: {summary: List ships, responses: {"200": {description: Ships.}}}}
  /secret: {get: {summary: Read secrets, responses: {"200": {description: Secrets.}}}}
"""
FILES = {
    "site.json": SITE,
    "harbour.yaml": DOCUMENT,
    "index.md": "# Home\n\n```{py:function} flash()\n```\n",
    "ropes.md": "---\ndescription: How to\n  tie them.\n---\n# Ropes `and` knots\n",
    "old.md": "# Old\n",
    "api/ships.mdx": "---\nopenapi: GET /ships\n---\n",
    "hidden.md": "# Hidden\n\n```{py:function} secret()\n```\n",
    "secret.mdx": "---\nopenapi: GET /secret\n---\n",
    "quiet.md": "---\nnosearch: true\n---\n# Quiet\n",
}


def page_list(site) -> dict:
    text = site.text("_static/sitejson-pages.js").removeprefix("sitejson.pages = ")
    return json.loads(text.removesuffix(";\n"))


def described(site, name: str) -> tuple:
    data = page_list(site)
    row = [*data["pages"][name], *[0, 0, 0, "", "", ""][len(data["pages"][name]) - 1 :]]
    title, tab, trail, version, *rest = row
    return title, data["tabs"][tab], data["trails"][trail], data["versions"][version], *rest


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


def test_pages_have_their_place_version_and_words(site):
    assert described(site, "index")[:4] == ("Home", "Documentation", ["Start"], "")
    ropes = described(site, "ropes")
    assert ropes == (
        "Ropes and knots",
        "Documentation",
        ["Start", "Deeper"],
        "",
        "How to tie them.",
        "",
        "",
    )
    assert described(site, "old")[3] == "v1"


def test_operations_have_method_and_path(site):
    assert described(site, "api/ships") == ("List ships", "API", ["Ships"], "", "", "GET", "/ships")


def test_pages_come_in_the_order_of_the_navigation(site):
    assert list(page_list(site)["pages"]) == ["index", "ropes", "old", "api/ships"]


def test_hidden_pages_are_in_no_list(site):
    assert not {"hidden", "secret", "quiet"} & page_list(site)["pages"].keys()
    index = json.loads(site.text("searchindex.js")[len("Search.setIndex(") : -1])
    assert index["titles"][index["docnames"].index("hidden")] == ""
    assert "Hidden" not in index["alltitles"]
    names = [name for objects in index["objects"].values() for *_facts, name in objects]
    assert "Read secrets" not in names and "List ships" in names


def test_hidden_pages_that_search_engines_may_see_are_found(build_site):
    site = build_site({**FILES, "site.json": {**SITE, "seo": {"indexHiddenPages": True}}})

    assert {"hidden", "secret"} <= page_list(site)["pages"].keys()


def test_list_and_index_follow_the_site_and_are_else_left_alone(build_site):
    site = build_site(FILES)
    static = site.outdir / "_static"
    files = [static / "sitejson-pages.js", *(static / "search").iterdir()]
    stamps = [file.stat().st_mtime_ns for file in files]
    site.rebuild()
    assert [file.stat().st_mtime_ns for file in files] == stamps

    changed = site.rebuild({"old.md": "# New name\n"})
    assert described(changed, "old")[0] == "New name"


def test_text_of_a_site_cannot_end_the_script(build_site):
    site = build_site({**FILES, "old.md": '# Old </script><b>"\n'})

    assert described(site, "old")[0].startswith("Old ")


def test_a_page_that_is_not_written_again_keeps_its_index_entries(build_site):
    files = {
        "site.json": {"name": "X", "navigation": [{"group": "G", "pages": ["index", "a"]}]},
        "index.mdx": "---\ntitle: Home\n---\n",
        "a.rst": "A\n=\n\n.. index:: single: buoy; red\n\nText.\n",
    }
    site = build_site(files)
    again = site.rebuild({"index.mdx": "---\ntitle: Home\n---\n\nMore words.\n"})

    def entries(built):
        text = built.text("searchindex.js")
        return json.loads(text[text.index("(") + 1 : text.rindex(")")])["indexentries"]

    assert "a" not in again.written_docs
    assert {"buoy", "red"} <= entries(site).keys()
    assert entries(again) == entries(site)


def test_an_owner_can_leave_out_the_index_of_sphinx(build_site):
    site = build_site(FILES)
    assert site.exists("searchindex.js")

    off = 'extensions = ["sphinx_sitejson"]\nsitejson_sphinx_search_index = False\n'
    without = site.rebuild({"conf.py": off})

    assert without.warnings == ""
    assert not without.exists("searchindex.js")
    assert without.exists("search.html")
    assert without.exists("_static/search/root.js")
    again = site.rebuild({"conf.py": off.replace("False", "True")})
    assert "ropes" in again.text("searchindex.js")


def test_a_preview_writes_no_index_of_sphinx_and_the_next_build_a_complete_one(build_site, site):
    clean = site.text("searchindex.js")
    site = build_site(FILES)
    conf = 'extensions = ["sphinx_sitejson"]\nsitejson_preview = {}\n'
    assert not site.rebuild({"conf.py": conf.format(True)}).exists("searchindex.js")

    assert not site.rebuild({"index.md": "# Home\n\nEdited.\n"}).exists("searchindex.js")
    again = site.rebuild({"conf.py": conf.format(False), "index.md": FILES["index.md"]})
    assert again.warnings == ""
    assert again.text("searchindex.js") == clean


def test_another_theme_keeps_the_index_of_sphinx_and_gets_nothing_of_ours(build_site):
    conf = 'html_theme = "alabaster"\nsitejson_sphinx_search_index = False\n'
    site = build_site(FILES, conf=conf)

    assert site.exists("searchindex.js")
    assert not site.exists("_static/sitejson-pages.js")
    assert not (site.outdir / "_static" / "search").exists()
