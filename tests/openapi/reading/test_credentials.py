"""No address of a document keeps its user and password; the data of the API stays as it is."""

import json

import pytest
import yaml

from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document

from .support import messages

URL = "https://ann:s3cret@example.com/x"
PLAIN = "https://example.com/x"


def flow(kind):
    return {"authorizationUrl": URL, "tokenUrl": URL, "refreshUrl": URL, "scopes": {"a": "b"}}


def whole_document():
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pets",
            "version": "1",
            "termsOfService": URL,
            "contact": {"name": "Ann", "url": URL, "email": "ann@example.com"},
            "license": {"name": "MIT", "url": URL},
            "description": f"See [here]({URL}), <{URL}> or <a href='{URL}'>there</a>.",
            "x-logo": {"url": URL},
        },
        "servers": [
            {"url": URL},
            {"url": "https://{user}:s3cret@example.com/x", "variables": {"user": {"default": "a"}}},
            {"url": "{base}", "variables": {"base": {"default": URL, "enum": [URL]}}},
        ],
        "externalDocs": {"url": URL},
        "tags": [{"name": "a", "externalDocs": {"url": URL}}],
        "paths": {
            "/a": {
                "servers": [{"url": URL}],
                "get": {
                    "servers": [{"url": URL}],
                    "externalDocs": {"url": URL},
                    "responses": {
                        "200": {
                            "description": "OK",
                            "links": {"next": {"operationRef": f"{URL}#/paths/~1a/get"}},
                            "content": {
                                "application/json": {
                                    "examples": {"value": {"externalValue": URL}},
                                    "schema": {"$ref": "#/components/schemas/default"},
                                }
                            },
                        }
                    },
                },
            }
        },
        "components": {
            "schemas": {
                "default": {
                    "type": "object",
                    "externalDocs": {"url": URL},
                    "xml": {"namespace": URL},
                }
            },
            "securitySchemes": {
                "oauth": {"type": "oauth2", "flows": {"authorizationCode": flow("code")}},
                "oidc": {"type": "openIdConnect", "openIdConnectUrl": URL},
            },
        },
    }


def read(tmp_path, text, name="api.json"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    options = ReadOptions(cache_folder=tmp_path / "cache")
    return read_document(name, root=tmp_path, options=options)


@pytest.mark.parametrize(
    "write",
    [
        json.dumps,
        yaml.safe_dump,
        lambda value: json.dumps(value).replace("/", "\\/"),
        lambda value: json.dumps(value).replace("@", "\\u0040"),
        lambda value: json.dumps(value).replace("/", "\\u002F"),
    ],
)
def test_every_url_of_a_document(tmp_path, write):
    found = read(tmp_path, write(whole_document()))
    text = json.dumps(found.data)

    assert "s3cret" not in text
    assert "ann:" not in text
    assert text.count(PLAIN) >= 20
    assert found.data["info"]["contact"]["email"] == "ann@example.com"
    reported = [problem for problem in found.problems if problem.code == "credentials"]
    assert len(reported) >= 20
    assert all(problem.location.line and problem.location.key_path for problem in reported)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "cache").rglob("*.pickle"))
    assert b"s3cret" not in kept
    assert "s3cret" not in " ".join(messages(found))


def test_urls_that_are_names_or_put_together(tmp_path):
    hosts = ["ann:s3cret@a.example.com", "b.example.com"]
    api = whole_document() | {
        "servers": [
            {
                "variables": {
                    "host": {"default": hosts[0], "enum": hosts},
                    "mail": {"default": "ann@example.com"},
                },
                "url": "https://{host}:8443/of/{mail}",
            }
        ],
        "webhooks": {
            "a": {
                "post": {
                    "responses": {"200": {"description": "OK"}},
                    "callbacks": {"done": {"{$url}": {}, URL: {"post": {"responses": {}}}}},
                }
            }
        },
    }
    found = read(tmp_path, json.dumps(api))

    assert "s3cret" not in json.dumps(found.data)
    variables = found.data["servers"][0]["variables"]
    assert variables["host"] == {"default": "a.example.com", "enum": [hosts[0][11:], hosts[1]]}
    assert variables["mail"] == {"default": "ann@example.com"}
    assert list(found.data["webhooks"]["a"]["post"]["callbacks"]["done"]) == ["{$url}", PLAIN]
    reported = {p.location.key_path: p.location for p in found.problems if p.code == "credentials"}
    for path in ("servers[0].variables.host.default", "servers[0].variables.host.enum[0]"):
        assert reported[path].line == 1


def test_data_of_the_api_stays(tmp_path):
    schema = {
        "type": "object",
        "properties": {
            "hook": {"type": "string", "example": URL, "default": URL, "enum": [URL]},
            "url": {"type": "string", "const": URL, "examples": [URL]},
        },
        "example": {"url": URL},
    }
    api = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1", "description": f"Written as {URL}."},
        "paths": {},
        "components": {"schemas": {"Hook": schema}, "examples": {"a": {"value": {"url": URL}}}},
    }
    found = read(tmp_path, json.dumps(api))
    assert found.problems == ()
    assert found.data["components"] == api["components"]
    assert found.data["info"] == api["info"]


def test_referenced_files(tmp_path):
    (tmp_path / "pet.yaml").write_text(f"externalDocs: {{url: '{URL}'}}\n", encoding="utf-8")
    api = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Pet": {"$ref": "pet.yaml"}}},
    }
    found = read(tmp_path, json.dumps(api))
    assert "s3cret" not in json.dumps(found.data)
    assert [str(problem.location) for problem in found.problems] == [
        "pet.yaml:1:16 externalDocs.url"
    ]


def test_references_with_credentials(tmp_path):
    api = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Pet": {"$ref": f"{URL}#/Pet"}}},
    }
    reported = " ".join(messages(read(tmp_path, json.dumps(api))))
    assert "not an allowed origin" in reported
    assert "s3cret" not in reported
    assert "ann:" not in reported
