"""Numbers of documents keep their digits, from the file to the page."""

import copy
import json
import math
import pickle
from pathlib import Path

import pytest
from openapi.support import document_of

from sphinx_sitejson.common.json_documents.exact_json import (
    ExactNumber,
    convert_for_validator,
    exact_json,
    json_chunks,
    read_json,
)
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.http_messages.visible_examples import pretty_json
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.openapi.reading.sources import read_source

TEXTS = (
    *("9007199254740993", "-0", "1.10", "1E400", "-1e-400", "1e3", "0.1000000000000000055"),
    "9" * 150,
    "9" * 5000,
    f"0.{'7' * 300}",
)
PLAIN = ("0", "1", "-12", "1.5", "1.0", "-0.0", "1e-07", "1e+16")


@pytest.mark.parametrize("text", [*TEXTS, *PLAIN])
def test_a_number_is_written_as_it_was_read(text):
    for whole in (text, f"[{text}]", f'{{"a": [{{"b": {text}}}]}}'):
        assert exact_json(read_json(whole)) == whole


@pytest.mark.parametrize("text", PLAIN)
def test_most_numbers_are_plain(text):
    assert type(read_json(text)) in (int, float)


def test_json_and_yaml_are_read_alike():
    numbers = ("9007199254740993", "1.10", "1E400", "1e3", "0.1000000000000000055", "-0")
    for number in numbers:
        for text in (f'{{"a": {number}}}', f"a: {number}\n"):
            value = read_source(text.encode(), file="a").value
            assert exact_json(value) == f'{{"a": {number}}}', text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1e400", "1e400"),
        ("+1.10", "1.10"),
        (".10", "0.10"),
        ("-.5", "-0.5"),
        ("5.", "5.0"),
        ("+7", "7"),
        ("5.e3", "5.0e3"),
        ("0x1F", "31"),
        ("." + "1" * 500, "0." + "1" * 500),
        ("2" * 500, "2" * 500),
        ("007", '"007"'),
        ("1.2.3", '"1.2.3"'),
        (".", '"."'),
        ("-", '["-"]'),
        (".e5", '".e5"'),
        ("1e", '"1e"'),
    ],
)
def test_numbers_of_yaml_become_numbers_of_json(written, meant):
    text = f"a: {written}\n" if written != "-" else 'a: ["-"]\n'
    assert exact_json(read_source(text.encode(), file="a").value["a"]) == meant


def test_a_written_number_counts_like_a_float():
    number = ExactNumber("1.10")

    assert (number, number + 1, str(number), f"{number}") == (1.1, 2.1, "1.10", "1.10")
    assert math.isinf(ExactNumber("1E400"))
    for again in (pickle.loads(pickle.dumps(number)), copy.deepcopy([number])[0]):
        assert (type(again), again.text) == (ExactNumber, "1.10")


VALUES = (
    {"b": 1, "a": [1, 2.5, None, True, "é\u2028", {}, [], {"": ""}]},
    [[[]]],
    "text",
    {"a": {"b": {}}},
)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("indent", [None, 2])
def test_it_writes_what_python_writes(value, indent):
    mixed = [value, ExactNumber("1.10")]
    for each in (value, mixed):
        stripped = json.dumps(each, indent=indent, ensure_ascii=False).replace("1.1\n", "1.10\n")
        expected = stripped.replace("1.1]", "1.10]") if each is mixed else stripped
        assert exact_json(each, indent=indent) == expected
        assert "".join(json_chunks(each, indent=indent)) == expected
    compact = exact_json(mixed, is_compact=True, ensure_ascii=True)
    plain = json.dumps([value, 0], separators=(",", ":"))
    assert compact == f"{plain[:-2]}1.10]"


def test_what_points_in_a_circle_is_an_error_and_no_endless_loop():
    circle: dict[str, object] = {"n": 1}
    circle["again"] = circle
    with pytest.raises(ValueError, match="Circular"):
        exact_json(circle)
    circle["n"] = ExactNumber("1.10")
    with pytest.raises(RecursionError):
        exact_json(circle)


def test_validators_get_numbers_that_they_know():
    plain = {"a": [1, 2.5]}
    assert convert_for_validator(plain) is plain
    given = convert_for_validator({"a": [ExactNumber("1.10"), ExactNumber("-1e999999999")]})["a"]
    assert str(given[0]) == "1.10"
    assert -math.inf < given[1] < -1e300


DOCUMENT = """
openapi: 3.1.0
info: {title: Numbers, version: 1.10}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                price: {type: number, default: 1.10, minimum: 1E-7, multipleOf: 0.010}
                id: {type: integer, maximum: 9223372036854775807}
                huge: {type: number, maximum: 1E400}
            example: {price: 1.50, id: 9007199254740993, huge: 1E400}
      responses: {"200": {description: OK}}
"""


def read(folder: Path, cache: Path | None = None):
    return read_document("api.yaml", root=folder, options=ReadOptions(cache_folder=cache))


def test_a_document_is_complete_after_reading_checking_and_keeping(tmp_path):
    (tmp_path / "api.yaml").write_text(DOCUMENT, encoding="utf-8")
    first, again = read(tmp_path, tmp_path / "cache"), read(tmp_path, tmp_path / "cache")

    assert first.problems == ()
    for document in (first, again):
        text = exact_json(document.data)
        for number in ("1.10", "1E-7", "0.010", "9223372036854775807", "1E400", "1.50"):
            assert f": {number}" in text, number
    assert exact_json(again.data) == exact_json(first.data)


def test_a_kept_document_holds_numbers_and_no_code(tmp_path):
    (tmp_path / "api.yaml").write_text(DOCUMENT, encoding="utf-8")
    read(tmp_path, tmp_path / "cache")
    (kept,) = (tmp_path / "cache").rglob("*.pickle")
    kept.write_bytes(pickle.dumps({"data": Path("/")}))

    assert read(tmp_path, tmp_path / "cache").data is not None


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"minimum": 9007199254740993}, "9007199254740993"),
        ({"exclusiveMinimum": 9007199254740992}, "9007199254740993"),
        ({"minimum": 9007199254740993, "multipleOf": 2}, "9007199254740994"),
        ({"maximum": -(2**70)}, str(-(2**70))),
        ({"minimum": ExactNumber("1E3")}, "1E3"),
        ({"minimum": ExactNumber("1.10")}, "2"),
        ({"maximum": ExactNumber("1E400")}, "1"),
    ],
)
def test_examples_that_are_made_keep_to_large_limits(limits, expected):
    content = {"application/json": {"schema": {"type": "integer", **limits}}}
    document = document_of({"/a": {"post": {"requestBody": {"content": content}}}})
    schema = document.operations[0].request_body.content[0].schema

    assert pretty_json(generate_example(schema, direction="request")) == expected
