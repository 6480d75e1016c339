"""Multipart bodies whose parts have positions instead of names (OpenAPI 3.2)."""

from openapi.support import document_of

from sphinx_sitejson.http_messages.example_values import sample_body
from sphinx_sitejson.http_messages.request import TextBody
from sphinx_sitejson.openapi.changes import compare_documents

from .support import operation_page
from .test_playground import data_of

MIXED = {
    "schema": {
        "type": "array",
        "prefixItems": [
            {"type": "object", "properties": {"name": {"const": "Ada"}}},
            {"type": "string", "contentMediaType": "text/csv", "example": "a,b"},
        ],
        "items": {"type": "string", "format": "binary"},
        "minItems": 3,
    },
    "prefixEncoding": [
        {"contentType": "application/vnd.person+json"},
        {"headers": {"X-Part": {"schema": {"type": "string"}, "example": "second"}}},
    ],
    "itemEncoding": {"contentType": "image/png, image/jpeg", "prefixEncoding": [{"style": "form"}]},
}
WRITTEN = """--sample-boundary
Content-Type: application/vnd.person+json

{
  "name": "Ada"
}
--sample-boundary
Content-Type: text/csv
X-Part: second

a,b
--sample-boundary
Content-Type: image/png

<binary>
--sample-boundary--"""


def body(media=MIXED, name="multipart/mixed"):
    return {"requestBody": {"required": True, "content": {name: media}}}


def test_the_page_names_the_parts_by_position():
    (media,) = operation_page(body(), method="post").body.media_types

    shown = [(part.name, part.facts) for part in media.encoding]
    assert shown == [
        ("[0]", ("content type: application/vnd.person+json",)),
        ("[1]", ()),
        ("other items", ("content type: image/png, image/jpeg",)),
        ("other items[0]", ("style: form",)),
    ]
    assert [header.name for header in media.encoding[1].headers] == ["X-Part"]
    assert [example.code for example in media.examples] == [WRITTEN]


def test_the_sample_sends_parts_without_names():
    operation = document_of({"/a": {"post": body()}}).operations[0]
    (media,) = operation.request_body.content

    assert sample_body(media) == TextBody(
        text=WRITTEN.replace("\n", "\r\n"), media_type="multipart/mixed; boundary=sample-boundary"
    )


def test_a_stream_of_parts_has_one_encoding():
    stream = {
        "itemSchema": {"type": "object", "properties": {"id": {"const": 7}}},
        "itemEncoding": {"contentType": "application/geo+json"},
    }
    (media,) = operation_page(body(stream), method="post").body.media_types

    assert [(part.name, part.facts) for part in media.encoding] == [
        ("items", ("content type: application/geo+json",))
    ]
    assert media.is_stream
    assert 'Content-Type: application/geo+json\n\n{\n  "id": 7\n}' in media.examples[0].code


def test_a_response_shows_its_parts():
    content = {"multipart/mixed": MIXED}
    responses = {"responses": {"200": {"description": "", "content": content}}}
    (response,) = operation_page(responses).responses

    assert response.media_types[0].examples[0].code == WRITTEN


def test_the_form_has_the_text_of_the_body():
    (form,) = data_of(body())["bodies"]

    assert form["kind"] == "text"
    assert form["type"] == "multipart/mixed; boundary=sample-boundary"
    assert form["examples"] == [["", WRITTEN.replace("\n", "\r\n")]]


def test_changes_name_the_part():
    newer = {**MIXED, "prefixEncoding": [{"contentType": "text/plain"}, MIXED["prefixEncoding"][1]]}
    old, new = (document_of({"/a": {"post": body(each)}}) for each in (MIXED, newer))

    (operation,) = compare_documents(old, new).operations
    (change,) = operation.changes
    assert "[0]" in str(change.sentence)
    assert "text/plain" in str(change.sentence)
