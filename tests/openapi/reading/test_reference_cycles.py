"""References that lead only to each other are told, in every section and in every form."""

import pytest

from sphinx_sitejson.openapi.keywords import SLOTS

from ..support import schema_ref
from .support import document, getting, messages, read, read_api

SECTIONS = list(SLOTS["components"])


def circles(found):
    """Return key path and message of the references that lead back."""
    return [
        (str(problem.location.key_path), problem.message)
        for problem in found.problems
        if "is circular" in problem.message
    ]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_component_that_is_only_itself(tmp_path, section):
    at = f"#/components/{section}"
    found = read_api(tmp_path, openapi="3.2.0", components={section: {"A": {"$ref": f"{at}/A"}}})

    assert [path for path, _ in circles(found)] == [f"components.{section}.A.$ref"]
    assert found.problems[0].location.line == 1
    assert found.problems[0].code == "openapi_reference"


@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "mediaTypes"])
def test_components_that_are_only_each_other_are_reported_once(tmp_path, section):
    at = f"#/components/{section}"
    entries = {"In": {"$ref": f"{at}/A"}, "A": {"$ref": f"{at}/B"}, "B": {"$ref": f"{at}/A"}}
    found = read_api(tmp_path, openapi="3.2.0", components={section: entries})

    assert circles(found) == [
        (
            f"components.{section}.A.$ref",
            f'the reference "{at}/B" is circular through "{at}/A"; it has no value.',
        )
    ]


def test_circles_outside_the_components(tmp_path):
    inner = "#/components/schemas/S/properties"

    assert [
        path
        for path, _ in circles(
            read_api(
                tmp_path,
                paths={
                    "/a": {"$ref": "#/paths/~1b"},
                    "/b": {"$ref": "#/paths/~1a"},
                    "/c": getting({}, parameters=[{"$ref": "#/paths/~1c/get/parameters/0"}]),
                },
                schemas={
                    "S": {"properties": {"x": {"$ref": f"{inner}/y"}, "y": {"$ref": f"{inner}/x"}}}
                },
            )
        )
    ] == [
        "paths./a.$ref",
        "paths./c.get.parameters[0].$ref",
        "components.schemas.S.properties.x.$ref",
    ]


def test_a_circle_through_files_has_the_place_where_it_is_entered(tmp_path):
    files = {
        "api.json": document(paths={"/a": getting({"$ref": "b.json#/B"})}),
        "b.json": '{\n  "B": {"$ref": "c.json#/C"}\n}',
        "c.json": {"C": {"$ref": "b.json#/B"}},
    }
    found = read(tmp_path, files)
    (problem,) = [each for each in found.problems if "is circular" in each.message]

    assert (problem.location.file, problem.location.line) == ("b.json", 2)


def test_schemas_that_contain_themselves_are_no_circle(tmp_path):
    node = {"type": "object", "properties": {"next": schema_ref("Alias")}}

    assert messages(read_api(tmp_path, schemas={"Node": node, "Alias": schema_ref("Node")})) == []


def test_a_long_circle_is_reported_in_one_sentence(tmp_path):
    at = "#/components/schemas"
    schemas = {f"S{n}": {"$ref": f"{at}/S{(n + 1) % 5000}"} for n in range(5000)}
    ((_, message),) = circles(read_api(tmp_path, schemas=schemas))

    assert message.endswith(f'"{at}/S4" and others; it has no value.')


AT = "#/components/schemas"


@pytest.mark.parametrize(
    ("schemas", "reported"),
    [
        ({"A": {"allOf": [{"$ref": f"{AT}/A"}]}}, {"A.allOf[0].$ref": "circular allOf: A → A;"}),
        ({"A": {"allOf": [{"type": "object"}, {"allOf": [{"$ref": f"{AT}/B"}]}]}}
         | {"B": {"$ref": f"{AT}/C"}, "C": {"allOf": [{"$ref": f"{AT}/A"}]}},
         {"C.allOf[0].$ref": "circular allOf: A → B → C → A;"}),
        ({"A": {"allOf": [{"$ref": f"{AT}/B"}, {"$ref": f"{AT}/A"}]}, "B": {"type": "object"}},
         {"A.allOf[1].$ref": "circular allOf: A → A;"}),
        # What stands inside may be of the same kind again, and a choice names who takes it in.
        ({"A": {"allOf": [{"properties": {"inner": {"$ref": f"{AT}/A"}}}]}}, {}),
        ({"A": {"oneOf": [{"$ref": f"{AT}/B"}]}, "B": {"allOf": [{"$ref": f"{AT}/A"}]}}, {}),
        ({name: {"allOf": [{"$ref": f"{AT}/D"}]} for name in "ABC"} | {"D": {}}, {}),
    ],
)  # fmt: skip
def test_schemas_that_are_made_of_themselves(tmp_path, schemas, reported):
    found = read_api(tmp_path, schemas=schemas)

    made = {
        problem.location.key_path.removeprefix("components.schemas."): problem
        for problem in found.problems
        if "circular allOf" in problem.message
    }
    assert made.keys() == reported.keys()
    for path, words in reported.items():
        assert words in made[path].message
        assert made[path].location.line


def test_a_reference_that_points_through_itself(tmp_path):
    ref = "#/paths/~1a/post/requestBody"
    found = read_api(tmp_path, paths={"/a": {"$ref": ref}})

    (message,) = [text for text in messages(found) if ref in text]
    assert "points to nothing" in message
