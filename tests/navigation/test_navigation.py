"""The navigation in built pages, and what Sphinx makes of it."""

import pytest

from support.divisions import group


def page(title, body=""):
    return f"---\ntitle: {title}\n---\n\n{body}\n"


SITE = {
    "name": "Parcel",
    "navigation": [
        group("Start", "index", "guides/a"),
        group("More", "guides/b", group("Deep", "guides/c", icon="layer-group")),
        group("API", "api/one"),
    ],
    "tabs": [{"name": "Reference", "url": "api"}],
}
FILES = {
    "site.json": SITE,
    "index.mdx": page("Home"),
    "guides/a.mdx": page("A"),
    "guides/b.md": page("B"),
    "guides/c.rst": "C\n=\n",
    "api/one.mdx": page("One"),
}


def texts(elements):
    return [element.get_text(" ", strip=True) for element in elements]


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES)


def test_the_sidebar_has_groups_folds_and_the_current_page(site):
    sidebar = site.page("guides/c.html").select_one("nav.sj-tree")

    assert [link["href"] for link in sidebar.select("a")] == [
        "../index.html", "a.html", "b.html", "#",
    ]  # fmt: skip
    assert texts(sidebar.select('[aria-current="page"]')) == ["C"]
    fold = sidebar.select_one("details")
    assert fold.has_attr("open")
    assert texts(fold.select("summary")) == ["Deep"]
    assert not site.page("index.html").select_one("nav.sj-tree details").has_attr("open")


def test_only_the_folds_around_the_current_page_are_open(build_clean):
    def folds(*names):
        return [group(name, f"{name}/x", group(f"{name}2", f"{name}/y")) for name in names]

    names = [f"{fold}/{page}" for fold in "abc" for page in "xy"]
    site = build_clean(
        {
            "site.json": {"name": "X", "navigation": [group("G", "index", *folds(*"abc"))]},
            "index.mdx": page("Home"),
            **{f"{name}.mdx": page(name.upper()) for name in names},
        }
    )

    def open_folds(name):
        sidebar = site.page(name).select_one("nav.sj-tree")
        return [
            fold.select_one("summary").get_text(strip=True)
            for fold in sidebar.select("details[open]")
        ]

    assert open_folds("b/y.html") == ["b", "b2"]
    assert open_folds("c/x.html") == ["c"]
    assert open_folds("index.html") == []


def test_tabs_link_to_their_first_page_and_one_is_current(site):
    tabs = site.page("api/one.html").select(".sj-topbar .sj-tabs a")

    assert [(tab.get_text(strip=True), tab["href"]) for tab in tabs] == [
        ("Documentation", "../index.html"),
        ("Reference", "#"),
    ]
    assert texts(site.page("api/one.html").select(".sj-topbar .sj-tabs [aria-current]")) == [
        "Reference"
    ]


def test_breadcrumbs_name_tab_and_groups(site):
    crumbs = texts(site.page("guides/c.html").select(".sj-breadcrumbs li"))

    assert crumbs == ["Documentation", "More", "Deep"]


def test_sphinx_knows_the_order(build_site):
    latex = build_site(FILES, builder="latex")

    (document,) = latex.outdir.glob("*.tex")
    titles = [line for line in document.read_text().splitlines() if r"\chapter{" in line]
    # Groups are chapters; a group of one page is that page.
    assert titles == [rf"\chapter{{{title}}}" for title in ("A", "More", "One")]


@pytest.mark.oldest
@pytest.mark.parametrize(
    "builder",
    [
        "html", "dirhtml", "singlehtml", "json", "pickle", "text", "latex", "epub", "man",
        "texinfo", "gettext", "xml",
    ],
)  # fmt: skip
def test_every_builder_builds_without_a_warning(build_site, builder):
    site = build_site(FILES, builder=builder, conf='version = "1"\ncopyright = "Parcel"\n')

    assert site.warnings == ""


@pytest.mark.parametrize("builder", ["epub", "singlehtml"])
def test_a_first_page_of_another_name_works_in_books(build_site, builder):
    settings = {"name": "Parcel", "navigation": [group("Start", "guides/a")]}
    site = build_site(
        {"site.json": settings, "guides/a.mdx": page("A")},
        builder=builder,
        conf='version = "1"\ncopyright = "Parcel"\n',
    )

    assert site.warnings == ""


def test_urls_of_dirhtml_are_right(build_site):
    site = build_site(FILES, builder="dirhtml")

    links = site.page("guides/c/index.html").select("nav.sj-tree a")
    assert [link["href"] for link in links] == ["../../", "../a/", "../b/", "#"]


def test_parallel_builds_give_the_same_pages(build_site):
    many = {f"guides/p{number}.mdx": page(f"P{number}") for number in range(20)}
    settings = {**SITE, "navigation": [*SITE["navigation"], group("Many", *[n[:-4] for n in many])]}
    files = {**FILES, **many, "site.json": settings}
    serial, parallel = build_site(files), build_site(files, parallel=2)

    assert parallel.warnings == serial.warnings == ""
    for file in serial.outdir.rglob("*.html"):
        name = str(file.relative_to(serial.outdir))
        assert parallel.text(name) == serial.text(name)


def test_the_first_listed_page_is_the_root_when_there_is_no_index(build_clean):
    site = build_clean(
        {
            "site.json": {"name": "X", "navigation": [group("G", "intro", "more")]},
            "intro.mdx": page("Intro"),
            "more.mdx": page("More"),
        }
    )

    start = site.page("index.html")
    assert start.select_one('meta[http-equiv="refresh"]')["content"] == "0; url=intro.html"
    assert start.select_one("a")["href"] == "intro.html"
    assert site.page("more.html").select_one(".sj-topbar .sj-brand")["href"] == "intro.html"


def test_problems_of_the_navigation_are_warnings_with_places(build_site):
    site = build_site({
        **FILES,
        "site.json": {**SITE,
                      "navigation": [*SITE["navigation"], group("X", "guides/nope", "guides/a")],
                      "tabs": [*SITE["tabs"], {"name": "Empty", "url": "empty"}]},
    })  # fmt: skip

    assert "[sitejson.missing_page]" in site.warnings
    assert "[sitejson.duplicate_page]" in site.warnings
    assert "[sitejson.empty_division]" in site.warnings
    assert all("site.json:" in line for line in site.warnings.splitlines())


def test_a_page_in_no_navigation_is_hidden_and_counted(build_clean):
    site = build_clean({**FILES, "secret.mdx": page("Unlisted", "zanzibar")})

    assert "1 page is not in the navigation" in site.status
    assert site.page("secret.html").select_one('meta[name="robots"]')["content"] == "noindex"
    assert "zanzibar" not in site.text("searchindex.js")


def test_a_page_that_says_it_is_hidden_gives_no_warning(build_clean):
    site = build_clean({**FILES, "secret.mdx": "---\ntitle: S\nhidden: true\n---\n\nzanzibar\n"})

    assert "zanzibar" not in site.text("searchindex.js")


def test_hidden_pages_are_found_when_the_settings_ask_for_it(build_site):
    site = build_site(
        {
            **FILES,
            "site.json": {**SITE, "seo": {"indexHiddenPages": True}},
            "secret.mdx": "---\ntitle: S\nhidden: true\n---\n\nzanzibar\n",
        }
    )

    assert site.page("secret.html").select_one('meta[name="robots"]') is None
    assert "zanzibar" in site.text("searchindex.js")


def test_versions_hide_what_is_not_theirs_and_offer_the_others(build_clean):
    site = build_clean({
        "site.json": {"name": "X", "versions": ["2.0", "1.0"],
                      "navigation": [group("All", "index"), group("Guides", "v2/a", version="2.0"),
                                     group("Guides", "v1/a", version="1.0")]},
        "index.mdx": page("Home"),
        "v1/a.mdx": page("Old"),
        "v2/a.mdx": page("New"),
    })  # fmt: skip

    old = site.page("v1/a.html")
    assert texts(old.select("nav.sj-tree a")) == ["Home", "Old"]
    menu = old.select(".sj-topbar .sj-versions a")
    assert [(link.get_text(strip=True), link["href"]) for link in menu] == [
        ("2.0", "../v2/a.html"),
        ("1.0", "#"),
    ]
    hidden = site.page("index.html").select("nav.sj-tree [data-version][hidden]")
    assert {element["data-version"] for element in hidden} == {"1.0"}


def test_a_group_has_a_first_page_a_label_and_folds_that_begin_open(build_clean):
    names = ("index", "a", "b", "c", "secret")
    folds = [group("Open", "b", expanded=True), group("Closed", "c")]
    navigation = [
        group("Start", "index"),
        group("More", *folds, root="a", tag="NEW"),
        group("Secret", "secret", hidden=True),
    ]
    files = {f"{name}.mdx": page(name, "zanzibar") for name in names}
    site = build_clean({"site.json": {"name": "X", "navigation": navigation}, **files})

    tree = site.page("index.html").select_one("nav.sj-tree")
    assert [(link.get_text(), link["href"]) for link in tree.select(".sj-group-name a")] == [
        ("More", "./a.html")
    ]
    assert texts(tree.select(".sj-tag")) == ["NEW"]
    assert texts(tree.select("details[open] summary")) == ["Open"]
    assert "ecret" not in tree.get_text()
    assert "secret" not in site.text("llms.txt") and site.exists("secret.html")


def test_an_anchor_of_a_version_is_hidden_in_the_others(build_clean):
    anchor = {"name": "Forum", "url": "https://example.com", "version": "1.0"}
    groups = [group("All", "index"), group("Old", "v1/a", version="1.0")]
    site = build_clean({
        "site.json": {"name": "X", "versions": ["2.0", "1.0"], "anchors": [anchor],
                      "navigation": [*groups, group("New", "v2/a", version="2.0")]},
        **{f"{name}.mdx": page(name) for name in ("index", "v1/a", "v2/a")},
    })  # fmt: skip

    for name, is_hidden in (("index", True), ("v1/a", False), ("v2/a", True)):
        (entry,) = site.page(f"{name}.html").select(".sj-anchors li:has([target])")
        assert entry["data-version"] == "1.0"
        assert entry.has_attr("hidden") is is_hidden, name


def test_a_group_without_pages_is_reported(build_site):
    pages = ["index", group("Inner", pages=[])]
    groups = [{"group": "Empty"}, group("Full", *pages), {"root": "more"}]
    files = {"index.md": "# Home", "more.md": "# More"}
    site = build_site({"site.json": {"name": "S", "navigation": groups}, **files})

    assert [line.partition("WARNING: ")[2] for line in site.warnings.splitlines()] == [
        'navigation[0]: the group "Empty" has no pages; it was skipped. [sitejson.empty_division]',
        'navigation[1].pages[1]: the group "Inner" has no pages; it was skipped. '
        "[sitejson.empty_division]",
    ]
