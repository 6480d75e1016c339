"""Links to the standards, and the paths of endpoints."""

from http import HTTPStatus

import pytest

from sphinx_sitejson.compat.http_domain import (
    comparable,
    group_of,
    header_standard,
    ignored_prefixes,
    method_standard,
    parts_of,
    status_standard,
)

RFC = "https://www.rfc-editor.org/rfc/rfc"


@pytest.mark.parametrize("status", list(HTTPStatus))
def test_every_status_code_that_python_knows_has_its_place(status):
    found = status_standard(str(status.value))
    assert found is not None
    assert found.text.startswith(f"{status.value} ")
    assert found.url.startswith(RFC)


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("200", "200 OK", "9110.html#section-15.3.1"),
        ("404", "404 Not Found", "9110.html#section-15.5.5"),
        ("404 No such ship", "404 No such ship", "9110.html#section-15.5.5"),
        ("422", "422 ", "9110.html#section-15.5.21"),
        ("505", "505 HTTP Version Not Supported", "9110.html#section-15.6.6"),
        ("207", "207 Multi-Status", "4918.html#section-11.1"),
    ],
)
def test_status_codes(text, words, place):
    found = status_standard(text)
    assert found is not None
    assert found.text.startswith(words)
    assert found.url == RFC + place


@pytest.mark.parametrize("text", ["", "99", "600", "abc", "2XX", "20", "2000", "²00"])
def test_what_is_no_status_code(text):
    assert status_standard(text) is None


def test_methods_and_headers_in_any_case():
    method = method_standard("get")
    assert method is not None
    assert (method.text, method.url) == ("GET", RFC + "9110.html#section-9.3.1")
    header = header_standard("content-Type")
    assert header is not None
    assert (header.text, header.url) == ("content-Type", RFC + "9110.html#section-8.3")
    assert method_standard("fetch") is None
    assert header_standard("X-Mine") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/ships/{id}", "/ships/{int:id}"),
        ("/ships/{id}", "/ships/(int:ship_id)"),
        ("/ships/{id}", "/ships/<id>"),
        ("/ships/{id}", "/ships/:id"),
        ("/ships", "/ships/"),
        ("/ships", "/ships?sort=name"),
    ],
)
def test_paths_that_mean_the_same(one, other):
    assert comparable(one) == comparable(other)


@pytest.mark.parametrize(
    ("one", "other"), [("/", ""), ("/a/{b}", "/a/b"), ("/a/{b}", "/a/{b}/c"), ("/a:go", "/a")]
)
def test_paths_that_differ(one, other):
    assert comparable(one) != comparable(other)


def test_parts_of_a_written_path():
    assert [tuple(part) for part in parts_of("/a/(int:id)/b/(name)")] == [
        ("/a/", False, ""),
        ("id", True, "int"),
        ("/b/", False, ""),
        ("name", True, ""),
    ]
    assert [part.text for part in parts_of("/a/{id}")] == ["/a/{id}"]


def test_groups_of_an_index():
    ignored = ignored_prefixes(["/api", "/api/v2"])
    assert group_of("/api/v2/ships/1", ignored) == "/api/v2/ships"
    assert group_of("/api/ships", ignored) == "/api/ships"
    assert group_of("/ships/1", ignored) == "/ships"
    assert group_of("/", ignored) == "/"
