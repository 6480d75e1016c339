"""Sites with a ``docs.json``, built."""

import json

import pytest

from support.docs_site import docs_files


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(docs_files(), overrides={"html_baseurl": "https://docs.example.com"})


def texts(elements):
    return [element.get_text(" ", strip=True) for element in elements]


def test_it_is_found_beside_conf_py_and_all_pages_are_built(site):
    assert site.exists("index.html")
    assert site.exists("fr/lamp.html")
    assert site.page("index.html").title.string == "index - Lamps"


def test_generated_pages_have_the_urls_that_links_know(site):
    for path in (
        "api/v2/customer_portal/listsearch-all-pets-20.html",
        "api/v1/customer_portal/listsearch-all-pets-20.html",
        "api/v2/created.html",
        "api-reference/customer_portal/listsearch-all-pets-20.html",
        "api-reference/add.html",
    ):
        assert site.exists(path), path


def test_each_version_has_the_page_of_its_own_folder(site):
    page = site.page("v1/intro.html")
    rows = [row["href"] for row in page.select(".sj-tree a.sj-row")]

    assert rows == [
        "#", "../api/v1/customer_portal/listsearch-all-pets-20.html", "../shared.html", "old.html",
    ]  # fmt: skip


def test_a_document_alone_brings_its_groups(site):
    page = site.page("api-reference/add.html")

    assert texts(page.select(".sj-group-name")) == ["Portal", "Other", "Webhooks"]
    assert texts(page.select(".sj-topbar .sj-tab[aria-current]")) == ["Whole"]


def test_every_kind_has_its_control(site):
    index, practice, tools = map(site.page, ("index.html", "practice.html", "tools.html"))

    assert texts(index.select(".sj-topbar .sj-tabs > ul > li > .sj-tab")) == [
        "Guides", "More", "API", "Whole", "Blog",
    ]  # fmt: skip
    assert texts(index.select(".sj-chooser .sj-popup .sj-menu-item")) == [
        "Basics Where to begin",
        "Depth",
    ]
    assert texts(practice.select(".sj-anchor")) == ["Theory", "Practice", "Chat"]
    assert texts(practice.select(".sj-anchor[aria-current]")) == ["Practice"]
    assert texts(tools.select(".sj-topbar .sj-tab-menu .sj-menu-item")) == [
        "Tools What helps",
        "Parts",
    ]
    assert texts(tools.select(".sj-chooser summary .sj-menu-item-name")) == ["Tools"]
    assert index.select(".sj-versions:not(.sj-languages)") == []
    menu = site.page("v1/intro.html").select(".sj-topbar .sj-versions:not(.sj-languages) a")
    assert [(entry["href"], "aria-current" in entry.attrs) for entry in menu] == [
        ("../v2/intro.html", False),
        ("#", True),
    ]


def test_groups_have_tags_and_folds_that_begin_open(site):
    page = site.page("index.html")

    assert texts(page.select(".sj-group-name .sj-tag")) == ["NEW"]
    assert [fold.has_attr("open") for fold in page.select(".sj-tree details")] == [True]


def test_a_page_is_in_its_language_and_links_to_the_others(site):
    page = site.page("fr/lamp.html")

    assert page.html["lang"] == "fr"
    assert [
        (link["hreflang"], link["href"]) for link in page.select('link[rel="alternate"][hreflang]')
    ] == [
        ("en", "https://docs.example.com/lamp.html"),
        ("x-default", "https://docs.example.com/lamp.html"),
        ("fr", "https://docs.example.com/fr/lamp.html"),
    ]
    entries = page.select(".sj-topbar .sj-languages a")
    assert [(entry["lang"], entry["href"]) for entry in entries] == [
        ("en", "../lamp.html"),
        ("fr", "#"),
    ]


def test_the_interface_speaks_the_language_of_the_page(site):
    french, english = site.page("fr/lamp.html"), site.page("lamp.html")

    assert texts(english.select(".sj-skip")) == ["Skip to content"]
    assert texts(french.select(".sj-skip")) == ["Aller au contenu"]
    assert english.html["lang"] == "en"


def test_a_parallel_build_writes_each_page_in_its_language(build_clean):
    found = build_clean(docs_files(), parallel=2)

    assert texts(found.page("fr/lamp.html").select(".sj-skip")) == ["Aller au contenu"]
    assert texts(found.page("lamp.html").select(".sj-skip")) == ["Skip to content"]


def test_the_description_is_that_of_pages_without_one(site):
    page = site.page("lamp.html")

    assert page.select_one('meta[name="description"]')["content"] == "All about lamps"
    assert "> All about lamps" in site.text("llms.txt")


def test_the_announcement_is_above_every_page(site):
    banner = site.page("fr/lamp.html").select_one(".sj-banner")

    assert texts([banner]) == ["Lamps 2 are here: read on ."]
    assert banner.a["href"] == "../lamp.html"
    assert banner.strong.string == "2"


def test_html_in_an_announcement_stays_text(build_site):
    found = build_site(docs_files(banner={"content": "<b onclick=x>hi</b> [x](javascript:x)"}))
    banner = found.page("index.html").select_one(".sj-banner")

    assert banner.select("b, a") == []
    assert "<b onclick=x>hi</b>" in banner.get_text()


def test_a_page_of_several_places_has_a_file_for_the_others(site):
    page = site.page("shared.html")

    assert page.html["data-location"] == "0.0-2.0-2-0"
    assert page.html["data-locations"] == "0.0-2.0-2-0 0.0-2.0-2-1"
    text = site.text("_static/sitejson-location-0.0-2.0-2-1.js")
    common, pages = json.loads(text.removeprefix("sitejson.setLocation(").rstrip(");\n"))
    assert [*pages] == ["shared.html"]
    assert "v1/old.html" in common
    assert "v1/old.html" in pages["shared.html"]


def test_a_site_without_shared_pages_has_no_script_for_places(build_clean):
    found = build_clean(
        {
            "docs.json": {"name": "X", "theme": "mint", "navigation": {"pages": ["index"]}},
            "index.mdx": "# Hi\n",
        }
    )

    assert "data-location" not in found.page("index.html").html.attrs
    assert not found.exists("_static/sitejson-locations.js")


def test_an_operation_that_no_document_has_is_reported_with_its_place(build_site):
    navigation = {
        "groups": [{"group": "G", "openapi": "pets.json", "pages": ["index", "GET /pet"]}]
    }
    found = build_site({**docs_files(navigation=navigation), "index.mdx": "# Hi\n"})

    assert "docs.json:" in found.warnings
    assert 'no operation "GET /pet" in "pets.json". Did you mean "GET /pets"?' in found.warnings


def test_the_search_list_knows_version_and_tab(site):
    listed = json.loads(site.text("_static/sitejson-pages.js").partition("= ")[2].rstrip(";\n"))

    assert listed["versions"] == ["", "v2", "v1"]
    assert "API" in listed["tabs"]


def test_the_search_list_knows_the_languages(build_site):
    languages = [{"language": code, "pages": [f"{code}/a"]} for code in ("en", "fr")]
    files = docs_files(navigation={"languages": languages})
    site = build_site({**files, "en/a.mdx": "# A\n", "fr/a.mdx": "# A\n"})
    listed = json.loads(site.text("_static/sitejson-pages.js").partition("= ")[2].rstrip(";\n"))

    assert [listed["pages"][name][7] for name in ("en/a", "fr/a")] == [1, 2]


def test_words_for_the_missing_page_are_those_of_the_file(build_site):
    found = build_site(
        docs_files(errors={"404": {"title": "Dark here", "description": "No lamp."}})
    )

    assert texts(found.page("404.html").select("h1")) == ["Dark here"]
    assert "No lamp." in found.text("404.html")


def test_the_menu_of_a_page_has_the_links_that_are_listed(build_site):
    found = build_site(
        docs_files(contextual={"options": ["copy", "view", "claude"]}),
        overrides={"html_baseurl": "https://docs.example.com"},
    )
    links = found.page("lamp.html").select(".sj-page-actions a[target]")

    assert texts(links) == ["Claude"]
    assert "docs.example.com%2Flamp.md" in links[0]["href"]


def test_pages_outside_of_html_do_not_mind(build_site):
    found = build_site(docs_files(), builder="text")

    assert found.warnings == ""


def test_an_older_site_speaks_the_language_of_a_version(build_clean):
    found = build_clean({
        "site.json": {"name": "X",
                      "versions": [{"name": "English", "locale": "en"},
                                   {"name": "Deutsch", "locale": "de"}],
                      "navigation": [{"group": "A", "version": "English", "pages": ["en/a"]},
                                     {"group": "B", "version": "Deutsch", "pages": ["de/a"]}]},
        "en/a.mdx": "# A\n",
        "de/a.mdx": "# A\n",
    })  # fmt: skip
    page = found.page("de/a.html")

    assert page.html["lang"] == "de"
    assert texts(page.select(".sj-skip")) == ["Zum Inhalt springen"]
    assert [link["hreflang"] for link in page.select('link[rel="alternate"][hreflang]')] == [
        "en",
        "de",
    ]


def test_a_link_of_a_division_that_points_nowhere_is_reported(build_site):
    navigation = {"tabs": [{"tab": "A", "pages": ["index"]}, {"tab": "B", "href": "/lmap"}]}
    files = docs_files(navigation=navigation)
    found = build_site({**files, "index.mdx": "# Hi\n"})

    wanted = 'navigation.tabs[1].href: "/lmap" is not a page of this site. Did you mean'
    assert wanted in found.warnings


def test_the_first_page_of_a_group_is_listed(build_site):
    group = {"group": "Guides", "root": "guides/index", "pages": ["guides/one"]}
    page = "---\ntitle: T\n---\n\nText.\n"
    site = build_site({
        "docs.json": {"theme": "mint", "name": "S", "colors": {"primary": "#0A7D55"},
                      "navigation": {"groups": [{"group": "Start", "pages": ["index"]}, group]}},
        **dict.fromkeys(("index.mdx", "guides/index.mdx", "guides/one.mdx"), page),
    })  # fmt: skip

    assert site.warnings == ""
