"""Fonts of the system, of a file, or of the catalog when one is named."""

from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from sphinx_sitejson.appearance import fonts
from sphinx_sitejson.appearance.fonts import (
    CODE,
    LATIN,
    SANS,
    SERIF,
    THEME_FAMILIES,
    catalog_links,
    code_family,
    css_family,
    face_weights,
    file_fonts,
    has_variations,
    theme_font_files,
    theme_font_license,
    theme_fonts,
)
from sphinx_sitejson.settings.appearance import Fonts
from sphinx_sitejson.theme import files as theme_files

SITE = {"name": "Site", "navigation": [{"group": "Group", "pages": ["index"]}]}
PAGE = "---\ntitle: Start\n---\n\nText.\n"


def links(value):
    return list(catalog_links(Fonts.from_json(value)))


@pytest.mark.parametrize(
    ("value", "start", "end"),
    [
        ({"family": "Open Sans"}, "css?family=Open+Sans:400,", "&display=swap"),
        ({"headings": {"family": "Lora", "weight": 560}},
         "css2?family=Lora:wght@400;500;560;600;700&", ""),
        ({"family": "Inter", "weight": 300}, "css?family=Inter:300,", ""),
    ],
    ids=["a family", "a precise weight of a variable font", "a weight that the theme lacks"],
)  # fmt: skip
def test_what_the_catalog_is_asked_for(value, start, end):
    (link,) = links(value)

    assert link.startswith(f"https://fonts.googleapis.com/{start}")
    assert link.endswith(end)


def test_each_family_is_asked_for_once():
    both = {"headings": {"family": "Lora", "weight": 800}, "body": {"family": "Lora"}}

    assert len(links(both)) == 1
    assert len(links({**both, "body": {"family": "Open Sans"}})) == 2


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"family": "Georgia"},
        {"family": "system-ui"},
        {"family": "Inter", "weight": 560},
        {"family": "Own", "url": "/own.woff2", "format": "woff2"},
    ],
)
def test_other_fonts_ask_nothing_of_another_host(value):
    assert links(value) == []


def test_generic_families_are_words():
    assert css_family("system-ui") == "system-ui"
    assert css_family("Open Sans") == '"Open Sans"'


def test_a_file_for_both_uses_is_one_file():
    font = {"family": "Own", "url": "/own.woff2", "format": "woff2"}

    assert len(file_fonts(Fonts.from_json(font))) == 1


def test_a_file_of_two_families_is_loaded_for_both():
    headings, body = ({"family": name, "url": "/own.woff", "format": "woff"} for name in "AB")

    found = file_fonts(Fonts.from_json({"headings": headings, "body": body}))
    assert [font.family for font in found] == ["A", "B"]


@pytest.mark.parametrize(("headings", "body"), [(700, None), (None, 700), (700, 400), (400, 700)])
def test_a_file_for_both_uses_has_the_lighter_weight(headings, body):
    font = {"family": "Own", "url": "/own.woff", "format": "woff"}
    weights = {"headings": headings, "body": body}
    uses = {use: font | ({"weight": weight} if weight else {}) for use, weight in weights.items()}

    (found,) = file_fonts(Fonts.from_json(uses))
    assert (found.weight or 400) == 400


STATIC_FONTS = Path(find_spec("rest_framework").origin).parent / "static/rest_framework/fonts"
STATIC = [
    theme_font_files(CODE)["symbols"],
    *(STATIC_FONTS / f"glyphicons-halflings-regular.{end}" for end in ("ttf", "woff", "woff2")),
]
VARIABLE = [
    *(theme_font_files(family)[LATIN] for family in sorted(THEME_FAMILIES)),
    Path(find_spec("sphinxext.opengraph").origin).parent / "_static/Roboto-Flex.ttf",
]


def collection(font: bytes) -> bytes:
    """Return a collection whose only font starts after its header."""
    return b"ttcf" + bytes([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16]) + font


def woff(font: bytes) -> bytes:
    """Return the header and the list of tables of a font as WOFF."""
    count = int.from_bytes(font[4:6])
    tags = (font[at : at + 4] for at in range(12, 12 + 16 * count, 16))
    return b"wOFF" + bytes(8) + font[4:6] + bytes(30) + b"".join(tag + bytes(16) for tag in tags)


@pytest.mark.parametrize("file", [*STATIC, *VARIABLE], ids=lambda file: file.name)
def test_a_font_file_tells_whether_it_is_variable(file):
    content = file.read_bytes()

    assert has_variations(content) == (file in VARIABLE)
    if file.suffix == ".ttf":
        assert has_variations(collection(content)) == (file in VARIABLE)
        assert has_variations(woff(content)) == (file in VARIABLE)


def test_a_table_of_woff2_may_be_named_in_full():
    header = b"wOF2" + bytes(8) + bytes([0, 2]) + bytes(34)

    assert has_variations(header + b"\x3fFFTM\x1c" + b"\x3ffvar\x20")
    assert not has_variations(header + b"\x3fFFTM\x2f" + b"\x3ffva_\x2f")


@pytest.mark.parametrize("start", [b"", b"wOF2", b"wOFF", b"ttcf", b"OTTO", b"<html"])
def test_damaged_font_files_are_not_variable(start, tmp_path):
    for rest in (b"", b"\xff" * 7, b"\xff" * 200_000, b"\x00\x01" * 100_000):
        file = tmp_path / "own.woff2"
        file.write_bytes(start + rest)
        font = Fonts.from_json({"family": "A", "url": "/a", "format": "woff2", "weight": 300}).body

        assert face_weights(font, file) == "300"


@pytest.mark.parametrize("file", [STATIC[-1], VARIABLE[0]], ids=lambda file: file.name)
def test_a_font_file_may_end_anywhere(file):
    content = file.read_bytes()[:200]

    found = [has_variations(content[:end]) for end in range(len(content))]
    assert sorted(found) == found
    assert found[-1] == (file in VARIABLE)


@pytest.mark.parametrize(
    ("weight", "static", "remote"),
    [(None, "400", ""), (300, "300", ""), (560, "560", ""), (700, "700", "700 1000")],
)
def test_a_font_has_the_weights_of_its_file(weight, static, remote):
    value = {"family": "Own", "url": "/own.woff2", "format": "woff2"}
    font = Fonts.from_json(value | ({"weight": weight} if weight else {})).body

    assert face_weights(font, STATIC[-1]) == static
    assert face_weights(font, VARIABLE[0]) == "1 1000"
    assert face_weights(font, None) == remote
    assert face_weights(font, Path("missing.woff2")) == static


def test_a_font_file_is_copied_and_linked_from_the_style_sheet(build_clean):
    font = {"family": "Own", "url": "/fonts/own.woff2", "format": "woff2", "weight": 560}
    site = build_clean(
        {"site.json": {**SITE, "font": font}, "index.mdx": PAGE, "fonts/own.woff2": b"font"}
    )
    style = site.text("_static/sitejson.css")

    assert 'url("site/fonts/own.woff2") format("woff2")' in style
    assert site.exists("_static/site/fonts/own.woff2")
    assert '--sj-font-body:"Own"' in style
    assert "--sj-weight-headings:560" in style
    assert "fonts.g" not in site.text("index.html")


def test_headings_and_text_have_their_own_font_and_weight(build_clean):
    fonts = {"headings": {"family": "Lora", "weight": 560}, "body": {"family": "Georgia"}}
    site = build_clean({"site.json": {**SITE, "font": fonts}, "index.mdx": PAGE})

    style = site.text("_static/sitejson.css").replace(": ", ":")
    assert '--sj-font-headings:"Lora"' in style
    assert '--sj-font-body:"Georgia"' in style
    assert "--sj-weight-headings:560" in style


@pytest.mark.parametrize("kind", ["woff", "woff2"])
def test_a_font_file_has_the_format_of_the_settings(build_clean, kind):
    font = {"family": "Own", "url": "https://example.com/font?name=own", "format": kind}
    site = build_clean({"site.json": {**SITE, "font": font}, "index.mdx": PAGE})

    assert f'format("{kind}")' in site.text("_static/sitejson.css").replace("'", '"')


def test_a_catalog_font_is_linked_on_the_page(build_site):
    site = build_site({"site.json": {**SITE, "font": {"family": "Lora"}}, "index.mdx": PAGE})
    head = site.page("index.html").head

    hosts = [link["href"] for link in head.select("link[rel=preconnect]")]
    assert hosts == ["https://fonts.googleapis.com", "https://fonts.gstatic.com"]
    assert head.select_one('link[rel=stylesheet][href^="https://fonts.googleapis.com/"]')


@pytest.fixture
def build_with_package(build_site, monkeypatch, tmp_path):
    """Build a site while the fonts of these names are installed as a package."""

    def build(*names):
        tmp_path.joinpath("OFL.txt").write_text("free", "utf-8")
        files = {name: tmp_path / f"{name}.ttf" for name in names}
        for file in files.values():
            file.write_bytes(b"font")
        point = SimpleNamespace(load=lambda: files)
        fonts.packaged_fonts.cache_clear()
        monkeypatch.setattr(fonts, "find_spec", lambda name: object())
        monkeypatch.setattr(fonts, "entry_points", lambda group: [point])
        monkeypatch.setattr(theme_files, "convert_to_woff2", lambda file: b"small")
        settings = {"name": "S", "navigation": [], "font": {"family": "Harbour Sans"}}
        return build_site({"site.json": settings, "index.md": "# Home\n"})

    yield build
    fonts.packaged_fonts.cache_clear()


def test_a_font_of_a_package_is_served_by_the_site(build_with_package):
    site = build_with_package("HarbourSans-Regular", "HarbourSans-SemiboldIt", "HarbourSans-Bold")

    assert site.warnings == ""
    assert "googleapis" not in site.text("index.html")
    style = site.text("_static/sitejson.css")
    assert style.count('@font-face{font-family:"Harbour Sans"') == 2
    assert "fonts/harboursans-bold.woff2" in style and "optional" in style
    served = {path.name for path in (site.outdir / "_static/fonts").iterdir()}
    of_package = {"harboursans-regular.woff2", "harboursans-bold.woff2", "harboursans.txt"}
    assert {name for name in served if not name.startswith("jetbrains-mono")} == of_package


@pytest.mark.parametrize(
    ("text", "installed", "code"),
    [
        ("Source Sans Pro", {"Source Sans Pro", "Source Code Pro"}, "Source Code Pro"),
        ("Source Serif Pro", {"Source Serif Pro", "Source Code Pro"}, "Source Code Pro"),
        ("IBM Plex Sans", {"IBM Plex Sans", "IBM Plex Mono"}, "IBM Plex Mono"),
        ("Roboto", {"Roboto", "Roboto Mono"}, "Roboto Mono"),
        ("Noto Sans", {"Noto Sans", "Noto Sans Mono"}, "Noto Sans Mono"),
        ("Roboto", {"Roboto", "Source Code Pro"}, ""),
        # The text comes from elsewhere, so the code does not come from here.
        ("Roboto", {"Roboto Mono"}, ""),
        ("Georgia", {"Georgia", "Georgia Mono"}, ""),
    ],
)
def test_the_code_face_of_a_packaged_family_comes_with_it(monkeypatch, text, installed, code):
    monkeypatch.setattr(fonts, "packaged_fonts", lambda family: family in installed)

    assert code_family(Fonts.from_json({"family": text})) == code


def test_code_is_shown_in_the_face_that_comes_with_the_text(build_with_package):
    site = build_with_package("HarbourSans-Regular", "HarbourCode-Regular")

    style = site.text("_static/sitejson.css")
    assert '--sj-font-mono:"Harbour Code"' in style.replace(": ", ":")
    assert style.count("@font-face") == style.count("optional") == 2
    assert site.exists("_static/fonts/harbourcode-regular.woff2")


OWN = {"family": "Own", "url": "/own.woff2", "format": "woff2"}


@pytest.mark.parametrize(
    ("value", "theme", "families"),
    [
        ({}, "venus", (SANS, CODE)),
        ({}, "quill", (SANS, SERIF, CODE)),
        ({"family": "Inter", "weight": 560}, "quill", (SANS, CODE)),
        ({"family": "system-ui"}, "quill", ()),
        ({"family": "Georgia"}, "venus", ()),
        ({"family": "Lora"}, "quill", (CODE,)),
        ({"headings": {"family": "Lora"}}, "quill", (SANS, CODE)),
        ({"body": {"family": "Lora"}}, "quill", (SERIF, CODE)),
        (OWN, "venus", (CODE,)),
        # The family is the theme's, but not the file, or not the weight.
        ({**OWN, "family": "Inter"}, "venus", (CODE,)),
        ({"headings": {"family": "Inter", "weight": 900}}, "venus", (CODE,)),
    ],
)
def test_a_site_has_the_fonts_of_the_theme_that_it_uses(value, theme, families):
    assert theme_fonts(Fonts.from_json(value), theme) == families


@pytest.mark.parametrize("family", sorted(THEME_FAMILIES))
def test_the_fonts_of_the_theme_are_small_and_free(family):
    largest = {LATIN: 40_000, "latin-ext": 62_000, "symbols": 5_000}
    for end, file in theme_font_files(family).items():
        assert file.read_bytes().startswith(b"wOF2")
        assert file.stat().st_size <= largest[end]
    assert "SIL OPEN FONT LICENSE" in theme_font_license(family).read_text("utf-8")


def test_the_first_paint_of_a_page_needs_60_kilobytes_of_fonts_or_less():
    files = [theme_font_files(family)[LATIN] for family in (SANS, CODE)]

    assert sum(file.stat().st_size for file in files) <= 60_000


def served(site):
    folder = site.outdir / "_static/fonts"
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


def test_the_fonts_of_the_theme_are_served_with_their_licenses(build_site):
    site = build_site({"site.json": {**SITE, "theme": "quill"}, "index.mdx": PAGE + "\n`code`\n"})
    style = site.text("_static/sitejson.css")

    names = {"inter", "newsreader", "jetbrains-mono"}
    expected = {f"{name}-{end}.woff2" for name in names for end in ("latin", "latin-ext")}
    assert served(site) == {
        *expected, "jetbrains-mono-symbols.woff2", *(f"{name}.txt" for name in names)
    }  # fmt: skip
    assert style.count("@font-face") == style.count("unicode-range") == 7
    assert site.page("index.html").html["data-fonts"].split() == [
        f"_static/fonts/{name}-latin.woff2" for name in ("inter", "newsreader", "jetbrains-mono")
    ]


def test_a_page_without_code_asks_for_no_font_of_code(build_site):
    site = build_site({"site.json": SITE, "index.mdx": PAGE})

    assert site.page("index.html").html["data-fonts"] == "_static/fonts/inter-latin.woff2"


def test_system_fonts_leave_the_fonts_of_the_theme_out(build_site):
    files = {"site.json": SITE, "index.mdx": PAGE}
    assert served(build_site(files))

    site = build_site({**files, "site.json": {**SITE, "font": {"family": "system-ui"}}})

    assert served(site) == set()
    style = site.text("_static/sitejson.css")
    assert "@font-face" not in style
    assert "--sj-font-mono:ui-monospace" in style
    assert "data-fonts" not in site.text("index.html")


@pytest.mark.parametrize(
    ("theme", "builder"), [("alabaster", "html"), ("sitejson", "epub"), ("sitejson", "text")]
)
def test_other_themes_and_builders_have_no_font(build_site, theme, builder):
    site = build_site(
        {"site.json": SITE, "index.mdx": PAGE}, builder=builder, overrides={"html_theme": theme}
    )

    assert not list(site.outdir.rglob("*.woff2"))
