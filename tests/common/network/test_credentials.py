"""What in an address is for its server alone."""

from __future__ import annotations

import pytest

from sphinx_sitejson.common.network.credentials import (
    basic_authorization,
    public_address,
    shown_address,
    user_of,
    without_credentials,
)
from sphinx_sitejson.common.problems import Place, Problem, quoted, without_credentials_in


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
    assert without_credentials(address) == left
    assert without_credentials(left) == left
    assert "s3cret" not in public_address(address) + shown_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://example.com/@ann",
        "https://example.com?mail=ann@example.com",
        "https://example.com#a@b",
        "https://example.com\\@b",
        "mailto:ann@example.com",
        "/packages/a@1.2/index",
        "pages/a@b",
        "@ann",
        "ann@example.com:repository",
        "\n/a@b\t",
        "data:text/plain,//a@b",
    ],
)
def test_addresses_without_credentials(address):
    assert without_credentials(address) == address
    assert user_of(address) == ""


def test_addresses_inside_of_a_text():
    text = "<a href='https://ann:s3cret@a.test/x'> or ftp://s3cret@b.test, not c@d"
    assert without_credentials_in(text) == "<a href='https://a.test/x'> or ftp://b.test, not c@d"
    assert without_credentials_in("https://unpkg.com/a@1 \ufffd") == "https://unpkg.com/a@1 \ufffd"


@pytest.mark.parametrize(
    "parameter",
    [
        "token=s3cret",
        "access_token=s3cret",
        "accessToken=s3cret",
        "private-token=s3cret",
        "key=s3cret",
        "apikey=s3cret",
        "API_KEY=s3cret",
        "api%5Fkey=s3cret",
        "subscription-key=s3cret",
        "password=s3cret",
        "pwd=s3cret",
        "sig=s3cret",
        "X-Amz-Signature=s3cret",
        "X-Amz-Credential=s3cret",
        "X-Goog-Signature=s3cret",
        "AWSAccessKeyId=s3cret",
        "GoogleAccessId=s3cret",
        "auth=s3cret",
        "authorization=s3cret",
        "jwt=s3cret",
        "code=s3cret",
        "client_secret=s3cret",
        "session=s3cret",
        "x=s3cretEyJhbGciOiJIUzI1NiJ9",
        "s3cretEyJhbGciOiJIUzI1NiJ9",
    ],
)
def test_parameters_that_are_secrets(parameter):
    assert public_address(f"https://a.test/b?v=2&{parameter}&w=3#d") == "https://a.test/b?v=2&w=3#d"
    assert public_address(f"https://a.test/b?{parameter}") == "https://a.test/b"
    assert "s3cret" not in shown_address(f"https://a.test/b?{parameter}")


@pytest.mark.parametrize(
    "query",
    ["version=2", "format=yaml&ref=main", "author=ann", "keyword=pets", "tokens", "path=a/b.yaml"],
)
def test_parameters_that_choose_a_document(query):
    assert public_address(f"https://a.test/b?{query}") == f"https://a.test/b?{query}"
    assert shown_address(f"https://a.test/b?{query}#c") == "https://a.test/b?…"


def test_who_asks():
    user = user_of("https://ann:s3%40cret@example.com/")
    assert user == "ann:s3%40cret"
    assert basic_authorization(user) == {"Authorization": "Basic YW5uOnMzQGNyZXQ="}
    assert basic_authorization("") == {}


def test_no_message_repeats_credentials():
    url = f"https://ann:{'s3cret' * 20}@example.com/"
    assert quoted(url) == '"https://example.com/"'
    problem = Problem(code="wrong_value", message=f"{url} is wrong", place=Place(file="a"))
    assert str(problem) == "a: https://example.com/ is wrong"
