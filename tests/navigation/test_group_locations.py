"""What groups of ``site.json`` say of their place, and where versions and tabs lead."""

import pytest

from navigation.support import place_of, settings_of, site_map_of
from navigation.test_site_map import current, tree
from sphinx_sitejson.navigation.site_map import check_divisions
from sphinx_sitejson.settings.validation import check_named_divisions
from support.divisions import group, tab
from support.docs_site import PETS

TABS = [{"name": "Guides", "url": "guides"}, {"name": "API", "url": "api"}]


def test_a_group_names_its_tab_and_its_anchor():
    site = site_map_of(
        [
            group("A", "guides/a", group("In", "b", tab="Guides"), tab="API"),
            group("B", "guides/c"),
            group("C", "guides/d", anchor="More"),
        ],
        tabs=TABS,
        anchors=[{"name": "More", "url": "more"}],
    )

    assert current(site.page("guides/a").tabs) == ["API"]
    assert tree(site.page("b").groups) == [("A", ["guides/a", ("In", ["b"])])]
    assert current(site.page("guides/c").tabs) == ["Guides"]
    assert current(site.page("guides/d").anchors) == ["More"]
    assert site.page("guides/c").tabs[1].url == "/guides/a"


def test_a_page_may_be_in_two_tabs():
    site = site_map_of(
        [group("A", "x", "a", tab="API"), group("B", "x", "b", tab="Guides")], tabs=TABS
    )

    assert current(site.page("x").tabs) == ["API"]
    assert site.page("x").locations == ("t1", "t0")
    assert site.page("b").previous.url == "/x"


def test_a_tab_that_is_not_there_is_named():
    keys = {"tabs": TABS, "navigation": [group("G", "a", tab="Guide")]}

    (problem,) = check_named_divisions(settings_of(**keys), place_of)
    assert str(problem) == (
        'site.json navigation[0].tab: "Guide" is not in "tabs"; page paths are used instead. '
        'Did you mean "Guides"?'
    )


def test_a_tab_that_is_redirected_to_another_host_is_a_link():
    site = site_map_of(
        [group("G", "index")],
        tabs=[{"name": "Blog", "url": "blog"}],
        redirects=[{"source": "/blog", "destination": "https://blog.example.com"}],
    )

    assert [(tab.name, tab.url, tab.is_external) for tab in site.page("index").tabs] == [
        ("Documentation", "/index", False),
        ("Blog", "https://blog.example.com", True),
    ]
    assert list(check_divisions(site, place_of)) == []


def test_a_version_without_pages_is_named():
    site = site_map_of(
        [group("G", "a", version="2")], versions=["2", "1", {"name": "0", "url": "https://x"}]
    )

    (problem,) = check_divisions(site, place_of)
    assert problem.location.key_path == "versions[1]"
    assert 'no page belongs to the version "1"' in problem.message


def test_the_site_begins_with_the_first_version(build_clean):
    found = build_clean({
        "site.json": {"name": "X", "versions": ["v2", "v1"],
                      "navigation": [group("Old", "v1/a", version="v1"),
                                     group("New", "v2/a", version="v2")]},
        "v1/a.mdx": "# Old\n",
        "v2/a.mdx": "# New\n",
    })  # fmt: skip

    assert "v2/a.html" in found.text("index.html")
    assert found.page("v1/a.html").select_one(".sj-brand")["href"] == "../v2/a.html"


@pytest.mark.parametrize("page", ["Text.", "openapi", "listed"])
@pytest.mark.parametrize("part", ["tab", "group", "both"])
def test_a_document_that_no_page_shows_follows_the_pages_of_its_part(build_clean, page, part):
    front_matter = "openapi: GET /pets" if page == "openapi" else "title: Intro"
    pages = ["index", "api/intro", *(["GET /pets"] if page == "listed" else [])]
    document = {"openapi": {"source": "/pets.json", "directory": "ref"}}
    start = group("Start", *pages, **document if part != "tab" else {})
    api = tab("API", groups=[start], **document if part != "group" else {})
    found = build_clean({
        "docs.json": {"name": "X", "theme": "mint", "colors": {"primary": "#123456"},
                      "navigation": {"tabs": [api]}},
        "pets.json": PETS,
        "index.mdx": "# Index\n",
        "api/intro.mdx": f"---\n{front_matter}\n---\n\nText.\n",
    })  # fmt: skip

    start = found.page("index.html")
    operations = [link["href"] for link in start.select('.sj-group a[href^="./ref/"]')]
    assert len(operations) == {"Text.": 4, "openapi": 0, "listed": 1}[page]


def test_groups_have_documents_and_operations(build_clean):
    found = build_clean(
        {
            "site.json": {
                "name": "X",
                "tabs": [{"name": "API", "url": "api"}],
                "openapi": {"source": "/ports.json", "directory": "ports/v2"},
                "navigation": [
                    group("Start", "index", "GET /ports"),
                    group("Some", "GET /pets", tab="API", openapi="/pets.json"),
                    group("All", tab="API", openapi={"source": "/pets.json", "directory": "all"}),
                ],
                "banner": "Hello",
                "description": "About",
            },
            "pets.json": PETS,
            "ports.json": {
                "openapi": "3.1.0",
                "info": {"title": "Ports", "version": "1"},
                "paths": {
                    "/ports": {
                        "get": {
                            "summary": "List ports",
                            "responses": {"200": {"description": "OK"}},
                        }
                    }
                },
            },
            "index.mdx": "# Hi\n",
        }
    )
    page = found.page("api-reference/customer_portal/listsearch-all-pets-20.html")

    assert [name.string for name in page.select(".sj-group-name")] == ["Some", "All"]
    assert found.exists("all/add.html")
    assert found.exists("ports/v2/list-ports.html")
    assert [name.get_text() for name in page.select(".sj-banner p")] == ["Hello"]
