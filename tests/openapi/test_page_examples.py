"""Examples that a page gives of an operation, judged by the schemas of the operation."""

import pytest

from sphinx_sitejson.common.problems import Location
from sphinx_sitejson.http_messages.example_validation import (
    ExampleValidator,
    PageExample,
    validate_page_example,
)
from sphinx_sitejson.openapi.document import OpenApiDocument

LAMP = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
FAULT = {"type": "object", "required": ["title", "code"]}


def json_body(schema=None, name="application/json"):
    media = {} if schema is None else {"schema": schema}
    return {"description": "x", "content": {name: media}}


USUAL = {"404": json_body(FAULT), "200": json_body(LAMP), "204": {"description": "x"}}


def misfit(code, title="JSON", *, is_response=True, responses=USUAL, body=None):
    operation = {"responses": responses, **({"requestBody": body} if body else {})}
    document = OpenApiDocument(
        {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/x": {"post": operation}},
        },
        name="t",
        location="/t.json",
        version="3.1.0",
    )
    example = PageExample(
        is_response=is_response, title=title, code=code, location=Location(file="x")
    )
    return validate_page_example(
        example, document.operations_by_key["POST /x"], ExampleValidator(document)
    )


def words(*arguments, **options):
    found = misfit(*arguments, **options)
    return found and ": ".join(found)


@pytest.mark.parametrize(
    ("title", "code", "expected"),
    [
        ("200", '{"id": 1}', None),
        ("200 OK", '{"id": "1"}', 'POST /x, response 200: "1" is not of type "integer" (at id)'),
        ("Not found (404)", '{"id": 1}', 'POST /x, response 404: "title" is a required property'),
        ("404", '{"title": "x", "code": 1}', None),
        ("204", '{"id": "1"}', None),
        ("500", '{"id": "1"}', None),
        ("Lamp", '{"id": 1}', None),
        ("Lamp", '{"title": "x", "code": 1}', None),
        # It has one fault as an answer 200 and two as an answer 404.
        ("Lamp", "{}", 'POST /x, response 200: "id" is a required property'),
        ("Lamp", '{"id": "1", "title": "x"}',
         'POST /x, response 200: "1" is not of type "integer" (at id)'),
    ],
)  # fmt: skip
def test_a_response_is_judged_by_the_status_in_its_title_or_by_all(title, code, expected):
    assert words(code, title) == expected


@pytest.mark.parametrize(
    "code",
    [
        "not JSON",
        '{"id": "1", // the id\n}',
        '{"id": "1", ...}',
        '{"id": "..."}',
        '{"id": "abc…"}',
        "",
        "[" * 100_000,
    ],
)
def test_what_is_no_complete_json_is_not_judged(code):
    assert misfit(code, "200") is None


def test_ranges_and_the_default_response():
    responses = {"2XX": json_body(LAMP), "default": json_body(FAULT)}

    assert words("{}", "201", responses=responses).startswith("POST /x, response 2XX:")
    assert words("{}", "2xx", responses=responses).startswith("POST /x, response 2XX:")
    assert words("{}", "418 Teapot", responses=responses).startswith("POST /x, response default:")


@pytest.mark.parametrize(
    "responses",
    [
        {"200": json_body()},
        {"200": json_body(LAMP), "400": json_body()},
        {"200": json_body(LAMP, "text/event-stream")},
        {"200": {"description": "x", "content": {
            "application/json": {"schema": LAMP}, "application/x-ndjson": {"schema": LAMP}}}},
        {"200": json_body(LAMP, "text/csv")},
        {},
    ],
)  # fmt: skip
def test_responses_that_may_be_anything(responses):
    assert misfit("[]", responses=responses) is None


def test_the_nearest_of_several_responses_is_reported():
    wide = {"type": "object", "required": ["a", "b", "c"]}
    responses = {"200": json_body(wide), "201": json_body(LAMP), "400": json_body(FAULT)}

    assert words("{}", responses=responses).startswith("POST /x, response 201:")
    assert words("{}", responses={"400": json_body(FAULT)}).startswith("POST /x, response 400:")


def test_the_body_of_a_request():
    expected = 'POST /x, body: "1" is not of type "integer" (at id)'

    assert words('{"id": "1"}', is_response=False, body=json_body(LAMP)) == expected
    assert misfit('{"id": 1}', is_response=False, body=json_body(LAMP)) is None
    assert misfit('{"id": "1"}', is_response=False, body=json_body(LAMP, "text/xml")) is None
    assert misfit('{"id": "1"}', is_response=False) is None
