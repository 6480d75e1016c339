"""Names and texts of a document are readable; its data stays what it is."""

import pytest

from .support import getting, messages, read, read_api

SCHEMA = {
    "title": "Title\x1b",
    "description": "Text\0",
    "required": ["a\x07"],
    "properties": {
        "a\x07": {
            "type": "string",
            "pattern": "[^\0-\x1f]",
            "default": "x\0",
            "enum": ["x\0", "y"],
            "examples": ["x\0"],
        },
        # Names that are keywords elsewhere.
        "example": {"description": "Text\0", "default": {"k\0": "v\0"}},
        "default": {"description": "Text\0"},
    },
}


def test_texts_and_names_are_escaped_and_data_is_kept(tmp_path):
    found = read_api(tmp_path, schemas={"A\0": SCHEMA})

    assert found.data is not None
    schema = found.data["components"]["schemas"][r"A\u0000"]
    assert (schema["title"], schema["description"]) == (r"Title\u001b", r"Text\u0000")
    assert schema["required"] == [r"a\u0007"]
    assert schema["properties"][r"a\u0007"] == {
        "type": "string",
        "pattern": r"[^\u0000-\u001f]",
        "default": "x\0",
        "enum": ["x\0", "y"],
        "examples": ["x\0"],
    }
    assert schema["properties"]["example"] == {
        "description": r"Text\u0000",
        "default": {"k\0": "v\0"},
    }
    assert schema["properties"]["default"] == {"description": r"Text\u0000"}


def test_each_is_named_with_its_place(tmp_path):
    text = '{"openapi": "3.1.0",\n"info": {"title": "T", "version": "1",\n"description": "a\\u001b"'
    found = read(tmp_path, {"api.json": text + '}, "paths": {}}'})

    assert messages(found) == [
        "api.json:3:1 info.description: "
        "the control character U+001B cannot be displayed; its escape sequence is shown."
    ]
    assert [problem.code for problem in found.problems] == ["openapi_character"]


@pytest.mark.parametrize("ref", ["A\0", "A%00"])
def test_references_link_to_the_new_name(tmp_path, ref):
    paths = {"/a": getting({"$ref": f"#/components/schemas/{ref}"})}
    schemas = {"A\0": {"type": "string"}}
    found = read_api(tmp_path, paths=paths, schemas=schemas)

    assert found.data is not None
    answer = found.data["paths"]["/a"]["get"]["responses"]["200"]
    ref = answer["content"]["application/json"]["schema"]["$ref"]
    assert ref == "#/components/schemas/A%5Cu0000"
    assert [*found.data["components"]["schemas"]] == [r"A\u0000"]


def test_escapes_of_yaml_are_found(tmp_path):
    text = 'openapi: 3.1.0\ninfo:\n  title: "a\\e[31m \\x9b \\N"\n  version: "1"\npaths: {}\n'
    found = read(tmp_path, {"api.yaml": text})

    assert found.data is not None
    assert found.data["info"]["title"] == r"a\u001b[31m \u009b \u0085"


def test_a_document_without_any_is_not_looked_through(tmp_path, monkeypatch):
    from sphinx_sitejson.openapi.reading import documents

    monkeypatch.setattr(documents, "escape_control_characters", pytest.fail)
    text = 'a "quoted" \\ word\nand a line\tä'
    found = read_api(tmp_path, info={"title": text, "version": "1"})

    assert found.data is not None
    assert found.data["info"]["title"] == text
