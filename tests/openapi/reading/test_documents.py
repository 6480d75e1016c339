"""The front door: documents that can be used, those that cannot, and the cache."""

import multiprocessing
import os
import pickle
from pathlib import Path

import pytest

from sphinx_sitejson.openapi.reading import documents as documents_module
from sphinx_sitejson.openapi.reading.api_formats import find_documents
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document

from .support import document, getting, messages, read, read_api, schema_of, write


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"swagger": "1.2", "apis": []}, "Swagger 1.2; Swagger 2.0 and OpenAPI 3.x are supported"),
        ({"swagger": "2.0", "info": {}}, 'neither "paths" nor "definitions"'),
        ({"paths": {}}, '"openapi" is missing'),
        ({"openapi": "2.0", "paths": {}}, 'version "2.0" is not known'),
        ({"openapi": "4.0.0", "paths": {}}, "not known"),
        ({"openapi": None, "paths": {}}, 'must be a string such as "3.1.0", not null'),
        ({"openapi": True, "paths": {}}, 'must be a string such as "3.1.0", not true'),
        ({"openapi": ["3.0.0"], "paths": {}}, 'must be a string such as "3.1.0", not a list'),
        ({"swagger": {"a": 1}, "paths": {}}, 'must be the string "2.0", not a mapping'),
        ({"openapi": "3.0.0", "info": {}}, 'none of "paths", "webhooks", and "components"'),
        ([1], "must be a mapping of keys and values, not a list."),
        ("just words", 'must be a mapping of keys and values, not "just words".'),
        ("42", "must be a mapping of keys and values, not 42."),
        ("null", "must be a mapping"),
        ("# only a comment\n", "must be a mapping"),
        ("", "is empty"),
        ("{", "not valid"),
        (b"\xff\xfe", "is empty"),
    ],
)
def test_what_cannot_be_used(tmp_path, content, words):
    found = read(tmp_path, {"api.yaml": content})

    assert found.data is None
    assert found.version == ""
    (problem,) = found.problems
    assert problem.code == "openapi_document"
    assert problem.location.file == "api.yaml"
    assert problem.location.line == 1
    assert words in problem.message
    assert found.files == (tmp_path / "api.yaml",)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("\n\n- a\n", "api.yaml:3:1"),
        ("---\n# a\n...\n", "api.yaml:3:1"),
        ("# a\n\ninfo: {}\npaths: {}\n", "api.yaml:3:1"),
        ("info: {title: T, version: '1'}\npaths: {}\nopenapi: 9.0.0\n", "api.yaml:3:1 openapi"),
        ("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: [a]\n", "api.yaml:3:1 paths"),
        ("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n", "api.yaml:3:1 paths"),
        ("openapi: 3.1.0\npaths: {}\n", "api.yaml:1:1 info"),
        ("openapi: 3.1.0\npaths: {}\ninfo: x\n", "api.yaml:3:1 info"),
        ("openapi: 3.1.0\npaths: {}\ninfo:\n  version: '1'\n", "api.yaml:3:1 info.title"),
    ],
)
def test_what_is_wrong_with_the_full_document_has_its_line(tmp_path, text, place):
    found = read(tmp_path, {"api.yaml": text})

    assert [str(problem.location) for problem in found.problems] == [place]


@pytest.mark.parametrize("location", [
    "nope.yaml", "../api.yaml", "/../api.yaml", "file:///etc/passwd", "ftp://example.com/a",
    "C:\\a.yaml", "", "/", "a\0b", "folder", "http://", "http://a b/", "http://[::1/",
    "https://user:secret@[broken/", "fifo"
])  # fmt: skip
def test_locations_that_point_nowhere(tmp_path, location):
    root = tmp_path / "project"
    (root / "folder").mkdir(parents=True)
    os.mkfifo(root / "fifo")
    write(tmp_path, {"api.yaml": document()})
    found = read_document(location, root=root, options=ReadOptions())

    assert found.data is None
    assert len(found.problems) == 1
    assert "secret" not in messages(found)[0]


@pytest.mark.parametrize(
    ("written", "version", "is_reported"),
    [
        ("'3.0.3'", "3.0", False),
        ("3.1.0", "3.1", False),
        ("3.2.0", "3.2", False),
        ("3.0.0-RC1", "3.0", False),
        ("3.0", "3.0", True),
        ("3.1", "3.1", True),
        ("'3.1'", "3.1", True),
        ("3", "3.0", True),
        ("3.7.1", "3.2", True),
    ],
)
def test_versions(tmp_path, written, version, is_reported):
    text = f"openapi: {written}\ninfo: {{title: T, version: 1.0}}\npaths: {{}}\n"
    found = read(tmp_path, {"api.yaml": text})

    assert found.version == version
    assert [str(problem.location) for problem in found.problems] == [
        "api.yaml:1:1 openapi"
    ] * is_reported


def test_a_number_as_version_in_json(tmp_path):
    found = read_api(tmp_path, openapi=3.1)
    assert (found.version, len(found.problems)) == ("3.1", 1)


def test_names_and_paths(tmp_path):
    write(tmp_path, {"api/v1.pets.yaml": document()})
    found = read_document("/api/v1.pets.yaml", root=tmp_path, options=ReadOptions())
    assert (found.name, found.location) == ("v1.pets", "/api/v1.pets.yaml")
    assert found.files == (tmp_path / "api/v1.pets.yaml",)


def test_files_that_are_too_large(tmp_path):
    found = read(tmp_path, {"api.json": document()}, size_limit=10)
    assert "larger than" in messages(found)[0]


def test_depth_that_only_the_bundle_has(tmp_path):
    schema: object = {"type": "string"}
    for _ in range(45):
        schema = {"properties": {"a": schema}}
    chain = {
        f"{n}.json": {"a": _nest({"properties": {"$ref": f"{n + 1}.json"}}, 30)} for n in range(5)
    }
    found = read_api(
        tmp_path,
        {**chain, "5.json": {"a": schema}},
        returns={"/a": {"properties": {"$ref": "0.json"}}},
    )
    assert found.data is not None
    (problem,) = found.problems
    assert problem.code == "nested_too_deep"
    assert "nested too deeply (more than 50 levels)" in problem.message
    assert problem.location.file.endswith(".json") and problem.location.line


def _nest(schema, times):
    for _ in range(times):
        schema = {"not": schema}
    return schema


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    write(
        root,
        {
            "api.json": document(
                paths={"/a": getting({"$ref": "pet.json"}), "/b": getting({"$ref": "no.json"})}
            ),
            "pet.json": {"type": "object", "title": "Pet"},
        },
    )
    return root


def cached(root: Path, monkeypatch, *, expect_hit: bool):
    """Read with the cache, and tell whether it was used."""
    calls = []
    original = documents_module.bundle
    monkeypatch.setattr(
        documents_module, "bundle", lambda *given: calls.append(1) or original(*given)
    )
    options = ReadOptions(cache_folder=root.parent / "cache")
    found = read_document("api.json", root=root, options=options)
    assert (calls == []) is expect_hit
    monkeypatch.undo()
    return found


def test_the_cache_is_used_until_a_file_changes(project, monkeypatch):
    first = cached(project, monkeypatch, expect_hit=False)
    assert cached(project, monkeypatch, expect_hit=True) == first

    write(project, {"pet.json": {"type": "object", "title": "Animal"}})
    second = cached(project, monkeypatch, expect_hit=False)
    assert second.data["components"]["schemas"]["pet"]["title"] == "Animal"
    assert second.digest != first.digest

    write(project, {"no.json": {"type": "string"}})
    third = cached(project, monkeypatch, expect_hit=False)
    assert third.problems == ()
    assert cached(project, monkeypatch, expect_hit=True) == third


def test_a_moved_project_finds_its_cache(project, monkeypatch):
    cached(project, monkeypatch, expect_hit=False)
    moved = project.rename(project.parent / "moved")
    found = cached(moved, monkeypatch, expect_hit=True)
    assert found.files[0] == moved / "api.json"


@pytest.mark.parametrize(
    "damage",
    [b"", b"nonsense", pickle.dumps({"data": {}}), pickle.dumps(Path("x")), b"\x80\x05K\x05."],
)
def test_a_damaged_cache_is_ignored_and_written_again(project, monkeypatch, damage):
    first = cached(project, monkeypatch, expect_hit=False)
    (file,) = (project.parent / "cache" / "read").iterdir()
    file.write_bytes(damage)

    assert cached(project, monkeypatch, expect_hit=False) == first
    assert cached(project, monkeypatch, expect_hit=True) == first


def test_a_cache_that_cannot_be_written(project, monkeypatch):
    (project.parent / "cache").write_text("a file in the way")
    assert schema_of(cached(project, monkeypatch, expect_hit=False))
    assert schema_of(cached(project, monkeypatch, expect_hit=False))


def _read_often(root: Path) -> bool:
    options = ReadOptions(cache_folder=root.parent / "cache")
    results = []
    for count in range(20):
        (root / "pet.json").write_text('{"type": "object"}' + " " * (count % 3))
        results.append(read_document("api.json", root=root, options=options).data is not None)
    return all(results)


def test_two_processes_at_once(project):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_read_often, [project, project]) == [True, True]
    assert list((project.parent / "cache").rglob(".*")) == []


def test_progress_of_large_documents_is_reported(tmp_path):
    said = []
    large = document(**{"x-more": "x" * 1_200_000})
    read(tmp_path, {"api.json": large}, progress=said.append)
    assert said == ["reading api.json (1.2 MB)"]


def test_documents_are_found(tmp_path):
    late = {
        "components": {"schemas": {f"S{n}": {"type": "object"} for n in range(1000)}},
        **document(),
    }
    write(
        tmp_path,
        {
            "api/openapi.yaml": "# comment\nopenapi: 3.1.0\n",
            "a.json": document(),
            "late.json": late,
            "quoted.yml": "'openapi': '3.0.0'\n",
            "crlf.yaml": b"info: {}\r\nopenapi: 3.0.0\r\n",
            "swagger.json": {"swagger": "2.0"},
            "swagger.yaml": "info: {}\nswagger: '2.0'\npaths: {}\n",
            "sorted.json": {"definitions": {"A": {}}, "swagger": "2.0"},
            "first.json": {"swagger": "2.0", "paths": {}},
            "misnamed.yaml": "openapi: 2.0.0\nbasePath: /\npaths: {}\n",
            "unknown.yaml": "openapi: 2.0.0\npaths: {}\n",
            "swagger1.yaml": "swagger: '1.2'\npaths: {}\n",
            "other.json": {"a": {"openapi": "3.0.0"}},
            "nested.yaml": "a:\n  openapi: 3.0.0\n",
            "words.yaml": "text: openapi 3.0\n",
            "page.txt": "openapi: 3.0.0\n",
            ".hidden/a.json": document(),
            "node_modules/a.json": document(),
            "_build/a.json": document(),
            "myenv/pyvenv.cfg": "",
            "myenv/a.json": document(),
            "drafts/a.json": document(),
            "drafts.json": document(),
        },
    )
    (tmp_path / "link.json").symlink_to(tmp_path.parent / "nowhere.json")
    found = find_documents(tmp_path, lambda path: path.startswith("drafts"))

    names = [path.relative_to(tmp_path.resolve()).as_posix() for path in found]
    assert names == [
        "a.json", "api/openapi.yaml", "crlf.yaml", "first.json", "late.json", "misnamed.yaml",
        "quoted.yml", "sorted.json", "swagger.yaml",
    ]  # fmt: skip
