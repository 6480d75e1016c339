"""Bindings, base URLs and credentials in the source of authored pages."""

import pytest

from sphinx_sitejson.navigation.authored_pages import (
    MAX_URL_VARIANTS,
    OperationBinding,
    constant_prefix,
    declared_base_urls,
    endpoint_base_urls,
    expand_server_url,
    read_page_bindings,
    strip_front_matter_credentials,
)
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Server, ServerVariable
from sphinx_sitejson.settings.site import SiteSettings


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.mdx", b"---\nopenapi: GET /pets\n---\n"),
        ("page.mdx", b"---\r\nopenapi: GET /pets\r\n---\r\n"),
        ("page.mdx", b"\xef\xbb\xbf---\nopenapi: GET /pets\n---\n"),
        ("page.md", b"---\nopenapi: GET /pets\n---\n"),
        ("page.md", b"---\nopenapi: GET /pets\n...\n"),
        ("page.rst", b":openapi: GET /pets\n\nText\n"),
        ("page.rst", b":openapi: GET /pets\r\n\r\nText\r\n"),
    ],
)
def test_however_a_file_is_written(tmp_path, name, content):
    page = tmp_path / name
    page.write_bytes(content)
    assert read_page_bindings({"page": page}) == {"page": OperationBinding("GET /pets")}


def test_pages_that_only_mention_a_document_have_none(tmp_path):
    page = tmp_path / "page.mdx"
    page.write_text("---\ntitle: P\n---\n\nAbout openapi.\n")
    assert read_page_bindings({"page": page, "lost": tmp_path / "lost.mdx"}) == {"page": None}


DATA = {
    "openapi": "3.1.0",
    "info": {"title": "X", "version": "1"},
    "servers": [{"url": "https://one.example/v1"}, {"url": "/relative"}],
    "paths": {"/a": {"servers": [{"url": "https://path.example"}], "get": {"responses": {}},
                     "put": {"servers": [{"url": "https://operation.example"}], "responses": {}}},
              "/b": {"get": {"responses": {}}}},
    "webhooks": {"w": {"servers": [{"url": "https://webhook.example"}], "post": {"responses": {}}}},
}  # fmt: skip


def document(location="/openapi.json"):
    return OpenApiDocument(DATA, name="openapi", location=location, version="3.1.0")


def settings(**api):
    return SiteSettings.from_json({"name": "X", "navigation": [], "api": api})


def test_the_servers_of_document_paths_and_operations():
    assert declared_base_urls(settings(), [document()]) == (
        "https://one.example/v1",
        "https://path.example",
        "https://operation.example",
    )


def test_a_relative_server_is_resolved_against_the_location_of_the_document():
    urls = declared_base_urls(settings(), [document("https://docs.example/api/openapi.json")])
    assert "https://docs.example/relative" in urls


@pytest.mark.parametrize("base_url", ["https://own.example", ["https://own.example"]])
def test_the_settings_win(base_url):
    urls = declared_base_urls(settings(baseUrl=base_url), [document()], ["https://hand.example"])
    assert urls == ("https://own.example", "https://hand.example")


def test_all_values_of_variables():
    server = Server(
        url="https://{region}.example/{version}/{region}",
        variables=(
            ServerVariable(name="region", default="eu", enum=("eu", "us")),
            ServerVariable(name="version", default="v1"),
        ),
    )
    assert list(expand_server_url(server)) == [
        "https://eu.example/v1/eu",
        "https://us.example/v1/us",
    ]


def test_variables_have_a_limit():
    values = tuple(map(str, range(100)))
    variables = tuple(ServerVariable(name=name, default="0", enum=values) for name in "abcde")
    server = Server(url="https://{a}{b}{c}{d}{e}.example", variables=variables)
    assert len(list(expand_server_url(server))) <= MAX_URL_VARIANTS


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://a.example/v1/users/{id}/x", "https://a.example/v1/users"),
        ("https://a.example/v1/user-{id}", "https://a.example/v1"),
        ("https://a.example/status?x={y}", "https://a.example/status"),
    ],
)
def test_the_base_of_a_hand_written_endpoint(tmp_path, url, base):
    (tmp_path / "a.mdx").write_text(f'---\napi: "GET {url}"\n---\n')
    (tmp_path / "b.mdx").write_text('---\napi: "GET /relative"\n---\n')
    (tmp_path / "c.mdx").write_text("---\napi: nonsense\n---\n")
    pages = {name: tmp_path / f"{name}.mdx" for name in ("a", "b", "c", "missing")}

    assert constant_prefix(url) == base
    assert list(endpoint_base_urls(pages)) == [base]


URL = "https://ann:s3cret@example.com/a"
PLAIN = "https://example.com/a"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"---\ntitle: A\napi: GET {URL}\n---\n", (3,)),
        (f'\ufeff\n---\r\n"og:image": "{URL}"\r\nx:\r\n  - {URL}\r\n---\r\nWords', (3, 5)),
        (f"---\nopenapi: {URL}?token=s3cret GET /a\n---\n", ()),
        (f"---\nopenapi-schema: '{URL}?v=1&key=s3cret Pet'\n---\n", ()),
        (f"---\ntitle: A\n---\n\n```{{openapi-operation}} {URL}?sig=s3cret GET /a\n```\n", ()),
    ],
)
def test_markdown(text, lines):
    plain, found = strip_front_matter_credentials(text, is_rst=False)
    assert "s3cret" not in plain
    assert PLAIN in plain
    assert found == lines
    assert plain.count("\n") == text.count("\n")
    assert strip_front_matter_credentials(plain, is_rst=False)[0] == plain


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f":api: GET {URL}\n:orphan:\n\nTitle\n=====\n", (1,)),
        (f".. comment\n\n:image: {URL}\n", (3,)),
        (f":openapi: {URL}?token=s3cret GET /a\n", ()),
        (f"Title\n=====\n\n.. openapi-operation:: {URL}?token=s3cret GET /a\n", ()),
    ],
)
def test_rst(text, lines):
    plain, found = strip_front_matter_credentials(text, is_rst=True)
    assert "s3cret" not in plain
    assert PLAIN in plain
    assert found == lines


@pytest.mark.parametrize(
    ("text", "is_rst"),
    [
        (f"# A\n\n    curl {URL}?token=a\n", False),
        (f"# A\n\n```yaml\nopenapi: {URL}?token=a GET /a\n```\n", False),
        (f"---\ntitle: A?\nmail: a@example.com\n---\n\n`{URL}`\n", False),
        ("---\nimage: https://example.com/@ann?token=a\n---\n", False),
        (f"---\nnever: closed\n{URL}", False),
        (f"Title\n=====\n\n:field: {URL}\n", True),
        ("", True),
    ],
)
def test_what_stays(text, is_rst):
    assert strip_front_matter_credentials(text, is_rst=is_rst) == (text, ())
