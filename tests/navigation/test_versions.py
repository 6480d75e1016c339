"""Where the version menu leads."""

import pytest

from .outlines import outline_map
from .support import site_map_of, tree_of

NAVIGATION = [
    {"group": "Start", "pages": ["index"]},
    {"group": "Two", "version": "v2.0", "pages": ["v2/start", "v2/guides/lamp", "new/lens"]},
    {"group": "One", "version": "v1.0", "pages": ["v1-0/first", "v1-0/guides/lamp", "old/lens"]},
]


def menu_of(docname, **keys):
    versions = [
        {"name": "v2.0", "locale": "en"},
        "v1.0",
        {"name": "v0", "url": "https://v0.example"},
    ]
    return site_map_of(NAVIGATION, versions=versions, **keys).page(docname).versions


@pytest.mark.parametrize(
    ("docname", "urls"),
    [
        ("v2/start", ["/v2/start", "/v1-0/first"]),
        ("v1-0/guides/lamp", ["/v2/guides/lamp", "/v1-0/guides/lamp"]),
        ("old/lens", ["/new/lens", "/old/lens"]),
        ("new/lens", ["/new/lens", "/old/lens"]),
        ("index", ["/v2/start", "/v1-0/first"]),
    ],
)
def test_a_version_links_to_the_page_of_the_same_name_or_its_first(docname, urls):
    menu = menu_of(docname)

    assert [entry.url for entry in menu.entries] == [*urls, "https://v0.example"]


def test_the_folder_of_a_version_may_be_written_in_several_ways():
    navigation = [
        {"group": "Two", "version": "Version 2", "pages": ["first", "v2/lamp"]},
        {"group": "One", "version": "1.0", "pages": ["second", "v1.0/lamp"]},
    ]
    site = site_map_of(navigation, versions=["Version 2", "1.0"])

    assert site.page("v1.0/lamp").versions.entries[0].url == "/v2/lamp"


@pytest.mark.parametrize(
    ("docname", "urls"),
    [
        ("guides/lamp", ["/guides/lamp", "/v3/guides/lamp", "/v2/guides/lamp"]),
        ("v3/guides/lamp", ["/guides/lamp", "/v3/guides/lamp", "/v2/guides/lamp"]),
        ("v2/guides/lamp", ["/guides/lamp", "/v3/guides/lamp", "/v2/guides/lamp"]),
        ("lamp", ["/lamp", "/v3/lamp", "/v2/start"]),
        ("v3/lamp", ["/lamp", "/v3/lamp", "/v2/start"]),
    ],
)
@pytest.mark.parametrize("is_listed", [True, False])
def test_the_newest_version_may_have_no_folder(docname, urls, is_listed):
    pages = {
        "4.0.0 (beta)": ["start", "guides/lamp", "lamp"],
        "3.4.4": ["v3/start", "v3/guides/lamp", "v3/lamp"],
        "2.14": ["v2/start", "v2/guides/lamp"],
    }
    if is_listed:
        versions = [{"version": name, "pages": each} for name, each in pages.items()]
        site = outline_map({"versions": versions})
    else:
        groups = [{"group": "G", "version": name, "pages": each} for name, each in pages.items()]
        site = site_map_of(groups, versions=[*pages])

    assert [entry.url for entry in site.page(docname).versions.entries] == urls


def test_the_menu_knows_the_version_of_the_page_and_the_one_it_shows():
    assert (menu_of("index").page_version, menu_of("index").current) == ("", "v2.0")
    assert (menu_of("old/lens").page_version, menu_of("old/lens").current) == ("v1.0", "v1.0")
    assert [entry.locale for entry in menu_of("index").entries] == ["en", "", ""]


def test_a_tab_knows_where_it_points_in_other_versions():
    site = site_map_of(
        [
            {"group": "Start", "pages": ["index"]},
            {"group": "Two", "version": "v2", "pages": ["api/two"]},
            {"group": "One", "version": "v1", "pages": ["api/one"]},
        ],
        versions=["v2", "v1"],
        tabs=[{"name": "API", "url": "api"}],
    )
    first, api = site.page("index").tabs

    assert (api.url, api.version_urls) == ("/api/two", (("v1", "/api/one"),))
    assert first.version_urls == ()


@pytest.mark.parametrize("kind", ["tabs", "anchors"])
def test_the_version_of_a_tab_or_an_anchor_is_that_of_its_pages(kind):
    entry = {"name": "Old", "url": "old", "version": "v1"}
    navigation = [{"group": "Start", "pages": ["index", "old/a"]}]
    page = site_map_of(navigation, versions=["v2", "v1"], **{kind: [entry]}).page("old/a")

    assert page.version == "v1"
    assert [each.name for each in getattr(page, kind) if each.is_current] == ["Old"]


@pytest.mark.parametrize("docname", ["guides/a", "guides/jp/a", "guides/fr/a"])
def test_the_folder_of_a_version_may_be_the_code_of_its_language(docname):
    site = site_map_of(
        [
            {"group": "A", "version": "English", "pages": ["start", "guides/a"]},
            {"group": "B", "version": "日本語", "pages": ["jp/start", "guides/jp/a"]},
            {"group": "C", "version": "Français", "pages": ["fr/start", "guides/fr/a"]},
        ],
        versions=[
            {"name": "English", "locale": "en"},
            {"name": "日本語", "locale": "ja"},
            {"name": "Français", "locale": "fr"},
        ],
    )

    entries = site.page(docname).versions.entries
    assert [entry.url for entry in entries] == ["/guides/a", "/guides/jp/a", "/guides/fr/a"]


SHARED = [
    {"group": "Two", "version": "2", "pages": ["start", "shared", "new"]},
    {"group": "One", "version": "1", "pages": ["old/start", "shared", "old/more"]},
]


def test_a_page_that_several_versions_list_keeps_the_version_of_the_reader():
    site = site_map_of(SHARED, versions=["2", "1"])
    page = site.page("shared")

    assert (page.versions.page_version, page.version) == ("", "2")
    rows = [(row.docname, row.version) for group in page.groups for row in group.entries]
    assert rows == [
        ("start", "2"),
        ("shared", "2"),
        ("new", "2"),
        ("old/start", "1"),
        ("shared", "1"),
        ("old/more", "1"),
    ]


def test_both_versions_list_that_page_among_their_own():
    site = site_map_of(SHARED, versions=["2", "1"])

    for docname, pages in (
        ("new", ["start", "shared", "new"]),
        ("old/more", ["old/start", "shared", "old/more"]),
    ):
        page = site.page(docname)
        assert [row.docname for group in page.groups for row in group.entries] == pages
        assert page.previous.url == "/shared"


def test_a_version_begins_where_its_own_list_does():
    site = site_map_of(
        [{"group": "All", "pages": ["index"]}, *SHARED],
        versions=["2", "1"],
        tabs=[{"name": "Old", "url": "old"}, {"name": "Shared", "url": "shared"}],
    )
    _documentation, old, shared = site.page("index").tabs

    assert old.url == "/old/start"
    assert shared.url == "/shared"


def test_a_page_in_two_versions_is_not_listed_again():
    site_map = site_map_of(SHARED, versions=["2", "1"])
    tree = tree_of(SHARED, {"start", "shared", "new", "old/start", "old/more"})
    twice = [{**SHARED[0], "pages": ["start", "start"]}]

    assert site_map.pages.keys() == {"start", "shared", "new", "old/start", "old/more"}
    assert tree.problems == ()
    assert [problem.code for problem in tree_of(twice, {"start"}).problems] == ["duplicate_page"]


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ([{"name": "v2", "default": True}, "v1"], "/v2/lamp"),
        (["v2", "v1"], None),
        ([{"name": "v2", "default": True, "locale": "en"}, "v1"], None),
    ],
    ids=["default", "no default", "translations"],
)
def test_a_page_of_another_version_links_to_the_default_one(versions, expected):
    navigation = [
        {"group": "All", "pages": ["index"]},
        {"group": "A", "version": "v2", "pages": ["v2/lamp"]},
        {"group": "B", "version": "v1", "pages": ["v1/lamp"]},
    ]
    site = site_map_of(navigation, versions=versions)

    preferred = site.page("v1/lamp").versions.preferred
    assert (preferred.url if preferred else None) == expected
    assert site.page("v2/lamp").versions.preferred is None
    assert site.page("index").versions.preferred is None
