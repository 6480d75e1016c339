"""The domain ``http``: ours where the name is free, and our operations in another's tables."""

import pytest
from sphinx.util.inventory import InventoryFile

from support.sites import api_settings

OK = {"200": {"description": "ok"}}
ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1"},
    "paths": {"/ships": {"get": {"summary": "List ships", "responses": OK},
                         "post": {"summary": "Add a ship", "deprecated": True, "responses": OK}},
              "/ships/{id}": {"get": {"summary": "One ship", "parameters": [ID], "responses": OK}}},
}  # fmt: skip
SETTINGS = {"name": "Ships", "navigation": []}
INDEX = """\
Home
====

:http:get:`/ships` :http:get:`/ships/{int:ship}` :http:post:`send <ships>`
:http:get:`/docks/(int:id)` :http:any:`/anything` :http:statuscode:`404` :http:method:`get`
:http:header:`Content-Type` :http:header:`X-Mine` :ref:`routingtable`

.. toctree::

   docks
   api
""".replace("<ships>", "</ships>")
DOCKS = """\
Docks
=====

.. http:get:: /docks/(int:id)
   :synopsis: One dock
   :deprecated:

   One dock.

   :param int id: its number
   :query string sort: order
   :<json string name: sent
   :>json string name: answered
   :<jsonarr string many: sent
   :>jsonarr string many: answered
   :reqheader Authorization: token
   :resheader Content-Type: kind
   :form size: length
   :status 200: fine
   :statuscode 404: not there
   :code 5XX: broken

.. http:any:: /anything

   All of it.

.. http:post:: /hidden
   :noindex:

   Not in the table.
"""
FILES = {
    "site.json": SETTINGS, "index.rst": INDEX, "docks.rst": DOCKS,
    "api.rst": "API\n===\n\n.. openapi:: ships.json\n", "ships.json": DOCUMENT,
}  # fmt: skip
BOTH = 'extensions = ["{}", "{}"]\n'
OURS, OTHER = "sphinx_sitejson", "sphinxcontrib.httpdomain"


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


def links(page):
    return [(a["href"], a.get_text()) for a in page.select("main p a.reference")]


def entries(page):
    cells = page.select("table.indextable a")
    return [(a.get_text(), a["href"]) for a in cells]


def test_roles_point_to_endpoints_and_standards(site):
    assert site.warnings == ""
    assert links(site.page("index.html"))[:9] == [
        ("api.html#get--ships", "GET /ships"),
        ("api.html#get--ships-id", "GET /ships/{int:ship}"),
        ("api.html#post--ships", "send"),
        ("docks.html#get--docks-(int-id)", "GET /docks/(int:id)"),
        ("docks.html#any--anything", "ANY /anything"),
        ("https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5", "404 Not Found"),
        ("https://www.rfc-editor.org/rfc/rfc9110.html#section-9.3.1", "GET"),
        ("https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3", "Content-Type"),
        ("http-routingtable.html", "HTTP Routing Table"),
    ]


def test_an_endpoint_by_hand_has_its_anchor_and_all_fields(site):
    page = site.page("docks.html")
    described = page.select_one("dl.http.get")
    assert described.select_one("dt")["id"] == "get--docks-(int-id)"
    heads = [head.get_text() for head in described.select("dl.field-list > dt")]
    assert [head.rstrip(":") for head in heads] == [
        "Parameters", "Query Parameters", "Request JSON Object", "Response JSON Object",
        "Request JSON Array of Objects", "Response JSON Array of Objects", "Request Headers",
        "Response Headers", "Form Parameters", "Status Codes",
    ]  # fmt: skip
    assert "Deprecated" in described.select_one("dt").get_text()
    assert page.select_one("#any--anything")
    assert page.select_one("#post--hidden")


def test_the_table_has_all_endpoints_once(site):
    assert entries(site.page("http-routingtable.html")) == [
        ("ANY /anything", "docks.html#any--anything"),
        ("GET /docks/(int:id)", "docks.html#get--docks-(int-id)"),
        ("GET /ships", "api.html#get--ships"),
        ("POST /ships", "api.html#post--ships"),
        ("GET /ships/{id}", "api.html#get--ships-id"),
    ]
    text = site.page("http-routingtable.html").get_text()
    assert "One dock" in text
    assert "Add a ship" in text


def test_other_projects_find_endpoints(site):
    content = (site.outdir / "objects.inv").read_bytes()
    inventory = InventoryFile.loads(content, uri="/")
    assert inventory["http:get", "/ships"].uri == "/api.html#get--ships"
    assert inventory["http:get", "/docks/(int:id)"].uri == "/docks.html#get--docks-(int-id)"


def test_a_dead_role_and_an_unknown_code_say_so(build_site):
    text = "Home\n====\n\n:http:get:`/shisp` :http:statuscode:`999` :http:method:`fetch`\n"
    files = {**FILES, "index.rst": INDEX + "\n   more\n", "more.rst": text}
    site = build_site(files)
    assert site.warnings.count("WARNING") == 3
    assert 'http:get: no page describes "GET /shisp". Did you mean "/ships"?' in site.warnings
    assert 'more.rst:4: WARNING: http:statuscode: "999" is not an HTTP status code' in site.warnings
    assert 'http:method: "fetch" is not an HTTP method' in site.warnings
    assert "[sitejson.http_role]" in site.warnings


def test_values_of_conf_py(build_clean):
    text = "Home\n====\n\n:http:statuscode:`999` :http:method:`fetch` :ref:`routingtable`\n"
    conf = """
        http_strict_mode = False
        http_index_localname = "All routes"
        http_index_shortname = "routes"
        http_index_ignore_prefixes = ["/docks"]
        http_headers_ignore_prefixes = ["X-"]
    """
    site = build_clean({**FILES, "index.rst": INDEX + "\n   more\n", "more.rst": text}, conf=conf)
    table = site.page("http-routingtable.html")
    assert "All routes" in table.select_one("h1").get_text()
    assert "/docks/(int:id)" in [cap.get_text() for cap in table.select("tr.cap strong")]
    assert links(site.page("more.html"))[0] == ("http-routingtable.html", "All routes")


def test_a_site_that_has_pages_for_its_operations_has_no_second_table(build_clean):
    settings = api_settings("Ships", "/ships.json", group="G")
    index = "---\ntitle: Home\n---\n\n{http:get}`/ships`\n"
    site = build_clean({"site.json": settings, "index.mdx": index, "ships.json": DOCUMENT})
    assert not site.exists("http-routingtable.html")
    inventory = InventoryFile.loads((site.outdir / "objects.inv").read_bytes(), uri="/")
    assert ("std:label", "routingtable") not in inventory
    assert ("std:label", "http-routingtable") not in inventory
    assert site.page("index.html").select_one("main a[href='api/list-ships.html']")


def test_pages_are_removed_and_found_again(build_site):
    site = build_site(FILES)
    moved = {"docks.rst": "Docks\n=====\n\n.. http:get:: /docks/new\n\n   New.\n"}
    index = INDEX.replace("/docks/(int:id)", "/docks/new").replace(":http:any:`/anything`", "")
    again = site.rebuild({**moved, "index.rst": index})
    assert again.warnings == ""
    names = [name for name, _ in entries(again.page("http-routingtable.html"))]
    assert names == ["GET /docks/new", "GET /ships", "POST /ships", "GET /ships/{id}"]


def test_several_processes_read_the_same(build_clean, site):
    more = {f"page{number}.rst": ":orphan:\n\nPage\n====\n" for number in range(8)}
    parallel = build_clean({**FILES, **more}, parallel=2)
    table = "http-routingtable.html"
    assert entries(parallel.page(table)) == entries(site.page(table))


@pytest.mark.parametrize("order", [(OURS, OTHER), (OTHER, OURS)])
@pytest.mark.parametrize("parallel", [0, 2])
def test_another_domain_gets_our_operations(build_clean, order, parallel):
    # Reading in several processes, the other extension loses its label.
    index = INDEX.replace("{int:ship}", "{id}").replace(":ref:`routingtable`", "")
    more = {f"page{number}.rst": ":orphan:\n\nPage\n====\n" for number in range(8)}
    by_their_rules = DOCKS.replace("   :code 5XX: broken\n", "")
    files = {
        **FILES,
        **more,
        "docks.rst": by_their_rules,
        "index.rst": index,
        "conf.py": BOTH.format(*order),
    }
    site = build_clean(files, parallel=parallel)

    assert 'leaves the domain "http" to another extension' in site.status
    assert links(site.page("index.html"))[:3] == [
        ("api.html#get--ships", "GET /ships"),
        ("api.html#get--ships-id", "GET /ships/{id}"),
        ("api.html#post--ships", "send"),
    ]
    names = [name for name, _ in entries(site.page("http-routingtable.html"))]
    assert "GET /ships/{id}" in names
    assert "GET /docks/(int:id)" in names

    by_hand = "\n.. http:get:: /ships\n\n   By hand.\n"
    again = site.rebuild({"docks.rst": by_their_rules + by_hand})
    assert again.warnings == ""
    table = dict(entries(again.page("http-routingtable.html")))
    assert table["GET /ships"] == "docks.html#get--ships"


def test_a_path_with_markup_does_not_enter_the_index_of_another_domain(build_site):
    """Its index writes the first part of a path into the page as it is."""
    paths = {'/<img src=x onerror="alert(1)">/b': DOCUMENT["paths"]["/ships"], **DOCUMENT["paths"]}
    conf = BOTH.format(OURS, OTHER)
    index = "Home\n====\n\n.. openapi:: ships.json\n"
    files = {"index.rst": index, "ships.json": {**DOCUMENT, "paths": paths}, "conf.py": conf}
    site = build_site({"site.json": SETTINGS, **files})

    table = site.page("http-routingtable.html")
    assert table.select("[onerror], img") == []
    assert [name for name, _ in entries(table)] == ["GET /ships", "GET /ships/{id}", "POST /ships"]


LOADS_OTHER = """
import sys, types

loader = types.ModuleType("loads_other")
loader.setup = lambda app: app.setup_extension("sphinxcontrib.httpdomain")
sys.modules["loads_other"] = loader
extensions = {}
"""


@pytest.mark.parametrize("order", [[OURS, "loads_other"], ["loads_other", OURS]])
def test_beside_an_extension_that_loads_the_other_domain(build_site, order):
    index = "Home\n====\n\n.. toctree::\n\n   docks\n   api\n"
    by_their_rules = DOCKS.replace("   :code 5XX: broken\n", "")
    files = {**FILES, "index.rst": index, "docks.rst": by_their_rules}
    assert build_site({**files, "conf.py": LOADS_OTHER.format(order)}).warnings == ""


@pytest.mark.parametrize("builder", ["html", "text", "latex", "texinfo", "epub"])
def test_a_path_with_markup_is_text_in_every_index(build_site, builder):
    hostile = '"><img src=x onerror=alert(1)>'
    path = f"/{hostile}/b"
    operation = {"summary": hostile, "responses": {"200": {"description": "ok"}}}
    api = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}}
    files = {
        "site.json": api_settings("Site", "api.json", group="All"),
        "index.rst": f"Home\n====\n\n.. openapi:: api.json\n\n.. http:get:: /a{hostile}\n",
        "api.json": {**api, "paths": {path: {"get": operation}}},
    }
    site = build_site(files, builder=builder)

    for name in ("http-routingtable.html", "openapi-apiindex.html"):
        if builder == "html":
            page = site.page(name)
            assert page.select("[onerror], img[src=x]") == []
            assert hostile in page.get_text()


def test_one_path_of_two_documents_leads_to_the_first_page_in_the_order_of_the_toctrees(build_site):
    def document(title):
        info = {"title": title, "version": "1"}
        paths = {"/ships": {"get": {"summary": title, "responses": OK}}}
        return {"openapi": "3.1.0", "info": info, "paths": paths}

    files = {
        "index.rst": "Home\n====\n\n:http:get:`/ships`\n\n.. toctree::\n\n   z\n   a\n",
        "a.rst": "A\n=\n\n.. openapi:: a.json\n",
        "z.rst": "Z\n=\n\n.. openapi:: z.json\n",
        "a.json": document("A"),
        "z.json": document("Z"),
    }
    site = build_site({"site.json": SETTINGS, **files})

    links = [tag["href"] for tag in site.page("index.html").select("p a")]
    assert [url for url in links if "ships" in url] == ["z.html#get--ships"]
