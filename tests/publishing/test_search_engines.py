"""What search engines and previews see of built sites."""

import json
from io import BytesIO
from xml.etree import ElementTree

import pytest

from support.validators.texts import sitemap_faults

BASE = "https://docs.example.com/en/latest/"
PICTURE = b"\x89PNG\r\n\x1a\n"
SITE = {
    "name": "Light & Co",
    "navigation": [
        {"group": "Start", "pages": ["index", "a"]},
        {"group": "Guides", "pages": ["guides/lamp", "guides/noindex", "guides/link"]},
    ],
    "tabs": [{"name": "Guides", "url": "guides"}],
    "metadata": {"og:locale": "de_DE", "og:description": "All of it", "twitter:site": "@light"},
}
FILES = {
    "site.json": SITE,
    "index.mdx": "---\ntitle: Home\n---\n\nThe first *words* of the page.\n",
    "a.mdx": '---\ntitle: A </script> & B\ndescription: "It says <this> & \\"that\\"."\n'
    "lastUpdated: 2026-01-31\n---\n\n![alt](pic.svg)\n\n![alt](pic.png)\n",
    "guides/lamp.mdx": '---\ntitle: Lamp\n"og:title": Own title\n"og:image": /card.png\n---\n',
    "guides/noindex.mdx": "---\ntitle: Not for finding\nnoindex: true\n---\n",
    "guides/link.mdx": "---\ntitle: A link\nurl: https://example.com\n---\n",
    "hidden.mdx": "---\ntitle: Hidden\nhidden: true\n---\n",
    "pic.png": PICTURE,
    "pic.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "card.png": PICTURE,
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, overrides={"html_baseurl": BASE})


def tags_of(page):
    tags = page.select("head meta[property], head meta[name]")
    return {tag.get("property") or tag.get("name"): tag["content"] for tag in tags}


def addresses(site, path="sitemap.xml"):
    root = ElementTree.fromstring(site.text(path))
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    assert root.tag == f"{space}urlset"
    assert all({child.tag for child in url} <= {f"{space}loc", f"{space}lastmod"} for url in root)
    return {url.findtext(f"{space}loc"): url.findtext(f"{space}lastmod") for url in root}


def test_a_day_that_is_in_no_calendar_is_not_reported(build_site):
    page = "---\ntitle: A\nlastUpdated: '2026-02-31'\n---\n"
    files = {"site.json": {"name": "A", "navigation": []}, "index.mdx": page}
    site = build_site(files, overrides={"html_baseurl": BASE})

    assert sitemap_faults(site.text("sitemap.xml")) == []
    assert list(addresses(site).values()) == [None]


def test_the_sitemap_has_every_page_that_is_to_be_found(site):
    assert site.warnings == ""
    assert addresses(site) == {
        f"{BASE}index.html": None,
        f"{BASE}a.html": "2026-01-31",
        f"{BASE}guides/lamp.html": None,
    }


def test_canonical_url_sitemap_and_preview_agree(site):
    for address in addresses(site):
        page = site.page(address.removeprefix(BASE))
        assert page.select_one('link[rel="canonical"]')["href"] == address
        assert tags_of(page)["og:url"] == address


def test_robots_know_the_sitemap(site):
    assert site.text("robots.txt") == (f"User-agent: *\nAllow: /\n\nSitemap: {BASE}sitemap.xml\n")


def test_hidden_pages_can_be_let_in(build_site):
    settings = {**SITE, "seo": {"indexHiddenPages": True}}
    site = build_site({**FILES, "site.json": settings}, overrides={"html_baseurl": BASE})

    assert f"{BASE}hidden.html" in addresses(site)
    assert f"{BASE}guides/noindex.html" not in addresses(site)
    assert "robots" not in tags_of(site.page("hidden.html"))


def test_the_tags_of_a_page(site):
    tags = tags_of(site.page("a.html"))

    assert tags["og:description"] == tags["description"] == 'It says <this> & "that".'
    assert tags.items() >= {
        ("og:title", "A </script> & B"), ("og:image", f"{BASE}_images/pic.png"),
        ("og:type", "article"), ("og:site_name", "Light & Co"), ("og:locale", "de_DE"),
        ("twitter:card", "summary_large_image"), ("twitter:site", "@light"),
    }  # fmt: skip


def test_own_words_win_and_pictures_of_the_project_get_absolute_urls(site):
    tags = tags_of(site.page("guides/lamp.html"))

    assert tags["og:title"] == "Own title"
    assert tags["og:description"] == "All of it"
    assert tags["og:image"] == f"{BASE}_static/site/card.png"
    assert site.exists("_static/site/card.png")


def test_a_page_without_a_description_is_previewed_by_its_first_words(build_site):
    settings = {key: value for key, value in SITE.items() if key != "metadata"}
    site = build_site({**FILES, "site.json": settings})
    tags = tags_of(site.page("index.html"))

    assert tags["og:description"] == "The first words of the page."
    assert tags["og:type"] == "website"
    assert tags["twitter:card"] == "summary"
    assert "description" not in tags
    assert "og:url" not in tags
    assert not site.exists("sitemap.xml")
    assert "Sitemap" not in site.text("robots.txt")


def test_structured_data_gives_the_way_to_a_page(site):
    (script,) = site.page("guides/lamp.html").select('script[type="application/ld+json"]')
    data = json.loads(script.string)

    assert data["@type"] == "BreadcrumbList"
    steps = data["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["@type"] == "ListItem" and step["item"].startswith(BASE) for step in steps)
    assert steps[-1] == {
        "@type": "ListItem",
        "position": len(steps),
        "name": "Lamp",
        "item": f"{BASE}guides/lamp.html",
    }


def test_text_cannot_end_the_structured_data(site):
    scripts = site.page("a.html").select('script[type="application/ld+json"]')

    breadcrumbs, date = (json.loads(script.string) for script in scripts)
    assert breadcrumbs["itemListElement"][-1]["name"] == "A </script> & B"
    assert date["name"] == "A </script> & B"


def test_the_search_page_is_not_to_be_found(site):
    assert tags_of(site.page("search.html"))["robots"] == "noindex"


def test_files_of_the_author_win(build_site):
    files = {**FILES, "extra/robots.txt": "mine", "extra/sitemap.xml": "<mine/>"}
    site = build_site(files, overrides={"html_baseurl": BASE, "html_extra_path": ["extra"]})
    again = site.rebuild()

    assert (again.text("robots.txt"), again.text("sitemap.xml")) == ("mine", "<mine/>")


def test_read_the_docs_provides_the_url(build_site, monkeypatch):
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "https://x.readthedocs.io/en/latest/")
    site = build_site(FILES, builder="dirhtml")

    assert "https://x.readthedocs.io/en/latest/guides/lamp/" in addresses(site)


def test_a_url_that_is_none(build_site):
    site = build_site(FILES, overrides={"html_baseurl": "docs.example.com"})

    assert 'html_baseurl: "docs.example.com" is not a URL' in site.warnings
    assert not site.exists("sitemap.xml")


@pytest.mark.parametrize("builder", ["epub", "singlehtml", "json"])
def test_other_builders_have_none_of_it(build_site, builder):
    site = build_site(FILES, builder=builder, overrides={"html_baseurl": BASE})

    assert not site.exists("sitemap.xml")
    assert not site.exists("robots.txt")


def test_cards_are_drawn_where_asked_for(build_site):
    files = {name: FILES[name] for name in ("index.mdx", "guides/lamp.mdx", "card.png")}
    navigation = [{"group": "Start", "pages": ["index", "guides/lamp"]}]
    files["site.json"] = {"name": "Light", "navigation": navigation}
    overrides = {"html_baseurl": BASE, "sitejson_social_cards": True}
    site = build_site(files, overrides={**overrides, "sitejson_social_card_font": "no.ttf"})
    card = tags_of(site.page("index.html"))["og:image"]
    file = site.outdir / card.removeprefix(BASE)

    assert '"no.ttf" is not a font file; the default font is used. [sitejson' in site.warnings
    assert file.read_bytes().startswith(PICTURE)
    assert tags_of(site.page("guides/lamp.html"))["og:image"].endswith("card.png")

    first = file.read_bytes()
    again = site.rebuild({"index.mdx": "---\ntitle: Another title\n---\n"})
    assert not file.exists()
    assert len(list(again.outdir.glob("_static/social/*.png"))) == 1
    assert next(again.outdir.glob("_static/social/*.png")).read_bytes() != first


def test_a_card_has_the_brand_and_the_operation_of_its_page(build_site):
    from PIL import Image

    def pixels(site, path):
        tags = tags_of(site.page(path))
        assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
        assert tags["og:image:alt"].endswith(" - Light")
        file = site.outdir / tags["og:image"].removeprefix(BASE)
        assert file.stat().st_size < 40_000
        with Image.open(file) as image:
            assert image.size == (1200, 630)
            return image.convert("RGB")

    logo = Image.new("RGB", (64, 64), "#ff00ff")
    picture = BytesIO()
    logo.save(picture, format="PNG")
    files = {
        "site.json": {"name": "Light", "colors": {"primary": "#b45309"},
                      "tabs": [{"name": "API", "url": "api", "openapi": "/openapi.json"}],
                      "navigation": [{"group": "Start", "pages": ["index"]}]},
        "index.md": "# Home\n",
        "logo.png": picture.getvalue(),
        "openapi.json": {"openapi": "3.1.0", "info": {"title": "Harbour", "version": "1"},
                         "paths": {"/a": {"delete": {"summary": "Home", "responses": {}}}}},
    }  # fmt: skip
    overrides = {"html_baseurl": BASE, "sitejson_social_cards": True}
    site = build_site(files, overrides=overrides)
    home, operation = pixels(site, "index.html"), pixels(site, "api/home.html")
    colors = {color for _count, color in operation.getcolors(1_000_000)}

    # The initial of the site on its color, and a line in it at the bottom.
    assert home.getpixel((84, 112)) == home.getpixel((600, 625)) == (0xB4, 0x53, 0x09)
    # The badge of the method is below the title of the operation, in the color of the method.
    red, green, _blue = operation.getpixel((90, 520))
    assert red > 1.3 * green
    assert len(colors) > 40
    assert home.getpixel((90, 520)) != operation.getpixel((90, 520))

    named = {**files["site.json"], "logo": "/logo.png"}
    again = site.rebuild({"site.json": json.dumps(named)})
    assert pixels(again, "index.html").getpixel((112, 112)) == (255, 0, 255)


def test_a_logo_that_is_an_svg_is_on_cards(build_site, monkeypatch):
    pytest.importorskip("resvg_py")
    from PIL import Image

    def brand(site):
        """Return the colors beside, at the edge of and in the middle of the logo."""
        file = site.outdir / tags_of(site.page("index.html"))["og:image"].removeprefix(BASE)
        with Image.open(file) as image:
            return [image.convert("RGB").getpixel((x, 112)) for x in (72, 84, 112)]

    settings = {
        "name": "Light",
        "colors": {"primary": "#b45309"},
        "logo": "/logo.svg",
        "navigation": [{"group": "Start", "pages": ["index"]}],
    }
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M1 1h2v2H1z"{}/></svg>'
    )
    logo = square.format(' fill="#f0f"')
    files = {"site.json": settings, "index.md": "# Home\n", "logo.svg": logo}
    site = build_site(files, overrides={"html_baseurl": BASE, "sitejson_social_cards": True})
    beside, edge, middle = brand(site)
    assert beside == edge != middle == (255, 0, 255)

    # A black one stands on white, and one that is broken or endless is not drawn.
    site = site.rebuild({"logo.svg": square.format("")})
    assert brand(site) == [(255, 255, 255), (255, 255, 255), (0, 0, 0)]
    for broken in (square[:60], square.format("").replace("0 0 4 4", "0 0 9999999 1")):
        site = site.rebuild({"logo.svg": broken})
        assert brand(site)[1] == (0xB4, 0x53, 0x09)

    monkeypatch.setattr("sphinx_sitejson.publishing.meta_tags.can_draw_svg", lambda: False)
    site = site.rebuild({"logo.svg": files["logo.svg"]})
    assert brand(site)[1] == (0xB4, 0x53, 0x09)


def test_cards_need_a_library_and_say_so(build_site, monkeypatch):
    monkeypatch.setattr("sphinx_sitejson.publishing.meta_tags.can_draw", lambda: False)
    site = build_site(FILES, overrides={"html_baseurl": BASE, "sitejson_social_cards": True})

    assert 'install "sphinx-sitejson[cards]"' in site.warnings


def test_every_generated_page_has_a_description(build_site):
    operation = {"summary": "Find ships", "description": "All ships.", "responses": {}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Harbour", "version": "1"},
        "paths": {"/ships": {"get": operation, "post": {"summary": "Add", "responses": {}}}},
        "components": {"schemas": {"Ship": {"type": "object"}}},
    }
    tabs = [{"name": "API", "url": "api", "openapi": "/openapi.json"}]
    settings = {"name": "Light", "navigation": [], "tabs": tabs}
    site = build_site({"site.json": settings, "index.md": "# Home\n", "openapi.json": document})
    pages = [path for path in (site.outdir / "api").rglob("*.html") if "Moved" not in path.name]
    found = {
        path.name: tags_of(site.page(str(path.relative_to(site.outdir)))).get("description")
        for path in pages
    }
    assert found["find-ships.html"] == "All ships."
    assert found["add.html"] == "Add - Light"
    assert {name for name, words in found.items() if not words} <= {"index.html"}
