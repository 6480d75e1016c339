"""A document as a collection: what a client reads from the file is accepted by the mock."""

import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.openapi.naming.groups import operation_groups
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.servers.api_project import read_project
from support.mocks import DOCUMENTS, mock_project, serving

from .collection_clients import CLIENTS, basic

HARBOUR = Path(__file__).parents[2] / "example_project" / "api" / "harbour.yaml"
# The examples of "stale" contradict its schemas; a collection has the examples of the pages.
PATHS = (HARBOUR, *(path for path in sorted(DOCUMENTS.glob("*.yaml")) if path.stem != "stale"))


@pytest.fixture
def notes(tmp_path):
    document = tmp_path / "notes.yaml"
    document.write_text(SECURED, encoding="utf-8")
    return document


def exported(path, format, folder):
    out = folder / f"out.{format}"
    assert main(["export", str(path), "--format", format, "--out", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def leaves(groups):
    for group in groups:
        yield group
        yield from leaves(group.groups)


def send(request):
    parts = urlsplit(request.url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    connection.request(request.method, target, request.body or None, dict(request.headers))
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


@pytest.mark.parametrize("format", CLIENTS)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_mock_accepts_each_request(path, format, tmp_path):
    project = read_project(path, None)
    text = exported(path, format, tmp_path)
    with serving(mock_project(project)) as server:
        sent = list(CLIENTS[format](text, server))
        refused = [
            (each.method, each.url, each.headers, each.body, content)
            for each in sent
            for status, content in [send(each)]
            if status >= 400
        ]

    assert refused == []
    (document,) = project.documents
    shown = [each for each in document.operations if each.is_listed]
    assert [each.name for each in sent] == [
        operation_title(operation)
        for folder in leaves(operation_groups(document.tags, shown))
        for operation in folder.operations
    ]


SECURED = """
openapi: 3.1.0
info: {title: Notes, version: "1", description: All **notes**.}
servers:
- url: https://{region}.example.com/{version}/
  variables: {region: {default: eu}, version: {default: v1}}
tags: [{name: Notes, description: Short texts., parent: Office}, {name: Office}]
components:
  securitySchemes:
    login: {type: http, scheme: basic}
    my key: {type: apiKey, in: header, name: X-Key}
    other: {type: apiKey, in: query, name: key}
    session: {type: apiKey, in: cookie, name: sid}
    oauth: {type: openIdConnect, openIdConnectUrl: "https://example.com/login"}
paths:
  /notes/{id}/file.{ending}:
    get:
      summary: Read a file
      tags: [Notes]
      security: [{my key: [], other: [], session: []}]
      parameters:
      - {name: id, in: path, required: true, schema: {type: string}, example: "a/b"}
      - {name: ending, in: path, required: true, schema: {type: string}, example: txt}
      - {name: limit, in: query, description: How many., schema: {type: integer, default: 7}}
    post:
      summary: Change a file
      tags: [Notes]
      security: [{login: []}]
      parameters:
      - {name: id, in: path, required: true, schema: {type: string}, example: "a/b"}
      - {name: ending, in: path, required: true, schema: {type: string}, example: txt}
      requestBody: {content: {text/markdown: {example: "# Title\\n### Part\\nText"}}}
  /hidden: {get: {x-hidden: true}}
  /excluded: {get: {x-excluded: true}}
  /open: {get: {security: [], servers: [{url: /files}]}}
  /token: {get: {summary: "Show\\ttoken", security: [{oauth: []}]}}
"""


@pytest.mark.parametrize("format", CLIENTS)
def test_variables_folders_and_encoding(format, notes, tmp_path):
    text = exported(notes, format, tmp_path)
    sent = {each.name: each for each in CLIENTS[format](text, "http://server")}

    read, change = sent["Read a file"], sent["Change a file"]
    assert read.folder == "Office / Notes"
    assert read.url == "http://server/v1/notes/a%2Fb/file.txt?key=<api-key>"
    assert dict(read.headers) == {"X-Key": "<api-key>", "Cookie": "sid=<api-key>"}
    assert dict(change.headers)["Authorization"] == basic("<username>", "<password>")
    assert change.body.split(b"\n") == [
        b"# Title",
        b" ### Part" if format == "http" else b"### Part",
        b"Text",
    ]
    names = ["Read a file", "Change a file", "Get open", "Show token"]
    assert [" ".join(name.split()) for name in sent] == names
    assert sent["Get open"].headers == ()
    assert sent["Get open"].url == "http://server/files/open"
    assert ("Authorization", "Bearer <token>") in sent[next(reversed(sent))].headers
    for name in ("region", "version", "login_username", "my_key", "baseUrl", "baseUrl2"):
        assert name in text


def test_optional_parameters_are_there_but_off(notes, tmp_path):
    data = json.loads(exported(notes, "postman", tmp_path))

    url = data["item"][0]["item"][0]["item"][0]["request"]["url"]
    limit = {"key": "limit", "value": "7", "description": "How many.", "disabled": True}
    assert url["query"][0] == limit
    assert url["path"] == ["notes", ":id", "file.txt"]
    assert url["variable"] == [{"key": "id", "value": "a%2Fb", "description": ""}]
    assert url["raw"] == "{{baseUrl}}/notes/:id/file.txt?key={{other}}"
    assert data["info"]["description"] == "All **notes**."


def test_what_cannot_be_exported_is_named(notes, tmp_path, capsys):
    command = ["export", str(notes), "--format", "http"]
    assert main([*command, "--out", str(tmp_path)]) == 1
    assert f"{tmp_path} could not be written: " in capsys.readouterr().err

    notes.write_text("title: Notes", encoding="utf-8")
    assert main(command) == 1
    assert "nothing was written" in capsys.readouterr().err


def test_standard_output(notes, capsys):
    assert main(["export", str(notes), "--format", "http"]) == 0
    assert capsys.readouterr().out.startswith("# Notes 1\n\n@my_key = <api-key>\n")
