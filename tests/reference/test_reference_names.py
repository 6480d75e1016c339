"""Names that begin with ``x-`` are names wherever OpenAPI has names, in every output."""

import json

import pytest

from support.sites import api_settings

OK = {"description": "OK"}
TEXT = {"type": "string"}


def component(section, name):
    return {"$ref": f"#/components/{section}/{name}"}


OPERATION = {
    "summary": "Read",
    "operationId": "read",
    "security": [{"x-api-key": []}, {"x-oauth": ["x-scope"]}],
    "parameters": [component("parameters", "x-parameter")],
    "requestBody": component("requestBodies", "x-body"),
    "responses": {
        "200": component("responses", "x-response"),
        "x-answers": {"description": "an extension"},
    },
    "callbacks": {
        "x-callback": component("callbacks", "x-shared-callback"),
        "x-inline-callback": {"{$request.query.url}": {"post": {"responses": {"204": OK}}}},
    },
}
ANY_OBJECT = {
    "type": "object",
    "properties": {"x-property": {**TEXT, "description": "The property."}, "kind": TEXT},
    "required": ["x-property"],
}
COMPONENTS = {
    "schemas": {
        "x-schema": ANY_OBJECT,
        "x-choice": {
            "oneOf": [component("schemas", "x-schema")],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"x-mapped": "#/components/schemas/x-schema"},
            },
        },
    },
    "securitySchemes": {
        "x-api-key": {"type": "apiKey", "name": "x-api-key", "in": "header"},
        "x-oauth": {
            "type": "oauth2",
            "flows": {
                "clientCredentials": {
                    "tokenUrl": "https://a.example/token",
                    "scopes": {"x-scope": "The scope."},
                },
                "x-flows": {"scopes": {}},
            },
        },
    },
    "parameters": {
        "x-parameter": {
            "name": "x-parameter-name",
            "in": "query",
            "schema": TEXT,
            "examples": {"x-large": component("examples", "x-example")},
        }
    },
    "examples": {"x-example": {"value": "42.5"}},
    "requestBodies": {
        "x-body": {
            "content": {
                "multipart/form-data": {
                    "schema": component("schemas", "x-schema"),
                    "encoding": {
                        "x-property": {
                            "contentType": "text/x-encoded",
                            "headers": {"x-part": {"schema": TEXT}},
                        }
                    },
                },
                "x-media/type": {"schema": TEXT},
            }
        }
    },
    "headers": {"x-header": {"description": "The shared header.", "schema": TEXT}},
    "responses": {
        "x-response": {
            "description": "Fine",
            "headers": {
                "x-ratelimit-remaining": {"schema": component("schemas", "x-choice")},
                "x-other": component("headers", "x-header"),
            },
            "content": {"application/json": {"schema": component("schemas", "x-choice")}},
            "links": {
                "x-link": component("links", "x-shared-link"),
                "x-own-link": {"operationId": "read", "parameters": {"x-argument": "7"}},
            },
        }
    },
    "links": {"x-shared-link": {"operationId": "read", "description": "The shared link."}},
    "callbacks": {
        "x-shared-callback": {
            "{$request.body#/url}": {"post": {"responses": {"202": OK}}},
            "x-called": {"post": {"responses": {"299": OK}}},
        }
    },
}
NEWER = {
    "webhooks": {"x-event": {"post": {"summary": "Event", "responses": {"200": OK}}}},
    "components": {
        **COMPONENTS,
        "pathItems": {"x-item": {"get": {"summary": "Item", "responses": {"200": OK}}}},
        "schemas": {
            **COMPONENTS["schemas"],
            "x-schema": {
                **ANY_OBJECT,
                "patternProperties": {"x-pattern": {"type": "integer"}},
                "dependentSchemas": {"x-property": {"required": ["kind"]}},
                "$defs": {"x-def": {"type": "boolean"}},
            },
        },
    },
}
NEWEST_COMPONENTS = {
    **NEWER["components"],
    "mediaTypes": {"x-media": {"schema": {"type": "integer", "description": "The media."}}},
}
VERSIONS = {
    "3.0.3": {"components": COMPONENTS},
    "3.1.0": NEWER,
    "3.2.0": {**NEWER, "components": NEWEST_COMPONENTS},
}
SHOWN = (
    "x-parameter-name", "42.5", "x-property", "text/x-encoded", "x-part", "x-media/type",
    "x-ratelimit-remaining", "x-other", "The shared header.", "x-mapped", "x-link",
    "The shared link.", "x-own-link", "x-argument", "x-callback", "x-inline-callback", "202",
    "x-api-key", "x-scope", "x-variable",
)  # fmt: skip
"""What the page of the operation says, in every version and every output."""


def document(version, **extra):
    paths = {"/read": {"post": OPERATION}, "x-paths": {"get": {"responses": {"200": OK}}}}
    if version != "3.0.3":
        paths["/item"] = component("pathItems", "x-item")
    if version == "3.2.0":
        content = {"application/json": component("mediaTypes", "x-media")}
        paths["/extra"] = {
            "additionalOperations": {
                "x-METHOD": {
                    "summary": "Extra",
                    "responses": {"200": {"description": "OK", "content": content}},
                }
            }
        }
    return {
        "openapi": version,
        "info": {"title": "Names", "version": "1"},
        "servers": [
            {"url": "https://{x-variable}.example", "variables": {"x-variable": {"default": "eu"}}}
        ],
        "paths": paths,
        **VERSIONS[version],
    }


def files_of(version):
    return {
        "site.json": api_settings("Names", "openapi.json"),
        "index.md": "# Start\n",
        "openapi.json": document(version),
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_html_and_markdown_show_every_name(build_clean, version):
    site = build_clean(files_of(version))
    page = site.page("api/read.html")
    for script in page.select("script, sj-playground"):
        script.extract()
    html, markdown = page.get_text(" "), site.text("api/read.md")

    assert [name for name in SHOWN if name not in html] == []
    assert [name for name in SHOWN if name not in markdown] == []
    assert "an extension" not in html
    assert "299" not in html
    assert site.exists("api/schemas/x-schema.html")
    assert "x-paths" not in site.text("searchindex.js")


def test_samples_playground_and_search_know_them(build_site):
    site = build_site(files_of("3.2.0"))
    page = site.page("api/read.html")
    blocks = [block.get_text() for block in page.select("pre")]
    samples = [text for text in blocks if "/read" in text]
    request = json.loads(page.select_one("sj-playground script").string)
    words = site.text("searchindex.js") + site.text("_static/sitejson-pages.js")

    assert len(samples) >= 6
    assert [text for text in samples if "x-api-key" not in text.lower()] == []
    assert [text for text in samples if "https://eu.example" not in text] == []
    assert request["servers"][0]["variables"][0]["name"] == "x-variable"
    assert request["security"][0][0]["name"] == "x-api-key"
    found = [word for word in ("x-event", "ratelimit", "x-METHOD") if word in words]
    assert found == ["x-event", "ratelimit", "x-METHOD"]


def test_what_only_newer_versions_have(build_site):
    site = build_site(files_of("3.2.0"))

    assert "x-event" in site.page("api/event.html").select_one("main").get_text()
    assert site.exists("api/item.html")
    extra = site.page("api/extra.html").get_text()
    assert "x-METHOD" in extra
    assert "The media." in extra
    schema = site.page("api/schemas/x-schema.html").get_text()
    assert "x-pattern" in schema
    used = site.page("api/schemas/x-choice.html")
    assert [link["href"] for link in used.select("a") if link.text.strip() == "Read"]


@pytest.mark.parametrize("builder", ["text", "man"])
def test_other_builders_show_every_name(build_site, builder):
    site = build_site(files_of("3.1.0"), builder=builder)
    files = [path for path in site.outdir.rglob("*") if path.suffix in (".txt", ".1")]
    text = "\n".join(path.read_text() for path in files).replace("\\-", "-")

    assert [name for name in SHOWN if name not in text] == []
