"""A second build reads and writes what a change touches, and nothing more."""

import pytest

from support.sites import files_of


def page(title, body="Text."):
    return f"---\ntitle: {title}\n---\n\n{body}\n"


SITE = {
    "name": "Parcel",
    "navigation": [
        {"group": "Start", "pages": ["index", "a"]},
        {"group": "API", "pages": ["api/one", "api/two"]},
    ],
    "tabs": [{"name": "API", "url": "api"}],
}
FILES = {
    "site.json": SITE,
    "index.mdx": page("Home"),
    "a.mdx": page("A"),
    "b.mdx": "---\ntitle: B\norphan: true\n---\n",
    "api/one.mdx": page("One"),
    "api/two.mdx": page("Two"),
}
ALL_PAGES = {"index", "a", "b", "api/one", "api/two"}


@pytest.fixture
def site(build_site):
    return build_site(FILES)


def test_nothing_changed_nothing_done(site):
    again = site.rebuild()

    assert (again.read_docs, again.written_docs) == (set(), set())


def test_a_changed_text_writes_its_page_only(site):
    again = site.rebuild({"a.mdx": page("A", "Other text.")})

    assert again.read_docs == {"a"}
    assert again.written_docs - {"index"} == {"a"}


def test_a_changed_title_writes_the_pages_that_show_it(site):
    again = site.rebuild({"api/two.mdx": page("Zwei")})

    assert again.read_docs == {"api/two"}
    assert "api/one" in again.written_docs
    assert "a" not in again.written_docs
    assert "Zwei" in again.page("api/one.html").select_one("nav.sj-tree").text


def test_a_changed_title_writes_the_pages_whose_links_show_it(build_site):
    site = build_site({**FILES, "b.mdx": page("B", "See [](/api/two) and [here](/api/one).")})
    again = site.rebuild({"api/two.mdx": page("Zwei"), "api/one.mdx": page("Eins")})

    assert "b" in again.written_docs
    assert "See Zwei and here." in again.page("b.html").select_one(".sj-prose").text
    assert again.warnings == ""


def test_a_changed_heading_writes_the_pages_whose_links_show_it(build_site):
    files = {
        **FILES,
        "b.mdx": page("B", "See [](/api/two#part)."),
        "api/two.mdx": page("Two", "## Part"),
    }
    again = build_site(files).rebuild({"api/two.mdx": page("Two", "## PART")})

    assert "b" in again.written_docs
    assert "See PART." in again.page("b.html").select_one(".sj-prose").text
    assert again.warnings == ""


def test_a_changed_name_writes_every_page(site):
    again = site.rebuild({"site.json": {**SITE, "name": "Renamed"}})

    assert again.written_docs == ALL_PAGES
    assert "Renamed" in again.page("api/one.html").title.text


def test_a_changed_link_in_the_topbar_writes_every_page_and_reads_none(site):
    links = [{"name": "Blog", "url": "https://example.com"}]
    again = site.rebuild({"site.json": {**SITE, "topbarLinks": links}})

    assert (again.written_docs, again.read_docs) == (ALL_PAGES, set())
    assert again.page("b.html").select_one('a[href="https://example.com"]')


def test_a_new_page_in_one_tab_leaves_the_other_tab_alone(site):
    navigation = [{"group": "Start", "pages": ["index", "a", "b"]}, SITE["navigation"][1]]
    again = site.rebuild({"site.json": {**SITE, "navigation": navigation}})

    assert again.read_docs == {"index"}
    assert again.written_docs == {"index", "a", "b"}


def test_a_changed_redirect_writes_no_page(site):
    redirects = [{"source": "/old", "destination": "/a"}]
    again = site.rebuild({"site.json": {**SITE, "redirects": redirects}})

    assert again.written_docs == set()


def test_a_hidden_page_that_is_listed_later_comes_into_the_search(build_site):
    secret = "---\ntitle: S\n---\n\nzanzibar\n"
    site = build_site({**FILES, "s.mdx": secret}, conf='suppress_warnings = ["toc.not_included"]')
    assert "zanzibar" not in site.text("searchindex.js")

    navigation = [{"group": "Start", "pages": ["index", "a", "s"]}, SITE["navigation"][1]]
    again = site.rebuild({"site.json": {**SITE, "navigation": navigation}})

    assert "zanzibar" in again.text("searchindex.js")
    assert again.page("s.html").select_one('meta[name="robots"]') is None


def test_a_deleted_page_disappears_from_every_sidebar(site):
    navigation = [{"group": "Start", "pages": ["index"]}, SITE["navigation"][1]]
    again = site.rebuild({"a.mdx": None, "site.json": {**SITE, "navigation": navigation}})

    assert again.warnings == ""
    assert "a.html" not in again.text("index.html")


def test_a_second_build_equals_a_first_one(site, build_site):
    changed = {**SITE, "name": "Other", "tabs": [], "colors": {"primary": "#16a34a"}}
    again = site.rebuild({"site.json": changed, "a.mdx": page("New title")})
    clean = build_site(files_of(again.srcdir))

    for file in clean.outdir.rglob("*.html"):
        name = str(file.relative_to(clean.outdir))
        assert again.text(name) == clean.text(name), name


@pytest.mark.parametrize(
    "change",
    [
        {"a.mdx": page("Another title")},
        {"site.json": {**SITE, "name": "Renamed"}},
        {"site.json": {**SITE, "colors": {"primary": "#7C3AED"}}},
    ],
    ids=["title", "name", "color"],
)
def test_pages_of_source_code_follow_the_site(build_site, change):
    """sphinx.ext.viewcode keeps pages that are newer than their module."""
    conf = "extensions += ['sphinx.ext.autodoc', 'sphinx.ext.viewcode']"
    files = {**FILES, "code.rst": "Code\n====\n\n.. autofunction:: textwrap.dedent\n"}
    path = "_modules/textwrap.html"
    site = build_site(files, conf=conf)
    before = site.text(path)

    after = site.rebuild(change).text(path)

    assert after == build_site({**files, **change}, conf=conf).text(path)
    assert after != before


def test_pages_that_an_interrupted_build_did_not_write_are_written_next(site):
    """The settings change, the build dies while writing: nothing may stay old."""
    conf = (site.srcdir / "conf.py").read_text()
    failing = conf + (
        "\ndef setup(app):\n"
        "    def fail(app, pagename, *rest):\n"
        "        if pagename == 'api/one':\n"
        "            from sphinx.errors import SphinxError\n"
        "            raise SphinxError('pulled the plug')\n"
        "    app.connect('html-page-context', fail)\n"
    )
    changes = {"site.json": {**SITE, "name": "Renamed"}, "conf.py": failing}
    site.rebuild(changes, expect_failure=True)
    again = site.rebuild({"conf.py": conf})

    for name in ALL_PAGES:
        assert "Renamed" in again.text(f"{name}.html"), name


def test_in_a_large_site_a_new_page_changes_only_the_pages_that_show_it(build_site):
    def settings(pages):
        few = [{"group": f"G{n}", "pages": [f"g{n}/{p}" for p in "abcd"]} for n in range(35)]
        return {"name": "Large", "navigation": [*few, {"group": "Last", "pages": pages}]}

    names = [f"g{n}/{page}" for n in range(35) for page in "abcd"]
    files = {f"{name}.md": f"# {name}\n" for name in (*names, "index", "last/a")}
    site = build_site({**files, "site.json": settings(["index", "last/a"])})
    tree = next(site.outdir.glob("_static/sitejson-tree-*.js"))
    again = site.rebuild(
        {"last/b.md": "# new\n", "site.json": settings(["index", "last/a", "last/b"])}
    )

    assert again.written_docs == {"index", "last/a", "last/b"}
    assert "last/b.html" in tree.read_text(encoding="utf-8")
    assert "last/b.html" not in again.text("g3/a.html")


def names_in(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_nothing_is_left_of_a_removed_page(build_site, builder):
    text = "---\ntitle: Gone\norphan: true\n---\n\n![P](/p.png)\n\n{download}`/d.txt`\n"
    gone = {"gone/page.mdx": text, "p.png": "p", "d.txt": "d"}
    site = build_site({**FILES, **gone}, builder=builder)
    clean = build_site(FILES, builder=builder)
    assert names_in(site.outdir) > names_in(clean.outdir)
    again = site.rebuild({"gone/page.mdx": None})

    assert names_in(again.outdir) == names_in(clean.outdir)
    assert not (again.outdir / "gone").exists()


def test_files_that_no_build_wrote_stay(build_site):
    site = build_site({**FILES, "gone.mdx": "---\norphan: true\n---\n\n# G\n"})
    for name in ("gone.txt", "mine.html", "_sources/mine.txt", "mine/page.html"):
        (site.outdir / name).parent.mkdir(exist_ok=True)
        (site.outdir / name).write_text("mine")
    again = site.rebuild({"gone.mdx": None})

    assert not again.exists("gone.html")
    for name in ("gone.txt", "mine.html", "_sources/mine.txt", "mine/page.html"):
        assert again.text(name) == "mine"


def test_a_file_of_the_author_in_the_place_of_a_removed_page_stays(build_site):
    conf = 'html_extra_path = ["extra"]'
    files = {**FILES, "gone.mdx": "---\norphan: true\n---\n\n# G\n", "extra/robots.txt": ""}
    site = build_site(files, conf=conf)
    again = site.rebuild({"gone.mdx": None, "extra/gone.html": "mine"})

    assert again.text("gone.html") == "mine"


def test_a_removed_page_that_moved_leaves_a_page_that_redirects(build_site):
    site = build_site({**FILES, "gone.mdx": "---\norphan: true\n---\n\n# G\n"})
    moved = {**SITE, "redirects": [{"source": "/gone", "destination": "/a"}]}
    again = site.rebuild({"gone.mdx": None, "site.json": moved})

    assert "a.html" in again.text("gone.html")
    assert not again.exists("_sources/gone.mdx.txt")


def test_nothing_is_left_of_a_document_that_cannot_be_read_any_more(build_site):
    operation = {"summary": "List", "responses": {"200": {"description": "OK"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "paths": {"/a": {"get": operation}},
    }
    settings = {**SITE, "tabs": [{"name": "API", "url": "ref", "openapi": "/spec.json"}]}
    site = build_site({**FILES, "site.json": settings, "spec.json": document})
    assert site.exists("openapi-apiindex.html")
    assert site.exists("_static/openapi/spec.json")
    assert site.exists("_static/sitejson-playground.js")
    again = site.rebuild({"spec.json": "openapi: ["})
    clean = build_site({**FILES, "site.json": settings, "spec.json": "openapi: ["})

    assert names_in(again.outdir) == names_in(clean.outdir)
    assert site.rebuild({"spec.json": document}).exists("openapi-apiindex.html")


def test_a_page_that_a_failed_build_wrote_is_removed_when_its_file_is(build_site):
    site = build_site(FILES)
    conf = (site.srcdir / "conf.py").read_text()
    failing = conf + (
        "\ndef setup(app):\n"
        "    def fail(app):\n"
        "        from sphinx.errors import SphinxError\n"
        "        raise SphinxError('pulled the plug')\n"
        "    app.connect('html-collect-pages', fail, priority=1)\n"
    )
    new = "---\norphan: true\n---\n\n# N\n"
    site.rebuild({"new.mdx": new, "conf.py": failing}, expect_failure=True)
    assert site.exists("new.html")
    again = site.rebuild({"new.mdx": None, "conf.py": conf})

    assert not again.exists("new.html")
    assert not again.exists("_sources/new.mdx.txt")
