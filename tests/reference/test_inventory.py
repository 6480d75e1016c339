"""What other projects can link to, and the roles that lead there."""

import json
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from sphinx.util.inventory import InventoryFile

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.reference.domain import is_one_entry
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.operation_parts import parameter_ids
from sphinx_sitejson.reference.views.overview import property_ids, schema_view
from support.sites import api_settings

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1", "description": "# security-token\n\nWords."},
    "security": [{"token": []}],
    "tags": [{"name": "Ships", "description": "All ships."}, {"name": "Nobody's"}],
    "paths": {
        "/ships/{id}": {
            "get": {
                "operationId": "readShip",
                "summary": "Read a ship",
                "tags": ["Ships", "Second tag"],
                "parameters": [
                    {"name": "a b", "in": "query", "schema": {"type": "string"}},
                    {"name": "a-b", "in": "query", "required": True, "schema": {"type": "string"}},
                    {"name": "id", "in": "query", "schema": {"type": "string"}},
                    {"name": "7", "in": "query", "schema": {"type": "string"}},
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/docks": {
            "get": {
                "summary": "Docks",
                "security": [{"key": []}],
                "responses": {"200": {"description": "OK"}},
            }
        },
    },
    "components": {
        "schemas": {
            "Ship": {
                "allOf": [{"$ref": "#/components/schemas/Thing"}],
                "properties": {
                    "name": {"type": "string"},
                    "owner": {"type": "object", "properties": {"deep": {"type": "string"}}},
                },
                "additionalProperties": {"type": "object", "properties": {"x": {}}},
            },
            "Thing": {"required": ["id"], "properties": {"NAME": {}, "id": {"type": "integer"}}},
            "Fleet": {"type": "array", "items": {"$ref": "#/components/schemas/Ship"}},
            "Alias": {"$ref": "#/components/schemas/Thing"},
            "Pick": {"oneOf": [{"$ref": "#/components/schemas/Ship"}, {"type": "string"}]},
        },
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "unused": {"type": "http", "scheme": "basic"},
        },
    },
}
TAB = {"name": "API", "url": "api", "openapi": "/harbour.json"}
SITE = {"name": "Harbour", "navigation": [{"group": "Start", "pages": ["index"]}]}
HOME = "---\ntitle: Home\n---\n"
FILES = {"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": HOME, "harbour.json": DOCUMENT}


def inventory_of(site):
    content = (site.outdir / "objects.inv").read_bytes()
    return getattr(found := InventoryFile.loads(content, uri="/"), "data", found)


def names(inventory, kind):
    return sorted(inventory[kind])


def on_their_pages(site, inventory):
    """Yield each entry, and whether the page has the place that it names."""
    for kind, entries in inventory.items():
        for name, entry in entries.items() if kind.startswith("openapi:") else ():
            page, _hash, anchor = entry.uri.lstrip("/").partition("#")
            found = site.page(page)
            yield kind, name, not anchor or found.find(id=unquote(anchor)) is not None


def test_parts_of_a_document_are_in_the_inventory(build_clean):
    site = build_clean(FILES)
    inventory = inventory_of(site)

    assert names(inventory, "openapi:param") == [
        *(f"GET /ships/{{id}} {name}" for name in ("a b", "a-b", "id")),
        *(f"readShip {name}" for name in ("7", "a b", "a-b", "id")),
    ]
    assert names(inventory, "openapi:property") == [
        *("Alias NAME", "Alias id"),
        *("Fleet NAME", "Fleet id", "Fleet name", "Fleet owner"),
        *("Ship NAME", "Ship id", "Ship name", "Ship owner"),
        *("Thing NAME", "Thing id"),
    ]
    assert names(inventory, "openapi:tag") == ["Second tag", "Ships"]
    assert names(inventory, "openapi:security") == ["key", "token", "unused"]
    assert [entry for entry in on_their_pages(site, inventory) if not entry[2]] == []
    ids = [each["id"] for each in site.page("api/index.html").select("[id]")]
    assert len(ids) == len(set(ids))
    assert inventory["openapi:param"]["readShip id"].uri.endswith("#path-id")


def test_parts_do_not_fill_the_index_or_the_search(build_site):
    site = build_site(FILES)

    entries = site.page("openapi-apiindex.html").select("table.indextable td a")
    assert sorted({entry.text for entry in entries}) == [
        *("Alias", "Docks", "Fleet", "Pick", "Read a ship", "Ship", "Thing")
    ]
    index = json.loads(
        site.text("searchindex.js").removeprefix("Search.setIndex(").removesuffix(")")
    )
    kinds = {entry[1] for entries in index["objects"].values() for entry in entries}
    assert {index["objtypes"][str(kind)] for kind in kinds} <= {"openapi:op", "openapi:schema"}


@pytest.mark.parametrize("page", [".. openapi:: harbour.json", ".. openapi-operation:: GET /docks"])
def test_places_hold_on_pages_with_several_operations(build_clean, page):
    text = f"Home\n====\n\n{page}\n\n:openapi:security:`key`\n"
    operations = {**SITE, "openapi": "/harbour.json"}
    site = build_clean({"site.json": operations, "index.rst": text, "harbour.json": DOCUMENT})
    inventory = inventory_of(site)

    assert inventory["openapi:security"]["key"].uri.startswith("/index.html#")
    assert [entry for entry in on_their_pages(site, inventory) if not entry[2]] == []


def test_roles_link_to_security_schemes(build_site):
    roles = " ".join(f"{{openapi:security}}`{name}`" for name in ("token", "harbour#key", "no"))
    text = f"{HOME}\n{roles}\n"
    site = build_site({**FILES, "index.mdx": text})

    links = site.page("index.html").select("main p a")
    assert [(link.text, link["href"]) for link in links] == [
        ("token", "api/index.html#security-token"),
        ("key", "api/index.html#security-key"),
    ]
    assert 'openapi:security: no page shows "no".' in site.warnings
    way = site.page("api/index.html").find(id="security-key")
    assert "X-Key" in way.text


def test_other_projects_link_to_parts(build_site):
    site = build_site(FILES)
    mapping = {"harbour": ["https://harbour.example.com/", str(site.outdir / "objects.inv")]}
    roles = (
        "{openapi:param}`GET /ships/{id} a-b` {openapi:property}`Ship name` "
        "{openapi:tag}`Ships` {openapi:security}`token`"
    )
    other = build_site(
        {"site.json": SITE, "index.mdx": f"{HOME}\n{roles}\n"},
        conf=f'extensions.append("sphinx.ext.intersphinx")\nintersphinx_mapping = {mapping}\n',
    )

    assert other.warnings == ""
    assert [link["href"] for link in other.page("index.html").select("main p a")] == [
        f"https://harbour.example.com/api/{place}"
        for place in (
            "ships/read-a-ship.html#query-a-b",
            "schemas/ship.html#schema-name",
            "ships/index.html",
            "index.html#security-token",
        )
    ]


@pytest.mark.parametrize("anchor", ["", "place"])
def test_ids_without_views_are_those_of_the_views(anchor):
    document = OpenApiDocument(DOCUMENT, name="h", location="/h.json", version="3.1.0")
    options = ReferenceOptions()
    operation = document.operations[0]
    view = operation_view(document, operation, options, anchor=anchor)
    prefix = f"{anchor}-" if anchor else ""

    assert list(parameter_ids(operation.parameters, options, prefix=prefix)) == [
        (field.name, field.id) for section in view.parameters for field in section.fields
    ]
    for name in document.schemas:
        group = schema_view(document, name, options, anchor=anchor).body.group
        shown = [(field.name, field.id) for field in group.fields] if group else []
        assert set(property_ids(document, name, options, anchor=anchor)) <= set(shown)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("GET /ships limit", True),
        ("GET /ships 2fa", True),
        ("Ship 7", True),
        ("GET /ships 7", False),
        ("GET /ships -1", False),
        ("Ship a\nb", False),
    ],
)
def test_what_a_line_of_an_inventory_can_hold(name, is_one):
    assert is_one_entry(name) is is_one


def test_no_name_or_title_begins_a_line_of_its_own(build_site):
    hostile = "a\nEVIL std:label 1 evil.html X\n# EVIL\r\u2028b"
    operation = {
        "operationId": hostile,
        "tags": [hostile],
        "parameters": [{"name": hostile, "in": "query", "schema": {"type": "string"}}],
        "requestBody": {
            "content": {f"application/json{hostile}": {"examples": {hostile: {"value": "x"}}}}
        },
        "responses": {"200": {"description": "ok", "headers": {hostile: {"example": hostile}}}},
        "x-codeSamples": [{"lang": hostile, "label": hostile, "source": "x"}],
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": hostile, "version": hostile, "contact": {"name": hostile}},
        "tags": [{"name": hostile}],
        "paths": {f"/p{hostile}": {"get": operation}},
        "webhooks": {hostile: {"post": {"responses": {"200": {"description": "ok"}}}}},
        "components": {
            "schemas": {hostile: {"type": "string", "title": hostile}},
            "securitySchemes": {hostile: {"type": "apiKey", "in": "header", "name": hostile}},
        },
        "security": [{hostile: []}],
    }
    title = json.dumps(hostile)
    files = {
        "site.json": api_settings("Site", "api.json", pages=["index", "two", "list"], group="All"),
        "index.mdx": f"---\ntitle: {title}\nsidebarTitle: {title}\n---\n\nText.\n",
        "two.md": "One\nEVIL std:label 1 evil.html X\n====\n",
        "list.rst": "List\n====\n\n.. openapi:: api.json\n",
        "api.json": document,
    }
    site = build_site(files, conf='html_baseurl = "https://docs.example.com/"')

    with (site.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: uri)
    assert "EVIL" not in inventory["std:label"]
    assert {*inventory["std:doc"]} >= {"index", "two", "list", "api/index"}
    for path in site.outdir.rglob("*.md"):
        shown = MarkdownIt("commonmark").render(path.read_text(encoding="utf-8"))
        assert "<h1>EVIL" not in shown, path


@pytest.mark.parametrize("settings", [{}, {"site.json": {"name": "Ropes", "navigation": []}}])
def test_an_index_without_a_page_is_not_in_the_inventory(build_site, settings):
    site = build_site({**settings, "index.rst": "Ropes\n=====\n"})

    assert not site.exists("openapi-apiindex.html")
    inventory = InventoryFile.loads((site.outdir / "objects.inv").read_bytes(), uri="")
    assert "openapi-apiindex" not in inventory.data["std:label"]
