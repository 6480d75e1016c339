"""The command that writes page files for a document."""

import errno
import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sphinx_sitejson.commands import main
from support.divisions import group

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {"/pets": {"get": {"summary": "List pets", "tags": ["Pets"],
                                "responses": {"200": {"description": "OK"}}},
                        "post": {"summary": "Add a pet", "tags": ["Pets"],
                                 "responses": {"201": {"description": "OK"}}}},
              "/orders": {"get": {"responses": {"200": {"description": "OK"}}}}},
    "components": {"schemas": {"Pet": {"type": "object"}}},
}  # fmt: skip
FILES = ["api/list-orders.mdx", "api/pets/add-a-pet.mdx", "api/pets/list-pets.mdx"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project as the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "openapi.json").write_text(json.dumps(DOCUMENT))
    return tmp_path


def written(project):
    return sorted(path.relative_to(project).as_posix() for path in project.rglob("*.mdx"))


def run(*arguments):
    return main(["openapi-file", *map(str, arguments)])


def test_a_page_file_for_each_operation_and_the_entries_on_standard_output(project, capsys):
    assert run("openapi.json", "-o", "api") == 0

    assert written(project) == FILES
    assert (project / "api/pets/list-pets.mdx").read_text() == (
        '---\nopenapi: "openapi GET /pets"\n---\n'
    )
    output = capsys.readouterr()
    assert json.loads(output.out) == [
        group("Pets", "api/pets/list-pets", "api/pets/add-a-pet"),
        group("Other", "api/list-orders"),
    ]
    assert output.err == "3 files written\n"


def test_the_printed_entries_build(project, capsys, build_clean):
    run("openapi.json", "-o", "api", "--schemas")
    entries = json.loads(capsys.readouterr().out)
    pages = {name: (project / name).read_text() for name in written(project)}
    site = build_clean(
        {
            **pages,
            "openapi.json": DOCUMENT,
            "index.mdx": "---\ntitle: Home\n---\n",
            "site.json": {"name": "Pets", "navigation": [group("Start", "index"), *entries]},
        }
    )

    assert site.page("api/pets/add-a-pet.html").select_one("h1").contents[0] == "Add a pet"


def test_the_working_directory_is_the_default(project, capsys):
    run("openapi.json")

    assert "pets/list-pets.mdx" in written(project)
    assert json.loads(capsys.readouterr().out)[0]["pages"][0] == "pets/list-pets"


def test_schemas_are_written_when_asked_for(project, capsys):
    run("openapi.json", "-o", "api", "--schemas")

    assert (project / "api/schemas/pet.mdx").read_text() == (
        '---\nopenapi-schema: "openapi Pet"\n---\n'
    )
    assert json.loads(capsys.readouterr().out)[-1] == group("Schemas", "api/schemas/pet")


def test_the_page_of_a_hidden_operation_says_so(project, capsys):
    operation = {"summary": "Secret", "x-hidden": True, "responses": {"200": {"description": "OK"}}}
    (project / "openapi.json").write_text(
        json.dumps({**DOCUMENT, "paths": {"/s": {"get": operation}}})
    )
    run("openapi.json")

    assert "hidden: true" in (project / "secret.mdx").read_text()
    assert json.loads(capsys.readouterr().out) == []


def test_a_dry_run_writes_nothing(project, capsys):
    assert run("openapi.json", "-o", "api", "--dry-run") == 0

    assert written(project) == []
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_check_fails_until_the_files_are_there(project, capsys):
    assert run("openapi.json", "-o", "api", "--check") == 1
    assert "api/list-orders.mdx is missing or shows something else" in capsys.readouterr().err
    assert written(project) == []

    run("openapi.json", "-o", "api")
    assert run("openapi.json", "-o", "api", "--check") == 0

    (project / FILES[0]).write_text("edited")
    assert run("openapi.json", "-o", "api", "--check") == 1


def test_a_file_that_is_named_by_its_path_keeps_its_name(project, capsys):
    old = project / "api/get-orders.mdx"
    old.parent.mkdir()
    old.write_text('---\nopenapi: "openapi GET /orders"\n---\n\nMy words.\n')

    assert run("openapi.json", "-o", "api") == 0
    assert json.loads(capsys.readouterr().out)[1]["pages"] == ["api/get-orders"]
    assert written(project) == ["api/get-orders.mdx", *FILES[1:]]
    assert "My words." in old.read_text()


def test_an_edited_file_stays_unless_forced(project, capsys):
    run("openapi.json", "-o", "api")
    edited = project / FILES[0]
    edited.write_text("mine")

    assert run("openapi.json", "-o", "api") == 0
    assert edited.read_text() == "mine"
    assert "api/list-orders.mdx was edited and is not overwritten" in capsys.readouterr().err

    run("openapi.json", "-o", "api", "--force")
    assert edited.read_text() != "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"swagger": "1.2"}', "Swagger 2.0 and OpenAPI 3.x are supported"),
        ('{"openapi": "4.0.0", "paths": {}}', 'the version "4.0.0" is not known'),
        ("a: [", "openapi.json"),
        ("[]", "must be a mapping of keys and values"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--repair",)])
def test_nothing_is_written_for_a_document_that_cannot_be_read(
    project, capsys, text, message, options
):
    (project / "openapi.json").write_text(text)

    assert run("openapi.json", "-o", "api", *options) == 1
    output = capsys.readouterr()
    assert message in output.err
    assert output.err.startswith("error: ")
    assert "openapi.json: nothing was written.\n" in output.err
    assert output.out == ""
    assert written(project) == []


def test_a_missing_document_is_reported(project, capsys):
    assert run("nope.json") == 1
    assert "nope.json" in capsys.readouterr().err


def test_text_of_the_document_stays_in_its_folder(project, capsys):
    nasty = {
        "/../../x": {"get": {"summary": "../../../etc/passwd", "tags": [".."]}},
        "/y": {"get": {"summary": "..\\..\\win", "tags": ["a/b/../../c"]}},
    }
    for item in nasty.values():
        item["get"]["responses"] = {"200": {"description": "OK"}}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": nasty}))

    assert run("openapi.json", "-o", "out") == 0
    assert written(project) == ["out/a-b-c/win.mdx", "out/etc-passwd.mdx"]


def test_a_link_that_leaves_the_folder_is_refused_and_nothing_is_written(project, capsys):
    elsewhere = project.parent / f"{project.name}-elsewhere"
    elsewhere.mkdir()
    (project / "api").mkdir()
    (project / "api" / "pets").symlink_to(elsewhere)

    assert run("openapi.json", "-o", "api") == 1
    assert "outside the folder" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []
    assert written(project) == []


def test_a_document_is_read_from_a_url(project, capsys, serve):
    with serve(project) as address:
        assert run(f"{address}/openapi.json", "-o", "api") == 0
    assert written(project) == FILES


def test_a_link_in_the_place_of_a_page_is_kept_or_replaced_but_never_followed(project, capsys):
    precious = project.parent / f"{project.name}-precious.txt"
    precious.write_text("precious")
    first, second = (project / name for name in FILES[:2])
    first.parent.mkdir(parents=True)
    first.symlink_to(precious)
    second.parent.mkdir(parents=True, exist_ok=True)
    second.symlink_to(project.parent / "missing")

    assert run("openapi.json", "-o", "api") == 0
    assert first.is_symlink()
    assert second.is_symlink()
    assert run("openapi.json", "-o", "api", "--force") == 0
    assert not first.is_symlink()
    assert not second.is_symlink()
    assert precious.read_text() == "precious"
    assert not (project.parent / "missing").exists()


def test_a_full_disk_leaves_everything_as_it_was(project, capsys, full_disk):
    with full_disk():
        assert run("openapi.json", "-o", "api") == 1

    assert "nothing was written" in capsys.readouterr().err
    assert not (project / "api").exists()


def test_when_one_file_cannot_be_placed_the_others_come_back(project, capsys, monkeypatch):
    for name in FILES:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("edited")
    rename = Path.rename
    last = project / FILES[-1]

    def fail_at_last(path, target):
        if Path(target) == Path("api") / last.relative_to(project / "api"):
            raise OSError(errno.EIO, "Input/output error", str(target))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_at_last)
    assert run("openapi.json", "-o", "api", "--force") == 1
    everything = sorted(path for path in (project / "api").rglob("*") if path.is_file())
    assert everything == sorted(project / name for name in FILES)
    assert {path.read_text() for path in everything} == {"edited"}


def test_a_folder_in_the_place_of_a_page_stops_before_anything_is_written(project, capsys):
    (project / FILES[-1]).mkdir(parents=True)

    assert run("openapi.json", "-o", "api", "--force") == 1
    assert "folder" in capsys.readouterr().err
    assert written(project) in ([], [FILES[-1]])


def test_nothing_is_made_behind_a_link_that_points_outside(project, capsys):
    elsewhere = project.parent / f"{project.name}-elsewhere"
    elsewhere.mkdir()
    (project / "api").symlink_to(elsewhere)
    (elsewhere / "pets").symlink_to(project)

    assert run("openapi.json", "-o", "api") == 1
    assert [path.name for path in elsewhere.iterdir()] == ["pets"]
    assert sorted(path.name for path in project.iterdir()) == ["api", "openapi.json"]


OK = {"200": {"description": "OK"}}


def with_item(item, **keys):
    return {**DOCUMENT, "paths": {**DOCUMENT["paths"], "/b": item}, **keys}


def with_operation(**keys):
    return with_item({"get": {"responses": OK, **keys}})


def with_response(response):
    return with_item({"get": {"responses": {"200": response}}})


def with_body(body, **keys):
    return with_item({"post": {"responses": OK, "requestBody": body}}, **keys)


def with_schema(schema, **keys):
    return with_body({"content": {"application/json": {"schema": schema}}}, **keys)


def with_components(**sections):
    return {**DOCUMENT, "components": sections}


def with_swagger(item, **keys):
    info = {"title": "Pets", "version": "1"}
    return {"swagger": "2.0", "info": info, "paths": {"/b": item}, **keys}


def with_events(operation, **channels):
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Pets", "version": "1"},
        "channels": {"c": {"address": "c"}, **channels},
        "operations": {"o": operation},
    }


def with_channel(channel):
    info = {"title": "Pets", "version": "1"}
    return {"asyncapi": "2.6.0", "info": info, "channels": {"c": channel}}


CHANNEL = {"$ref": "#/channels/c"}
BAD_SCHEMAS = {"schemas": {"S": ["x"]}}
BODY = {"in": "body", "name": "b", "schema": {"$ref": "#/definitions/S"}}

LOSSES = [
    # Operations and paths
    (with_item({"gett": {"responses": OK}}), "paths./b.gett", "GET /b"),
    (with_item({"purge": {"responses": OK}}), "paths./b.purge", "PURGE /b"),
    (with_item({"get": {"responses": OK}, "GET": {"responses": OK}}), "paths./b.GET", "GET /b"),
    (with_item({"/c": {"get": {"responses": OK}}}), "paths./b./c", "/b"),
    (with_item([]), "paths./b", "/b"),
    (with_item("x"), "paths./b", "/b"),
    (with_item({"get": None}), "paths./b.get", "GET /b"),
    (with_item({"get": "x"}), "paths./b.get", "GET /b"),
    (with_item({"$ref": "#/nowhere"}), "paths./b.$ref", "/b"),
    (with_item({"$ref": "gone.yaml"}), "paths./b.$ref", "/b"),
    (with_item({"get": {"$ref": "#/nowhere"}}), "paths./b.get.$ref", "GET /b"),
    ({**DOCUMENT, "paths": [{"/b": {}}]}, "paths", "paths"),
    ({**DOCUMENT, "paths": {"$ref": "gone.json"}}, "paths.$ref", "paths"),
    ({**DOCUMENT, "/b": {"get": {"responses": OK}}}, "/b", "/b"),
    ({**DOCUMENT, "path": {"/b": {}}}, "path", "paths"),
    (
        {**DOCUMENT, "webhooks": {"a": {"pst": {"responses": OK}}}},
        "webhooks.a.pst",
        "webhook POST a",
    ),
    ({**DOCUMENT, "webhooks": {"a": {"post": 5}}}, "webhooks.a.post", "webhook POST a"),
    # Parameters
    (with_operation(parameters=[{"in": "query"}]), "parameters[0]", "GET /b"),
    (with_operation(parameters=[{"name": "q", "schema": {}}]), "parameters[0]", "GET /b"),
    (with_operation(parameters=[{"name": "q", "in": "quary"}]), "parameters[0].in", "GET /b"),
    (with_operation(parameters={"q": {"in": "query"}}), "parameters", "GET /b"),
    (with_operation(paramaters=[{"name": "q", "in": "query"}]), "paramaters", "GET /b"),
    (with_operation(parameters=[{"$ref": "#/nowhere"}]), "parameters[0].$ref", "GET /b"),
    (with_operation(parameters=[{"$ref": 5}]), "parameters[0].$ref", "GET /b"),
    (with_operation(parameters=[{"ref": "#/components/schemas/Pet"}]), "parameters[0]", "GET /b"),
    (with_operation(parameters=[{"$ref": "#/components/schemas/Pet"}]), "wrong kind", "GET /b"),
    (with_operation(parameters=[{"$ref": "#/info/title"}]), "wrong kind", "GET /b"),
    (with_item({"parameters": [{"name": "q"}]}), "paths./b.parameters[0]", "/b"),
    # Bodies and responses
    (with_body(["x"]), "requestBody", "POST /b"),
    (with_body({"$ref": "gone.json"}), "requestBody.$ref", "POST /b"),
    (with_body({"schema": {"type": "object"}}), "requestBody.schema", "POST /b"),
    (with_body({"content": "json"}), "requestBody.content", "POST /b"),
    (with_schema([{"type": "string"}]), "schema: must be", "POST /b"),
    (with_schema({"$ref": "#/nowhere"}), "schema.$ref", "POST /b"),
    (with_schema({"properties": {"p": "string"}}), "properties.p", "POST /b"),
    (with_schema({"$ref": "#/components/schemas/S"}, components=BAD_SCHEMAS), "S: must", "POST /b"),
    (with_schema({"$ref": "#/defs/S"}, defs={"S": {"type": "object"}}), '"defs"', "POST /b"),
    (with_operation(respones=OK), "respones", "GET /b"),
    (with_item({"get": {"responses": [OK]}}), "get.responses", "GET /b"),
    (with_response("OK"), "responses.200", "GET /b"),
    (with_response(None), "responses.200", "GET /b"),
    (with_response({"$ref": "#/nowhere"}), "responses.200.$ref", "GET /b"),
    (with_response({"description": "OK", "headers": {"X": "y"}}), "headers.X", "GET /b"),
    (with_item({"get": {"responses": {"ok": {"description": "OK"}}}}), "responses.ok", "GET /b"),
    (with_operation(callbacks={"on": {"{$url}": {"$ref": "gone.json"}}}), "callbacks", "GET /b"),
    # Security and servers
    (with_operation(security={"k": []}), "get.security", "GET /b"),
    (with_operation(security=[{"k": "x"}]), "get.security[0].k", "GET /b"),
    (
        with_item(
            {"get": {"responses": OK, "security": [{"k": []}]}},
            components={"securitySchemes": {"k": {"type": 5}}},
        ),
        "securitySchemes.k",
        "GET /b",
    ),
    ({**DOCUMENT, "servers": {"url": "https://example.com"}}, "servers", "servers"),
    ({**DOCUMENT, "servers": [{"url": ["x"]}]}, "servers[0].url", "servers"),
    # Swagger 2.0
    (with_swagger({"gett": {"responses": OK}}), "paths./b.gett", "GET /b"),
    (with_swagger({"get": []}), "paths./b.get", "GET /b"),
    (with_swagger({"get": {"responses": OK, "parameters": [{"in": "query"}]}}), "[0]", "GET /b"),
    (with_swagger({"post": {"responses": OK, "requestBody": {"a": 1}}}), "requestBody", "POST /b"),
    (with_swagger({"post": {"responses": OK, "parameters": [BODY]}}), "definitions/S", "POST /b"),
    (
        with_swagger({"post": {"responses": OK, "parameters": [BODY] * 2}}, definitions={"S": {}}),
        "an operation has one body",
        "POST /b",
    ),
    # AsyncAPI
    (with_events("x"), "operations.o", "operations.o"),
    (with_events({"action": "publish", "channel": CHANNEL}), "operations.o.action", "operations.o"),
    (with_events({"action": ["send"], "channel": CHANNEL}), "operations.o.action", "operations.o"),
    (with_events({"action": "send", "chanel": CHANNEL}), "operations.o.chanel", "operations.o"),
    (with_events({"action": "send", "channel": {"$reff": "#/c"}}), "channel.$reff", "operations.o"),
    (with_channel({"publis": {"message": {}}}), "channels.c.publis", "channels.c"),
    (with_channel({"publish": None}), "channels.c.publish", "channels.c"),
    (with_channel({"publish": {"message": {"$ref": "#/nowhere"}}}), "message.$ref", "channels.c"),
]


@pytest.mark.parametrize(("document", "place", "operation"), LOSSES)
def test_nothing_is_written_if_a_part_of_an_operation_is_lost(
    project, capsys, document, place, operation
):
    (project / "openapi.json").write_text(json.dumps(document, indent=1))

    assert run("openapi.json", "-o", "api") == 1
    output = capsys.readouterr()
    errors = [line for line in output.err.splitlines() if line.startswith("error: openapi.json:")]
    assert any(place in line for line in errors)
    assert output.err.endswith(
        f"openapi.json: nothing was written, because {operation} cannot be shown completely; "
        "correct the errors above, or use --repair to write the rest.\n"
    )
    assert output.out == ""
    assert not (project / "api").exists()

    assert run("openapi.json", "-o", "api", "--repair") == 0
    output = capsys.readouterr()
    assert any(
        place in line for line in output.err.splitlines() if line.startswith("left out: openapi")
    )
    assert f'the pages lack what is marked "left out" above, of {operation}.\n' in output.err
    assert isinstance(json.loads(output.out), list)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (with_item({"GET": {"responses": OK}}), '"GET" must be written "get"'),
        (with_item(None), "must be a mapping, not null"),
        (with_operation(parameters=None), "must be a list, not null"),
        (with_operation(parameters=[{"name": "q", "in": "query"}]), '"schema" is required'),
        (with_operation(summery="x"), 'unknown key "summery"'),
        (with_operation(tags="x"), "must be a list"),
        (with_operation(operationId=5), 'it is read as "5"'),
        (with_operation(security=[{"k": []}]), 'the security scheme "k" is not defined'),
        (with_item({"get": {"responses": None}}), "must be a mapping, not null"),
        (with_response({}), '"description" is required'),
        (with_response({"description": "", "links": {"l": {"$ref": "#/no"}}}), "points to nothing"),
        (with_body(None), "must be a mapping, not null"),
        (with_schema({"type": "strng"}), 'Did you mean "string"?'),
        (with_schema({"allOf": []}), "must not be empty"),
        (with_schema({"discriminator": {"propertyName": "p", "mapping": {"a": "#/no"}}}), "#/no"),
        ({**DOCUMENT, "paths": []}, "must be a mapping, not a list"),
        ({**DOCUMENT, "paths": {"/b/{id}": {"get": {"responses": OK}}}}, 'parameter "id"'),
        ({**DOCUMENT, "paths": {"b": {"get": {"responses": OK}}}}, '"b" must be written "/b"'),
        ({**DOCUMENT, "info": 5}, "must be a mapping, not 5"),
        ({**DOCUMENT, "info": {"title": "Pets", "version": 1}}, "info.version"),
        ({**DOCUMENT, "openapi": 3}, "the version must be a string"),
        ({**DOCUMENT, "extra": {"a": 1}}, 'unknown key "extra"'),
        (with_components(schemas={"S": ["x"]}), "components.schemas.S"),
        (with_components(schemas={"S": {"$ref": "#/no"}}), "points to nothing"),
        (with_components(securitySchemes={"k": {"type": "x"}}), "securitySchemes.k"),
        (with_swagger({"get": {}}), '"responses" is required'),
        (with_swagger({"get": {"responses": OK}}, host="https://a.io"), "must be a host only"),
        (with_channel(None), "must be a mapping, not null"),
        (with_events({"action": "send", "channel": CHANNEL, "summery": "x"}), "summery"),
    ],
)
def test_a_document_is_written_with_warnings_if_nothing_of_an_operation_is_lost(
    project, capsys, document, message
):
    (project / "openapi.json").write_text(json.dumps(document))

    assert run("openapi.json", "-o", "api") == 0
    errors = capsys.readouterr().err.splitlines()
    warnings = [line for line in errors if line.startswith("warning: openapi.json:")]
    assert any(message in line for line in warnings)
    assert errors[-2] == (
        "openapi.json: no operation, parameter, body, or response is missing despite the warnings "
        "above."
    )
    assert errors[-1].endswith("written")


@pytest.mark.parametrize(
    ("key", "exit_code"), [("/pets", 1), ("get", 1), ("summary", 0), ("responses", 1)]
)
def test_a_key_that_occurs_twice_loses_the_first_value(project, capsys, key, exit_code):
    text = json.dumps(DOCUMENT)
    start = text.index(f'"{key}":')
    (project / "openapi.json").write_text(f'{text[:start]}"{key}": {{}}, {text[start:]}')

    assert run("openapi.json", "-o", "api") == exit_code
    label = "error" if exit_code else "warning"
    assert f"{label}: openapi.json:1:" in capsys.readouterr().err


def test_a_key_that_occurs_twice_in_another_file(project, capsys):
    (project / "item.yaml").write_text("get: {responses: {}}\nget: {responses: {}}\n")
    document = {**DOCUMENT, "paths": {"/b": {"$ref": "item.yaml"}}}
    (project / "openapi.json").write_text(json.dumps(document))

    assert run("openapi.json", "-o", "api") == 1
    errors = capsys.readouterr().err
    assert 'error: item.yaml:2:1 get: duplicate key "get"; the last one is used.\n' in errors
    assert "because /b cannot be shown completely" in errors


@pytest.mark.parametrize(
    "document",
    [
        with_components(schemas={"S": ["x"]}),
        with_components(schemas={"S": {"properties": {"p": {"$ref": "#/no"}}}}),
        with_swagger({"get": {"responses": OK}}, definitions={"S": ["x"]}),
    ],
)
def test_a_schema_that_no_operation_uses_counts_only_if_it_gets_a_page(project, capsys, document):
    (project / "openapi.json").write_text(json.dumps(document))

    assert run("openapi.json", "-o", "api") == 0
    assert "warning: openapi.json" in capsys.readouterr().err
    assert run("openapi.json", "-o", "api", "--schemas") == 1
    assert "because schema S cannot be shown completely" in capsys.readouterr().err


def test_all_modes_refuse_an_invalid_document(project, capsys):
    run("openapi.json", "-o", "api")
    document = with_item({"gett": {"responses": OK}})
    (project / "openapi.json").write_text(json.dumps(document))
    capsys.readouterr()

    for options in (("--dry-run",), ("--check",), ("--force",), ("--prune",), ("-o", "-")):
        assert run("openapi.json", "-o", "api", *options) == 1
        output = capsys.readouterr()
        assert "nothing was written, because GET /b cannot be shown completely" in output.err
        assert output.out == ""
    assert written(project) == FILES


def test_the_pages_of_operations_that_are_left_out_are_not_removed(project, capsys):
    run("openapi.json", "-o", "api")
    paths = {**DOCUMENT["paths"], "/orders": {"gett": {"responses": OK}}}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": paths}))

    assert run("openapi.json", "-o", "api", "--repair", "--prune") == 0
    assert "--prune removes no pages if something is left out" in capsys.readouterr().err
    assert written(project) == FILES


def test_of_many_operations_only_some_are_listed(project, capsys):
    paths = {**DOCUMENT["paths"], **{f"/gap{number}": {"get": 5} for number in range(70)}}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": paths}))

    assert run("openapi.json", "-o", "api") == 1
    errors = capsys.readouterr().err
    assert "error: openapi.json: and 50 more problems of this kind.\n" in errors
    assert (
        "because GET /gap0, GET /gap1, GET /gap2, GET /gap3, GET /gap4 and others cannot be shown "
    ) in errors
    assert run("openapi.json", "-o", "api", "--repair") == 0
    assert written(project) == FILES


def test_names_that_are_repaired_are_not_lost(project, capsys):
    operation = {"responses": {"200": {"description": "OK"}}}
    paths = {"pets": {"GET": operation}, "/a\0b": {"get": operation}, "x-note": 5, "/none": None}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": paths}))

    assert run("openapi.json", "-o", "api") == 0
    assert len(written(project)) == 2


def test_a_document_of_a_folder_above_is_read(project, capsys, monkeypatch):
    docs = project / "docs"
    docs.mkdir()
    monkeypatch.chdir(docs)

    assert run("../openapi.json", "-o", "api") == 0
    assert written(docs) == FILES


def test_the_printed_paths_start_at_the_settings_file(project, capsys):
    (project / "docs").mkdir()
    (project / "docs" / "site.json").write_text("{}")
    run("openapi.json", "-o", "docs/api")

    assert json.loads(capsys.readouterr().out)[1]["pages"] == ["api/list-orders"]

    run("openapi.json", "-o", "docs")
    assert json.loads(capsys.readouterr().out)[1]["pages"] == ["list-orders"]


def test_check_accepts_text_and_front_matter_of_the_author(project, capsys):
    run("openapi.json", "-o", "api", "--schemas")
    page = project / FILES[0]
    page.write_text("---\ntitle: Mine\nopenapi: openapi  GET /orders\n---\n\nMy words.\n")

    assert run("openapi.json", "-o", "api", "--schemas", "--check") == 0
    assert run("openapi.json", "-o", "api", "--schemas", "--check", "--force") == 1

    page.write_text("---\nopenapi: openapi GET /other\n---\n")
    capsys.readouterr()
    assert run("openapi.json", "-o", "api", "--schemas", "--check") == 1
    assert "api/list-orders.mdx is missing or shows something else" in capsys.readouterr().err


def test_prune_removes_pages_whose_operation_is_gone_and_nothing_else(project, capsys):
    run("openapi.json", "-o", "api", "--schemas")
    edited = project / "api/pets/add-a-pet.mdx"
    edited.write_text(edited.read_text() + "\nMy words.\n")
    other = project / "api/other.mdx"
    other.write_text('---\nopenapi: "other GET /orders"\n---\n')
    less = {**DOCUMENT, "paths": {"/pets": {"get": DOCUMENT["paths"]["/pets"]["get"]}}}
    (project / "openapi.json").write_text(json.dumps({**less, "components": {}}))
    capsys.readouterr()

    assert run("openapi.json", "-o", "api", "--prune", "--check") == 1
    assert "api/list-orders.mdx would be removed" in capsys.readouterr().err
    assert (project / "api/list-orders.mdx").exists()

    assert run("openapi.json", "-o", "api", "--prune") == 0
    assert written(project) == ["api/other.mdx", "api/pets/add-a-pet.mdx", "api/pets/list-pets.mdx"]
    assert "api/schemas/pet.mdx is removed" in capsys.readouterr().err


def test_all_goes_to_standard_output_as_one_object(project, capsys):
    assert run("openapi.json", "-o", "-") == 0

    whole = json.loads(capsys.readouterr().out)
    assert sorted(whole["files"]) == [name.removeprefix("api/") for name in FILES]
    assert [entry["group"] for entry in whole["navigation"]]
    assert written(project) == []


def test_all_goes_into_a_pipe(project):
    pipe = project / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(pipe.read_text)
        assert run("openapi.json", "-o", "pipe") == 0
        assert len(json.loads(reading.result())["files"]) == len(FILES)


def test_a_document_comes_from_standard_input(project, capsys, monkeypatch):
    text = io.TextIOWrapper(io.BytesIO(json.dumps(DOCUMENT).encode()))
    monkeypatch.setattr("sys.stdin", text)

    assert run("-", "-o", "api") == 0
    assert written(project) == FILES
