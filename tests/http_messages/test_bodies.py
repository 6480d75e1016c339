"""Bodies are read by their media types, and what is wrong with them is said."""

import pytest

from sphinx_sitejson.http_messages.bodies import validate_body
from sphinx_sitejson.http_messages.media_types import ContentType
from sphinx_sitejson.http_messages.serialization import serialize_body, serialize_multipart
from sphinx_sitejson.openapi.model import Encoding

from .message_support import media, parameter, validator

SHIP = {
    "type": "object",
    "required": ["name", "length"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "name": {"type": "string"},
        "length": {"type": "number", "minimum": 0},
        "tags": {"type": "array", "items": {"type": "string"}},
        "owner": {"type": "object", "properties": {"age": {"type": "integer"}}},
        "secret": {"type": "string", "writeOnly": True},
    },
}


def issues(body, content_type, known, direction="request"):
    content = body if isinstance(body, bytes) else body.encode()
    found = validate_body(content, ContentType.parse(content_type), known, validator(direction))
    return [str(issue) for issue in found]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"name": "A", "length": 1.5}', ""),
        ('\ufeff{"name": "A", "length": 1.5}', ""),
        ('{"name": "A"}', '"length" is a required property'),
        ('{"name": 3, "length": 1}', "body /name: 3 is not of type"),
        ('{"name": "A", "length": -1}', "/length"),
        ('{"name": "A", "length": 1e400}', ""),
        ('{"name": "A", "length": NaN}', "NaN is not a JSON value"),
        ('{"name": "A",', "not valid JSON"),
        ("", "not valid JSON"),
        ("[" * 5000, "nested too deeply"),
        ("[" * 200 + "]" * 200, "nested too deeply"),
    ],
)
def test_json(text, wrong):
    found = issues(text, "application/json", media("application/json", SHIP))
    assert (wrong in found[0]) if wrong else found == []


def test_charsets():
    known = media("application/json", SHIP)
    text = '{"name": "Ä", "length": 1}'
    assert issues(text.encode("latin-1"), "application/json; charset=latin-1", known) == []
    assert "cannot be read" in issues(text.encode("latin-1"), "application/json", known)[0]
    assert "cannot be read" in issues(text, "application/json; charset=nonsense", known)[0]


def test_what_only_the_other_direction_has_is_not_required():
    both = {**SHIP, "required": ["id", "secret"]}
    known = media("application/json", both)

    assert issues('{"secret": "s"}', "application/json", known) == []
    assert "secret" in issues('{"id": "i"}', "application/json", known)[0]
    assert issues('{"id": "i"}', "application/json", known, "response") == []
    assert "id" in issues('{"secret": "s"}', "application/json", known, "response")[0]


def test_the_nearest_variant_says_what_is_wrong():
    variants = {
        "oneOf": [
            {"required": ["n"], "properties": {"kind": {"const": "cat"}, "n": {"type": "integer"}}},
            {"required": ["s"], "properties": {"kind": {"const": "dog"}, "s": {"type": "string"}}},
        ]
    }
    known = media("application/json", variants)

    assert issues('{"kind": "dog", "s": 1}', "application/json", known) == [
        'body /s: 1 is not of type "string"'
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("name=A+B&length=2", ""),
        ("name=A&length=2&tags=x&tags=y", ""),
        ("name=A&length=x", "/length"),
        ("length=2", '"name" is a required property'),
        ("name=A&length=2&owner=%7B%22age%22%3A3%7D", ""),
        ("name=A&length=2&owner=%7B%22age%22%3A%22x%22%7D", "/owner/age"),
        ("name=A&length=2&owner[age]=3", ""),
        ("name=A&length=2&owner[age]=x", "/owner/age"),
        ("&".join(["a=1"] * 6000), "more than 5000 fields"),
    ],
)
def test_forms(text, wrong):
    known = media("application/x-www-form-urlencoded", SHIP)
    found = issues(text, "application/x-www-form-urlencoded", known)
    assert (wrong in found[0]) if wrong else found == []


def test_forms_with_styles():
    known = media(
        "application/x-www-form-urlencoded",
        SHIP,
        encoding=(
            Encoding(name="tags", style="pipeDelimited", explode=False),
            Encoding(name="owner", style="form", explode=True),
        ),
    )
    text = "name=A&length=1&tags=x|y&age=x"

    assert issues(text, "application/x-www-form-urlencoded", known) == [
        'body /owner/age: "x" is not of type "integer"'
    ]


@pytest.mark.parametrize("style", ["", "form"])
def test_objects_in_one_field(style):
    encodings = (Encoding(name="owner", style=style, explode=False),)
    form = "application/x-www-form-urlencoded"
    for age, wrong in (("3", []), ("x", ['body /owner/age: "x" is not of type "integer"'])):
        known = media(form, SHIP, encoding=encodings)
        assert issues(f"name=A&length=2&owner=age,{age}", form, known) == wrong

        known = media("multipart/form-data", {"properties": SHIP["properties"]}, encoding=encodings)
        one = part('Content-Disposition: form-data; name="owner"', f"age,{age}")
        assert issues(f"{one}--b--\r\n", "multipart/form-data; boundary=b", known) == wrong


def part(head, content="x"):
    return f"--b\r\n{head}\r\n\r\n{content}\r\n"


NAME = 'Content-Disposition: form-data; name="name"'
FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"'


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (part(NAME) + part(f"{FILE}\r\nContent-Type: image/png\r\nX-Sum: 1") + "--b--\r\n", ""),
        (part(f"{FILE}\r\nContent-Type: image/png\r\nX-Sum: 1") + "--b--", '"name" is a required'),
        (part(NAME) + part(f"{FILE}\r\nContent-Type: text/csv\r\nX-Sum: 1") + "--b--", "image/png"),
        (part(NAME) + part(f"{FILE}\r\nContent-Type: image/png") + "--b--", "no header X-Sum"),
        (part(NAME), "begin or end with its boundary"),
        ("nonsense", "begin or end with its boundary"),
        ("--b\r\nno end of headers--b--", "begin or end"),
    ],
)
def test_parts(body, wrong):
    raw = {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "file": {"type": "string", "format": "binary"}},
    }
    encoding = Encoding(
        name="file",
        content_type="image/png, image/jpeg",
        headers=(parameter("X-Sum", "header", {"type": "string"}, required=True),),
    )
    known = media("multipart/form-data", raw, encoding=(encoding,))
    found = issues(body, "multipart/form-data; boundary=b", known)
    assert (wrong in found[0]) if wrong else found == []


def test_parts_without_a_boundary():
    assert (
        "no boundary" in issues("x", "multipart/form-data", media("multipart/form-data", SHIP))[0]
    )


XML = {
    "type": "object",
    "xml": {"name": "ship"},
    "required": ["id", "name"],
    "properties": {
        "id": {"type": "integer", "xml": {"attribute": True}},
        "name": {"type": "string", "xml": {"name": "Title", "namespace": "urn:x", "prefix": "x"}},
        "tags": {"type": "array", "xml": {"wrapped": True}, "items": {"type": "integer"}},
        "deck": {"type": "array", "items": {"type": "integer"}},
    },
}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('<ship id="1"><Title>A</Title></ship>', ""),
        ('<s xmlns:x="urn:x" id="1"><x:Title>A</x:Title><deck>1</deck><deck>2</deck></s>', ""),
        ('<ship id="x"><Title>A</Title></ship>', "/id"),
        ('<ship id="1"/>', '"name" is a required property'),
        ('<ship id="1"><Title>A</Title><tags><tags>1</tags><tags>x</tags></tags></ship>',
         "/tags/1"),
        ('<ship id="1"><Title>A</Title>', "not valid XML"),
        ("{}", "not valid XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
        ("<a>" * 200 + "</a>" * 200, "nested too deeply"),
    ],
)  # fmt: skip
def test_xml(text, wrong):
    found = issues(text, "application/xml", media("application/xml", XML))
    assert (wrong in found[0]) if wrong else found == []


@pytest.mark.parametrize(
    ("text", "media_type", "wrong"),
    [
        ('{"n": 1}\n{"n": 2}\n', "application/jsonl", ""),
        ('{"n": 1}\n{"n": "x"}\n', "application/jsonl", "entry 2"),
        ('\x1e{"n": 1}\n', "application/json-seq", ""),
        ('data: {"n": 1}\n\ndata: {"n": 2}\n\n', "text/event-stream", ""),
        ('event: a\ndata: {"n": "x"}\n\n', "text/event-stream", "entry 1"),
    ],
)
def test_streams(text, media_type, wrong):
    raw = {
        "type": "array",
        "items": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}},
    }
    found = issues(text, media_type, media(media_type, raw))
    assert (wrong in found[0]) if wrong else found == []


def test_texts_and_other_bytes():
    number = media("text/plain", {"type": "integer"})
    assert issues("7", "text/plain", number) == []
    assert issues("x", "text/plain", number) != []
    assert issues(b"\xff\x00", "image/png", media("image/png", {"type": "string"})) == []
    assert issues("a,b", "text/csv", media("text/csv", {"type": "array"})) == []


@pytest.mark.parametrize(
    "name",
    [
        "application/json",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ],
)
def test_what_is_written_is_read_again(name):
    known = media(name, SHIP)
    value = {"name": "Ä & <b>", "length": 1.5, "tags": ["x", "y"], "owner": {"age": 3}}
    written = serialize_body(value, known, media_type=name)

    assert issues(written.content, written.media_type, known) == []


def test_names_of_parts_cannot_end_their_line():
    from sphinx_sitejson.http_messages.request import Part

    content = serialize_multipart((Part(name='a"\r\nX: 1', text="t"),))
    assert b'name="a%22%0D%0AX: 1"' in content


def test_one_part_may_require_what_another_has_for_responses_only():
    parts = {
        "allOf": [
            {"type": "object", "properties": {"id": {"type": "string", "readOnly": True}}},
            {"type": "object", "required": ["id", "name"]},
        ],
        "required": ["id"],
    }
    known = media("application/json", parts)

    assert issues('{"name": "A"}', "application/json", known) == []
    assert issues('{"name": "A"}', "application/json", known, "response") != []
