"""The theme's colors can be read whatever the site's color is."""

import re
from itertools import product

import pytest

from sphinx_sitejson.appearance.palette import (
    PRESETS,
    page_colors,
    palette,
    palettes,
    readable_shade,
)
from sphinx_sitejson.common import colors
from sphinx_sitejson.settings.appearance import Colors, PageColors

HUES = [f"#{r}{g}{b}" for r, g, b in product(("00", "80", "ff"), repeat=3)]
BRANDS = ["#4f46e5", "#facc15", "#0D9373", "#fefefe", "#020203", "#111827", "#F7F01D", "#ec4899"]
PAGES = [page for preset in PRESETS.values() for page in (preset.light, preset.dark)]
TEXT = ("heading", "text", "muted", "faint", "accent")
MEANINGS = ("note", "tip", "info", "warning", "danger", "patch", "webhook")


def unreadable(made):
    """Return the pairs of a palette with too little contrast for text."""
    pairs = [(ink, ground) for ink in TEXT for ground in ("page", "surface-1", "surface-2")]
    pairs += [("accent", "accent-active"), ("accent", "accent-hover"), ("solid-ink", "solid")]
    pairs += [("heading", "surface-3"), ("text", "selection")]
    pairs += [(name, ground) for name in MEANINGS for ground in (f"{name}-bg", "page", "surface-2")]
    pairs += [("text", f"{name}-bg") for name in MEANINGS]
    inks = [name for name in made if name.startswith("code-") and name not in GROUNDS]
    inks += MEANINGS
    pairs += [(ink, ground) for ink in inks for ground in GROUNDS_OF_CODE]
    return [
        (ink, ground, round(colors.contrast(made[ink], made[ground]), 2))
        for ink, ground in pairs
        if colors.contrast(made[ink], made[ground]) < colors.READABLE
    ]


GROUNDS_OF_CODE = ("code-bg", "code-mark", "code-added", "code-removed")
GROUNDS = {*GROUNDS_OF_CODE, "code-head", "code-border"}


@pytest.mark.parametrize("page", sorted(set(PAGES)))
def test_text_is_readable_with_every_primary_color(page):
    for primary in (*HUES, *BRANDS):
        assert unreadable(palette(primary=primary, page=page)) == [], primary


@pytest.mark.parametrize("page", ["#fff7ed", "#1e293b", "#000000", "#f0f9ff", "#2b1055", "#dcfce7"])
def test_text_is_readable_on_pages_with_a_color(page):
    for primary in BRANDS:
        assert unreadable(palette(primary=primary, page=page)) == [], primary


def test_controls_can_be_seen():
    for page in PAGES:
        made = palette(primary="#4f46e5", page=page)
        assert colors.contrast(made["control-border"], page) >= colors.VISIBLE


def test_a_readable_color_is_kept():
    assert palette(primary="#4f46e5", page="#ffffff")["accent"] == "#4f46e5"


def test_a_button_that_would_not_be_seen_takes_the_accent():
    light, dark = palettes(None, Colors(primary="#fefefe"))

    assert light["solid"] == light["accent"]
    assert dark["solid"] == "#fefefe"


@pytest.mark.parametrize("page", ["#777777", "#808080"])
def test_an_impossible_page_ends_all_the_same(page):
    made = palette(primary="#4f46e5", page=page)

    assert colors.contrast(made["text"], page) >= colors.READABLE


def test_readable_moves_no_further_than_it_must():
    moved = readable_shade("#facc15", ["#ffffff"], colors.READABLE)

    assert colors.READABLE <= colors.contrast(moved, "#ffffff") < colors.READABLE + 0.2


def test_every_preset_has_colors_of_its_own():
    seen = {tuple(sorted(palettes(theme, None)[0].items())) for theme in PRESETS}

    assert len(seen) == len(PRESETS)


def test_borders_can_be_seen_on_a_black_page():
    tokens = palette(primary="#4f46e5", page="#000000")
    usual = palette(primary="#4f46e5", page=PRESETS[None].dark)

    least = colors.contrast(usual["border"], usual["page"])
    assert colors.contrast(tokens["border"], "#000000") >= least
    assert tokens["code-bg"] != "#000000"


@pytest.mark.parametrize("page", ["#0d0e14", "#171512"])
def test_surfaces_on_a_dark_page_have_its_tint(page):
    tokens = palette(primary="#0a7d55", page=page)
    tint = colors.to_oklch(page).chroma
    for name in ("surface-1", "surface-2", "surface-3"):
        assert colors.to_oklch(tokens[name]).chroma > 0.8 * tint, name


def test_the_page_color_of_the_settings_wins():
    given = Colors(primary="#4f46e5", background=PageColors(light="#fff7ed", dark=None))

    assert page_colors("quill", given) == ("#fff7ed", PRESETS["quill"].dark)


PAGE = "---\ntitle: Start\n---\n\nText.\n"


def site_with(**settings):
    navigation = [{"group": "Group", "pages": ["index"]}]
    return {"site.json": {"name": "X", **settings, "navigation": navigation}, "index.mdx": PAGE}


def test_a_color_that_is_mended_is_an_information_with_the_nearest_color(build_clean):
    site = build_clean(site_with(colors={"primary": "#FACC15"}))

    (line,) = [line for line in site.status.splitlines() if "has a contrast of" in line]
    assert re.search(r"site\.json:4:16 colors\.primary: ", line)
    assert "#FACC15 on #ffffff has a contrast of 1.5, and text needs 4.5" in line
    nearest = re.search(r"passes is (#\w+)\.", line)[1]
    assert colors.READABLE <= colors.contrast(nearest, "#ffffff") < 4.7


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"colors": {"primary": "#4f46e5", "light": "#312e81"}}, "colors.light"),
        ({"colors": {"primary": "#111111", "background": {"light": "#555555", "dark": "#000"}}},
         "colors.background.light"),
        ({"colors": {"primary": "#111111", "background": {"light": "#fff", "dark": "#aaaaaa"}}},
         "colors.background.dark"),
    ],
)  # fmt: skip
def test_what_the_palette_mends_is_no_warning(build_clean, settings, key):
    site = build_clean(site_with(**settings))

    assert site.status.count(f" {key}: ") == 1


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"colors": {"primary": "#111111", "anchors": {"from": "#000000", "to": "#ffffff"}}},
         "colors.anchors"),
        ({"anchors": [{"name": "A", "url": "https://example.com",
         "color": {"from": "#000", "to": "#fff"}}]}, "anchors[0].color"),
    ],
)  # fmt: skip
def test_a_gradient_that_hides_its_icon_is_a_warning(build_site, settings, key):
    site = build_site(site_with(**settings))

    assert site.warnings.count("WARNING") == 1
    assert f"WARNING: {key}: " in site.warnings
    assert "[sitejson.contrast]" in site.warnings


def test_colors_that_pass_are_not_mentioned(build_site):
    given = {
        "primary": "#0A7D55",
        "light": "#4ADE9F",
        "dark": "#0A7D55",
        "background": {"light": "#fffaf0", "dark": "#101010"},
        "anchors": {"from": "#0A7D55", "to": "#4ADE9F"},
    }

    assert build_site(site_with(colors=given)).warnings == ""


def test_grays_are_for_shapes_only(build_site):
    assert build_site(site_with(colors={"primary": "#eeeeee"})).warnings == ""
