import json
import pickle
import re

import pytest
from sphinx.domains.python import PythonModuleIndex
from sphinx.locale import _TranslationProxy, get_translation

SITE = {"name": "Harbour", "navigation": [{"group": "Start", "pages": ["index", "ships"]}]}
DOCUMENT = """\
openapi: 3.1.0
info: {title: Harbour, version: "1"}
paths:
  /ships:
    get:
      summary: List ships
      parameters:
        - {name: limit, in: query, required: true, schema: {type: integer, minimum: 1}}
        - {name: names, in: query, schema: {type: array, maxItems: 3, items: {type: string}}}
      responses: {"200": {description: Ships.}}
"""
FILES = {
    "site.json": SITE,
    "harbour.yaml": DOCUMENT,
    "index.md": "# Home\n\nText.\n",
    "ships.mdx": "---\nopenapi: GET /ships\n---\n",
}
OWN = "locales/de/LC_MESSAGES/sitejson.po"


def catalog(**words: str) -> str:
    entries = "\n".join(f'msgid "{label}"\nmsgstr "{text}"\n' for label, text in words.items())
    return f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n{entries}'


@pytest.mark.oldest
def test_labels_and_words_of_api_pages_are_in_the_language_of_the_site(build_site):
    site = build_site(FILES, conf='language = "de"')
    page = site.page("ships.html")

    assert not site.warnings
    assert page.select_one(".sj-skip").get_text() == "Zum Inhalt springen"
    text = page.select_one("main").get_text(" ", strip=True)
    labels = ["Query-Parameter", "erforderlich", "mindestens 1", "höchstens 3 Elemente"]
    assert [label for label in (*labels, "Array von string") if label not in text] == []


@pytest.mark.parametrize(
    ("language", "file", "label"),
    [
        ("fr", "search.html", "Recherche"),  # which Sphinx has itself
        ("tr", "ships.html", "at least 1"),  # without a catalog
        ("de_AT", "index.html", "Zum Inhalt springen"),
        ("de", "ships.txt", "mindestens 1"),
        ("de", "ships.txt", "Query-Parameter"),
    ],
)
def test_a_label_is_in_the_language_of_the_site(build_site, language, file, label):
    is_text = file.endswith(".txt")
    conf = f'language = "{language}"'
    site = build_site(FILES, conf=conf, builder="text" if is_text else "html")

    assert label in (site.text(file) if is_text else site.page(file).get_text(" ", strip=True))


@pytest.mark.parametrize("is_site", [True, False])
def test_texts_of_another_theme_are_translated_only_in_a_site(build_site, is_site):
    site = build_site(
        {
            "index.rst": "Home\n====\n",
            "_templates/page.html": '<body>{{ _("Copy page") }}</body>',
            **({"site.json": {"name": "S", "navigation": []}} if is_site else {}),
        },
        conf='language = "de"\nhtml_theme = "alabaster"\ntemplates_path = ["_templates"]\n',
    )

    assert ("Copy page" in site.text("index.html")) is not is_site


def test_one_language_does_not_leak_into_the_next_build(build_site):
    build_site(FILES, conf='language = "ja"')
    english = build_site(FILES)

    assert "at least 1" in english.page("ships.html").get_text(" ", strip=True)


def test_the_owner_adds_and_changes_labels(build_site):
    files = {**FILES, OWN: catalog(**{"Skip to content": "Direkt zum Text"})}
    conf = 'language = "de"\nlocale_dirs = ["locales"]'
    site = build_site(files, conf=conf)

    assert site.page("index.html").select_one(".sj-skip").get_text() == "Direkt zum Text"
    assert "mindestens 1" in site.page("ships.html").get_text(" ", strip=True)

    again = site.rebuild({OWN: catalog(**{"Skip to content": "Zum Text"})})
    assert again.page("index.html").select_one(".sj-skip").get_text() == "Zum Text"
    assert not again.rebuild().read_docs


def test_a_language_of_the_owner(build_site):
    file = "locales/tr/LC_MESSAGES/sitejson.po"
    files = {**FILES, file: catalog(**{"Skip to content": "İçeriğe geç"})}
    site = build_site(files, conf='language = "tr"\nlocale_dirs = ["locales"]')

    assert site.page("index.html").select_one(".sj-skip").get_text() == "İçeriğe geç"


def test_a_broken_catalog_is_reported_and_left_out(build_site):
    files = {**FILES, OWN: 'msgid "a"\n"b\nnonsense\n'}
    site = build_site(files, conf='language = "de"\nlocale_dirs = ["locales"]')

    assert "sitejson.po" in site.warnings and "[sitejson.catalog]" in site.warnings
    assert site.page("index.html").select_one(".sj-skip").get_text() == "Zum Inhalt springen"


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain; charset=nonsense",
        "Content-Type: text/plain; charset=hex",
        "Plural-Forms: nplurals=x; plural=n",
        "POT-Creation-Date: yesterday",
    ],
)
def test_a_catalog_that_says_strange_things_of_itself(build_site, header):
    files = {**FILES, OWN: f'msgid ""\nmsgstr "{header}\\n"\n\nmsgid "a"\nmsgstr "b"\n'}
    site = build_site(files, conf='language = "de"\nlocale_dirs = ["locales"]')

    told = site.warnings.splitlines()[0]
    assert re.search(r"sitejson\.po:1: WARNING: .*the catalog cannot be read: .*[^.]\. \[", told)
    assert told.endswith("[sitejson.catalog]")
    assert site.page("index.html").select_one(".sj-skip").get_text() == "Zum Inhalt springen"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("index.po", b'msgid "a"\nmsgstr "\xff"\n', "[i18n.not_readable]"),
        (
            "index.po",
            b'msgid ""\nmsgstr "Content-Type: text/plain; charset=nonsense\\n"\n',
            "[i18n.not_writeable]",
        ),
        ("index.mo", b"", "index.mo:1: WARNING: the catalog cannot be read: "),
        ("index.mo", b"\x00\x01", "[sitejson.catalog]"),
        ("index.mo", b"\xde\x12\x04\x95" + b"\xff" * 16, "[sitejson.catalog]"),
        ("sitejson.po", b"\xff\xfe\x00", "[sitejson.catalog]"),
    ],
)
@pytest.mark.parametrize("languages", [False, True])
def test_a_damaged_catalog_of_any_kind_ends_no_build(build_site, name, content, told, languages):
    site_json = {"name": "Harbour", "navigation": {"pages": ["index"]}}
    if languages:
        both = [{"language": "de", "pages": ["index"]}, {"language": "fr", "pages": ["ships"]}]
        site_json = {"name": "Harbour", "navigation": {"languages": both}}
    folders = ("locales/de/LC_MESSAGES", "locales/fr/LC_MESSAGES")
    files = {**FILES, "docs.json": site_json, **{f"{folder}/{name}": content for folder in folders}}
    del files["site.json"]
    site = build_site(files, conf='language = "de"\nlocale_dirs = ["locales"]')

    assert site.exists("index.html") and site.exists("ships.html")
    assert told in site.warnings
    assert ("fr/LC" in site.warnings) is (languages and name == "sitejson.po")


def test_the_first_tab_and_the_groups_of_generated_pages_are_translated(build_site):
    settings = {
        **SITE,
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/harbour.yaml"}],
    }
    files = {name: text for name, text in FILES.items() if name != "ships.mdx"}
    site = build_site({**files, "site.json": settings}, conf='language = "es"')
    (page,) = site.outdir.glob("api/**/list-ships.html")

    assert "Documentación" in site.page("index.html").select_one(".sj-tabs").get_text()
    assert "Referencia de la API" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("builder", ["json", "pickle"])
def test_contexts_that_are_written_hold_words_and_no_promises_of_them(
    build_site, builder, monkeypatch
):
    # As in a process of its own: imported after another build, the module would hold plain words.
    promise = get_translation("sphinx")("Python Module Index")
    assert isinstance(promise, _TranslationProxy)
    monkeypatch.setattr(PythonModuleIndex, "localname", promise)
    module = {
        "lamps.rst": "Lamps\n=====\n\n.. py:module:: lamps\n",
        "ships.mdx": FILES["ships.mdx"],
    }
    files = {**FILES, **module, "site.json": {**SITE, "navigation": []}}
    site = build_site(files, conf='language = "de"', builder=builder)
    kinds = {"json": json.loads, "pickle": pickle.loads}
    suffix = {"json": "fjson", "pickle": "fpickle"}[builder]
    page = kinds[builder]((site.outdir / f"index.{suffix}").read_bytes())
    titles = [link[1] for link in page["rellinks"]]

    assert "Python-Modulindex" in titles
    assert all(type(title) is str for title in titles)
