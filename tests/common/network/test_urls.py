"""URLs: their parts, and their form without credentials."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_sitejson.common.network.urls import (
    basic_authorization,
    display_url,
    join_url,
    public_url,
    split_url,
    strip_credentials,
    url_user,
)
from sphinx_sitejson.common.problems import Location, Problem, quoted, strip_credentials_in_text

PACKAGE = Path(__file__).parents[2] / "sphinx_sitejson"
RAISING = frozenset({"urlsplit", "urlparse", "urljoin", "urldefrag"})
KNOWN_TEXTS = {("openapi/reading/pointers.py", "urlparse")}
"""Calls with a text that is known to have no host."""

BROKEN = ["http://[x", "//[x]y", "https://a\u2100b/", "http://[::1/a?b#c", "  http://["]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_url_points_elsewhere_and_stays_as_it_is(text):
    parts = split_url(text)

    assert parts.scheme in ("http", "https", "")
    assert parts.netloc
    assert join_url("https://a.example.com/b/", text) == text


def test_other_urls_are_those_of_python():
    assert split_url("/a?b#c").fragment == "c"
    assert join_url("https://a.example.com/b/", "../c") == "https://a.example.com/c"


def test_no_call_can_raise_an_error_for_what_somebody_wrote():
    found = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in PACKAGE.rglob("*.py")
        for call in unguarded_calls(ast.parse(path.read_text(encoding="utf-8")))
        if (path.relative_to(PACKAGE).as_posix(), call.func.id) not in KNOWN_TEXTS  # type: ignore[attr-defined]
    ]

    assert found == [], "use parts_of_url or joined_url, or say what happens with a ValueError"


def unguarded_calls(node: ast.AST, *, is_guarded: bool = False) -> Iterator[ast.Call]:
    """Yield calls that may raise a ValueError that nobody close by answers."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if is_call and node.func.id in RAISING and not is_guarded:
        yield node
    if isinstance(node, ast.FunctionDef):
        is_guarded = False
    guarded = node.body if isinstance(node, ast.Try) and answers_value_error(node) else []
    for child in ast.iter_child_nodes(node):
        yield from unguarded_calls(child, is_guarded=is_guarded or child in guarded)


def answers_value_error(node: ast.Try) -> bool:
    return any("ValueError" in ast.unparse(each.type) for each in node.handlers if each.type)


def test_such_a_call_is_noticed():
    guarded = "try:\n    urlsplit(a)\nexcept (OSError, ValueError):\n    urlsplit(b)\n"

    assert [call.lineno for call in unguarded_calls(ast.parse(guarded))] == [4]


@pytest.mark.parametrize(
    ("address", "left"),
    [
        ("https://ann:s3cret@example.com/a?b#c", "https://example.com/a?b#c"),
        ("HTTPS://s3cret@example.com", "HTTPS://example.com"),
        ("https://ann:@example.com:8443/", "https://example.com:8443/"),
        ("https://:s3cret@example.com/", "https://example.com/"),
        ("https://@example.com/", "https://example.com/"),
        ("https://ann:s3@cret@example.com/@x", "https://example.com/@x"),
        ("https://ann:s3 cret@example.com/", "https://example.com/"),
        ("https://{user}:{s3cret}@{host}/v1", "https://{host}/v1"),
        ("//ann:s3cret@example.com/a", "//example.com/a"),
        ("https:ann:s3cret@example.com", "https:example.com"),
        ("https:/ann:s3cret@example.com", "https:/example.com"),
        ("https:\\\\ann:s3cret@example.com", "https:\\\\example.com"),
        ("ht\ntps://ann:s3\tcret@example.com", "https://example.com"),
        (" https://ann:s3cret@example.com", " https://example.com"),
        ("ssh://git:s3cret@example.com/a.git", "ssh://example.com/a.git"),
        ("wss://ann:s3cret@example.com/", "wss://example.com/"),
        ("ftp://ann:s3cret@example.com/", "ftp://example.com/"),
        ("https://ann:s3cret@[::1]:80/", "https://[::1]:80/"),
    ],
)
def test_addresses_with_credentials(address, left):
    assert strip_credentials(address) == left
    assert strip_credentials(left) == left
    assert "s3cret" not in public_url(address) + display_url(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "https://example.com/@ann", "https://example.com?mail=ann@example.com"),
        *("https://example.com#a@b", "https://example.com\\@b", "mailto:ann@example.com"),
        *("/packages/a@1.2/index", "pages/a@b", "@ann", "ann@example.com:repository", "\n/a@b\t"),
        "data:text/plain,//a@b",
    ],
)
def test_addresses_without_credentials(address):
    assert strip_credentials(address) == address
    assert url_user(address) == ""


def test_addresses_inside_of_a_text():
    text = "<a href='https://ann:s3cret@a.test/x'> or ftp://s3cret@b.test, not c@d"
    assert strip_credentials_in_text(text) == "<a href='https://a.test/x'> or ftp://b.test, not c@d"
    without = "https://unpkg.com/a@1 \ufffd"
    assert strip_credentials_in_text(without) == without


SECRETS = """
token access_token accessToken private-token key apikey API_KEY api%5Fkey subscription-key password
pwd sig X-Amz-Signature X-Amz-Credential X-Goog-Signature AWSAccessKeyId GoogleAccessId auth
authorization jwt code client_secret session
"""
RANDOM = ["x=s3cretEyJhbGciOiJIUzI1NiJ9", "s3cretEyJhbGciOiJIUzI1NiJ9"]


@pytest.mark.parametrize("parameter", [*(f"{name}=s3cret" for name in SECRETS.split()), *RANDOM])
def test_parameters_that_are_secrets(parameter):
    assert public_url(f"https://a.test/b?v=2&{parameter}&w=3#d") == "https://a.test/b?v=2&w=3#d"
    assert public_url(f"https://a.test/b?{parameter}") == "https://a.test/b"
    assert "s3cret" not in display_url(f"https://a.test/b?{parameter}")


@pytest.mark.parametrize(
    "query",
    ["version=2", "format=yaml&ref=main", "author=ann", "keyword=pets", "tokens", "path=a/b.yaml"],
)
def test_parameters_that_choose_a_document(query):
    assert public_url(f"https://a.test/b?{query}") == f"https://a.test/b?{query}"
    assert display_url(f"https://a.test/b?{query}#c") == "https://a.test/b?…"


def test_who_asks():
    user = url_user("https://ann:s3%40cret@example.com/")
    assert user == "ann:s3%40cret"
    assert basic_authorization(user) == {"Authorization": "Basic YW5uOnMzQGNyZXQ="}
    assert basic_authorization("") == {}


def test_no_message_repeats_credentials():
    url = f"https://ann:{'s3cret' * 20}@example.com/"
    assert quoted(url) == '"https://example.com/"'
    problem = Problem(code="wrong_value", message=f"{url} is wrong", location=Location(file="a"))
    assert str(problem) == "a: https://example.com/ is wrong"
