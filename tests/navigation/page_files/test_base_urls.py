"""Where the pages of a site may send requests."""

from __future__ import annotations

import pytest

from sphinx_sitejson.navigation.page_files.base_urls import (
    MOST_CHOICES,
    declared_base_urls,
    endpoint_bases,
    fixed_part,
    urls_of,
)
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Server, ServerVariable
from sphinx_sitejson.settings.site import SiteSettings

DATA = {
    "openapi": "3.1.0",
    "info": {"title": "X", "version": "1"},
    "servers": [{"url": "https://one.example/v1"}, {"url": "/relative"}],
    "paths": {
        "/a": {
            "servers": [{"url": "https://path.example"}],
            "get": {"responses": {}},
            "put": {"servers": [{"url": "https://operation.example"}], "responses": {}},
        },
        "/b": {"get": {"responses": {}}},
    },
    "webhooks": {"w": {"servers": [{"url": "https://webhook.example"}], "post": {"responses": {}}}},
}


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


def test_a_relative_server_is_meant_from_where_the_document_lies():
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
    assert list(urls_of(server)) == ["https://eu.example/v1/eu", "https://us.example/v1/us"]


def test_variables_have_a_limit():
    values = tuple(map(str, range(100)))
    variables = tuple(ServerVariable(name=name, default="0", enum=values) for name in "abcde")
    server = Server(url="https://{a}{b}{c}{d}{e}.example", variables=variables)
    assert len(list(urls_of(server))) <= MOST_CHOICES


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

    assert fixed_part(url) == base
    assert list(endpoint_bases(pages)) == [base]
