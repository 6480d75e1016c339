"""A site whose API is a real server, for the tests of the playground."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from support.small_sites import api_document, api_files

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def open_playground(page: Page, url: str) -> Locator:
    """Open a page and press its button."""
    page.goto(url)
    page.get_by_role("button", name="Try it").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def send(dialog: Locator) -> Locator:
    """Press the button and wait for the end."""
    # Tests with the oldest dependencies read this module and have no browser.
    from playwright.sync_api import expect

    dialog.get_by_role("button", name="Send", exact=True).click()
    rendered = ".sj-p-response-head .sj-status, .sj-p-response-box [role=alert]"
    dialog.locator(rendered).first.wait_for()
    expect(dialog.page.locator(".sj-play[data-busy]")).to_have_count(0)
    return dialog.locator(".sj-p-response-pane")


def choose_server(dialog: Locator, **option: Any) -> None:
    """Open the folded servers, and choose one."""
    dialog.locator("summary", has_text=re.compile("^Server")).click()
    dialog.get_by_label("Server", exact=True).select_option(**option)


def as_json(dialog: Locator) -> Locator:
    """Show a body as JSON, and return where it is written."""
    dialog.get_by_role("button", name="JSON", exact=True).click()
    return dialog.get_by_label("application/json")


def operation(identifier: str, **more: Any) -> dict[str, Any]:
    usual = {"default": {"description": "Any answer."}}
    return {"operationId": identifier, "summary": identifier, "responses": usual, **more}


def flow(address: str, **more: str) -> dict[str, Any]:
    return {"tokenUrl": f"{address}/token", "scopes": {"read": "", "write": ""}, **more}


def answer(schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"description": "It worked.", "content": {kind: {"schema": schema}}}


def body(kind: str, schema: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    media = {"schema": schema} if schema else {}
    return {"required": True, "content": {kind: {**media, **more}}}


TEXT, WHOLE, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
BINARY, SECRET = {**TEXT, "format": "binary"}, {**TEXT, "format": "password"}
TEXTS = {"type": "array", "items": TEXT}


def members(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """Return the schema of an object."""
    needed = {"required": [*required]} if required else {}
    return {"type": "object", **needed, "properties": properties, **more}


def refer(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def given(place: str, name: str, schema: Any = None, **more: Any) -> dict[str, Any]:
    """Return a parameter."""
    return {"name": name, "in": place, "schema": schema or TEXT, **more}


JSON, FORM, PARTS = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
SHIP = members(
    {"id": {**TEXT, "readOnly": True}, "kind": TEXT, "length": {"type": "number", "minimum": 0}},
    *("id", "kind", "length"),
    additionalProperties=False,
)
PET = {"oneOf": [refer("Cat"), refer("Dog")], "discriminator": {"propertyName": "kind"}}
NODE = members(
    {
        "name": {**TEXT, "minLength": 2},
        "tags": TEXTS,
        "size": {**WHOLE, "minimum": 1},
        "child": refer("Node"),
        "pet": PET,
        "extra": {"type": "object", "additionalProperties": WHOLE},
    },
    "name",
)


def animal(sound: str) -> dict[str, Any]:
    return members({"kind": TEXT, sound: {"type": "boolean"}}, "kind", sound)


def schemes(address: str) -> dict[str, Any]:
    flows = {
        "authorizationCode": flow(address, authorizationUrl=f"{address}/authorize"),
        "clientCredentials": flow(address),
        "implicit": {"authorizationUrl": f"{address}/authorize", "scopes": {}},
        "deviceAuthorization": flow(address, deviceAuthorizationUrl=f"{address}/device"),
    }
    return {
        **{name: {"type": "http", "scheme": name} for name in ("bearer", "basic", "digest")},
        "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "query": {"type": "apiKey", "in": "query", "name": "key"},
        "oauth": {"type": "oauth2", "flows": flows},
        "openid": {"type": "openIdConnect", "openIdConnectUrl": f"{address}/openid"},
    }


def secured() -> dict[str, Any]:
    names = ("bearer", "basic", "header", "query", "oauth", "openid")
    both = {"header": [], "query": []}
    return operation("secured", security=[*({name: []} for name in names), both, {}])


def parameters() -> list[dict[str, Any]]:
    limit = {**WHOLE, "minimum": 1, "maximum": 9}
    return [
        given("path", "id", required=True),
        given("query", "limit", limit, description="How many."),
        given("query", "kind", {**TEXT, "enum": ["a", "b"]}),
        given("query", "day", {**TEXT, "format": "date"}),
        given("query", "all", {"type": "boolean"}),
        given("query", "tag", TEXTS),
        given("query", "filter", members({"from": WHOLE}), style="deepObject"),
        given("header", "X-Trace"),
        given("header", "Host"),
        given("cookie", "session"),
        given("query", "pin", SECRET),
    ]


def posting(**bodies: dict[str, Any]) -> dict[str, Any]:
    """Return an operation for each body."""
    names = {name.replace("_", "-"): content for name, content in bodies.items()}
    return {
        f"/{name}": {"post": operation(name, requestBody=content)}
        for name, content in names.items()
    }


def reading(**answers: dict[str, Any]) -> dict[str, Any]:
    """Return an operation for each schema of a response."""
    return {
        f"/{name}": {"get": operation(name, responses={"200": answer(schema)})}
        for name, schema in answers.items()
    }


def paths() -> dict[str, Any]:
    files = {"type": "array", "items": BINARY}
    upload = members(
        {"title": TEXT, "files": files, "about": members({"n": WHOLE})}, "title", "files"
    )
    missing = {"404": {"description": "No such ship."}}
    gets = ("simple", "hidden", "closed", "page", "picture", "file", "slow", "events", "plain")
    return {
        "/echo/{id}": {"get": operation("inputs", parameters=parameters())},
        "/secured": {"get": secured()},
        **posting(
            json=body(JSON, refer("Node")),
            form=body(FORM, members({"name": TEXT, "tags": TEXTS})),
            upload=body(PARTS, upload, encoding={"files": {"contentType": "text/plain"}}),
            text=body("text/plain", TEXT, example="two\nlines"),
            xml=body("application/xml", {"type": "object"}, example="<a>1</a>"),
        ),
        "/binary": {"put": operation("binary", requestBody=body("application/pdf"))},
        **reading(ships=SHIP),
        "/status/404": {"get": operation("missing", responses=missing)},
        "/status/401": {"get": operation("unknown", security=[{"bearer": []}])},
        "/remove": {"delete": operation("remove")},
        **{f"/{name}": {"get": operation(name)} for name in gets},
    }


NUMBERS = read_json(
    """{
      "type": "object",
      "properties": {
        "whole": {"type": "integer", "maximum": 9007199254740993},
        "part": {"type": "number", "multipleOf": 0.01, "exclusiveMinimum": 0.1000000000000000055},
        "usual": {"type": "number", "default": 1.10},
        "one": {"enum": [9007199254740993, 1.0, 1E400]},
        "many": {"type": "array", "items": {"type": "number"}},
        "free": {}
      }
    }"""
)
INNER = members({"note": TEXT, "hidden": {**TEXT, "writeOnly": True}, "apiKey": TEXT})
SECRETS = members(
    {
        "name": TEXT,
        "phrase": SECRET,
        "inner": INNER,
        "list": {"type": "array", "items": refer("Account")},
        "map": {"type": "object", "additionalProperties": TEXT},
        "one": {"oneOf": [refer("Account"), refer("Cat")]},
    }
)
ACCOUNT = members({"user": TEXT, "word": {"allOf": [TEXT, refer("Word")]}}, "user")


def exact_paths() -> dict[str, Any]:
    inputs = [
        given("path", "id", NUMBER, required=True),
        given("query", "amount", NUMBER, required=False),
        given("header", "X-Number", NUMBER, required=False),
        given("query", "given", NUMBER, required=True, example=read_json("1.50")),
    ]
    tokens = [
        given("header", "X-Auth-Token"),
        given("query", "plain"),
        given("query", "filter", members({"token": TEXT, "page": NUMBER}), style="deepObject"),
    ]
    numbers = operation("numbers", parameters=inputs, requestBody=body(JSON, NUMBERS))
    login = operation("login", parameters=tokens, requestBody=body(JSON, SECRETS))
    return {
        "/numbers/{id}": {"post": numbers},
        "/login": {"post": login},
        **posting(login_form=body(FORM, SECRETS),
                  login_parts=body(PARTS, members({"title": TEXT, "pin": NUMBER, "file": BINARY}))),
        **reading(exact=members({"id": {"maximum": 9007199254740992}}),
                  partly={"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
                  fitting={"type": "object"}, deep={"type": "array"}),
    }  # fmt: skip


BLANKS = members(
    {
        "name": TEXT,
        "note": {"type": ["string", "null"]},
        "size": {"type": ["integer", "null"]},
        "list": TEXTS,
        "deep": {"type": ["object", "null"], "properties": {"a": TEXT}},
        "day": {**TEXT, "format": "date"},
        "other": TEXT,
    },
    "name",
)
SHIP_ID = {**WHOLE, "example": 7, "xml": {"attribute": True}}
XML_SHIP = members({"id": SHIP_ID, "name": {**TEXT, "example": "Oak"}}, xml={"name": "ship"})


def body_paths() -> dict[str, Any]:
    flags = [
        given("header", "id", WHOLE),
        given("query", "q"),
        given("query", "count", WHOLE, allowEmptyValue=True),
        given("query", "on", {"type": "boolean"}, allowEmptyValue=True),
    ]
    optional = [
        given("query", "may", example="x"),
        {"name": "must", "in": "query", "required": True, "example": 1, "schema": {}},
    ]
    styled = {
        "open": {"a": 1, "b": 2},
        "flat": {"c": 3},
        "deep": {"d": 4},
        "json": {"e": 5},
        "list": [6, 7],
    }
    encoding = {
        "open": {"style": "form", "explode": True},
        "flat": {"style": "form", "explode": False},
        "deep": {"style": "deepObject"},
        "list": {"style": "pipeDelimited"},
    }
    part_encoding = {
        "note": {"contentType": "text/plain; charset=utf-8"},
        "photo": {"contentType": "image/png, image/jpeg", "headers": {"X-Place": {"schema": TEXT}}},
    }
    examples = {
        "one": {"summary": "The first", "value": {"n": read_json("1.10")}},
        "two": {"summary": "The second", "value": {"n": 2}},
    }
    parts = members({"note": {**TEXT, "example": "hi"}, "photo": BINARY})
    return {
        "/flags": {"get": operation("flags", parameters=flags)},
        "/optional": {"get": operation("optional", parameters=optional)},
        **posting(
            blanks=body(JSON, BLANKS),
            examples=body(JSON, {"type": "object"}, examples=examples),
            made_xml=body("application/xml", XML_SHIP),
            styles=body(FORM, {"type": "object"}, example=styled, encoding=encoding),
            parts=body(PARTS, parts, encoding=part_encoding),
        ),
    }


def answer_paths() -> dict[str, Any]:
    inputs = [given("path", "n", WHOLE, required=True), given("query", "full", {"type": "boolean"})]
    link = {"operationId": "thing", "parameters": {"n": "$response.body#/id"}}
    created = {"201": {"description": "Made.", "links": {"it": link}}}
    several = {"200": {"description": "One of them.", "content": {JSON: {}, "text/csv": {}}}}
    gets = ("long", "lines", "latin", "markup", "nothing", "moved", "dropped")
    ship = {"type": "object"}
    return {
        "/things/{n}": {"get": operation("thing", parameters=inputs)},
        "/created": {"post": operation("created", responses=created)},
        "/typed": {"get": operation("typed", responses=several)},
        "/picky": {"get": operation("picky", parameters=[given("header", "X-Odd")])},
        "/digest": {"get": operation("digest", security=[{"digest": []}])},
        **reading(blank=ship, cut=ship),
        **{f"/{name}": {"get": operation(name)} for name in gets},
    }


def document(address: str) -> dict[str, Any]:
    variables = {
        "port": {"default": address.rpartition(":")[2]},
        "place": {"default": "one", "enum": ["one", "two"]},
    }
    servers = [
        {"url": address},
        {"url": "http://localhost:{port}/{place}", "variables": variables},
        {"url": "http://127.0.0.1:9"},
    ]
    schemas = {
        "Node": NODE,
        "Cat": animal("purrs"),
        "Dog": animal("barks"),
        "Account": ACCOUNT,
        "Word": {"format": "password"},
    }
    return api_document(
        {**paths(), **exact_paths(), **body_paths(), **answer_paths()},
        openapi="3.2.0",
        info={"title": "Echo", "version": "1"},
        servers=servers,
        components={"securitySchemes": schemes(address), "schemas": schemas},
    )


def files(address: str) -> dict[str, Any]:
    """Return the files of the site."""
    return {
        **api_files(
            exact_json(document(address)),
            *("index", "simple", "hidden", "written"),
            colors={"primary": "#3355ee"},
        ),
        "simple.mdx": "---\ntitle: Simple\nopenapi: GET /simple\nplayground: simple\n---\n",
        "hidden.mdx": "---\ntitle: Hidden\nopenapi: GET /hidden\nplayground: hide\n---\n",
        "written.mdx": f"---\ntitle: Written\napi: POST {address}/written/{{id}}\n---\n\nWords.\n",
    }
