"""Fonts of the system, of a file, or of the catalog when one is named."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sphinx_sitejson.appearance import fonts
from sphinx_sitejson.appearance.fonts import catalog_links, code_family, css_family, file_fonts
from sphinx_sitejson.settings.appearance import Fonts
from sphinx_sitejson.sphinx_ext.theme import files as theme_files

SITE = {"name": "Site", "navigation": [{"group": "Group", "pages": ["index"]}]}
PAGE = "---\ntitle: Start\n---\n\nText.\n"


def links(value):
    return list(catalog_links(Fonts.from_json(value)))


def test_a_family_of_the_catalog_is_asked_for_by_name():
    (link,) = links({"family": "Open Sans"})

    assert link.startswith("https://fonts.googleapis.com/css?family=Open+Sans:400,")
    assert link.endswith("&display=swap")


def test_a_precise_weight_is_asked_of_a_variable_font():
    (link,) = links({"headings": {"family": "Inter", "weight": 560}})

    assert "css2?family=Inter:wght@400;500;560;600;700&" in link


def test_each_family_is_asked_for_once():
    both = {"headings": {"family": "Inter", "weight": 800}, "body": {"family": "Inter"}}

    assert len(links(both)) == 1
    assert len(links({**both, "body": {"family": "Lora"}})) == 2


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"family": "Georgia"},
        {"family": "system-ui"},
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


def test_a_font_file_is_copied_and_linked_from_the_style_sheet(build_site):
    font = {"family": "Own", "url": "/fonts/own.woff2", "format": "woff2", "weight": 560}
    site = build_site(
        {"site.json": {**SITE, "font": font}, "index.mdx": PAGE, "fonts/own.woff2": b"font"}
    )
    style = site.text("_static/sitejson.css")

    assert site.warnings == ""
    assert 'url("site/fonts/own.woff2") format("woff2")' in style
    assert site.exists("_static/site/fonts/own.woff2")
    assert '--sj-font-body:"Own"' in style
    assert "--sj-weight-headings:560" in style
    assert "fonts.g" not in site.text("index.html")


def test_a_catalog_font_is_linked_on_the_page(build_site):
    site = build_site({"site.json": {**SITE, "font": {"family": "Lora"}}, "index.mdx": PAGE})
    head = site.page("index.html").head

    hosts = [link["href"] for link in head.select("link[rel=preconnect]")]
    assert hosts == ["https://fonts.googleapis.com", "https://fonts.gstatic.com"]
    assert head.select_one('link[rel=stylesheet][href^="https://fonts.googleapis.com/"]')


def test_a_font_of_a_package_is_served_by_the_site(build_site, monkeypatch, tmp_path):
    for name in ("HarbourSans-Regular.ttf", "HarbourSans-SemiboldIt.ttf", "HarbourSans-Bold.ttf"):
        tmp_path.joinpath(name).write_bytes(b"font")
    tmp_path.joinpath("OFL.txt").write_text("free", "utf-8")
    files = {path.stem: str(path) for path in tmp_path.glob("*.ttf")}
    point = SimpleNamespace(load=lambda: files)
    fonts.packaged_fonts.cache_clear()
    monkeypatch.setattr(fonts, "find_spec", lambda name: object())
    monkeypatch.setattr(fonts, "entry_points", lambda group: [point])
    monkeypatch.setattr(
        theme_files, "convert_to_woff2", lambda file: b"small " + file.stem.encode()
    )
    settings = {"name": "S", "navigation": [], "font": {"family": "Harbour Sans"}}
    site = build_site({"site.json": settings, "index.md": "# Home\n"})
    fonts.packaged_fonts.cache_clear()

    assert site.warnings == ""
    assert "googleapis" not in site.text("index.html")
    style = site.text("_static/sitejson.css")
    assert style.count("@font-face") == 2
    assert "fonts/harboursans-bold.woff2" in style and "optional" in style
    served = {path.name for path in (site.outdir / "_static/fonts").iterdir()}
    assert served == {"harboursans-regular.woff2", "harboursans-bold.woff2", "harboursans.txt"}


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


def test_code_is_shown_in_the_face_that_comes_with_the_text(build_site, monkeypatch, tmp_path):
    for name in ("HarbourSans-Regular.ttf", "HarbourCode-Regular.ttf"):
        tmp_path.joinpath(name).write_bytes(b"font")
    files = {path.stem: str(path) for path in tmp_path.glob("*.ttf")}
    fonts.packaged_fonts.cache_clear()
    monkeypatch.setattr(fonts, "find_spec", lambda name: object())
    point = SimpleNamespace(load=lambda: files)
    monkeypatch.setattr(fonts, "entry_points", lambda group: [point])
    monkeypatch.setattr(theme_files, "convert_to_woff2", lambda file: b"small")
    settings = {"name": "S", "navigation": [], "font": {"family": "Harbour Sans"}}
    site = build_site({"site.json": settings, "index.md": "# Home\n"})
    fonts.packaged_fonts.cache_clear()

    style = site.text("_static/sitejson.css")
    assert '--sj-font-mono:"Harbour Code"' in style.replace(": ", ":")
    assert style.count("@font-face") == style.count("optional") == 2
    assert site.exists("_static/fonts/harbourcode-regular.woff2")
