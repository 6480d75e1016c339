"""Webhooks that several methods belong to: a page, a name and a link for each."""

import pytest

from support.sites import api_settings

DOCUMENT = """\
openapi: 3.1.0
info: {title: Harbour, version: "1"}
paths: {}
webhooks:
  arrival:
    put: {description: A corrected arrival., responses: {"201": {description: Kept}}}
    post: {description: A new arrival., operationId: arrived, responses: {"202": {description: Ok}}}
  departure:
    post: {summary: A departure, responses: {"200": {description: Ok}}}
"""
SITE = api_settings("Harbour", "harbour.yaml")
FILES = {
    "site.json": SITE,
    "harbour.yaml": DOCUMENT,
    "index.md": (
        "# Start\n\n{openapi:webhook}`arrival` {openapi:webhook}`POST arrival` "
        "{openapi:webhook}`put arrival` {openapi:webhook}`POST departure` {openapi:op}`arrived`\n"
    ),
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


def test_each_method_has_its_own_page(site):
    put, post = (site.page(f"api/{name}.html") for name in ("arrival", "arrived"))

    assert site.warnings == ""
    assert "A corrected arrival." in put.text
    assert "A new arrival." not in put.text
    assert "A new arrival." in post.text
    assert "A corrected arrival." not in post.text
    assert [page.select_one(".sj-endpoint .sj-method").text for page in (put, post)] == [
        "PUT",
        "POST",
    ]
    assert [page.select_one("h1").get_text(strip=True).rstrip("¶#") for page in (put, post)] == [
        "Arrival",
        "Arrived",
    ]


def test_roles_find_them_by_name_and_method(site):
    links = site.page("index.html").select("article a.reference, main a.reference")

    assert [link["href"] for link in links][:5] == [
        "api/arrival.html", "api/arrived.html", "api/arrival.html", "api/a-departure.html",
        "api/arrived.html",
    ]  # fmt: skip


def test_markdown_names_the_method(site):
    assert "Webhook PUT arrival" in site.text("api/arrival.md")
    assert "Webhook POST arrival" in site.text("api/arrived.md")


def test_a_written_page_takes_the_place_of_one(build_site):
    site = build_site({**FILES, "own.mdx": "---\nopenapi: harbour webhook POST arrival\n---\n"})

    assert "A new arrival." in site.page("own.html").text
    generated = {name for name in site.read_docs if name.startswith("api/")} - {"api/index"}
    assert generated == {"api/arrival", "api/a-departure"}
    assert "own.html" in site.page("api/arrived.html").select_one("meta[http-equiv]")["content"]
    assert site.page("index.html").select("main a.reference")[1]["href"] == "own.html"


def test_a_method_that_the_webhook_does_not_have_is_reported(build_site):
    site = build_site({**FILES, "own.mdx": "---\nopenapi: webhook DELETE arrival\n---\n"})

    assert 'no operation "webhook DELETE arrival"' in site.warnings
    assert "[sitejson.operation_not_found]" in site.warnings
