"""Documents of Swagger 2.0 on a site: tabs, bound pages, the playground, changes and downloads."""

import json

import pytest

from support.sites import api_settings

CAR = {"$ref": "#/definitions/Car"}
BODY = {"in": "body", "name": "car", "required": True, "schema": CAR}
TAGS = {"in": "query", "name": "tags", "type": "array", "items": {"type": "string"}}
PHOTO = {"in": "formData", "name": "photo", "type": "file", "required": True}
ID = {"in": "path", "name": "id", "type": "string", "required": True}
ANSWER = {"200": {"description": "the car", "schema": CAR}}
PATHS = {
    "/cars": {"get": {"summary": "List cars", "operationId": "listCars",
                      "parameters": [{**TAGS, "collectionFormat": "multi",
                                      "x-example": ["red", "new"]}],
                      "responses": ANSWER},
              "post": {"summary": "Add a car", "parameters": [BODY], "responses": ANSWER},
              "delete": {"summary": "Secret", "x-internal": True, "responses": ANSWER}},
    "/cars/{id}/photo": {"post": {"summary": "Add a photo", "parameters": [ID, PHOTO],
                                  "responses": ANSWER}},
}  # fmt: skip
DOCUMENT = {
    "swagger": "2.0",
    "info": {"title": "Garage", "version": "2"},
    "host": "garage.example.com",
    "basePath": "/v1",
    "schemes": ["https"],
    "securityDefinitions": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    "security": [{"key": []}],
    "paths": PATHS,
    "definitions": {
        "Car": {"type": "object", "properties": {"name": {"type": "string", "x-nullable": True}}}
    },
}
OLD = {**DOCUMENT, "info": {"title": "Garage", "version": "1"}, "paths": {"/cars": PATHS["/cars"]}}
FILES = {
    "site.json": api_settings("Garage", "/specs/new.json", pages=["index", "add", "changes"]),
    "index.mdx": "---\ntitle: Home\n---\n\n{openapi:op}`listCars`\n",
    "add.mdx": "---\nopenapi: POST /cars\n---\n",
    "changes.mdx": "---\ntitle: Changes\nopenapi-changes: specs/old.json specs/new.json\n---\n",
    "specs/old.json": OLD,
    "specs/new.json": DOCUMENT,
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


def text(element):
    return " ".join(element.get_text().split())


def test_a_tab_has_a_page_for_each_operation(site):
    assert site.warnings == ""
    page = site.page("api/list-cars.html")
    assert text(page.select_one("h1")).startswith("List cars")
    assert "https://garage.example.com/v1/cars?tags=red&tags=new" in text(page.select_one("main"))
    assert "X-Key" in text(page.select_one("main"))


def test_a_bound_page_shows_the_body(site):
    main = text(site.page("add.html").select_one("main"))
    assert "application/json" in main
    assert '"name"' in main


def test_a_file_is_sent_as_a_part(site):
    main = text(site.page("api/add-a-photo.html").select_one("main"))
    assert "multipart/form-data" in main
    assert "photo=@" in main


def test_a_role_finds_an_operation(site):
    assert site.page("index.html").select_one("main a[href='api/list-cars.html']")


def test_changes_between_two_documents(site):
    main = text(site.page("changes.html").select_one("main"))
    assert "From version 1 to version 2" in main
    assert "POST /cars/{id}/photo" in main


def test_the_download_is_what_the_author_wrote(site):
    offered = json.loads(site.text("_static/openapi/new.json"))
    assert offered["swagger"] == "2.0"
    assert offered["definitions"] == DOCUMENT["definitions"]
    # The owner keeps this operation out of the site.
    assert [*offered["paths"]["/cars"]] == ["get", "post"]


def test_the_playground_has_the_server_and_the_fields(site):
    page = site.page("api/add-a-photo.html")
    data = page.select_one("sj-playground script[type='application/json']").get_text()
    assert "https://garage.example.com/v1" in data
    assert "multipart/form-data" in data
