"""A site whose API is a real server, for the tests of the playground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def send(dialog: Locator) -> Locator:
    """Press the button and wait for the end."""
    # Tests with the oldest dependencies read this module and have no browser.
    from playwright.sync_api import expect

    dialog.get_by_role("button", name="Send", exact=True).click()
    rendered = ".sj-p-response-head .sj-status, .sj-p-response-box [role=alert]"
    dialog.locator(rendered).first.wait_for()
    expect(dialog.page.locator(".sj-play[data-busy]")).to_have_count(0)
    return dialog.locator(".sj-p-response-pane")


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


SHIP = {
    "type": "object",
    "required": ["id", "kind", "length"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "kind": {"type": "string"},
        "length": {"type": "number", "minimum": 0},
    },
    "additionalProperties": False,
}
NODE = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "tags": {"type": "array", "items": {"type": "string"}},
        "size": {"type": "integer", "minimum": 1},
        "child": {"$ref": "#/components/schemas/Node"},
        "pet": {
            "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            "discriminator": {"propertyName": "kind"},
        },
        "extra": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
}


def animal(sound: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["kind", sound],
        "properties": {"kind": {"type": "string"}, sound: {"type": "boolean"}},
    }


def schemes(address: str) -> dict[str, Any]:
    return {
        "bearer": {"type": "http", "scheme": "bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "digest": {"type": "http", "scheme": "digest"},
        "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "query": {"type": "apiKey", "in": "query", "name": "key"},
        "oauth": {
            "type": "oauth2",
            "flows": {
                "authorizationCode": flow(address, authorizationUrl=f"{address}/authorize"),
                "clientCredentials": flow(address),
                "implicit": {"authorizationUrl": f"{address}/authorize", "scopes": {}},
                "deviceAuthorization": flow(address, deviceAuthorizationUrl=f"{address}/device"),
            },
        },
        "openid": {"type": "openIdConnect", "openIdConnectUrl": f"{address}/openid"},
    }


def secured() -> dict[str, Any]:
    names = ("bearer", "basic", "header", "query", "oauth", "openid")
    both = {"header": [], "query": []}
    return operation("secured", security=[*({name: []} for name in names), both, {}])


def parameters() -> list[dict[str, Any]]:
    return [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
        {
            "name": "limit",
            "in": "query",
            "schema": {"type": "integer", "minimum": 1, "maximum": 9},
            "description": "How many.",
        },
        {"name": "kind", "in": "query", "schema": {"type": "string", "enum": ["a", "b"]}},
        {"name": "day", "in": "query", "schema": {"type": "string", "format": "date"}},
        {"name": "all", "in": "query", "schema": {"type": "boolean"}},
        {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        {
            "name": "filter",
            "in": "query",
            "style": "deepObject",
            "schema": {"type": "object", "properties": {"from": {"type": "integer"}}},
        },
        {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
        {"name": "Host", "in": "header", "schema": {"type": "string"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string"}},
        {"name": "pin", "in": "query", "schema": {"type": "string", "format": "password"}},
    ]


def paths() -> dict[str, Any]:
    upload = {
        "type": "object",
        "required": ["title", "files"],
        "properties": {
            "title": {"type": "string"},
            "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
            "about": {"type": "object", "properties": {"n": {"type": "integer"}}},
        },
    }
    encoding = {"files": {"contentType": "text/plain"}}
    fields = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
    }
    node = {"$ref": "#/components/schemas/Node"}
    gets = ("simple", "hidden", "closed", "page", "picture", "file", "slow", "events", "plain")
    return {
        "/echo/{id}": {"get": operation("inputs", parameters=parameters())},
        "/secured": {"get": secured()},
        "/json": {"post": operation("json", requestBody=body("application/json", node))},
        "/form": {
            "post": operation("form", requestBody=body("application/x-www-form-urlencoded", fields))
        },
        "/upload": {
            "post": operation(
                "upload", requestBody=body("multipart/form-data", upload, encoding=encoding)
            )
        },
        "/binary": {"put": operation("binary", requestBody=body("application/pdf"))},
        "/text": {
            "post": operation(
                "text", requestBody=body("text/plain", {"type": "string"}, example="two\nlines")
            )
        },
        "/xml": {
            "post": operation(
                "xml", requestBody=body("application/xml", {"type": "object"}, example="<a>1</a>")
            )
        },
        "/ships": {"get": operation("ships", responses={"200": answer(SHIP)})},
        "/status/404": {
            "get": operation("missing", responses={"404": {"description": "No such ship."}})
        },
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
SECRETS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "phrase": {"type": "string", "format": "password"},
        "inner": {
            "type": "object",
            "properties": {
                "note": {"type": "string"},
                "hidden": {"type": "string", "writeOnly": True},
                "apiKey": {"type": "string"},
            },
        },
        "list": {"type": "array", "items": {"$ref": "#/components/schemas/Account"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "one": {
            "oneOf": [
                {"$ref": "#/components/schemas/Account"},
                {"$ref": "#/components/schemas/Cat"},
            ]
        },
    },
}
ACCOUNT = {
    "type": "object",
    "required": ["user"],
    "properties": {
        "user": {"type": "string"},
        "word": {"allOf": [{"type": "string"}, {"$ref": "#/components/schemas/Word"}]},
    },
}


def exact_paths() -> dict[str, Any]:
    number = {"type": "number"}
    places = [("path", "id"), ("query", "amount"), ("header", "X-Number")]
    inputs = [
        {"name": name, "in": place, "required": place == "path", "schema": number}
        for place, name in places
    ]
    given = {"in": "query", "required": True, "schema": number, "example": read_json("1.50")}
    listed = {"type": "object", "properties": {"token": {"type": "string"}, "page": number}}
    tokens = [
        {"name": "X-Auth-Token", "in": "header", "schema": {"type": "string"}},
        {"name": "plain", "in": "query", "schema": {"type": "string"}},
        {"name": "filter", "in": "query", "style": "deepObject", "schema": listed},
    ]
    form = "application/x-www-form-urlencoded"
    upload = {"type": "object", "properties": {"title": {"type": "string"}, "pin": number}}
    upload["properties"]["file"] = {"type": "string", "format": "binary"}
    exact = {"type": "object", "properties": {"id": {"maximum": 9007199254740992}}}
    partly = {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}
    return {
        "/numbers/{id}": {
            "post": operation(
                "numbers",
                parameters=[*inputs, {**given, "name": "given"}],
                requestBody=body("application/json", NUMBERS),
            )
        },
        "/login": {
            "post": operation(
                "login", parameters=tokens, requestBody=body("application/json", SECRETS)
            )
        },
        "/login-form": {"post": operation("login-form", requestBody=body(form, SECRETS))},
        "/login-parts": {
            "post": operation("login-parts", requestBody=body("multipart/form-data", upload))
        },
        "/exact": {"get": operation("exact", responses={"200": answer(exact)})},
        "/partly": {"get": operation("partly", responses={"200": answer(partly)})},
        "/fitting": {"get": operation("fitting", responses={"200": answer({"type": "object"})})},
        "/deep": {"get": operation("deep", responses={"200": answer({"type": "array"})})},
    }


BLANKS = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "note": {"type": ["string", "null"]},
        "size": {"type": ["integer", "null"]},
        "list": {"type": "array", "items": {"type": "string"}},
        "deep": {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
        "day": {"type": "string", "format": "date"},
        "other": {"type": "string"},
    },
}
XML_SHIP = {
    "type": "object",
    "xml": {"name": "ship"},
    "properties": {
        "id": {"type": "integer", "example": 7, "xml": {"attribute": True}},
        "name": {"type": "string", "example": "Oak"},
    },
}


def body_paths() -> dict[str, Any]:
    form = "application/x-www-form-urlencoded"
    query = {"in": "query", "allowEmptyValue": True}
    flags = [
        {"name": "id", "in": "header", "schema": {"type": "integer"}},
        {"name": "q", "in": "query", "schema": {"type": "string"}},
        {**query, "name": "count", "schema": {"type": "integer"}},
        {**query, "name": "on", "schema": {"type": "boolean"}},
    ]
    optional = [
        {"name": "may", "in": "query", "example": "x", "schema": {"type": "string"}},
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
    parts = {
        "type": "object",
        "properties": {
            "note": {"type": "string", "example": "hi"},
            "photo": {"type": "string", "format": "binary"},
        },
    }
    part_encoding = {
        "note": {"contentType": "text/plain; charset=utf-8"},
        "photo": {
            "contentType": "image/png, image/jpeg",
            "headers": {"X-Place": {"schema": {"type": "string"}}},
        },
    }
    examples = {
        "one": {"summary": "The first", "value": {"n": read_json("1.10")}},
        "two": {"summary": "The second", "value": {"n": 2}},
    }
    kind = "application/json"
    bodies = {
        "blanks": body(kind, BLANKS),
        "examples": body(kind, {"type": "object"}, examples=examples),
        "made-xml": body("application/xml", XML_SHIP),
        "styles": body(form, {"type": "object"}, example=styled, encoding=encoding),
        "parts": body("multipart/form-data", parts, encoding=part_encoding),
    }
    return {
        "/flags": {"get": operation("flags", parameters=flags)},
        "/optional": {"get": operation("optional", parameters=optional)},
        **{f"/{name}": {"post": operation(name, requestBody=bodies[name])} for name in bodies},
    }


def answer_paths() -> dict[str, Any]:
    number = {"name": "n", "in": "path", "required": True, "schema": {"type": "integer"}}
    full = {"name": "full", "in": "query", "schema": {"type": "boolean"}}
    link = {"operationId": "thing", "parameters": {"n": "$response.body#/id"}}
    created = {"201": {"description": "Made.", "links": {"it": link}}}
    types = ("application/json", "text/csv")
    several = {"200": {"description": "One of them.", "content": {kind: {} for kind in types}}}
    picky = [{"name": "X-Odd", "in": "header", "schema": {"type": "string"}}]
    gets = ("long", "lines", "latin", "markup", "nothing", "moved", "dropped")
    return {
        "/things/{n}": {"get": operation("thing", parameters=[number, full])},
        "/created": {"post": operation("created", responses=created)},
        "/typed": {"get": operation("typed", responses=several)},
        "/picky": {"get": operation("picky", parameters=picky)},
        "/digest": {"get": operation("digest", security=[{"digest": []}])},
        **{f"/{name}": {"get": operation(name)} for name in gets},
    }


def document(address: str) -> dict[str, Any]:
    return {
        "openapi": "3.2.0",
        "info": {"title": "Echo", "version": "1"},
        "servers": [
            {"url": address},
            {
                "url": "http://localhost:{port}/{place}",
                "variables": {
                    "port": {"default": address.rpartition(":")[2]},
                    "place": {"default": "one", "enum": ["one", "two"]},
                },
            },
            {"url": "http://127.0.0.1:9"},
        ],
        "paths": {**paths(), **exact_paths(), **body_paths(), **answer_paths()},
        "components": {
            "securitySchemes": schemes(address),
            "schemas": {
                "Node": NODE,
                "Cat": animal("purrs"),
                "Dog": animal("barks"),
                "Account": ACCOUNT,
                "Word": {"format": "password"},
            },
        },
    }


def files(address: str) -> dict[str, Any]:
    """Return the files of the site."""
    tabs = [{"name": "API", "url": "api", "openapi": "api.json"}]
    return {
        "site.json": {
            "name": "Play",
            "colors": {"primary": "#3355ee"},
            "navigation": [{"group": "Start", "pages": ["index", "simple", "hidden", "written"]}],
            "tabs": tabs,
        },
        "index.mdx": "---\ntitle: Start\n---\n",
        "simple.mdx": "---\ntitle: Simple\nopenapi: GET /simple\nplayground: simple\n---\n",
        "hidden.mdx": "---\ntitle: Hidden\nopenapi: GET /hidden\nplayground: hide\n---\n",
        "written.mdx": f"---\ntitle: Written\napi: POST {address}/written/{{id}}\n---\n\nWords.\n",
        "api.json": exact_json(document(address)),
    }
