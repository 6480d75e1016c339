"""What one page shows: tabs, anchors, sidebar, breadcrumbs, neighbors, versions."""

import pytest

from sphinx_sitejson.navigation.site_map import check_divisions
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.validation import check_versions

from .support import place_of, settings_of, site_map_of

NAVIGATION = [
    {"group": "Start", "pages": ["index", "install"]},
    {"group": "Guides", "pages": ["guides/a", {"group": "More", "pages": ["guides/b", "api/x"]}]},
    {"group": "Reference", "pages": ["api/one", "api/two", "apix"]},
]
TABS = [{"name": "Guides", "url": "guides"}, {"name": "API", "url": "/api/"}]


def names(entries):
    return [entry.name if entry.kind == "group" else entry.docname for entry in entries]


def tree(entries):
    return [
        (entry.name, tree(entry.entries)) if entry.kind == "group" else entry.docname
        for entry in entries
    ]


def current(links):
    return [link.name for link in links if link.is_current]


def test_without_tabs_every_page_shows_the_full_tree():
    page = site_map_of(NAVIGATION).page("guides/a")

    assert page.tabs == ()
    assert names(page.groups) == ["Start", "Guides", "Reference"]


def test_entries_of_a_nested_group_without_a_name_join_their_parent():
    nameless = {"group": "", "version": "v1", "pages": ["guides/b"]}
    navigation = [{"group": "Guides", "pages": ["guides/a", nameless]}]
    page = site_map_of(navigation, versions=["v1"]).page("guides/a")

    assert tree(page.groups) == [("Guides", ["guides/a", "guides/b"])]
    assert [entry.version for entry in page.groups[0].entries] == ["", "v1"]


def test_a_tab_shows_the_pages_below_its_url_only():
    site = site_map_of(NAVIGATION, tabs=TABS)

    assert tree(site.page("guides/b").groups) == [("Guides", ["guides/a", ("More", ["guides/b"])])]
    assert tree(site.page("api/one").groups) == [
        ("Guides", [("More", ["api/x"])]),
        ("Reference", ["api/one", "api/two"]),
    ]


def test_prefixes_match_at_slashes():
    site = site_map_of(NAVIGATION, tabs=TABS)

    assert current(site.page("api/one").tabs) == ["API"]
    assert current(site.page("apix").tabs) == ["Documentation"]


def test_the_longest_prefix_wins():
    site = site_map_of(
        [{"group": "G", "pages": ["t/x", "t/a", "t/a/b"]}],
        tabs=[{"name": "T1", "url": "t"}, {"name": "T2", "url": "t/a"}],
    )

    assert [current(site.page(name).tabs)[0] for name in ("t/x", "t/a", "t/a/b")] == [
        "T1",
        "T2",
        "T2",
    ]


def test_a_tab_at_the_root_takes_what_no_other_takes():
    site = site_map_of(NAVIGATION, tabs=[{"name": "All", "url": "/"}, TABS[1]])

    assert current(site.page("guides/a").tabs) == ["All"]
    assert [tab.name for tab in site.page("api/one").tabs] == ["All", "API"]


def test_pages_of_no_tab_form_the_first_one():
    page = site_map_of(NAVIGATION, tabs=TABS, primaryTab={"name": "Home"}).page("install")

    assert [(tab.name, tab.url, tab.is_current) for tab in page.tabs] == [
        ("Home", "/index", True),
        ("Guides", "/guides/a", False),
        ("API", "/api/x", False),
    ]
    assert tree(page.groups) == [("Start", ["index", "install"]), ("Reference", ["apix"])]


def test_there_is_no_first_tab_when_every_page_has_one():
    page = site_map_of(
        [{"group": "G", "pages": ["a/one", "b/two"]}],
        tabs=[{"name": "A", "url": "a"}, {"name": "B", "url": "b"}],
    ).page("a/one")

    assert [tab.name for tab in page.tabs] == ["A", "B"]


def test_external_tabs_and_anchors_are_plain_links():
    page = site_map_of(
        NAVIGATION,
        tabs=[*TABS, {"name": "Blog", "url": "https://example.com/blog"}],
        anchors=[{"name": "Community", "url": "https://example.com/chat", "icon": "comments"}],
    ).page("index")

    assert [(link.url, link.is_external) for link in (page.tabs[-1], page.anchors[-1])] == [
        ("https://example.com/blog", True),
        ("https://example.com/chat", True),
    ]


def test_a_hidden_tab_appears_on_its_own_pages():
    site = site_map_of(
        NAVIGATION, tabs=[TABS[0], {"name": "API", "url": "api", "isDefaultHidden": True}]
    )

    assert "API" not in [tab.name for tab in site.page("index").tabs]
    assert current(site.page("api/one").tabs) == ["API"]


def test_a_hidden_anchor_appears_on_its_own_pages():
    anchor = {"name": "API", "url": "api", "isDefaultHidden": True}
    site = site_map_of(NAVIGATION, anchors=[{"name": "Guides", "url": "guides"}, anchor])

    assert "API" not in [each.name for each in site.page("index").anchors]
    assert "Guides" in [each.name for each in site.page("index").anchors]
    assert current(site.page("api/one").anchors) == ["API"]


@pytest.mark.parametrize(("keys", "is_hidden"), [({}, False), ({"isDefaultHidden": True}, True)])
def test_the_first_tab_may_be_hidden_from_the_pages_of_others(keys, is_hidden):
    site = site_map_of(NAVIGATION, tabs=TABS, primaryTab=keys)

    assert ("Documentation" in [tab.name for tab in site.page("api/one").tabs]) is not is_hidden
    assert current(site.page("index").tabs) == ["Documentation"]


def test_a_tab_without_pages_is_left_out_with_a_warning():
    site = site_map_of(NAVIGATION, tabs=[*TABS, {"name": "Nothing", "url": "nothing"}])

    (problem,) = check_divisions(site, place_of)
    assert "Nothing" not in [tab.name for tab in site.page("index").tabs]
    assert str(problem) == (
        'site.json tabs[2].url: no page of the navigation is below "nothing"; '
        'the tab "Nothing" was skipped.'
    )


def test_anchors_have_a_top_anchor_for_the_other_pages():
    site = site_map_of(NAVIGATION, anchors=[{"name": "API", "url": "api", "color": "#ff0000"}])
    page = site.page("api/one")

    assert [(link.name, link.icon, link.is_current) for link in page.anchors] == [
        ("Documentation", "book-open", False),
        ("API", None, True),
    ]
    assert page.anchors[1].color is not None
    assert page.anchors[1].color.start == "#ff0000"
    assert tree(site.page("index").groups)[1] == ("Guides", ["guides/a", ("More", ["guides/b"])])


def test_top_anchor_has_the_owner_s_words():
    page = site_map_of(
        NAVIGATION,
        anchors=[{"name": "API", "url": "api"}],
        topAnchor={"name": "Manual", "icon": "book", "iconType": "solid"},
    ).page("index")

    assert (page.anchors[0].name, page.anchors[0].icon_type) == ("Manual", "solid")


def test_top_anchor_does_not_apply_when_there_are_tabs():
    page = site_map_of(NAVIGATION, tabs=TABS, topAnchor={"name": "Manual"}).page("index")

    assert page.anchors == ()


def test_an_anchor_inside_a_tab_is_shown_in_that_tab():
    site = site_map_of(
        [{"group": "G", "pages": ["index", "api/one", "api/admin/two"]}],
        tabs=[{"name": "API", "url": "api"}],
        anchors=[{"name": "Admin", "url": "api/admin"}],
    )

    assert [link.name for link in site.page("api/one").anchors] == ["Admin"]
    assert current(site.page("api/admin/two").anchors) == ["Admin"]
    assert site.page("index").anchors == ()


def test_neighbours_stay_inside_the_tab():
    site = site_map_of(NAVIGATION, tabs=TABS)
    first, last = site.page("guides/a"), site.page("guides/b")

    assert (first.previous, first.next and first.next.url) == (None, "/guides/b")
    assert (last.previous and last.previous.url, last.next) == ("/guides/a", None)


def test_a_page_listed_twice_has_the_neighbours_of_its_first_place():
    site = site_map_of([{"group": "A", "pages": ["a", "b"]}, {"group": "B", "pages": ["a", "c"]}])

    page = site.page("a")
    assert (page.previous, page.next and page.next.url) == (None, "/b")
    assert site.page("b").next.url == "/c"


def test_breadcrumbs_contain_tab_and_groups():
    page = site_map_of(NAVIGATION, tabs=TABS).page("guides/b")

    assert [(crumb.label, crumb.url) for crumb in page.breadcrumbs] == [
        ("Guides", "/guides/a"),
        ("Guides", "/guides/a"),
        ("More", "/guides/b"),
    ]


def test_labels_come_from_sidebar_title_then_title_then_path():
    facts = {
        "a": PageFacts(sidebar_title="Short", icon="star", tag="NEW"),
        "link": PageFacts(url="https://example.com"),
    }
    page = site_map_of([{"group": "G", "pages": ["a", "get_started-now", "link"]}], facts=facts)
    entries = page.page("a").groups[0].entries

    assert [(entry.label, entry.url) for entry in entries] == [
        ("Short", "/a"),
        ("Get started now", "/get_started-now"),
        ("Link", "https://example.com"),
    ]
    assert (entries[0].icon, entries[0].tag) == ("star", "NEW")


def test_a_page_that_is_only_a_link_is_no_neighbour():
    facts = {"link": PageFacts(url="https://example.com")}
    site = site_map_of([{"group": "G", "pages": ["a", "link", "b"]}], facts=facts)

    assert site.page("a").next.url == "/b"


def test_a_hidden_page_is_in_no_sidebar():
    facts = {"b": PageFacts(hidden=True)}
    site = site_map_of([{"group": "G", "pages": ["a", "b", "c"]}], facts=facts)

    assert tree(site.page("a").groups) == [("G", ["a", "c"])]
    assert site.page("a").next.url == "/c"
    assert site.page("b").previous is None


def test_an_unlisted_page_shows_the_sidebar_of_its_tab():
    page = site_map_of(NAVIGATION, tabs=TABS).page("guides/secret")

    assert current(page.tabs) == ["Guides"]
    assert names(page.groups) == ["Guides"]
    assert (page.previous, page.next, page.breadcrumbs) == (None, None, ())


VERSIONED = [
    {"group": "Common", "pages": ["index"]},
    {"group": "Guides", "version": "2.0", "pages": ["v2/a", "v2/b"]},
    {"group": "Guides", "version": "1.0", "pages": ["v1/a", "shared"]},
]


def test_a_page_of_a_version_shows_that_version_and_what_is_in_all():
    site = site_map_of(VERSIONED, versions=["2.0", "1.0"])

    assert tree(site.page("v1/a").groups) == [("Common", ["index"]), ("Guides", ["v1/a", "shared"])]
    assert site.page("v1/a").version == "1.0"


def test_a_page_of_no_version_has_the_entries_of_all_and_shows_the_default():
    page = site_map_of(VERSIONED, versions=["2.0", {"name": "1.0", "default": True}]).page("index")

    assert [(group.name, group.version) for group in page.groups] == [
        ("Common", ""),
        ("Guides", "2.0"),
        ("Guides", "1.0"),
    ]
    assert page.version == "1.0"
    assert page.next.url == "/v1/a"


def test_the_version_menu_links_to_the_page_itself_and_to_the_other_versions():
    site = site_map_of(
        VERSIONED, versions=["2.0", "1.0", {"name": "0.9", "url": "https://old.example.com"}]
    )

    menu = site.page("v2/b").versions
    assert menu.current == "2.0"
    assert [(v.name, v.url, v.is_current, v.is_external) for v in menu.entries] == [
        ("2.0", "/v2/b", True, False),
        ("1.0", "/v1/a", False, False),
        ("0.9", "https://old.example.com", False, True),
    ]


def test_the_version_of_a_page_beats_its_group_and_a_tab_gives_its_own():
    site = site_map_of(
        [*VERSIONED, {"group": "T", "pages": ["old/x"]}],
        versions=["2.0", "1.0"],
        tabs=[{"name": "Old", "url": "old", "version": "1.0"}],
        facts={"v2/b": PageFacts(version="1.0")},
    )

    assert [site.version_of(name) for name in ("v2/a", "v2/b", "old/x", "index")] == [
        "2.0", "1.0", "1.0", "",
    ]  # fmt: skip


def test_an_unknown_version_is_named_and_has_no_effect():
    keys = {"versions": ["2.0"], "navigation": [{"group": "G", "version": "2.1", "pages": ["a"]}]}

    (problem,) = check_versions(settings_of(**keys), place_of)
    assert str(problem) == (
        'site.json navigation[0].version: "2.1" is not in "versions"; it has no effect. '
        'Did you mean "2.0"?'
    )
    assert site_map_of(**keys).version_of("a") == ""


def test_what_pages_share_is_made_once():
    site = site_map_of(NAVIGATION, tabs=TABS)

    assert site.page("api/one").groups is site.page("api/two").groups
    assert site.page("api/one").tabs is site.page("api/two").tabs


@pytest.mark.parametrize(
    ("docname", "tab", "pages"),
    [
        ("guides/further/lens", "Guides", ["guides/start", "lamp"]),
        ("more/lens", "Tools", ["more/hammer"]),
        ("lens", "Guides", ["guides/start", "lamp"]),
        ("reference/lens", "API", ["api/one"]),
    ],
)
def test_a_page_that_no_group_lists_is_in_a_tab_that_has_pages(docname, tab, pages):
    site = site_map_of(
        [
            {"group": "A", "tab": "Guides", "pages": ["guides/start", "lamp"]},
            {"group": "B", "tab": "Tools", "pages": ["more/hammer"]},
            {"group": "C", "tab": "API", "pages": ["api/one"]},
        ],
        tabs=[
            {"name": "Guides", "url": "learn"},
            {"name": "Tools", "url": "tools"},
            {"name": "API", "url": "reference"},
        ],
    )
    shown = site.page(docname)

    assert [each.name for each in shown.tabs] == ["Guides", "Tools", "API"]
    assert [each.name for each in shown.tabs if each.is_current] == [tab]
    assert [page.docname for group in shown.groups for page in group.entries] == pages


def test_a_page_that_no_group_lists_does_not_bring_an_empty_anchor():
    site = site_map_of(
        [{"group": "A", "anchor": "Guides", "pages": ["start"]}],
        anchors=[{"name": "Guides", "url": "guides", "icon": "book"}],
    )

    assert [each.name for each in site.page("lens").anchors] == ["Guides"]


@pytest.mark.parametrize("key", ["tab", "anchor"])
def test_a_division_whose_document_brought_no_pages_is_not_reported_again(key):
    site = site_map_of(
        [
            {"group": "A", "pages": ["a"]},
            {"group": "B", key: "API", "openapi": "api.json", "pages": []},
        ],
        **{f"{key}s": [{"name": "API", "url": "api"}, {"name": "Empty", "url": "empty"}]},
    )

    (problem,) = check_divisions(site, place_of)
    assert '"Empty"' in problem.message
