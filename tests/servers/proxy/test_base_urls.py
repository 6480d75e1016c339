"""Addresses in their one spelling, and below which base URL they lie."""

import pytest

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.servers.proxy.access import find_base_url, normalize_base_urls

BASES = normalize_base_urls(
    map(
        parse_http_url,
        (
            "https://api.example.com/v1/",
            "https://api.example.com/v1/files",
            "http://127.0.0.1:8080/allowed",
            "https://bücher.example",
            "http://[::1]:9000",
        ),
    )
)


def is_declared(url):
    return find_base_url(BASES, parse_http_url(url)) is not None


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com/v1",
        "https://api.example.com/v1/",
        "https://api.example.com/v1?a=b",
        "https://api.example.com/v1#part",
        "https://api.example.com/v1/pets/1?next=https://evil.test/",
        "HTTPS://API.Example.COM/v1/pets",
        "https://api.example.com:443/v1/pets",
        "https://api.example.com:/v1/pets",
        "https://api.example.com./v1/pets",
        "https://ａｐｉ.example.com/v1/pets",  # noqa: RUF001
        "https://api。example。com/v1/pets",
        "https://api.example.com/%76%31/pets",
        "https://api.example.com/v1/a/../pets",
        "https://api.example.com/other/../v1/pets",
        "https://api.example.com/v1/a%2Fb",
        "https://api.example.com/v1/100%",
        "https://xn--bcher-kva.example/",
        "https://BÜCHER.example/x",
        "http://2130706433:8080/allowed/x",
        "http://0x7f000001:8080/allowed/x",
        "http://0177.0.0.1:8080/allowed/x",
        "http://127.1:8080/allowed/x",
        "http://127.0x.0.0X1:8080/allowed/x",
        "http://127.0.0.1.:8080/allowed/x",
        "http://[0:0:0:0:0:0:0:1]:9000/x",
        "http://[::0001]:9000/x",
    ],
)
def test_below_a_base_url(url):
    assert is_declared(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com/v1/pets", "https://api.example.com:8443/v1/pets",
        "https://api.example.com/", "https://api.example.com/v2/pets",
        "https://api.example.com/v10/pets", "https://api.example.com/V1/pets",
        "https://api.example.com//v1/pets", "https://api.example.com/v1/../v2",
        "https://api.example.com/v1/%2e%2e/v2", "https://api.example.com/v1/%2E./v2",
        "https://api.example.com/v1/./../../v2", "https://api.example.com/v1/..",
        "https://api.example.com.evil.test/v1/pets",
        "https://evil.test/v1/pets?https://api.example.com/v1",
        "https://evil.test/#@api.example.com/v1/pets", "http://localhost:8080/allowed/x",
        "http://[::ffff:127.0.0.1]:8080/allowed/x", "http://127.0.0.2:8080/allowed/x",
        "http://[::2]:9000/x",
    ],
)  # fmt: skip
def test_not_below_a_base_url(url):
    assert not is_declared(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.com/v1",
        "//api.example.com/v1",
        "file:///etc/passwd",
        "ftp://api.example.com/v1",
        "gopher://api.example.com/_x",
        "javascript:alert(1)",
        "https:/api.example.com/v1",
        "https:api.example.com/v1",
        "https:///v1",
        "https://?x",
        "https://user@api.example.com/v1",
        "https://user:password@api.example.com/v1",
        "https://api.example.com@evil.test/v1",
        "https://evil.test\\@api.example.com/v1",
        "https://api.example.com\\.evil.test/v1",
        "https://api.example.com/v1\\..\\v2",
        "https://api.example.com/v1/ x",
        "https://api.example.com/v1/x\r\nHost: evil.test",
        "https://api.example.com/v1/\tx",
        "https://api.example.com/v1/\0x",
        "https://api.example.com/v1/%00",
        "https://api.example.com/v1/..%2fv2",
        "https://api.example.com/v1/..%5cv2",
        "https://api.example.com/v1/%252e%252e/v2",
        "https://api.example.com/v1/%25252e%25252e%25252fv2",
        "https://api.example.com/v1/..;/v2",
        "https://api.example.com/v1/..;a=b/v2",
        "https://api.example.com/v1/..%20/v2",
        "https://api%2eexample.com/v1",
        "https://api..example.com/v1",
        "https://.example.com/v1",
        "https://-api.example.com/v1",
        f"https://{'a' * 64}.example.com/",
        f"https://{'a.' * 130}com/",
        "https://exa mple.com/",
        "https://exa<mple.com/",
        "https://\u2025.example.com/",
        "https://api.example.com:0/v1",
        "https://api.example.com:65536/v1",
        "https://api.example.com:99999999999999999999/v1",
        "https://api.example.com:٤٤٣/v1",
        "https://api.example.com:443:443/v1",
        "http://256.0.0.1/",
        "http://1.2.3.4.5/",
        "http://4294967296/",
        "http://09.0.0.1/",
        "http://127.0.0.1a.1/",
        f"http://{'9' * 5000}/",
        "http://[::1/",
        "http://::1/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[127.0.0.1]/",
        "http://[v1.x]/",
        "http://[]/",
        "https://api.example.com/v1/\ud800",
        "https://api.example.com/" + "a" * 20_000,
    ],
)
def test_not_understood(url):
    with pytest.raises(InvalidUrlError) as error:
        parse_http_url(url)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://api.example.com", "/"),
        ("https://api.example.com?a=1", "/?a=1"),
        ("https://api.example.com/a/./b/../c/?", "/a/c/?"),
        ("https://api.example.com/a/..", "/"),
        ("https://api.example.com/grüße?q=ü", "/gr%C3%BC%C3%9Fe?q=%C3%BC"),
        ("https://api.example.com/%7euser/%c3%bc", "/~user/%C3%BC"),
        ("https://api.example.com/a%2fb?x=%2f..%2f", "/a%2Fb?x=%2F..%2F"),
        ("https://api.example.com/50%/x", "/50%25/x"),
        ('https://api.example.com/{id}?f="{a}"', "/%7Bid%7D?f=%22{a}%22"),
        ("https://api.example.com/a+b?c+d", "/a+b?c+d"),
    ],
)
def test_what_is_sent(url, sent):
    assert parse_http_url(url).request_target == sent


def test_the_longest_base_url_is_found():
    target = parse_http_url("https://api.example.com/v1/files/1")
    assert find_base_url(BASES, target).path == "/v1/files"


def test_a_host_header_has_the_port_only_if_it_is_unusual():
    assert parse_http_url("http://[::1]:80/").host_header == "[::1]"
    assert parse_http_url("https://[::1]:80/").host_header == "[::1]:80"
    assert parse_http_url("https://a.example:443/").origin == "https://a.example"
