"""The directive ``openapi``: a whole document on a page, in real builds."""

import json
from collections import Counter

import pytest
from bs4 import BeautifulSoup

from reference.listing_documents import SHIPS, many_operations, many_unions
from support.sites import SiteBuilder

TITLE = "API\n===\n\n"
CONF = 'project = "Ships"\nhtml_theme = "alabaster"\n'
ALL = ["get--ships", "post--ships", "get--ships-id", "get--fleet,all", "get--health"]
SITE = {"name": "Ships", "navigation": [{"group": "G", "pages": ["index"]}]}


def page_with(*directives, before=TITLE, **more):
    return {"index.rst": before + "\n\n".join(directives) + "\n", "openapi.json": SHIPS, **more}


def anchors(page):
    return [row.select_one(".sj-api-anchor")["id"] for row in page.select("details.sj-api-row")]


def repeated_ids(page):
    ids = Counter(element["id"] for element in page.select("[id]"))
    return [name for name, count in ids.items() if count > 1]


def dead_fragments(page):
    ids = {element["id"] for element in page.select("[id]")}
    links = {link["href"][1:] for link in page.select('.sj-api a[href^="#"]')}
    return sorted(links - ids)


def lines(warnings):
    return [line for line in warnings.splitlines() if line]


# What is shown


def test_a_full_document_is_rows_that_open(build_clean):
    page_files = page_with(".. openapi:: openapi.json")
    site = build_clean(page_files, conf=CONF)

    page = site.page("index.html")
    assert anchors(page) == ALL
    rows = page.select("details.sj-api-row")
    assert all(row.has_attr("open") for row in rows)
    assert rows[0].select_one("summary .sj-method").text == "GET"
    assert rows[0].select_one("summary .sj-path").text == "/ships"
    assert rows[0].select_one("summary .sj-api-summary").text == "List ships"
    assert not rows[0].select("summary .sj-api-lock") and rows[1].select("summary .sj-api-lock")
    assert "deprecated" in rows[2].select_one("summary").text
    assert rows[0].select_one(".sj-text strong").text == "all"
    assert rows[0].select_one("#get--ships-query-limit")
    assert "curl" in rows[0].select_one(".sj-request pre").text
    assert [link["href"][1:] for link in page.select(".sj-api-contents a")] == ALL
    assert repeated_ids(page) == dead_fragments(page) == []


def test_many_operations_start_closed(build_clean):
    document = many_operations(10)
    site = build_clean(page_with(".. openapi:: openapi.json", **{"openapi.json": document}))

    rows = site.page("index.html").select("details.sj-api-row")
    assert len(rows) == 10
    assert not any(row.has_attr("open") for row in rows)


def test_groups_are_sections_below_the_one_around_them(build_clean):
    listing = ".. openapi:: openapi.json\n   :group:\n"
    before = TITLE + "Operations\n----------\n\n"
    site = build_clean(page_with(listing, "After\n-----", before=before), conf=CONF)

    page = site.page("index.html")
    heads = page.select("div.body :is(h1, h2, h3)")
    titles = [(head.name, head.find(string=True)) for head in heads]
    assert titles[:2] == [("h1", "API"), ("h2", "Operations")]
    assert [title for level, title in titles if level == "h3"] == ["The fleet", "ships", "default"]
    assert ("h2", "After") in titles
    assert page.select_one("section#ships details.sj-api-row .sj-api-anchor")["id"] == "get--ships"


@pytest.mark.parametrize(
    "around",
    ["* In a list:\n\n  {}", ".. note::\n\n   {}", ".. list-table::\n\n   * - {}", "Term\n  {}"],
)
def test_where_no_section_may_be_groups_are_headings(build_clean, around):
    indent = " " * (len(around.rsplit("\n", 1)[-1]) - 2)
    listing = f".. openapi:: openapi.json\n{indent}   :group:\n{indent}   :paths: /ships"
    site = build_clean(page_with(around.format(listing)), conf=CONF)

    page = site.page("index.html")
    assert len(page.select("details.sj-api-row")) == 2
    assert page.select_one("p.rubric#ships").text == "ships"
    assert not page.select("section section")


MARKDOWN = """
# API

```{openapi} openapi.json
:paths: /ships
:group:
```

````{note}
```{openapi:httpdomain} openapi.json
:paths: /ships/{id}
:generate-examples-from-schemas:
```
````

```{eval-rst}
.. openapi:: openapi.json
   :paths:
      /health
      /ships
   :encoding: utf-8
```
"""


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_the_directive_works_in_markdown(build_clean, name):
    files = {"openapi.json": SHIPS, name: MARKDOWN}
    conf = CONF
    if name == "index.md":
        conf += 'extensions = [*extensions, "myst_parser"]\n'
    else:
        files["site.json"] = SITE
    site = build_clean(files, conf=conf)

    page = site.page("index.html")
    assert anchors(page) == [
        "get--ships", "post--ships", "get--ships-id", "get--health", "get--ships-2",
        "post--ships-2",
    ]  # fmt: skip
    assert [head.find(string=True) for head in page.select("h2")][:1] == ["ships"]
    assert repeated_ids(page) == dead_fragments(page) == []


@pytest.mark.parametrize("name", ["openapi", "openapi:httpdomain", "openapi:httpdomain:old"])
def test_the_directive_has_the_names_that_people_know(build_clean, name):
    options = "   :paths: /health\n   :examples:\n   :request:\n   :markup: commonmark"
    site = build_clean(page_with(f".. {name}:: openapi.json\n{options}"), conf=CONF)

    assert anchors(site.page("index.html")) == ["get--health"]


def test_bodies_without_fields(build_site):
    listing = ".. openapi:: openapi.json\n   :paths: /ships\n   :no-json-schema-description:"
    page = build_site(page_with(listing), conf=CONF).page("index.html")

    assert page.select_one("#get--ships-query-limit")
    assert "Painted on its bow" not in page.text


def test_texts_in_restructuredtext(build_site):
    text = "See `the docs <https://example.com/docs>`_ and :ref:`this <that>`.\n\n.. raw:: html\n"
    document = json.loads(json.dumps(SHIPS))
    document["paths"]["/health"]["get"]["description"] = text.partition("\n")[0]
    document["paths"]["/health"]["get"]["responses"]["204"]["description"] = text
    listing = ".. openapi:: openapi.json\n   :paths: /health"
    files = page_with(listing, **{"openapi.json": document})
    plain = build_site(files, conf=CONF)
    files = page_with(f"{listing}\n   :format: rst", **{"openapi.json": document})
    site = build_site(files, conf=CONF)

    assert plain.warnings == site.warnings == ""
    assert plain.status.count('look like reStructuredText; to render them, add ":format: rst"') == 1
    assert "look like" not in site.status
    words = site.page("index.html").select_one(".sj-api-row .sj-text")
    assert words.select_one("a")["href"] == "https://example.com/docs"
    assert words.select_one("code").text == "this"


# What is wrong


def test_wrong_options_are_warnings_and_the_rest_is_shown(build_site):
    listing = (
        ".. openapi:: openapi.json\n   :exlude: /x\n   :style: x\n   :include: ( /health\n"
        "   :paths: /ship"
    )
    site = build_site(page_with(listing), conf=CONF)

    found = lines(site.warnings)
    assert len(found) == 4
    assert all(f"{site.srcdir / 'index.rst'}:4: WARNING: " in line for line in found)
    assert 'Did you mean "exclude"?' in found[0] and "[sitejson.openapi_option]" in found[0]
    assert 'Did you mean "/ships"?' in found[3] and "[sitejson.operation_not_found]" in found[3]
    assert anchors(site.page("index.html")) == ["get--health"]


def test_a_directive_without_a_file_or_with_text_says_so(build_site):
    text = ".. openapi:: openapi.json\n\n   :paths: /health"
    site = build_site(page_with(".. openapi::", text), conf=CONF)

    assert [line.partition("WARNING: ")[2] for line in lines(site.warnings)] == [
        "the directive needs the path of an OpenAPI document. [sitejson.openapi_option]",
        "the directive takes no content; it was ignored. [sitejson.openapi_option]",
    ]
    assert anchors(site.page("index.html")) == ALL


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_missing_document_is_one_warning_with_the_nearest_file(build_site, parallel):
    listing = ".. openapi:: opnapi.json\n   :paths: /ships"
    others = {f"p{number}.rst": f":orphan:\n\nP\n=\n\n{listing}\n" for number in range(10)}
    site = build_site(page_with(listing, listing, **others), conf=CONF, parallel=parallel)

    (line,) = lines(site.warnings)
    assert f"{site.srcdir / 'index.rst'}:4: WARNING: " in line
    assert 'the OpenAPI document "opnapi.json" was not found' in line
    assert 'Did you mean "openapi.json"?' in line
    assert "[sitejson.missing_file]" in line


def test_faults_of_a_document_are_warnings_that_say_how_to_hide_them(build_site):
    document = json.loads(json.dumps(SHIPS))
    document["paths"]["/health"]["get"]["responses"]["204"] = {}
    files = page_with(".. openapi:: openapi.json", **{"openapi.json": document})
    site = build_site(files, conf=CONF)
    hidden = build_site(files, conf=CONF, overrides={"suppress_warnings": "sitejson"})

    (line,) = lines(site.warnings)
    # Like the paths of Sphinx.
    assert line.startswith(f"{site.srcdir / 'openapi.json'}:")
    assert "[sitejson.openapi_invalid]" in line
    assert 'set suppress_warnings = ["sitejson.openapi_invalid"]' in site.status
    assert hidden.warnings == ""


def test_renderers_of_the_other_extension_are_named_once(build_site):
    conf = f"""{CONF}
class Own:
    pass

openapi_default_renderer = "own"
openapi_renderers = {{"own": Own}}
"""
    listings = (".. openapi:: openapi.json", ".. openapi:own:: openapi.json")
    site = build_site(page_with(*listings), conf=conf)

    (line,) = lines(site.warnings)
    assert 'the renderer "own" belongs to the extension "sphinxcontrib.openapi"' in line
    assert len(anchors(site.page("index.html"))) == 10


# Which files


def test_a_document_may_lie_outside_the_source_folder(tmp_path):
    schema = {"type": "object", "properties": {"far": {"type": "string"}}}
    document = json.loads(json.dumps(SHIPS))
    document["components"]["schemas"]["Ship"] = {"$ref": "../shared/ship.json"}
    document["components"]["schemas"]["Error"] = {"$ref": "../../secret.json"}
    for name, content in (
        ("api files/openapi.json", document),
        ("shared/ship.json", schema),
        ("../secret.json", schema),
    ):
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    listing = ".. openapi:: ../../api files/openapi.json\n   :paths: /ships"
    site = SiteBuilder(tmp_path / "project")(page_with(listing), conf=CONF)

    (line,) = lines(site.warnings)
    assert line.startswith(f"{tmp_path / 'project/api files/openapi.json'}:")
    assert "is outside the project and is not read" in line
    page = site.page("index.html")
    assert anchors(page) == ["get--ships", "post--ships"]
    assert page.select_one("#get--ships-response-200-far")


@pytest.mark.parametrize("how", ["repository", "setting", "neither"])
def test_references_may_name_files_of_the_repository(tmp_path, how):
    document = json.loads(json.dumps(SHIPS))
    document["components"]["schemas"]["Ship"] = {"$ref": "../../../schemas/ship.json"}
    document["components"]["schemas"]["Count"] = {"$ref": "../../../.git/config.json"}
    schema = {"type": "object", "properties": {"beside": {"type": "string"}}}
    for name in ("schemas/ship.json", ".git/config.json" if how == "repository" else "x.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(schema), encoding="utf-8")
    setting = 'sitejson_openapi_root = "../../.."\n' if how == "setting" else ""
    files = page_with(".. openapi:: openapi.json", **{"openapi.json": document})
    # The source folder lies three levels below.
    site = SiteBuilder(tmp_path / "docs")(files, conf=CONF + setting)

    page = site.page("index.html")
    assert bool(page.select("#get--ships-response-200-beside")) is (how != "neither")
    hint = 'Set "sitejson_openapi_root" in conf.py to the folder that contains both files.'
    assert (hint in site.warnings) is (how == "neither")
    # What Git keeps for itself is never read.
    assert not page.select('[id^="get--fleet,all"][id$="beside"]')


def test_a_listing_has_playgrounds_when_asked_for(build_site):
    plain = build_site(page_with(".. openapi:: openapi.json"), conf=CONF)
    site = build_site(page_with(".. openapi:: openapi.json\n   :playground:"), conf=CONF)

    assert plain.warnings == site.warnings == ""
    assert len(site.page("index.html").select("sj-playground")) == len(ALL)
    assert site.exists("_static/sitejson-playground.js")
    assert not plain.exists("_static/sitejson-playground.js")
    assert not plain.page("index.html").select("sj-playground")
    later = site.rebuild({"index.rst": TITLE + ".. openapi:: openapi.json\n"})
    assert not later.exists("_static/sitejson-playground.js")


def test_paths_are_relative_to_the_page_or_begin_at_the_source_folder(build_clean):
    files = {
        "index.rst": "I\n=\n\n.. toctree::\n\n   deep/page\n",
        "deep/page.rst": "P\n=\n\n.. openapi:: ../api/one.json\n\n.. openapi:: /api/one.json\n",
        "api/one.json": SHIPS,
    }
    site = build_clean(files, conf=CONF)

    page = site.page("deep/page.html")
    assert anchors(page) == [*ALL, *(f"{name}-2" for name in ALL)]
    assert repeated_ids(page) == dead_fragments(page) == []


@pytest.mark.parametrize("when", ["conf", "listener"])
def test_a_document_may_be_written_a_moment_ago(build_clean, when):
    write = f"""
import json, pathlib
def write(*ignored):
    text = json.dumps(json.loads({json.dumps(json.dumps(SHIPS))}))
    pathlib.Path(__file__).with_name("made.json").write_text(text)
"""
    run = "write()" if when == "conf" else "def setup(app): app.connect('builder-inited', write)"
    site = build_clean(page_with(".. openapi:: made.json"), conf=f"{CONF}{write}{run}\n")

    assert anchors(site.page("index.html")) == ALL


# Which pages are read again


def changed(document, path, **values):
    copy = json.loads(json.dumps(document))
    copy["paths"][path]["get"].update(values)
    return copy


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_page_is_read_again_when_what_it_shows_changes(build_site, parallel):
    others = {f"p{number}.rst": f":orphan:\n\nP{number}\n==\n" for number in range(8)}
    files = {
        "index.rst": TITLE + ".. toctree::\n\n   ships\n   health\n",
        "ships.rst": "S\n=\n\n.. openapi:: openapi.json\n   :include: /ships\n",
        "health.rst": "H\n=\n\n.. openapi:: openapi.json\n   :paths: /health\n",
        "openapi.json": SHIPS,
        **others,
    }
    site = build_site(files, conf=CONF, parallel=parallel)
    same = site.rebuild({"openapi.json": SHIPS})
    other = same.rebuild({"openapi.json": changed(SHIPS, "/health", summary="Are you there?")})
    shown = other.text("health.html")
    gone = other.rebuild({"openapi.json": None})
    back = gone.rebuild({"openapi.json": SHIPS})

    assert same.read_docs == frozenset()
    assert other.read_docs == {"health"}
    assert "Are you there?" in shown
    assert gone.read_docs == {"health", "ships"} and len(lines(gone.warnings)) == 1
    assert back.read_docs == {"health", "ships"} and back.warnings == ""
    assert anchors(back.page("ships.html")) == ALL[:3]


# Links


LINKED = """
I
=

.. toctree::

   second
   first

:openapi:op:`listShips` :openapi:op:`GET /health` :openapi:param:`GET /ships limit`
:openapi:schema:`Ship` :openapi:property:`Ship name`
"""


def test_roles_link_to_the_first_place_in_the_order_of_toctrees(build_clean):
    listing = ".. openapi:: openapi.json\n"
    files = {
        "index.rst": LINKED,
        "first.rst": f"F\n=\n\n{listing}",
        "second.rst": f"S\n=\n\n{listing}   :include: /ships\n",
        "openapi.json": SHIPS,
    }
    site = build_clean(files, conf=CONF)

    links = [link["href"] for link in site.page("index.html").select("p a.reference.internal")]
    assert links == [
        "second.html#get--ships", "first.html#get--health", "second.html#get--ships-query-limit",
        "second.html#schema-ship", "second.html#schema-ship-name",
    ]  # fmt: skip
    for link in links:
        name, _, fragment = link.partition("#")
        assert site.page(name).select_one(f'[id="{fragment}"]')
    index = site.page("genindex.html")
    assert index.select_one('a[href="second.html#get--ships"]')
    assert index.find(string="List ships")
    assert index.find(string="listShips")
    words = json.loads(site.text("searchindex.js").removeprefix("Search.setIndex(").rstrip(")"))
    assert {"/ships", "list ships", "listships"} <= words["indexentries"].keys()


def test_a_page_of_its_own_wins(build_clean):
    site = build_clean({
        "site.json": {"name": "S", "navigation": [{"group": "G", "pages": ["index", "own"]}],
                      "openapi": "/openapi.json"},
        "index.mdx": "# I\n\n{openapi:op}`listShips` {openapi:op}`addShip`\n\n"
                     "```{openapi} openapi.json\n```\n",
        "own.mdx": '---\nopenapi: "GET /ships"\n---\n',
        "openapi.json": SHIPS,
    })  # fmt: skip

    links = [link["href"] for link in site.page("index.html").select("p a.reference.internal")]
    assert links == ["own.html", "#post--ships"]


def test_single_operations_on_one_page_have_ids_of_their_own(build_clean):
    names = ["GET /ships", "POST /ships", "GET /ships/{id}", "GET /ships"]
    directives = [f".. openapi-operation:: openapi.json {name}" for name in names]
    schema = ".. openapi-schema:: openapi.json Ship"
    roles = (
        ":openapi:op:`addShip` :openapi:param:`GET /ships/{id} id` :openapi:property:`Ship name`"
    )
    site = build_clean(page_with(*directives, schema, roles), conf=CONF)

    page = site.page("index.html")
    assert repeated_ids(page) == dead_fragments(page) == []
    links = [link["href"] for link in page.select("p a.reference.internal")]
    assert links == ["#post--ships", "#get--ships-id-path-id", "#schema-ship-name"]
    assert all(page.select_one(f'[id="{link[1:]}"]') for link in (*links, "#listShips"))


def test_a_page_may_have_the_id_of_an_operation_itself(build_site):
    before = TITLE + ".. _getship:\n\ngetShip\n-------\n\n.. raw:: html\n\n   <p></p>\n\n"
    target = ".. container::\n   :name: get--ships-id\n\n   By hand."
    page = build_site(
        page_with(".. openapi:: openapi.json", target, before=before), conf=CONF
    ).page("index.html")

    assert repeated_ids(page) == []


# Beside the other extension


OTHER = """
from docutils.parsers.rst import Directive
from docutils import nodes

class Theirs(Directive):
    required_arguments = 1

    def run(self):
        return [nodes.paragraph(text="theirs")]

def register(app, config):
    app.add_directive("openapi", Theirs)

def setup(app):
    app.connect("config-inited", register)
"""


@pytest.mark.parametrize(
    "order",
    [["sphinx_sitejson", "sphinxcontrib.openapi"], ["sphinxcontrib.openapi", "sphinx_sitejson"]],
)
def test_the_other_extension_keeps_its_directive(build_clean, order):
    conf = f"import sys\nsys.path.insert(0, '.')\nextensions = {order}\n"
    files = page_with(".. openapi:: openapi.json", **{"sphinxcontrib/openapi.py": OTHER})
    site = build_clean(
        {**files, "conf.py": conf + "sys.path.insert(0, __import__('os').path.dirname(__file__))\n"}
    )

    assert site.status.count('leaves the directive "openapi" to') == 1
    assert "theirs" in site.text("index.html")


# Other formats


def test_plain_text_has_all_of_it_without_samples_in_many_languages(build_clean):
    site = build_clean(page_with(".. openapi:: openapi.json"), conf=CONF, builder="text")

    text = site.text("index.txt")
    words_of_all = (
        "GET /ships/{id}", "Get a ship", '"limit" (integer', "Painted on its bow", "curl",
    )  # fmt: skip
    for words in words_of_all:
        assert words in text
    assert "import requests" not in text


@pytest.mark.parametrize("builder", ["man", "latex", "epub", "texinfo", "gettext", "pseudoxml"])
def test_every_builder_takes_listings(build_site, builder):
    conf = f'{CONF}copyright = "us"\nversion = "1"\n'
    files = page_with(".. openapi:: openapi.json\n   :group:", ".. openapi:: openapi.json")
    assert build_site(files, conf=conf, builder=builder).warnings == ""


def test_a_site_has_listings_in_markdown_and_downloads(build_clean):
    files = page_with(".. openapi:: openapi.json\n   :include: /ships", **{"site.json": SITE})
    site = build_clean(files)

    text = site.text("index.md")
    assert "## `GET /ships` List ships" in text
    assert "- `limit` (integer)" in text
    assert site.exists("_static/openapi/openapi.json")


def test_the_search_of_the_theme_links_to_the_row(build_site):
    files = page_with(".. openapi:: openapi.json\n   :include: /ships", **{"site.json": SITE})
    site = build_site(files)

    folder = site.outdir / "_static"
    found = [file.read_text(encoding="utf-8") for file in folder.rglob("*.js")]
    assert any("GET /ships/{id} Get a ship" in text and "get--ships-id" in text for text in found)


# Size


def test_a_page_of_many_operations_stays_small(build_clean):
    document = many_operations(235)
    site = build_clean(
        page_with(".. openapi:: openapi.json", **{"openapi.json": document}), conf=CONF
    )

    html = site.text("index.html")
    page = BeautifulSoup(html, "html.parser")
    assert len(page.select("details.sj-api-row")) == 235
    assert len(html.encode()) < 1_500_000
    assert len(page.find_all(True)) < 40_000
    assert repeated_ids(page) == dead_fragments(page) == []
    # What rows point to stands once, at the end.
    assert len(page.select(".sj-api-fold .sj-api-fold #schema-error")) == 1


def test_unions_of_many_types_are_lists_of_links_to_shared_schemas(build_clean):
    document = many_unions(58, 80)
    site = build_clean(
        page_with(".. openapi:: openapi.json", **{"openapi.json": document}), conf=CONF
    )

    html = site.text("index.html")
    page = BeautifulSoup(html, "html.parser")
    assert len(page.select("details.sj-api-row")) == 58
    assert len(html.encode()) < 1_500_000
    assert len(page.find_all(True)) < 40_000
    assert repeated_ids(page) == dead_fragments(page) == []
    body = page.select_one('[id="post--events-kind0-body"]')
    assert len(body.select('a[href^="#schema-event"]')) == 80
    assert [code.text for code in body.select("code")][:2] == ["event0.sent", "event1.sent"]
    assert "Discriminator kind" in " ".join(body.text.split())
    assert len(page.select("#schema-event7-event7field3")) == 1
    # Of the operations that use a schema, the first are listed.
    uses = page.select_one("#schema-event7").find_parent("details").select_one(".sj-uses")
    assert len(uses.select("a")) == 12 and "46 more not shown." in uses.text


@pytest.mark.parametrize("option", ["", "   :examples:\n"])
def test_examples_of_shared_responses_are_shown_when_asked_for(build_clean, option):
    document = many_operations(20)
    listing = f".. openapi:: openapi.json\n{option}"
    site = build_clean(page_with(listing, **{"openapi.json": document}), conf=CONF)

    rows = site.page("index.html").select("details.sj-api-row")
    answers = [[each.text.strip() for each in row.select(".sj-answers summary")] for row in rows]
    reading = [found for row, found in zip(rows, answers, strict=True) if "remove" not in row.text]
    assert len(reading) == 16
    assert all(found == (["200"] if option else []) for found in reading)
    assert ("value 11" in rows[0].select_one(".sj-api-row-body").text) is bool(option)
