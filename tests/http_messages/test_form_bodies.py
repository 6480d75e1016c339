"""One form body has one text: in the examples of pages, in requests, and from the mock server."""

import pytest

from http_messages.message_support import media
from sphinx_sitejson.http_messages.serialization import part_types, serialize_body
from sphinx_sitejson.openapi.model import Encoding, Example
from sphinx_sitejson.reference.views.operation_parts import body_examples

FORM = "application/x-www-form-urlencoded"
PIPES = {"style": "pipeDelimited", "explode": False}


def form(value, *encoding):
    return media(FORM, examples=(Example(value=value),), encoding=encoding)


@pytest.mark.parametrize(
    ("value", "encoding", "text"),
    [
        ({"tags": ["a", "b c"], "o": {"x": 1}}, {"name": "tags", **PIPES},
         "tags=a%7Cb%20c&o=%7B%22x%22%3A1%7D"),
        ({"o": {"x": 1, "y": [2]}}, {"name": "o", "style": "deepObject"},
         "o%5Bx%5D=1&o%5By%5D%5B%5D=2"),
        ({"o": {"x": 1}}, {"name": "o", "style": "form"}, "x=1"),
        ({"o": [1, 2]}, {"name": "o", "content_type": "application/json"}, "o=%5B1%2C2%5D"),
        ({"o": "a/b c"}, {"name": "o", "allow_reserved": True}, "o=a/b%20c"),
        ({"a": None, "b": [None, True]}, {"name": "c"}, "b=true"),
    ],
)  # fmt: skip
def test_page_mock_and_request_write_a_form_alike(value, encoding, text):
    described = form(value, Encoding(**encoding))

    for direction in ("request", "response"):
        assert [each.code for each in body_examples(described, direction)] == [text]
    assert serialize_body(value, described, media_type=FORM).content.decode() == text


def test_each_example_of_a_schema_is_written_alike():
    described = media(FORM, {"type": "object", "examples": [{"o": {"x": 1}}, {"o": {"x": 2}}]})

    for direction in ("request", "response"):
        codes = [each.code for each in body_examples(described, direction)]
        assert codes == ["o=%7B%22x%22%3A1%7D", "o=%7B%22x%22%3A2%7D"]


@pytest.mark.parametrize("direction", ["request", "response"])
def test_a_form_with_very_many_values_is_truncated(direction):
    described = form({"n": [*range(100_000)]})

    (example,) = body_examples(described, direction)
    assert len(example.code) < 20_100


def test_an_escaped_quote_does_not_end_a_quoted_parameter():
    part = Encoding(name="file", content_type=r'text/csv; x="a\",b;c"; header=present, text/plain')
    described = media("multipart/form-data", encoding=(part,))
    assert part_types(described, "file", None) == ("text/csv; header=present", "text/plain")
