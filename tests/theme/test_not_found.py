import re

import pytest

FILES = {
    "site.json": {"name": "Harbour", "favicon": "/icon.svg", "logo": "/icon.svg",
                  "navigation": [{"group": "Start", "pages": ["index", "guide/ropes"]}]},
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "index.md": "# Home\n\nText.\n",
    "guide/ropes.md": "# Ropes\n\nText.\n",
}  # fmt: skip


def addresses(site, path: str = "404.html") -> list[str]:
    """All addresses of the page that lead to the site itself."""
    found = re.findall(r'\s(?:href|src|action|data-content_root)="([^"]*)"', site.text(path))
    assert found
    return [address for address in found if not address.startswith(("#", "https:"))]


@pytest.mark.oldest
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_address_begins_at_the_root_of_the_server(build_site, builder):
    site = build_site(FILES, builder=builder, conf='html_baseurl = "https://example.com/docs/v1/"')

    assert not site.warnings
    wrong = [address for address in addresses(site) if not address.startswith("/docs/v1/")]
    assert wrong == []
    ropes = {"html": "/docs/v1/guide/ropes.html", "dirhtml": "/docs/v1/guide/ropes/"}[builder]
    assert ropes in addresses(site)


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_without_an_address_of_the_site_all_begin_at_a_root_that_the_page_looks_for(
    build_site, builder
):
    site = build_site(FILES, builder=builder)
    page = site.page("404.html")

    found = addresses(site)
    found.remove(page.select_one("head base")["href"])
    assert found[0] == "./"
    assert [address for address in found if address.startswith(("/", ".."))] == []
    assert site.page("index.html").select_one("base") is None
    row = page.select_one('.sj-tree a[href*="ropes"]')["href"]
    assert row == {"html": "./guide/ropes.html", "dirhtml": "./guide/ropes/"}[builder]


@pytest.mark.parametrize("own", [False, True])
def test_where_each_page_is_a_folder_only_a_page_of_the_project_has_one(build_site, own):
    more = {"404.md": "# Lost\n"} if own else {}
    site = build_site({**FILES, **more}, builder="dirhtml")

    assert site.exists("404.html")
    assert site.exists("404/index.html") is own


def test_read_the_docs_provides_the_root_of_each_version(build_site, monkeypatch):
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "https://docs.example.com/en/latest/")
    site = build_site(FILES, conf='html_baseurl = "https://docs.example.com/en/stable/"')

    assert all(address.startswith("/en/latest/") for address in addresses(site))


def test_the_owner_may_name_the_root(build_site):
    site = build_site(FILES, conf='sitejson_404_prefix = "handbook"')

    assert all(address.startswith("/handbook/") for address in addresses(site))


def test_it_has_the_navigation_a_search_and_a_place_for_suggestions(build_site):
    page = build_site(FILES).page("404.html")

    assert "Ropes" in page.select_one(".sj-tree").get_text()
    assert page.select_one("main [data-search-open]")
    assert page.select_one("[data-nearest][hidden]")
    assert page.select_one('meta[name="robots"]')["content"] == "noindex"
    assert page.select_one('link[rel="canonical"]') is None


def test_a_page_of_the_project_wins(build_site):
    own = "# Lost at sea\n\n[Ropes](guide/ropes.md) and [elsewhere](https://example.com)\n"
    site = build_site({**FILES, "404.md": own}, conf='html_baseurl = "https://example.com/docs/"')
    page = site.page("404.html")

    assert page.select_one("h1").get_text().startswith("Lost at sea")
    assert page.select_one("main p a")["href"] == "/docs/guide/ropes.html"
    assert page.select("main p a")[1]["href"] == "https://example.com"
    assert [address for address in addresses(site) if not address.startswith("/docs/")] == []


def test_builders_without_pages_and_other_themes_have_none(build_site):
    assert not build_site(FILES, builder="singlehtml").exists("404.html")
    assert not build_site(FILES, conf='html_theme = "alabaster"').exists("404.html")
