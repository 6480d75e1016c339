"""Places that a file writes out: which divisions a page is in, and what it shows of them."""

import pytest

from sphinx_sitejson.navigation.site_map import SiteMap, check_divisions
from sphinx_sitejson.navigation.tree import (
    GeneratedEntries,
    GroupNode,
    PageLabels,
    PageNode,
    read_tree,
)
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.project_pages import start_page_candidates
from support.divisions import anchor, dropdown, group, item, language, tab, version
from support.work import steps_of

from .outlines import outline_map, outline_settings
from .support import place_of
from .test_site_map import current, names, tree

TABS = {
    "tabs": [tab("Guides", groups=[group("Start", "index", "x/one")]),
             tab("API", "x/two", group("More", "three")), tab("Blog", href="https://example.com")],
}  # fmt: skip


def links(entries):
    return [(entry.name, entry.url) for entry in entries]


def test_membership_is_explicit_and_not_by_path():
    site = outline_map(TABS)

    assert current(site.page("x/one").tabs) == ["Guides"]
    assert current(site.page("x/two").tabs) == ["API"]
    assert links(site.page("x/one").tabs) == [
        ("Guides", "/index"),
        ("API", "/x/two"),
        ("Blog", "https://example.com"),
    ]


def test_pages_directly_in_a_division_are_a_group_without_a_name():
    site = outline_map(TABS)

    assert tree(site.page("three").groups) == [("", ["x/two"]), ("More", ["three"])]
    assert site.page("x/two").next.url == "/three"
    assert [crumb.label for crumb in site.page("three").breadcrumbs] == ["API", "More"]


def test_tabs_are_those_of_the_same_parent():
    site = outline_map({
        "dropdowns": [dropdown("A", tabs=[tab("T", "a1"), tab("U", "a2")]),
                      dropdown("B", tabs=[tab("T", "b1")])],
    })  # fmt: skip

    assert links(site.page("a1").tabs) == [("T", "/a1"), ("U", "/a2")]
    assert links(site.page("b1").tabs) == [("T", "/b1")]
    (chooser,) = site.page("a2").choosers
    assert (chooser.kind, links(chooser.entries)) == ("dropdown", [("A", "/a1"), ("B", "/b1")])
    assert chooser.current.name == "A"


def test_a_menu_opens_from_its_tab_and_is_above_the_sidebar():
    site = outline_map({
        "tabs": [tab("Home", "index"),
                 tab("Docs",
                     menu=[item("Basics", "a", icon="book", description="Begin"),
                           item("Depth", "b")])],
    })  # fmt: skip

    home, docs = site.page("index").tabs
    assert home.items == ()
    assert [(item.name, item.url, item.description) for item in docs.items] == [
        ("Basics", "/a", "Begin"),
        ("Depth", "/b", ""),
    ]
    assert site.page("index").choosers == ()
    (chooser,) = site.page("b").choosers
    assert (chooser.kind, chooser.current.name) == ("menu", "Depth")
    assert current(site.page("b").tabs[1].items) == ["Depth"]
    assert [crumb.label for crumb in site.page("b").breadcrumbs] == []


def test_versions_are_only_where_the_chain_has_them():
    site = outline_map({
        "tabs": [tab("Docs", "index"),
                 tab("API",
                     versions=[version("2", "v2/a", "v2/b", tag="Latest"),
                               version("1", "v1/start", "v1/b")])],
    })  # fmt: skip

    assert site.page("index").versions is None
    menu = site.page("v2/b").versions
    assert (menu.current, menu.is_listed) == ("2", True)
    assert [(e.name, e.url, e.tag, e.is_current) for e in menu.entries] == [
        ("2", "/v2/b", "Latest", True),
        ("1", "/v1/b", "", False),
    ]
    assert site.page("v2/a").versions.entries[1].url == "/v1/start"
    assert tree(site.page("v1/b").groups) == [("", ["v1/start", "v1/b"])]
    assert site.listed_version("v1/b") == "1"


LANGUAGES = {
    "languages": [
        language("en", tabs=[tab("Docs", "index", "docs/lamp", "only")]),
        language("pt-BR", tabs=[tab("Manual", "pt-BR/index", "pt-BR/docs/lamp")]),
        language("cn", "docs/cn/first", "docs/cn/lamp"),
    ]
}


def test_a_language_links_to_the_counterpart_or_its_first_page():
    site = outline_map(LANGUAGES)

    menu = site.page("docs/lamp").languages
    assert menu.current == "English"
    assert [(e.name, e.locale, e.url) for e in menu.entries] == [
        ("English", "en", "/docs/lamp"),
        ("Português (Brasil)", "pt-BR", "/pt-BR/docs/lamp"),
        ("简体中文", "zh-CN", "/docs/cn/lamp"),
    ]
    assert [e.url for e in site.page("only").languages.entries] == [
        "/only",
        "/pt-BR/index",
        "/docs/cn/first",
    ]


def test_a_page_knows_its_language_and_its_true_counterparts():
    site = outline_map(LANGUAGES)

    assert [site.page(name).language for name in ("only", "pt-BR/index", "docs/cn/first")] == [
        "en",
        "pt-BR",
        "zh-CN",
    ]
    assert [(a.tag, a.url) for a in site.page("pt-BR/index").alternates] == [
        ("en", "/index"),
        ("x-default", "/index"),
        ("pt-BR", "/pt-BR/index"),
    ]
    assert links(site.page("pt-BR/index").tabs) == [("Manual", "/pt-BR/index")]


def test_the_folder_of_a_language_may_have_another_name():
    site = outline_map(
        {"languages": [language("en", "en/a", "en/b"), language("ja", "nihongo/a", "nihongo/b")]}
    )

    assert site.page("nihongo/b").languages.entries[0].url == "/en/b"


def test_languages_may_hold_versions():
    def versions(folder):
        return [version("2", f"{folder}v2/a"), version("1", f"{folder}v1/a", f"{folder}v1/b")]

    site = outline_map({
        "languages": [language("en", versions=versions("")),
                      language("fr", versions=versions("fr/"))],
    })  # fmt: skip
    page = site.page("fr/v1/a")

    assert [e.url for e in page.versions.entries] == ["/fr/v2/a", "/fr/v1/a"]
    assert [e.url for e in page.languages.entries] == ["/v1/a", "/fr/v1/a"]


SHARED = {
    "versions": [
        version("2", tabs=[tab("A", "new", "shared")]),
        version("1", tabs=[tab("A", "shared", "old")]),
    ]
}


def test_a_page_in_several_places_is_drawn_in_its_first():
    site = outline_map(SHARED)
    page = site.page("shared")

    assert page.versions.current == "2"
    assert tree(page.groups) == [("", ["new", "shared"])]
    assert page.locations == ("0.0-0", "1.1-0")
    assert site.page("new").locations == ()


def test_each_place_of_a_page_has_its_own_view():
    site = outline_map(SHARED)
    first, second = site.locations.by_page["shared"]
    page = site.page_at("shared", second)

    assert page.versions.current == "1"
    assert (page.previous, page.next.url) == (None, "/old")
    assert site.page_at("shared", first).previous.url == "/new"


def test_without_scripts_a_division_links_to_a_page_that_is_drawn_in_it():
    site = outline_map(SHARED)
    entry = site.page("new").versions.entries[1]
    (tab,) = site.page("old").tabs

    assert (entry.url, entry.location) == ("/old", "")
    assert (tab.url, tab.first, tab.location) == ("/old", "/shared", "1.1-0")
    stays = site.page("shared").versions.entries[1]
    assert (stays.url, stays.location) == ("/old", "1.1-0")


def test_global_links_follow_the_anchors():
    site = outline_map({
        "anchors": [anchor("Docs", "index", icon="book"),
                    anchor("API", "api", color={"light": "#112233"})],
        "global": {"anchors": [anchor("Chat", href="https://chat.example.com")]},
    })  # fmt: skip
    anchors = site.page("api").anchors

    assert [(a.name, a.url, a.is_current, a.is_external) for a in anchors] == [
        ("Docs", "/index", False, False),
        ("API", "/api", True, False),
        ("Chat", "https://chat.example.com", False, True),
    ]
    assert anchors[1].color.start == "#112233"


def test_a_hidden_division_is_there_for_those_who_are_in_it():
    site = outline_map({"tabs": [tab("A", "a"), tab("B", "b", hidden=True)]})

    assert links(site.page("a").tabs) == [("A", "/a")]
    assert current(site.page("b").tabs) == ["B"]


def test_a_hidden_group_is_in_no_sidebar_but_keeps_its_place():
    site = outline_map(
        {"tabs": [tab("A", "a"), tab("B", groups=[group("G", "b"), group("H", "h", hidden=True)])]}
    )

    assert "h" not in site.pages
    assert names(site.page("h").groups) == ["G"]
    assert current(site.page("h").tabs) == ["B"]


def test_groups_have_a_root_a_tag_and_begin_open():
    site = outline_map({
        "groups": [group("Top", "a", group("Inner", "b", root="inner", tag="BETA"),
                         group("Open", "c", expanded=True),
                         group("Also open", "d", collapsed=False), root="top", tag="NEW")],
    })  # fmt: skip
    (top,) = site.page("a").groups
    page, _a, inner, opened, also = top.entries

    assert (top.url, top.tag, page.docname) == ("/top", "NEW", "top")
    assert (inner.kind, inner.label, inner.url, inner.tag) == ("page", "Inner", "/inner", "BETA")
    assert inner.entries == ()
    assert (opened.is_expanded, also.is_expanded) == (True, True)
    assert [
        site.page(name).next and site.page(name).next.url for name in ("top", "a", "inner", "b")
    ] == [
        "/a",
        "/inner",
        "/b",
        "/c",
    ]
    shown = site.page("b").groups[0].entries[2]
    assert [entry.docname for entry in shown.entries] == ["b"]


def test_several_kinds_side_by_side_are_all_read():
    site = outline_map({"versions": [version("1", "v1")], "tabs": [tab("T", "t")]})

    assert links(site.page("t").tabs) == [("T", "/t")]
    assert (site.page("t").versions.current, site.page("t").versions.entries[0].url) == ("", "/v1")
    assert site.page("v1").versions.current == "1"


def test_a_page_that_is_not_listed_is_with_its_folder():
    site = outline_map({"tabs": [tab("A", "a/x"), tab("B", "b/y", "b/c/z")]})

    assert current(site.page("b/other").tabs) == ["B"]
    assert current(site.page("elsewhere").tabs) == ["A"]


def test_generated_pages_are_in_the_division_that_asks_for_them():
    made = GeneratedEntries(
        groups={
            ("navigation", "tabs", 1): (
                GroupNode(name="Pets", entries=(PageNode(docname="api/pets"),)),
            )
        },
        operations={("navigation", "tabs", 0, "pages", 1): "api/one"},
    )
    site = outline_map({"tabs": [tab("A", "a", "GET /one"), tab("B", openapi="x.json")]}, made=made)

    assert tree(site.page("a").groups) == [("", ["a", "api/one"])]
    assert links(site.page("a").tabs) == [("A", "/a"), ("B", "/api/pets")]


def test_a_tab_whose_pages_are_only_links_is_a_link():
    more = tab("More", groups=[group("", "away", "again")])
    mixed = tab("Mixed", "away", "c")
    site = outline_map(
        {"tabs": [tab("A", "a"), more, mixed]},
        facts={
            "away": PageFacts(url="https://example.com/faq"),
            "again": PageFacts(url="https://example.com/again"),
        },
    )

    assert [*check_divisions(site, place_of)] == []
    tabs = site.page("a").tabs
    assert links(tabs) == [("A", "/a"), ("More", "https://example.com/faq"), ("Mixed", "/c")]
    assert [tab.is_external for tab in tabs] == [False, True, False]


def test_a_group_whose_root_is_a_url_is_a_link():
    away = group("Vault", root="https://example.com/vault")
    site = outline_map({"groups": [group("G", "a", away, "b")]})

    (shown,) = site.page("a").groups
    assert [(entry.label, entry.url) for entry in shown.entries] == [
        ("A", "/a"),
        ("Vault", "https://example.com/vault"),
        ("B", "/b"),
    ]
    assert site.page("a").next.url == "/b"


def test_what_is_empty_is_left_out_with_a_warning():
    site = outline_map(
        {"versions": [version("2", tabs=[tab("A", "a"), tab("B", "gone")]), version("1", "lost")]},
        missing=("gone", "lost"),
    )

    assert [str(problem) for problem in check_divisions(site, place_of)] == [
        'site.json navigation.versions[0].tabs[1]: the tab "B" has no pages; it was skipped.',
        'site.json navigation.versions[1]: the version "1" has no pages; it was skipped.',
    ]
    assert [entry.name for entry in site.page("a").versions.entries] == ["2"]


@pytest.mark.parametrize(
    ("navigation", "first"),
    [
        ({"versions": [version("2", "b"), version("1", "a")]}, "b"),
        ({"languages": [language("fr", "fr/a"), language("en", "en/a", default=True)]}, "en/a"),
        ({"tabs": [tab("H", "h", hidden=True), tab("A", "a")]}, "a"),
        ({"tabs": [tab("A", "GET /x", "../out", "a")]}, "a"),
    ],
)
def test_a_site_begins_where_new_readers_do(navigation, first):
    assert next(start_page_candidates(outline_settings(navigation))) == first


def test_a_page_listed_twice_in_one_division_is_named():
    settings = outline_settings({"tabs": [tab("A", "a", "a"), tab("B", "a")]})
    found = read_tree(settings, known_pages={"a"}, locate=place_of).problems

    assert [problem.location.key_path for problem in found] == ["navigation.tabs[0].pages[1]"]


def test_a_link_in_the_front_matter_is_no_beginning():
    site = outline_map(
        {"tabs": [tab("A", "link", "a"), tab("B", "b")]},
        facts={"link": PageFacts(url="https://example.com")},
    )

    assert site.page("b").tabs[0].url == "/a"


def large_outline(languages: int, versions: int, pages: int):
    def tabs(folder: str):
        names = [[f"{folder}/{number}/p{page}" for page in range(pages)] for number in range(3)]
        return [tab(f"T{number}", groups=[group("G", *p)]) for number, p in enumerate(names)]

    return {
        "languages": [
            language(
                code,
                versions=[version(f"{n}", tabs=tabs(f"{code}/v{n}")) for n in range(versions)],
            )
            for code in ("en", "fr", "de", "es")[:languages]
        ]
    }


def work_of(navigation):
    settings = outline_settings(navigation)
    known = set(_paths(navigation))
    tree_read = read_tree(settings, known_pages=known, locate=place_of)

    def draw():
        site = SiteMap(settings, tree_read, PageLabels())
        for docname in tree_read.docnames:
            site.page(docname)

    return steps_of(draw) / len(known)


def _paths(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _paths(entry)
    elif isinstance(value, dict):
        for key in ("languages", "versions", "tabs", "groups", "pages"):
            yield from _paths(value.get(key, []))


def test_the_work_for_a_page_does_not_grow_with_the_places():
    # Menus have an entry for each sibling; what is compared has the same number of them.
    small = work_of(large_outline(2, 4, 10))
    large = work_of(large_outline(2, 4, 80))

    assert large < 1.3 * small


def test_the_work_for_a_page_grows_with_its_menus_only():
    few = work_of(large_outline(2, 4, 20))
    many = work_of(large_outline(4, 16, 20))

    # Ten more entries a menu, and sixteen times the places.
    assert many < 4 * few


def test_tabs_of_a_version_replace_the_tabs_beside_the_versions():
    first = version("1", tabs=[tab("Guides", "a"), tab("API", "b")])
    site = outline_map({"versions": [first], "tabs": [tab("Blog", "c")]})
    shown = {name: [(t.name, t.is_current) for t in site.page(name).tabs] for name in "bc"}

    assert shown == {"b": [("Guides", False), ("API", True)], "c": [("Blog", True)]}
