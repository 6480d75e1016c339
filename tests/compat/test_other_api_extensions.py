"""Projects that had sphinxcontrib-redoc or swagger-plugin-for-sphinx, and now have us."""

import pytest

OK = {"200": {"description": "ok"}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1", "description": "All about **ships**."},
    "tags": [{"name": "Fleet"}, {"name": "Docks"}],
    "paths": {"/ships": {"get": {"operationId": "listShips", "tags": ["Fleet"], "responses": OK},
                         "post": {"operationId": "addShip", "tags": ["Fleet"], "responses": OK}},
              "/docks": {"get": {"operationId": "listDocks", "tags": ["Docks"], "responses": OK}}},
}  # fmt: skip
INDEX = """\
Home
====

:doc:`api/ships` :http:get:`/ships` :openapi:op:`addShip`

.. toctree::

   api/ships
"""
REDOC = 'redoc = [{"page": "api/ships", "spec": "specs/ships.json", "embed": True}]\n'
FILES = {"index.rst": INDEX, "specs/ships.json": DOCUMENT}
SITE = {"site.json": {"name": "Ships", "navigation": []}}


@pytest.mark.parametrize("settings", [{}, SITE], ids=["project", "site"])
def test_an_entry_of_redoc_is_a_page(build_clean, settings):
    site = build_clean({**FILES, **settings}, conf=REDOC)

    page = site.page("api/ships.html")
    assert page.select_one("h1").get_text().startswith("Ships")
    assert "All about ships." in page.get_text()
    ids = {tag["id"] for tag in page.select("[id]")}
    assert {"operation/listShips", "tag/Fleet", "tag/Fleet/operation/addShip"} <= ids
    assert {"get--ships", "listShips"} <= ids
    links = [a["href"] for a in site.page("index.html").select("p a.reference")]
    assert links[:3] == [
        "api/ships.html",
        "api/ships.html#get--ships",
        "api/ships.html#post--ships",
    ]
    assert "ships" in site.text("searchindex.js")


def test_names_places_and_texts_of_entries(build_clean, tmp_path):
    (tmp_path / "outside.json").write_text(
        '{"swagger": "2.0", "info": {"title": "", "version": ""}, "paths": {}}'
    )
    conf = f"""
        redoc = [
            {{"name": "A & <B>", "page": "_static/one", "spec": "specs/ships.json"}},
            {{"page": "two.html", "spec": {str(tmp_path / "outside.json")!r}, "template": "x"}},
        ]
        redoc_uri = "https://example.com/redoc.js"
    """
    files = {**FILES, "index.rst": "Home\n====\n\n:doc:`_static/one` :doc:`two`\n"}
    site = build_clean(files, conf=conf)
    assert site.page("_static/one.html").select_one("h1").get_text().startswith("A & <B>")
    assert site.page("two.html").select_one("h1").get_text().startswith("two")
    assert 'without their "template"' in site.status


def test_a_page_is_read_again_when_its_document_changes(build_site):
    site = build_site(FILES, conf=REDOC)
    changed = {**DOCUMENT, "info": {"title": "Boats", "version": "2"}}
    again = site.rebuild({"specs/ships.json": changed})
    assert again.warnings == ""
    assert again.page("api/ships.html").select_one("h1").get_text().startswith("Boats")


def test_what_is_wrong_is_reported_and_the_rest_is_made(build_site):
    conf = """
        redoc = [
            {"page": "api/ships", "spec": "specs/ships.json", "nam": "A"},
            {"page": "gone", "spec": "specs/shps.json"},
            {"page": "index", "spec": "specs/ships.json"},
        ]
    """
    site = build_site(FILES, conf=conf)
    assert site.warnings.count("WARNING") == 3
    assert 'unknown key "nam"; it was ignored. Did you mean "name"?' in site.warnings
    assert "[sitejson.redoc]" in site.warnings
    assert 'there is a page "index" already' in site.warnings
    assert 'Did you mean "specs/ships.json"?' in site.warnings
    assert site.exists("gone.html")
    assert site.page("index.html").select_one("h1").get_text().startswith("Home")


def test_a_project_of_markdown_pages(build_clean):
    files = {"index.md": "# Home\n\n{doc}`api/ships`\n", "specs/ships.json": DOCUMENT}
    conf = f"""
        extensions = ["sphinx_sitejson", "myst_parser"]
        source_suffix = {{".md": "markdown"}}
        {REDOC}
    """
    site = build_clean(files, conf=conf)
    assert site.page("api/ships.html").select_one("h1").get_text().startswith("Ships")


def test_books_have_no_ids_with_slashes(build_site):
    site = build_site(FILES, conf=REDOC, builder="epub")
    assert "operation/listShips" not in site.text("api/ships.xhtml")
    assert "get--ships" in site.text("api/ships.xhtml")


FOREIGN = """
import sys, types

other = types.ModuleType("sphinxcontrib.redoc")
other.setup = lambda app: app.add_config_value("redoc", [], "html")
sys.modules["sphinxcontrib.redoc"] = other
extensions = {}
redoc = [{{"page": "api/ships", "spec": "specs/ships.json"}}]
"""


@pytest.mark.parametrize(
    "order",
    [["sphinx_sitejson", "sphinxcontrib.redoc"], ["sphinxcontrib.redoc", "sphinx_sitejson"]],
)
def test_the_other_extension_makes_its_pages_itself(build_clean, order):
    files = {"index.rst": "Home\n====\n", "specs/ships.json": DOCUMENT}
    site = build_clean({**files, "conf.py": FOREIGN.format(order)})
    assert site.status.count('leaves the pages of "redoc" to the extension') == 1
    assert not site.exists("api/ships.html")


SWAGGER = """\
{heading}.. swagger-plugin:: specs/ships.json
   :id: ships
   :full-page:
   :page-title: My ships
   :swagger-options: {{"docExpansion": "none"}}
"""


@pytest.mark.parametrize(
    ("heading", "title"), [("", "My ships"), ("Our words\n=========\n\n", "Our words")]
)
def test_swagger_plugin_shows_a_document(build_clean, heading, title):
    files = {**FILES, "index.rst": SWAGGER.format(heading=heading)}
    conf = (
        'swagger_css_uri = "https://example.com/a.css"\nswagger_mirror_external_resources = True\n'
    )
    site = build_clean(files, conf=conf)
    page = site.page("index.html")
    assert page.select_one("h1").get_text().startswith(title)
    assert len(page.select("details.sj-api-row")) == 3
    assert page.select_one("#ships")


def test_swagger_plugin_twice_on_a_page_with_wrong_options(build_site):
    one = ".. swagger-plugin:: specs/ships.json\n   :id: {}\n   :fullpage:\n\n"
    text = "Home\n====\n\n" + one.format("a") + one.format("b")
    site = build_site({**FILES, "index.rst": text})
    assert site.warnings.count("WARNING") == 2
    assert (
        'there is no option "fullpage"; it was ignored. Did you mean "full-page"?' in site.warnings
    )
    ids = [tag["id"] for tag in site.page("index.html").select("[id]")]
    assert len(ids) == len(set(ids))


def test_the_other_extension_keeps_its_directive(build_clean):
    conf = """
        from docutils import nodes
        from docutils.parsers.rst import Directive

        class Theirs(Directive):
            optional_arguments = 1
            def run(self):
                return [nodes.paragraph("", "theirs")]

        def setup(app):
            app.add_directive("swagger-plugin", Theirs)
    """
    text = "Home\n====\n\n.. swagger-plugin:: specs/ships.json\n"
    site = build_clean({**FILES, "index.rst": text}, conf=conf)
    assert "theirs" in site.page("index.html").get_text()
    assert 'leaves the directive "swagger-plugin"' in site.status
