"""Names of ``site.json`` in the language of the site, by the catalogs of the project."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SITE = {
    "name": "Harbour",
    "navigation": [{"group": "Start here",
                    "pages": ["index", {"group": "Inner group", "pages": ["inner"]}]},
                   {"group": "More of it", "pages": ["more/page"]}],
    "primaryTab": {"name": "Guide tab"},
    "tabs": [{"name": "More tab", "url": "more"},
             {"name": "API tab", "url": "api", "openapi": "/harbour.yaml"}],
    "anchors": [{"name": "Community anchor", "url": "https://example.com", "icon": "book"}],
    "topbarLinks": [{"name": "Sign in link", "url": "https://example.com/in"}],
    "topbarCtaButton": {"name": "Start button", "url": "/index"},
    "footer": {"links": [{"title": "Company column",
                          "links": [{"label": "About us", "url": "https://example.com/us"}]}]},
    "search": {"prompt": "Find a ship"},
    "versions": ["v2", "v1"],
}  # fmt: skip
DOCUMENT = """\
openapi: 3.1.0
info: {title: Harbour, version: "1"}
paths:
  /ships:
    get: {tags: [Ships tag], summary: List ships, responses: {"200": {description: Ships.}}}
"""
FILES = {
    "site.json": SITE,
    "harbour.yaml": DOCUMENT,
    "index.mdx": "---\ntitle: Home page\n---\n\nText.\n",
    "inner.md": "# Inner page\n",
    "more/page.rst": "More page\n=========\n",
}
NAMES = {
    "Start here", "Inner group", "More of it", "Guide tab", "More tab", "API tab",
    "Community anchor", "Sign in link", "Start button", "Company column", "About us", "Find a ship",
    "Ships tag",
}  # fmt: skip
GERMAN = 'language = "de"\nlocale_dirs = ["locale"]\n'


def catalogs_of(site) -> dict[str, Path]:
    return {path.stem: path for path in site.outdir.rglob("*.pot")}


def translations(site, suffix: str = ".po") -> dict[str, bytes]:
    """Return a catalog for each template, in which every message begins with "de:"."""
    files = {}
    for name, template in catalogs_of(site).items():
        with template.open("rb") as source:
            catalog = read_po(source, locale="de")
        for message in catalog:
            if message.id:
                message.string = f"de:{message.id}"
        written = BytesIO()
        write_po(written, catalog) if suffix == ".po" else write_mo(written, catalog)
        files[f"locale/de/LC_MESSAGES/{name}{suffix}"] = written.getvalue()
    return files


@pytest.fixture(scope="module")
def collected(build_shared_clean):
    return build_shared_clean(FILES, builder="gettext")


@pytest.mark.oldest
def test_names_are_collected_with_their_lines(collected):
    text = catalogs_of(collected)["index"].read_text(encoding="utf-8")
    with catalogs_of(collected)["index"].open("rb") as source:
        catalog = read_po(source)

    assert {message.id for message in catalog if message.id} == {*NAMES, "Home page", "Text."}
    lines = (collected.srcdir / "site.json").read_text(encoding="utf-8").splitlines()
    for message in catalog:
        for file, line in message.locations:
            if file.endswith("site.json") and message.id != "Ships tag":
                assert f'"{message.id}"' in lines[line - 1], message.id
    assert ":-1" not in text


def test_no_word_of_the_theme_is_in_a_catalog_of_the_project(collected, build_site):
    assert set(catalogs_of(collected)) == {"index", "inner", "more", "api"}
    words = "".join(path.read_text(encoding="utf-8") for path in catalogs_of(collected).values())
    for own in ("This page has moved", "Documentation", "API reference", "Skip to content"):
        assert own not in words, own

    # The templates of the project itself are still read.
    files = {**FILES, "_templates/own.html": "{{ _('A word of the project') }}"}
    site = build_site(files, builder="gettext", conf='templates_path = ["_templates"]')
    assert "A word of the project" in catalogs_of(site)["sphinx"].read_text(encoding="utf-8")


@pytest.mark.oldest
@pytest.mark.parametrize("suffix", [".po", ".mo"])
def test_names_are_in_the_language_of_the_site(collected, build_clean, suffix):
    site = build_clean({**FILES, **translations(collected, suffix)}, conf=GERMAN)
    page = site.page("index.html")
    shown = page.get_text(" ", strip=True)

    assert not [name for name in NAMES - {"Ships tag", "More of it"} if f"de:{name}" not in shown]
    tree = page.select_one("nav.sj-tree").get_text(" ", strip=True)
    assert tree == "de:Start here de:Home page de:Inner group de:Inner page"
    (operation,) = site.outdir.glob("api/**/list-ships.html")
    assert "de:Ships tag" in operation.read_text(encoding="utf-8")
    assert "de:More of it" in site.text("more/page.html")
    assert "v1" in shown and "de:v" not in shown


def test_catalogs_hold_the_written_names_whatever_the_language_is(collected, build_site):
    files = {**FILES, **translations(collected)}
    site = build_site(files, conf=GERMAN, builder="gettext")

    assert "de:" not in catalogs_of(site)["index"].read_text(encoding="utf-8").replace(
        "locale/de", ""
    )


def test_a_changed_translation_is_seen_on_every_page(collected, build_site):
    site = build_site({**FILES, **translations(collected)}, conf=GERMAN)
    name = "locale/de/LC_MESSAGES/index.po"
    changed = (site.srcdir / name).read_text(encoding="utf-8").replace("de:More tab", "de:Mehr")
    again = site.rebuild({name: changed})

    for path in ("index.html", "inner.html", "more/page.html"):
        assert "de:Mehr" in again.text(path), path


def test_without_a_catalog_names_stay_as_they_are(build_clean):
    site = build_clean(FILES, conf=GERMAN)

    assert "Start here" in site.page("index.html").get_text()


def test_other_formats_have_the_translated_names(collected, build_site):
    site = build_site({**FILES, **translations(collected)}, conf=GERMAN, builder="latex")
    book = next(site.outdir.glob("*.tex")).read_text(encoding="utf-8")

    assert "de:Start here" in book
