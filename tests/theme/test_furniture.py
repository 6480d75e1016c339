"""What stands around a page, and Sphinx's own settings for it."""

import pytest

from sphinx_sitejson.common.files import THEME

SETTINGS = {
    "name": "Site",
    "navigation": [{"group": "Start", "pages": ["index", "guides/lamp", "guides/sheet"]}],
    "footer": {"links": [{"title": "More",
                          "links": [{"label": "Lamp", "url": "/guides/lamp"},
                                    {"label": "Away", "url": "https://example.com"}]}],
               "socials": {"github": "https://github.com/light/house"}},
    "anchors": [{"name": "Forum", "url": "https://example.com"}],
    "topbarLinks": [{"type": "github", "url": "https://github.com/light/house"},
                    {"name": "Shop", "url": "https://example.com"}],
    "topbarCtaButton": {"name": "Sign in", "url": "https://example.com"},
    "tabs": [{"name": "Blog", "url": "https://example.com"}],
}  # fmt: skip
LAYOUT = '{% extends "!layout.html" %}{% block extrahead %}<!-- own -->{% endblock %}'
FILES = {
    "site.json": SETTINGS,
    "index.rst": "Home\n====\n\n.. automodule:: lamps\n   :members:\n",
    "guides/lamp.md": "# Lamp\n\n![A lamp](/logo.png)\n\n## Light\n\nText.\n",
    "guides/sheet.md": "---\nmode: custom\n---\n# Sheet\n",
    "lamps.py": '"""Lamps."""\n\ndef light():\n    """Light one."""\n',
    "logo.png": b"\x89PNG\r\n\x1a\n",
    "_static/own.css": "main { color: red; }",
    "_templates/partials/footer.html": "<p>Own footer</p>{{ sj.name }}",
    "_templates/side.html": "<p>Beside {{ pagename }}</p>",
    "_templates/layout.html": LAYOUT,
}
CONF = """
import sys
sys.path.insert(0, __import__("os").path.dirname(__file__))
extensions += ["sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_logo = "logo.png"
html_favicon = "logo.png"
html_baseurl = "https://docs.example/"
html_last_updated_fmt = "%Y"
html_static_path = ["_static"]
html_css_files = ["own.css"]
html_sidebars = {"guides/*": ["side.html"]}
html_show_sourcelink = False
copyright = "2026 The keepers"
"""


@pytest.fixture(scope="module")
def site(build_shared_clean):
    files = {name: text for name, text in FILES.items() if "partials" not in name}
    return build_shared_clean(files, conf=CONF + 'templates_path = ["_templates"]\n')


def test_sphinx_s_own_settings_have_their_effect(site):
    page = site.page("guides/lamp.html")

    assert {image["src"] for image in page.select(".sj-logo")} == {"../_static/logo.png"}
    assert page.select_one("link[rel=icon]")["href"] == "../_static/logo.png"
    assert page.select_one("link[rel=canonical]")["href"] == "https://docs.example/guides/lamp.html"
    assert any("own.css" in link["href"] for link in page.select("link[rel=stylesheet]"))
    assert page.select_one(".sj-sidebar-extra").get_text(strip=True) == "Beside guides/lamp"
    assert "<!-- own -->" in site.text("guides/lamp.html")
    footer = page.select_one(".sj-footer").get_text(" ", strip=True)
    assert "© 2026 The keepers" in footer
    assert "Last updated on 20" in footer
    assert "Show Source" not in footer


def test_links_of_the_footer_resolve_on_every_page(site):
    lamp, away = site.page("guides/lamp.html").select(".sj-footer-columns a")

    assert (lamp["href"], lamp.get("target")) == ("#", None)
    assert (away["href"], away["target"]) == ("https://example.com", "_blank")
    assert away["rel"] == ["noopener"]
    assert not lamp.select("svg")


def test_external_links_have_an_arrow_or_an_accessible_label(site):
    page = site.page("guides/lamp.html")
    for place, has_arrow in (
        (".sj-footer-columns", True),
        (".sj-socials", False),
        (".sj-anchors", True),
        (".sj-topbar .sj-links > ul li:first-child", False),
        (".sj-topbar .sj-links > ul li:last-child", True),
        (".sj-topbar-end", False),
    ):
        link = page.select(f"{place} a[target=_blank]")[-1]
        arrow = link.select_one(".sj-glyph-external")
        said = arrow["aria-label"] if arrow else link.get_text()

        assert (arrow is not None) is has_arrow, place
        assert said.endswith("(opens in a new tab)"), place
        assert link["rel"] == ["noopener"], place


@pytest.mark.parametrize(
    ("keys", "shape", "has_arrow"),
    [
        ({}, "", False),
        ({"style": "pill", "arrow": True}, "pill", True),
        ({"style": "roundedRectangle", "arrow": False}, "roundedRectangle", False),
    ],
)
def test_the_button_of_the_bar_has_its_shape_and_its_arrow(build_two_pages, keys, shape, has_arrow):
    button = {"name": "Sign in", "url": "/other", **keys}
    settings = {"name": "Site", "navigation": [], "topbarCtaButton": button}
    link = build_two_pages({"site.json": settings}).page("index.html").select_one(".sj-call")

    assert (link.get_text(), link["href"], link["data-shape"]) == ("Sign in", "other.html", shape)
    assert bool(link.select(".sj-glyph-arrow-right")) is has_arrow
    assert not link.select(".sj-icon, .sj-stars")


def test_the_tile_of_an_anchor_has_its_color(build_two_pages):
    colors = ["#ff0000", {"from": "#ff0000", "to": "#0000ff"},
              {"from": "#ff0000", "via": "#00ff00", "to": "#0000ff"}]  # fmt: skip
    anchors = [{"name": "A", "url": "https://a.example", "color": color} for color in colors]
    anchors.append({"name": "B", "url": "https://b.example"})
    settings = {"name": "Site", "navigation": [], "anchors": anchors}
    page = build_two_pages({"site.json": settings}).page("index.html")

    assert [link.get("data-tile") for link in page.select(".sj-anchor[target]")] == [
        "#ff0000 #ff0000 #ff0000", "#ff0000 #ff0000 #0000ff", "#ff0000 #00ff00 #0000ff", None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("banner", "kind", "can_be_closed", "color"),
    [
        ("News", "info", False, None),
        ({"content": "News", "type": "critical", "dismissible": True}, "critical", True, None),
        ({"content": "News", "color": {"light": "#112233", "dark": "#aabbcc"}},
         "info", False, "light-dark(#112233,#aabbcc)"),
        ({"content": "News", "color": "#112233"}, "info", False, "#112233"),
    ],
)  # fmt: skip
def test_a_banner_has_its_kind_and_color(build_two_pages, banner, kind, can_be_closed, color):
    site = build_two_pages({"site.json": {"name": "Site", "navigation": [], "banner": banner}})
    shown = site.page("other.html").select_one(".sj-banner")

    assert shown.select_one("p").get_text() == "News"
    assert shown["data-type"] == kind
    assert bool(shown.select("[data-banner-close]")) is can_be_closed
    style = site.text("_static/sitejson.css").replace(": ", ":")
    assert ("--sj-banner:" in style) is (color is not None)
    assert f"--sj-banner:{color or ''}" in style or color is None


@pytest.mark.parametrize("name", ["genindex", "py-modindex", "search", "404", "_modules/lamps"])
def test_pages_that_sphinx_makes_have_the_navigation(site, name):
    page = site.page(f"{name}.html")
    rows = page.select(".sj-tree a")

    assert [row.get_text(strip=True) for row in rows] == ["Home", "Lamp", "Sheet"]
    assert not page.select(".sj-tree [aria-current], .sj-tab[aria-current]")
    assert site.page("guides/lamp.html").select(".sj-tab[aria-current]")
    assert page.select_one("main h1")


def test_a_page_says_its_mode_and_an_empty_sheet_has_no_furniture(site):
    page = site.page("guides/sheet.html")

    assert page.html["data-page-mode"] == "custom"
    assert not page.select(".sj-breadcrumbs, .sj-neighbours, .sj-contents")


def test_the_links_of_the_contents_are_short(site):
    links = site.page("guides/lamp.html").select(".sj-contents a")

    assert [link.attrs for link in links] == [{"href": "#"}, {"href": "#light"}] * 2


def test_only_pages_with_images_can_enlarge_them(site):
    assert site.page("guides/lamp.html").select_one("#sj-zoom")
    assert not site.page("guides/sheet.html").select_one("#sj-zoom")


@pytest.fixture
def build_two_pages(build_site):
    def build(files, conf='templates_path = ["_templates"]'):
        pages = {"index.md": "# Home\n", "other.md": "# Other\n"}
        return build_site(
            {"site.json": {**SETTINGS, "navigation": []}, **pages, **files}, conf=conf
        )

    return build


def test_a_partial_can_be_replaced(build_two_pages):
    name = "_templates/partials/footer.html"
    site = build_two_pages({name: FILES[name]})

    assert "<p>Own footer</p>Site" in site.text("index.html")


def test_the_search_dialog_leads_to_the_search_page_from_every_folder(site):
    for page, search in (
        ("index.html", "search.html"),
        ("guides/lamp.html", "../search.html"),
        ("guides/sheet.html", "../search.html"),
        ("404.html", "/search.html"),
    ):
        assert site.page(page).select_one("#sj-finder form")["action"] == search


def test_the_search_dialog_is_in_the_language_of_the_page(build_site):
    languages = [
        {"language": "en", "pages": ["index", "two"]},
        {"language": "fr", "pages": ["fr", "deux"]},
    ]
    names = ("index", "two", "fr", "deux")
    settings = {"name": "A", "navigation": {"languages": languages}}
    pages = {f"{name}.md": f"# {name}\n" for name in names}
    site = build_site({"site.json": settings, **pages})

    labels = [site.page(f"{name}.html").select_one("#sj-finder")["aria-label"] for name in names]
    assert labels == ["Search", "Search", "Recherche", "Recherche"]


def test_a_search_dialog_of_the_project_may_depend_on_the_page(build_two_pages):
    dialog = "<dialog>{{ pagename }}</dialog>"
    site = build_two_pages({"_templates/partials/search-dialog.html": dialog})

    assert "<dialog>index</dialog>" in site.text("index.html")
    assert "<dialog>other</dialog>" in site.text("other.html")


TABS = {
    "name": "A",
    "navigation": {
        "tabs": [
            {"tab": "Start", "pages": ["index"]},
            {"tab": "Guides", "icon": "book", "pages": ["guides/one", "guides/two", "guides/zero"]},
            {"tab": "Rest", "pages": ["rest/last"]},
        ]
    },
}


def test_pages_of_a_folder_share_their_tabs(build_site):
    names = ("index", "guides/one", "guides/two", "guides/zero", "rest/last")
    pages = {f"{name}.md": f"# {name}\n" for name in names}
    site = build_site({"site.json": TABS, **pages})

    def tabs(name):
        links = site.page(f"{name}.html").select(".sj-topbar .sj-tab")
        return [(link["href"], "aria-current" in link.attrs) for link in links]

    home, rest = ("../index.html", False), ("../rest/last.html", False)
    # A page links to itself in another way.
    assert tabs("guides/one") == [home, ("#", True), rest]
    assert tabs("guides/two") == tabs("guides/zero") == [home, ("one.html", True), rest]
    assert tabs("rest/last") == [home, ("../guides/one.html", False), ("#", True)]
    icon = site.page("guides/two.html").select_one(".sj-tab use")["href"]
    assert site.page("guides/two.html").select_one(icon)


def test_pages_of_a_folder_differ_in_what_the_project_adds_to_some(build_two_pages):
    site = build_two_pages(
        {"_static/other.css": "", "_static/other.js": ""},
        """
html_static_path = ["_static"]

def add_files(app, pagename, templatename, context, doctree):
    if pagename == "other":
        app.add_css_file("other.css")
        app.add_js_file("other.js")

def setup(app):
    app.connect("html-page-context", add_files)
""",
    )

    for name, count in (("index", 0), ("other", 1), ("search", 0)):
        page = site.page(f"{name}.html")
        assert len(page.select('link[href*="other.css"]')) == count
        assert len(page.select('script[src*="other.js"]')) == count


def test_a_macro_of_the_project_may_depend_on_the_page(build_two_pages):
    macro = (THEME / "macros/controls.html").read_text(encoding="utf-8")
    brand = 'class="sj-brand"'
    macro = macro.replace(brand, f'{brand} data-uri="{{{{ sj.target_uri }}}}"')
    site = build_two_pages({"_templates/macros/controls.html": macro})

    for name in ("index.html", "other.html"):
        assert site.page(name).select_one(".sj-topbar .sj-brand")["data-uri"] == name


def test_forms_and_labels_say_only_what_html_allows(build_site):
    tabs = "# Home\n\n::::{tab-set}\n:::{tab-item} One\nText\n:::\n::::\n"
    conf = 'myst_enable_extensions = ["colon_fence"]'
    site = build_site({"index.md": tabs, "site.json": {"name": "A", "navigation": []}}, conf=conf)
    label = site.page("index.html").select_one("label.sd-tab-label")

    assert site.page("search.html").select_one("form.sj-search-page").get("action", "#") != ""
    assert label["for"]
    assert "aria-controls" not in label.attrs
