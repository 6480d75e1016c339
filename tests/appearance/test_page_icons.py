"""Icons in built pages."""

import pytest

from sphinx_sitejson.appearance.icons import StrokeIcons
from sphinx_sitejson.appearance.page_icons import icon_markup, icon_sprite
from sphinx_sitejson.settings.structure import PLATFORMS

SHIP = '<svg viewBox="0 0 16 16"><script>alert(1)</script><path d="M1 2h3"/></svg>'
DIRECTIVE = """
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx_sitejson.appearance.page_icons import icon_markup

class Icon(Directive):
    required_arguments = 1

    def run(self):
        return [nodes.raw("", str(icon_markup(self.arguments[0])), format="html")]

def setup(app):
    app.add_directive("icon", Icon)
    return {"parallel_read_safe": True}
"""


def settings(**extra):
    return {
        "name": "Icons",
        "navigation": [
            {
                "group": "Start",
                "icon": "seedling",
                "pages": ["index", {"group": "Fold", "icon": "bell", "pages": ["second"]}],
            }
        ],
        "anchors": [{"name": "Code", "icon": "github", "url": "https://example.com"}],
        "footer": {"socials": {"x": "https://x.example", "hacker-news": "https://b.example"}},
        **extra,
    }


def site_files(body="", **extra):
    return {
        "site.json": settings(**extra),
        "index.md": f"---\nicon: rocket\n---\n# Home\n{body}",
        "second.md": "# Second\n",
        "icon_directive.py": DIRECTIVE,
        "own/ship.svg": SHIP,
        "images/crane.svg": SHIP,
    }


CONF = """
import sys
sys.path.insert(0, __import__("os").path.dirname(__file__))
extensions.append("icon_directive")
sitejson_icons_path = "own"
"""


def symbols(page):
    return [symbol["id"] for symbol in page.select("symbol")]


def test_the_markup_of_an_icon_names_its_drawing_and_nothing_else():
    assert str(icon_markup("book", "duotone")) == (
        '<svg class="sj-icon" width="1em" height="1em" aria-hidden="true">'
        '<use href="#sj-icon-solid-book"/></svg>'
    )
    assert "<b>" not in icon_markup('<b>"')


def test_each_icon_is_in_a_page_once_and_only_if_it_is_used(build_clean):
    body = "```{icon} bell\n```\n```{icon} bell\n```\n```{icon} ship\n```\n"
    site = build_clean(site_files(body), conf=CONF)

    page = site.page("index.html")
    used = {use["href"] for use in page.select("use")}
    assert used == {f"#{name}" for name in symbols(page)}
    assert len(symbols(page)) == len(set(symbols(page)))
    assert {"#sj-icon-solid-bell", "#sj-icon-solid-ship", "#sj-icon-solid-rocket"} < used
    assert page.select_one("#sj-icon-solid-ship path")["d"] == "M1 2h3"

    assert "sj-icon-solid-ship" not in site.text("second.html")
    assert "alert(1)" not in site.text("index.html")


def test_the_drawings_come_along_under_other_themes(build_site):
    site = build_site(site_files("```{icon} bell\n```\n"), conf=CONF + 'html_theme = "alabaster"\n')

    assert symbols(site.page("index.html")) == ["sj-icon-solid-bell"]


def test_an_image_of_the_project_or_of_another_site_serves_as_an_icon(build_clean):
    body = "```{icon} /images/crane.svg\n```\n```{icon} https://example.com/x.png\n```\n"
    files = site_files(body)
    files["deep/page.md"] = "---\nicon: /images/crane.svg\n---\n# Deep\n" + body
    files["site.json"] = settings(
        tabs=[{"name": "Deep", "url": "deep", "icon": "/images/crane.svg"}],
        navigation=[{"group": "All", "pages": ["index", "second", "deep/page"]}],
    )
    site = build_clean(files, conf=CONF)

    for page, way in (("index.html", "./"), ("deep/page.html", "../")):
        sources = {image["src"] for image in site.page(page).select("img.sj-icon")}
        assert sources == {f"{way}_static/site/images/crane.svg", "https://example.com/x.png"}
        # It is drawn in black, and in white on a dark page.
        inked = {image["src"] for image in site.page(page).select("img[data-ink]")}
        assert inked == {f"{way}_static/site/images/crane.svg"}
    assert site.text("_static/site/images/crane.svg") == SHIP


@pytest.mark.parametrize("parallel", [0, 2])
def test_unknown_icons_are_named_with_their_place(build_site, parallel):
    files = site_files("```{icon} boook\n```\n```{icon} /images/none.svg\n```\n")
    files["second.md"] = "---\nicon: no-such-thing\n---\n# Second\n"
    files["site.json"] = settings(
        tabs=[{"name": "T", "url": "https://example.com", "icon": "tabl"}]
    )
    site = build_site(files, conf=CONF, parallel=parallel)

    lines = sorted(line.partition("/source/")[2] for line in site.warnings.splitlines())
    assert [line.split(" WARNING: ")[0] for line in lines] == [
        "index.md:", "index.md:", "second.md:2:", "site.json:36:15:",
    ]  # fmt: skip
    assert 'Did you mean "book"? [sitejson.unknown_icon]' in site.warnings
    assert 'Did you mean "table"? [sitejson.unknown_icon]' in site.warnings
    assert '"/images/none.svg" is not in the project' in site.warnings
    assert not site.page("index.html").select("main img")


def test_an_unknown_icon_of_a_snippet_is_reported_once_with_the_line_of_the_snippet(build_site):
    page = (
        'import { cards } from "/snippets/cards.mdx";\n\n'
        "{cards.map((card) => <Card title='C' icon={card.icon} />)}\n"
    )
    files = site_files("Text.\n")
    files["second.mdx"] = f"---\ntitle: Second\n---\n\n{page}"
    files["third.mdx"] = files["second.mdx"]
    files["snippets/cards.mdx"] = 'export const cards = [\n  { icon: "boook" },\n];\n'
    del files["second.md"]
    site = build_site(files, conf=CONF)

    assert site.warnings.count("snippets/cards.mdx:2: WARNING: there is no icon") == 1


def test_a_changed_icon_of_the_owner_is_shown(build_site):
    site = build_site(site_files("```{icon} ship\n```\n"), conf=CONF)
    again = site.rebuild({"own/ship.svg": SHIP.replace("M1 2h3", "M5 6h7")})

    assert again.page("index.html").select_one("#sj-icon-solid-ship path")["d"] == "M5 6h7"


def test_strokes_of_lucide_take_the_place_of_filled_drawings(build_site):
    names = ("bell", "ship", "house", "magnifying-glass", "democrat")
    body = "".join(f"```{{icon}} {name}\n```\n" for name in names)
    files = site_files(body)
    plain = build_site(files, conf=CONF)
    assert not plain.page("index.html").select("#sj-icon-solid-bell [stroke]")
    site = plain.rebuild({"site.json": {**files["site.json"], "icons": {"library": "lucide"}}})

    assert plain.warnings == site.warnings == ""
    page = site.page("index.html")

    def shapes(name):
        return page.select(f"#sj-icon-{name} :is(path, rect, circle)")

    for name in ("solid-bell", "solid-house", "solid-magnifying-glass"):
        assert {shape["stroke"] for shape in shapes(name)} == {"currentColor"}, name
    # Icons of the project come first; brands, and what Lucide lacks, are from Font Awesome.
    assert [shape["d"] for shape in shapes("solid-ship")] == ["M1 2h3"]
    assert not any(shape.get("stroke") for shape in shapes("solid-democrat"))
    brand, cross = (icon_markup("x", kind) for kind in ("brands", "solid"))
    assert icon_sprite(brand, StrokeIcons({})) == icon_sprite(brand, {})
    assert icon_sprite(cross, StrokeIcons({})) != icon_sprite(cross, {})


def test_a_folder_that_is_missing_and_a_file_that_is_no_icon_are_reported(build_site):
    files = site_files()
    site = build_site(files, conf='sitejson_icons_path = "nowhere"')
    assert '"sitejson_icons_path": "nowhere" is not a folder' in site.warnings

    files["own/ship.svg"] = "<svg>\n<g>\n</svg>"
    files["own/text.svg"] = "<p/>"
    warnings = build_site(files, conf=CONF).warnings
    reason = "the icon cannot be used: it is not valid XML (mismatched tag)."
    assert f"ship.svg:3:3: WARNING: {reason} [sitejson.unknown_icon]" in warnings
    assert "text.svg:1: WARNING: the icon cannot be used: it is not SVG." in warnings


def test_socials_of_the_footer_have_icons_and_names(build_site):
    page = build_site(site_files()).page("index.html")

    links = page.select(".sj-socials a")
    assert [link.get_text().strip() for link in links] == [
        "X (opens in a new tab)",
        "Hacker News (opens in a new tab)",
    ]
    assert [link.use["href"].removeprefix("#sj-icon-brands-") for link in links] == [
        "x",
        "hacker-news",
    ]


@pytest.mark.parametrize("key", ["footer", "footerSocials"])
def test_every_platform_has_an_icon_in_the_footer(build_clean, key):
    socials = {name: f"https://example.com/{name}" for name in PLATFORMS}
    keys = {"footer": {"socials": socials}} if key == "footer" else {"footer": {}, key: socials}
    page = build_clean(site_files(**keys), conf=CONF).page("index.html")

    links = page.select(".sj-socials a")
    assert [link["href"] for link in links] == [*socials.values()]
    assert all(page.select_one(link.use["href"]) for link in links)


def icons_in(page, place):
    return [use["href"].removeprefix("#sj-icon-") for use in page.select(f"{place} .sj-icon use")]


REGULAR = {"icon": "star", "iconType": "regular"}


def test_groups_and_anchors_have_icons_in_the_style_that_they_name(build_clean):
    folds = [
        {"group": "One", **REGULAR, "pages": ["second"]},
        {"group": "Two", "icon": "star", "pages": ["deep/page"]},
    ]
    keys = {
        "navigation": [{"group": "All", "pages": ["index", *folds]}],
        "anchors": [{"name": "Deep", "url": "deep", **REGULAR},
                    {"name": "Code", "url": "https://example.com", "icon": "star"}],
    }  # fmt: skip
    files = site_files(**keys, topAnchor={"icon": "bell"})
    files["deep/page.md"] = "# Deep\n"
    page = build_clean(files, conf=CONF).page("index.html")

    assert icons_in(page, ".sj-anchors") == ["solid-bell", "regular-star", "solid-star"]
    assert icons_in(page, ".sj-tree summary") == ["regular-star"]
    deep = build_clean({**files, "site.json": settings(**keys)}, conf=CONF).page("deep/page.html")
    assert icons_in(deep, ".sj-anchors") == ["solid-book-open", "regular-star", "solid-star"]
    assert deep.select_one(".sj-anchors a").get_text(strip=True) == "Documentation"
    assert icons_in(deep, ".sj-tree summary") == ["solid-star"]
    regular = settings(**keys, topAnchor={"icon": "bell", "iconType": "regular"})
    page = build_clean({**files, "site.json": regular}, conf=CONF).page("index.html")
    assert icons_in(page, ".sj-anchors")[0] == "regular-bell"


def test_tabs_and_links_of_the_bar_have_their_icons(build_clean):
    address = "https://example.com"
    keys = {
        "tabs": [{"name": "A", "url": address, **REGULAR},
                 {"name": "B", "url": address, "icon": "star"}],
        "topbarLinks": [{"name": "Help", "icon": "bell", "url": address}],
        "topbarCtaButton": {"name": "Buy", "icon": "rocket", "url": address},
    }  # fmt: skip
    page = build_clean(site_files(**keys), conf=CONF).page("index.html")

    assert icons_in(page, ".sj-topbar .sj-tabs") == ["regular-star", "solid-star"]
    assert icons_in(page, ".sj-topbar .sj-links > ul") == ["solid-bell"]
    assert icons_in(page, ".sj-topbar .sj-call") == ["solid-rocket"]


def test_a_missing_file_and_an_unknown_style_are_reported_with_their_line(build_site):
    page = 'Text.\n\n<Icon icon="own/ship.png" />\n\n<Icon icon="rocket" iconType="sold" />\n'
    settings = {"name": "S", "navigation": []}
    site = build_site({"site.json": settings, "index.mdx": page})

    missing, unknown = sorted(site.warnings.splitlines())
    assert 'index.mdx:3: WARNING: the file "own/ship.png" is not in the project' in missing
    message = '<Icon>: "iconType" cannot be "sold". Did you mean "solid"?'
    assert f"index.mdx:5: WARNING: {message}" in unknown
