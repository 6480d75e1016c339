"""Which media type is meant, and which one a client gets."""

import pytest

from sphinx_sitejson.http_messages.media_types import (
    ContentType,
    find_media_type,
    is_media_type_match,
    negotiate_media_type,
)

from .message_support import media

OFFERS = [media(name) for name in ("text/csv", "application/json", "image/*")]


@pytest.mark.parametrize(
    ("accept", "name"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("text/*", "text/csv"),
        ("application/json;q=0.5, text/csv", "text/csv"),
        ("application/json;q=0, */*", "text/csv"),
        ("image/webp", "image/webp"),
        ("image/*", "image/png"),
        ("text/html, application/xml;q=0.9, */*;q=0.1", "application/json"),
        ("text/html", None),
        ("application/json;q=0", None),
        ("nonsense", "application/json"),
        ('text/csv;p="a,b";q=1', "text/csv"),
        ("text/csv;q=x", "text/csv"),
    ],
)
def test_what_a_client_accepts(accept, name):
    chosen = negotiate_media_type(OFFERS, accept)
    assert (chosen[1] if chosen else None) == name


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("application/json", "application/json; charset=utf-8", True),
        ("application/*", "application/json", True),
        ("*/*", "a/b", True),
        ("application/*+json", "application/problem+json", True),
        ("application/*+json", "application/json", False),
        ("a/[b]", "a/b", False),
        ("Application/JSON", "application/json", True),
    ],
)
def test_patterns(pattern, name, fits):
    assert is_media_type_match(pattern, name) is fits


def test_a_name_of_its_own_comes_before_a_pattern():
    content = [media("*/*"), media("application/*"), media("application/json")]
    assert find_media_type(content, "application/json").name == "application/json"
    assert find_media_type(content, "application/pdf").name == "application/*"
    assert find_media_type([], "a/b") is None


def test_parameters_of_a_content_type():
    read = ContentType.parse('Multipart/Form-Data; boundary="a;\\"b"; charset=latin-1')
    assert (read.name, read.parameters["boundary"], read.charset) == (
        "multipart/form-data",
        'a;"b',
        "latin-1",
    )
    assert ContentType.parse(None).name == ""
