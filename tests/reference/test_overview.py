"""Overviews: the page that opens a document, pages of tags, and the directive for both."""

import json

import pytest
import yaml

from support.sites import api_settings

DOCUMENT = yaml.safe_load("""
openapi: 3.2.0
info:
  title: Harbour API
  version: 2.3.0
  summary: Ships and berths.
  description: |
    A harbour by the sea.

    # Getting started

    Ask the office. See [errors](#tag/Ships), [codes](#section/Getting-started/Errors), [no](#no).

    ## Errors

    | Code | Meaning |
    |---|---|
    | 1 | Storm |

    # Getting started

    <SecurityDefinitions />
  termsOfService: https://harbour.example.com/terms
  contact:
    name: The office
    url: https://harbour.example.com/office
    email: office@harbour.example.com
  license: {name: Sea licence, identifier: MIT}
externalDocs: {url: 'https://harbour.example.com/book', description: The harbour book}
servers:
  - url: https://{port}.example.com
    description: A port
    variables: {port: {default: north, enum: [north, south], description: Which.}}
security: [{token: []}]
tags:
  - {name: Sea, description: All that floats.}
  - name: Ships
    parent: Sea
    description: |-
      Ships come and go.

      ## Flags

      Of all colours.
    externalDocs: {url: 'https://harbour.example.com/ships', description: Of ships}
paths:
  /ships/{id}:
    get:
      summary: Read a ship
      tags: [Ships]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: OK}}
  /ships:
    get:
      summary: List ships
      tags: [Ships]
      deprecated: true
      responses: {'200': {description: OK}}
  /secret:
    get: {x-internal: true, summary: Secret, responses: {'200': {description: OK}}}
  /health:
    get: {security: [], summary: Health, responses: {'200': {description: OK}}}
webhooks:
  arrival:
    post: {summary: A ship arrived, responses: {'200': {description: OK}}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer, description: Of the office.}
    key: {type: apiKey, in: header, name: X-Key}
""")
SITE = api_settings("Harbour", "/harbour.json")
FILES = {"site.json": SITE, "index.mdx": "---\ntitle: Home\n---\n", "harbour.json": DOCUMENT}
FACTS = (
    "Harbour API", "2.3.0", "Ships and berths.", "A harbour by the sea.", "Getting started",
    "Storm", "The office", "office@harbour.example.com", "Sea licence", "The harbour book",
    "A port", "Which.", "south", "Of the office.", "X-Key", "Authorization: Bearer",
    "All that floats.", "Ships come and go.", "Of ships", "Read a ship", "/ships/{id}",
    "A ship arrived", "Some operations require no authorization.",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES)


def test_the_page_has_all_facts(site):
    main = site.page("api/index.html").select_one("main")
    text = " ".join(main.get_text().split())

    assert [fact for fact in FACTS if fact not in text] == []
    assert "Secret" not in text
    assert "SecurityDefinitions" not in text
    links = {link["href"] for link in main.select("a[href]")}
    assert {
        "https://harbour.example.com/terms", "https://spdx.org/licenses/MIT.html",
        "mailto:office@harbour.example.com", "ships/read-a-ship.html",
        "../_static/openapi/harbour.json", "../_static/openapi/harbour.postman_collection.json",
        "../_static/openapi/harbour.opencollection.json", "../_static/openapi/harbour.http",
    } <= links  # fmt: skip


def test_headings_of_the_description_divide_the_page(site):
    page = site.page("api/index.html")
    contents = [link["href"] for link in page.select("nav.sj-contents a[href]")]

    wanted = ["#getting-started", "#errors", "#getting-started-2", "#servers", "#authorization"]
    assert [href for href in contents if href in wanted] == wanted
    assert page.select_one("section#getting-started > section#errors table")
    assert contents.index("#operations") < contents.index("#tag-sea") < contents.index("#tag-ships")


def test_it_is_the_first_page_of_the_tab(site):
    page = site.page("api/ships/read-a-ship.html")

    assert page.select_one("nav.sj-tree .sj-row").get_text(strip=True) == "Overview"
    tab = next(link for link in page.select("a") if link.get_text(strip=True) == "API")
    assert tab["href"] == "../index.html"


def test_tags_that_are_described_have_pages(site):
    page = site.page("api/ships/index.html")

    assert page.select_one("h1").contents[0] == "Ships"
    assert page.select_one("section#flags")
    text = page.select_one("main").get_text(" ")
    assert "Of all colours." in text
    assert "Of ships" in text
    assert page.select_one('main a[href="read-a-ship.html"]')
    assert "All that floats." in site.page("api/sea/index.html").select_one("main").text
    assert site.page("api/index.html").select_one("main").text.count("Of all colours.") == 0


def test_links_of_the_description_link_to_tags(site):
    main = site.page("api/index.html").select_one("main")

    (link,) = [link for link in main.select("a") if link.text == "errors"]
    assert link["href"] == "ships/index.html"
    (link,) = [link for link in main.select("a") if link.text == "codes"]
    assert link["href"] == "#errors"
    assert not [link for link in main.select("a") if link.text == "no"]


def test_the_search_finds_it(site):
    assert "harbour by the sea" in site.text("llms-full.txt")
    assert "api/index" in site.text("searchindex.js")


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "man"])
def test_every_builder_has_the_facts(build_clean, builder):
    conf = 'version = "1"\ncopyright = "Harbour"\nproject = "Harbour"\nauthor = "Office"\n'
    conf += "latex_documents = [('index', 'h.tex', 'H', 'O', 'manual')]\n"
    site = build_clean(FILES, builder=builder, conf=conf)

    if builder in ("text", "latex"):
        text = site.text("api/index.txt" if builder == "text" else "h.tex")
        plain = " ".join(text.replace("\\sphinxhyphen{}", "-").replace("\\", "").split())
        assert [fact for fact in FACTS if fact not in plain] == []


def test_its_texts_can_be_translated(build_site):
    catalog = build_site(FILES, builder="gettext").text("api.pot")

    for message in ("Harbour API", "Ships and berths.", "A harbour by the sea.", "Getting started"):
        assert f'msgid "{message}"' in catalog
    assert 'msgid "All that floats."' in catalog
    translations = {
        "Harbour API": "Hafen-API",
        "Ships and berths.": "Schiffe und Liegeplätze.",
        "Getting started": "Erste Schritte",
        "All that floats.": "Alles, was schwimmt.",
    }
    po = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    po += "".join(f'msgid "{key}"\nmsgstr "{text}"\n\n' for key, text in translations.items())
    site = build_site(
        {**FILES, "locale/de/LC_MESSAGES/api.po": po},
        conf='language = "de"\nlocale_dirs = ["locale"]\n',
    )

    text = site.page("api/index.html").select_one("main").get_text(" ")
    assert [word for word in translations.values() if word not in text] == []
    assert "Getting started" not in text


def test_the_markdown_copy_says_the_same(site):
    text = site.text("api/index.md")

    assert "## Getting started\n\nAsk the office." in text
    assert "- `GET /ships/{id}`: [Read a ship](./ships/read-a-ship.md)" in text
    assert [fact for fact in FACTS if fact not in text] == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("api/index.mdx", "---\ntitle: Mine\n---\n\nOwn words.\n"),
        ("api.mdx", "---\ntitle: Mine\n---\n\nOwn words.\n"),
        ("opening.mdx", '---\nopenapi-overview: "harbour"\n---\n\nOwn words.\n'),
    ],
)
def test_a_page_of_the_author_wins(build_clean, file, text):
    page = file.removesuffix(".mdx")
    navigation = [{"group": "Start", "pages": ["index", page]}]
    site = build_clean({**FILES, file: text, "site.json": {**SITE, "navigation": navigation}})

    assert "Own words." in site.page(f"{page}.html").select_one("main").text
    assert ("api/index" in site.read_docs) == (page == "api/index")


def test_the_directive_shows_it_on_any_page(build_site):
    files = {
        "site.json": {
            "name": "Harbour",
            "openapi": "/harbour.json",
            "navigation": [{"group": "Start", "pages": ["index", "a", "b", "c"]}],
        },
        "index.mdx": "# Home\n",
        "harbour.json": DOCUMENT,
        "a.md": "# A\n\nWords.\n\n```{openapi-overview} harbour\n```\n",
        "b.rst": "B\n=\n\n.. openapi-overview:: harbour Ships\n\n- .. openapi-overview::\n",
        "c.md": "# C\n\n```{openapi-overview} harber\n```\n",
    }
    site = build_site(files)

    assert site.warnings.count("WARNING") == 1
    assert 'called "harber". Did you mean "harbour"? [sitejson.binding]' in site.warnings
    page = site.page("a.html")
    assert page.select_one("section#a > section#getting-started > section#errors")
    assert "Of all colours." in site.page("b.html").select_one("main").text
    ids = [node["id"] for node in site.page("b.html").select("[id]")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("count", [100, 101])
def test_groups_of_a_long_overview_are_folded(build_site, count):
    paths = {
        f"/{'few' if number < 3 else 'many'}/{number}": {
            "get": {"tags": ["Few" if number < 3 else "Many"], "summary": f"Get {number}"}
        }
        for number in range(count)
    }
    document = {"openapi": "3.1.0", "info": {"title": "X", "version": "1"}, "paths": paths}
    site = build_site({
        "site.json": {"name": "X", "navigation": [],
                      "tabs": [{"name": "API", "url": "api", "openapi": "/openapi.json"}]},
        "index.md": "# X\n",
        "openapi.json": document,
    })  # fmt: skip
    page = site.page("api/index.html")

    folds = [fold.summary.text for fold in page.select("details.sj-more:has(.sj-operations)")]
    assert folds == ([f"{count - 3} operations"] if count > 100 else [])
    assert len(page.select(".sj-operations > li")) == count


def test_a_change_of_the_document_reads_it_again(build_site):
    site = build_site(FILES)
    changed = json.loads(json.dumps(DOCUMENT))
    changed["info"]["contact"]["name"] = "The new office"
    again = site.rebuild({"harbour.json": changed})

    assert again.read_docs <= {"index", "api/index", "api/ships/index", "api/sea/index"}
    assert "The new office" in again.page("api/index.html").select_one("main").text


def test_the_role_of_a_tag_links_to_its_page(build_site):
    index = "# Home\n\n{openapi:tag}`Ships`\n"
    site = build_site({**FILES, "index.mdx": index})

    link = site.page("index.html").select_one('main a[href="api/ships/index.html"]')
    assert link.get_text(strip=True) == "Ships"
