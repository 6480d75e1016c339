"""Parameters are written as OpenAPI's table of styles says."""

from dataclasses import replace
from pathlib import Path

import pytest

from http_messages.message_support import parameter
from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.http_messages import serialization as encoding

# The scripts of the pages are tested on the same table.
CASES = read_json((Path(__file__).parent / "encoding_cases.json").read_text(encoding="utf-8"))
QUERY = parameter("q", "query", {})


def encode(case):
    place, value = case["in"], case["value"]
    described = parameter(
        *(case["parameter"], place, {}),
        style=case["style"],
        explode=case["explode"],
        allow_reserved=case.get("allowReserved", False),
        media_type=case.get("mediaType", ""),
    )
    if place == "cookie":
        pairs = encoding.cookie_pairs(described, value)
        has_name = not described.media_type
        return "; ".join(f"{key}={text}" if has_name else text for key, text in pairs)
    encoders = {"header": "header_text", "path": "encode_path", "query": "encode_query"}
    return getattr(encoding, encoders[place])(described, value)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case):
    assert encode(case) == case["expected"]


@pytest.mark.parametrize(
    ("value", "options", "pairs"),
    [
        ("a b", {}, [("color", "a b")]),
        ([1, 2], {}, [("color", "1"), ("color", "2")]),
        ([1, 2], {"explode": False}, [("color", "1,2")]),
        ([1, 2], {"style": "pipeDelimited", "explode": False}, [("color", "1|2")]),
        ([1, 2], {"style": "pipeDelimited"}, [("color", "1|2")]),
        ({"a": 1}, {}, [("color", '{"a":1}')]),
        ({"a": 1, "b": None, "d": [2]}, {"style": "form"}, [("a", "1"), ("d", "[2]")]),
        ({"a": 1, "b": 2}, {"explode": True}, [("a", "1"), ("b", "2")]),
        ({"a": 1, "b": 2}, {"explode": False}, [("color", "a,1,b,2")]),
        ({"a": [1]}, {"style": "deepObject"}, [("color[a][]", "1")]),
        ([], {}, []),
        (None, {}, [("color", "")]),
    ],
)
def test_fields_of_a_form_are_not_encoded_yet(value, options, pairs):
    assert list(encoding.form_pairs("color", value, **options)) == pairs


def test_half_a_character_and_endless_nesting_do_no_harm():
    nested = {}
    nested["again"] = nested

    assert encoding.encode_query(QUERY, "\ud800") == "q=%3F"
    assert encoding.encode_content(nested) == "…"
    assert encoding.encode_query(replace(QUERY, style="deepObject"), nested).endswith("=%E2%80%A6")
