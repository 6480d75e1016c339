"""Redirects in built sites: the pages, the files for servers, the links that follow them."""

import json
from urllib.parse import urljoin

import pytest

SITE = {
    "name": "Parcel",
    "navigation": [{"group": "Start", "pages": ["index", "guides/lamp", "guides/deep/oil"]}],
    "redirects": [
        {"source": "/lamp", "destination": "/guides/lamp#light"},
        {"source": "/old/:slug*", "destination": "/guides/:slug*"},
        {"source": "/blog", "destination": "https://example.com/?a=1&b"},
        {"source": "/paper.html", "destination": "/terms.txt"},
    ],
}
LINKS = "[The lamp](/lamp), [oil](/old/deep/oil) and [blog](/blog)."
FILES = {
    "site.json": SITE,
    "index.mdx": f"---\ntitle: Home\n---\n\n{LINKS}\n",
    "guides/lamp.mdx": "---\ntitle: The <lamp>\n---\n\n## Light\n\n[Oil](../old/deep/oil)\n",
    "guides/deep/oil.mdx": "---\ntitle: Oil\n---\n\nText.\n",
    "extra/terms.txt": "Terms.",
}
CONF = 'html_extra_path = ["extra"]\n'


@pytest.fixture(scope="module")
def html(build_shared_site):
    return build_shared_site(FILES, conf=CONF)


def refresh(page):
    return page.select_one('meta[http-equiv="refresh"]')["content"]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("lamp.html", "guides/lamp.html#light"),
        ("lamp/index.html", "../guides/lamp.html#light"),
        ("old/deep/oil.html", "../../guides/deep/oil.html"),
        ("old/deep/oil/index.html", "../../../guides/deep/oil.html"),
        ("blog.html", "https://example.com/?a=1&b"),
        ("paper.html", "terms.txt"),
    ],
)
def test_a_page_redirects_at_once_without_a_script(html, path, target):
    page = html.page(path)

    assert html.warnings == ""
    assert refresh(page) == f"0; url={target}"
    assert page.select_one('link[rel="canonical"]')["href"] == target
    assert page.select_one("body a")["href"] == target
    assert page.select_one('meta[name="robots"]')["content"] == "noindex"
    assert not page.select("script")


def test_a_folder_is_answered_with_its_first_page(html):
    assert refresh(html.page("guides/index.html")) == "0; url=lamp.html"
    assert not html.exists("guides.html")


def test_every_redirect_links_to_a_file(html):
    for path in ("lamp.html", "lamp/index.html", "old/lamp/index.html", "paper/index.html"):
        target = refresh(html.page(path)).partition("url=")[2].partition("#")[0]
        assert html.exists(urljoin(f"http://x/{path}", target).removeprefix("http://x/"))


def test_titles_are_escaped(html):
    assert html.page("lamp.html").title.text == "The <lamp>"


def test_links_point_straight_to_the_new_place(html):
    links = [link["href"] for link in html.page("index.html").select("main a.reference")]

    assert links == ["guides/lamp.html#light", "guides/deep/oil.html", "https://example.com/?a=1&b"]
    oil = html.page("guides/lamp.html").select_one("main p a")
    assert oil["href"] == "deep/oil.html"


def test_dirhtml(build_clean):
    site = build_clean(
        FILES, conf=CONF, builder="dirhtml", overrides={"html_baseurl": "https://x.y/d/"}
    )

    page = site.page("old/deep/oil/index.html")
    assert refresh(page) == "0; url=../../../guides/deep/oil/"
    assert page.select_one('link[rel="canonical"]')["href"] == "https://x.y/d/guides/deep/oil/"
    assert not site.exists("old/deep/oil.html")
    assert site.exists("paper.html")


@pytest.mark.parametrize("builder", ["singlehtml", "text", "linkcheck", "epub"])
def test_other_builders_follow_the_links_and_write_no_pages(build_site, builder):
    site = build_site(
        FILES, conf=CONF, builder=builder, overrides={"linkcheck_ignore": ["https://.*"]}
    )

    assert "redirect" not in site.warnings
    assert "xref_missing" not in site.warnings
    assert not (site.outdir / "lamp").exists()


def test_a_real_page_is_never_overwritten(build_site):
    redirects = [{"source": "/guides/lamp", "destination": "/"}]
    own = {"index.mdx": "# Home\n", "guides/lamp.mdx": "# Lamp\n"}
    site = build_site({**FILES, **own, "site.json": {**SITE, "redirects": redirects}})

    assert '"/guides/lamp" is a page of this site' in site.warnings
    assert "[sitejson.redirect]" in site.warnings
    assert site.page("guides/lamp.html").select_one("h1")
    assert not site.exists("guides/lamp/index.html")


def test_the_root_may_point_elsewhere_when_no_page_is_there(build_clean):
    files = {
        "site.json": {"name": "Parcel", "navigation": [{"group": "A", "pages": ["a", "b"]}],
                      "redirects": [{"source": "/", "destination": "/b"}]},
        "a.mdx": "# A\n",
        "b.mdx": "# B\n",
    }  # fmt: skip
    site = build_clean(files)

    assert refresh(site.page("index.html")) == "0; url=b.html"


def test_a_redirect_that_is_gone_is_removed_and_one_that_became_a_page_stays(build_site):
    site = build_site(FILES, conf=CONF)
    redirects = [{"source": "/old/:slug*", "destination": "/guides/:slug*"}]
    again = site.rebuild({
        "site.json": {**SITE,
                      "navigation": [{"group": "S", "pages": ["index", "lamp", "guides/lamp"]}],
                      "redirects": redirects},
        "index.mdx": "# Home\n",
        "lamp.mdx": "# A lamp again\n",
    })  # fmt: skip

    assert "A lamp again" in again.page("lamp.html").text
    assert not again.exists("lamp/index.html")
    assert not again.exists("blog.html")
    assert again.exists("old/lamp.html")


def test_a_page_that_moved_leaves_a_redirect_in_its_place(build_site):
    site = build_site(FILES, conf=CONF)
    navigation = [{"group": "Start", "pages": ["index", "guides/light"]}]
    redirects = [{"source": "/guides/lamp", "destination": "/guides/light"}]
    again = site.rebuild(
        {
            "site.json": {**SITE, "navigation": navigation, "redirects": redirects},
            "index.mdx": "# Home\n",
            "guides/lamp.mdx": None,
            "guides/deep/oil.mdx": None,
            "guides/light.mdx": "# Light\n",
        }
    )

    assert again.warnings == ""
    assert refresh(again.page("guides/lamp.html")) == "0; url=light.html"


def test_files_for_servers(build_site):
    conf = f'{CONF}sitejson_redirect_formats = ["_redirects", "nginx", "readthedocs", "apache"]\n'
    site = build_site(FILES, conf=conf)

    assert (
        '"apache" is not a format; the formats are "_redirects", "nginx", "readthedocs".'
        in site.warnings
    )
    assert "/lamp /guides/lamp.html#light 301\n" in site.text("_redirects")
    assert '"/lamp" "/guides/lamp.html#light";' in site.text("redirects.nginx.conf")
    assert json.loads(site.text("redirects.readthedocs.json"))[0]["type"] == "page"


@pytest.mark.parametrize(("keys", "status"), [({}, 301), ({"permanent": False}, 302)])
def test_redirects_are_permanent_by_default(build_clean, keys, status):
    redirects = [{"source": "/old", "destination": "/", **keys}]
    settings = {"name": "S", "navigation": [], "redirects": redirects}
    conf = 'sitejson_redirect_formats = ["_redirects"]'
    site = build_clean({"site.json": settings, "index.mdx": "# Home\n"}, conf=conf)

    assert f"/old /index.html {status}\n" in site.text("_redirects")


def test_under_another_theme(build_clean):
    site = build_clean(FILES, conf=f'{CONF}html_theme = "alabaster"\n')

    assert refresh(site.page("lamp.html")) == "0; url=guides/lamp.html#light"
