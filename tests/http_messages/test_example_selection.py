"""Examples that are sent fit their schemas: as they stand, mended, or made."""

import json

import pytest

from sphinx_sitejson.http_messages.example_values import (
    UnknownExampleError,
    coerce_value,
    select_body,
    select_value,
)
from sphinx_sitejson.openapi.model import Example

from .message_support import media, parameter, schema, validator

SHIP = {
    "type": "object",
    "required": ["id", "kind"],
    "properties": {
        "id": {"type": "string", "format": "uuid"},
        "kind": {"type": "string", "enum": ["cargo", "ferry"]},
        "note": {"type": "string"},
        "parts": {"type": "array", "items": {"type": "integer"}},
    },
}
ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6"


def example(value, name=""):
    return Example(name=name, value=value, has_value=True)


def body_of(known, **options):
    chosen = select_body(known, validator("response"), media_type=known.name, **options)
    return chosen.example, json.loads(chosen.body.content), chosen.issues


def test_the_first_example_that_fits_is_sent():
    good = {"id": ID, "kind": "ferry"}
    known = media("application/json", SHIP, examples=(example({}, "old"), example(good, "new")))

    assert body_of(known) == ("new", good, ())


def test_an_example_that_almost_fits_is_mended():
    old = {"id": "7", "note": 3, "parts": [1, "x"], "own": True}
    name, value, issues = body_of(media("application/json", SHIP, examples=(example(old, "old"),)))

    assert (name, issues) == ("old", ())
    assert value == {"id": ID, "note": "string", "parts": [1, 1], "own": True, "kind": "cargo"}
    assert old["parts"] == [1, "x"], "the document itself stays as it is"


def test_an_example_that_is_asked_for_is_sent_as_it_is():
    known = media("application/json", SHIP, examples=(example({"id": 1}, "wrong"),))

    name, value, issues = body_of(known, example="wrong")
    assert (name, value, bool(issues)) == ("wrong", {"id": 1}, True)
    with pytest.raises(UnknownExampleError) as missing:
        body_of(known, example="none")
    assert missing.value.args == ("wrong",)


def test_an_example_may_be_the_text_that_is_sent():
    text = json.dumps({"id": ID, "kind": "cargo"})
    assert body_of(media("application/json", SHIP, examples=(example(text),)))[1]["kind"] == "cargo"
    serialized = Example(serialized=text)
    assert body_of(media("application/json", SHIP, examples=(serialized,)))[1]["kind"] == "cargo"
    plain = media("application/json", {"type": "string"}, examples=(example("{}"),))
    assert body_of(plain)[1] == "{}"


def test_examples_of_the_schema_then_made_ones():
    assert body_of(media("application/json", {**SHIP, "example": {"id": ID, "kind": "ferry"}}))[
        1
    ] == {"id": ID, "kind": "ferry"}
    assert body_of(media("application/json", SHIP))[2] == ()
    assert select_body(media("a/json"), validator(), media_type="a/json") is None


def test_what_cannot_be_repaired_is_reported():
    assert coerce_value({}, schema(False), validator()) is None
    contradiction = {"allOf": [{"type": "string"}, {"type": "integer"}]}
    assert coerce_value("x", schema(contradiction), validator()) is None
    chosen = select_body(media("a/json", contradiction), validator(), media_type="a/json")
    assert chosen.issues


def test_what_is_still_wrong_is_left_out():
    raw = {
        "type": "object",
        "properties": {"inner": {"type": "object", "properties": {"never": False}}},
    }
    assert coerce_value({"inner": {"never": 1}, "a": 1}, schema(raw), validator()) == {
        "inner": {},
        "a": 1,
    }


@pytest.mark.parametrize(
    ("raw", "given", "value"),
    [
        ({"type": "integer"}, "7", 7),
        ({"type": "string"}, 7, "7"),
        ({"type": "integer", "minimum": 3}, 1, 3),
        ({"type": "string", "format": "uuid"}, "no", ID),
        ({"type": "array", "items": {"type": "integer"}}, [1, "x"], [1]),
    ],
)
def test_values_of_parameters(raw, given, value):
    known = parameter("q", "query", raw, examples=(example(given),))
    assert select_value(known, validator()) == value
