"""The command that writes page files for a document."""

from __future__ import annotations

import errno
import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sphinx_sitejson.commands import main

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {
            "get": {
                "summary": "List pets",
                "tags": ["Pets"],
                "responses": {"200": {"description": "OK"}},
            },
            "post": {
                "summary": "Add a pet",
                "tags": ["Pets"],
                "responses": {"201": {"description": "OK"}},
            },
        },
        "/orders": {"get": {"responses": {"200": {"description": "OK"}}}},
    },
    "components": {"schemas": {"Pet": {"type": "object"}}},
}
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
        {"group": "Pets", "pages": ["api/pets/list-pets", "api/pets/add-a-pet"]},
        {"group": "Other", "pages": ["api/list-orders"]},
    ]
    assert output.err == "3 files written\n"


def test_strange_names_in_a_valid_document_stay_inside_the_folder(project, capsys):
    document = json.loads(json.dumps(DOCUMENT))
    operation = document["paths"]["/orders"]["get"]
    operation |= {"operationId": "a\0b", "tags": ["../../up", "/root"], "summary": "..\\x"}
    (project / "openapi.json").write_text(json.dumps(document))

    assert run("openapi.json", "-o", "api") == 0

    assert len(written(project)) == 3
    assert all(name.startswith("api/") for name in written(project))
    assert "the control character U+0000 cannot be displayed" in capsys.readouterr().err


def test_the_printed_entries_build(project, capsys, build_site):
    run("openapi.json", "-o", "api", "--schemas")
    entries = json.loads(capsys.readouterr().out)
    pages = {name: (project / name).read_text() for name in written(project)}
    site = build_site(
        {
            **pages,
            "openapi.json": DOCUMENT,
            "index.mdx": "---\ntitle: Home\n---\n",
            "site.json": {
                "name": "Pets",
                "navigation": [{"group": "Start", "pages": ["index"]}, *entries],
            },
        }
    )

    assert site.warnings == ""
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
    assert json.loads(capsys.readouterr().out)[-1] == {
        "group": "Schemas",
        "pages": ["api/schemas/pet"],
    }


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
        ("a: [", "openapi.json"),
        (json.dumps({**DOCUMENT, "paths": {"/a": 5}}), "/a cannot be used"),
        (json.dumps({**DOCUMENT, "paths": {"/a": {"get": 5}}}), "GET /a cannot be used"),
        (json.dumps({**DOCUMENT, "webhooks": {"a": {"post": 5}}}), "webhook POST a cannot be used"),
        (json.dumps({**DOCUMENT, "paths": {"$ref": "gone.json"}}), "paths cannot be used"),
        (json.dumps({"swagger": "2.0", "info": {}, "paths": {"/a": {"get": []}}}), "GET /a"),
        (json.dumps({**DOCUMENT, "paths": {"/a": {"$ref": "#/nowhere"}}}), "nowhere"),
    ],
)
def test_nothing_is_written_for_an_invalid_document(project, capsys, text, message):
    (project / "openapi.json").write_text(text)

    assert run("openapi.json", "-o", "api") == 1
    output = capsys.readouterr()
    assert message in output.err
    assert "nothing was written" in output.err
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


def test_a_link_at_a_temporary_name_is_not_followed(project, capsys):
    precious = project.parent / f"{project.name}-precious.txt"
    precious.write_text("precious")
    (project / "api" / "pets").mkdir(parents=True)
    for name in FILES:
        path = project / name
        path.with_name(f".{path.name}.new").symlink_to(precious)

    assert run("openapi.json", "-o", "api") == 0
    assert precious.read_text() == "precious"


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


def test_the_folder_itself_may_be_a_link(project, capsys):
    elsewhere = project.parent / f"{project.name}-real"
    elsewhere.mkdir()
    (project / "api").symlink_to(elsewhere)

    assert run("openapi.json", "-o", "api") == 0
    assert len(list(elsewhere.rglob("*.mdx"))) == len(FILES)


def test_what_a_build_repairs_without_loss_is_only_reported(project, capsys):
    repaired = {**DOCUMENT, "info": {"title": "Pets", "version": 1}}
    (project / "openapi.json").write_text(json.dumps(repaired))

    assert run("openapi.json", "-o", "api") == 0
    assert "info.version" in capsys.readouterr().err
    assert written(project) == FILES


@pytest.mark.parametrize(
    ("gap", "message"),
    [
        ({"parameters": 5}, "parameters"),
        ({"summery": "A gap"}, '"summery"'),
        ({"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/no"}}}}}, "#/no"),
        ({"requestBody": {"$ref": "gone.json"}}, "gone.json"),
        ({"callbacks": {"on": {"{$request.query.url}": {"$ref": "gone.json"}}}}, "gone.json"),
    ],
)
def test_a_document_whose_operations_all_remain_is_written(project, capsys, gap, message):
    paths = {**DOCUMENT["paths"], "/gap": {"get": {"responses": {}} | gap}}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": paths}))

    assert run("openapi.json", "-o", "api") == 0
    errors = capsys.readouterr().err
    assert message in errors
    assert "openapi.json: repaired as listed above; every operation has a page." in errors
    assert written(project) == sorted([*FILES, "api/get-gap.mdx"])


def test_pages_without_the_lost_operations_are_written_when_the_caller_insists(project, capsys):
    paths = {**DOCUMENT["paths"], **{f"/gap{number}": {"get": 5} for number in range(7)}}
    (project / "openapi.json").write_text(json.dumps({**DOCUMENT, "paths": paths}))

    assert run("openapi.json", "-o", "api") == 1
    assert (
        "openapi.json: nothing was written, because GET /gap0, GET /gap1, GET /gap2, GET /gap3, "
        "GET /gap4 and 2 more cannot be used (--force writes the other pages).\n"
    ) in capsys.readouterr().err
    assert run("openapi.json", "-o", "api", "--force") == 0
    assert "every other operation has a page" in capsys.readouterr().err
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
