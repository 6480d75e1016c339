"""Where the build has no engine for scripts, browsers write the request samples."""

import sys

import pytest

from support.small_sites import api_files

pytestmark = pytest.mark.wide

DOCUMENT = """{
  "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
  "servers": [{"url": "https://pets.example/v1"}],
  "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
  "security": [{"key": []}],
  "paths": {"/pets": {
    "get": {"summary": "List pets", "responses": {"200": {"description": "OK"}}},
    "post": {"summary": "Add a pet",
      "requestBody": {"content": {"application/json": {
        "example": {"10": "</script>", "2": 9007199254740993, "price": 1.10}}}},
      "responses": {"200": {"description": "OK"}}}}}
}"""
LANGUAGES = ["bash", "python", "go", "httpie"]


def files(playground="show"):
    api = {"playground": {"mode": playground}, "request": {"example": {"languages": LANGUAGES}}}
    return {
        **api_files(DOCUMENT, "index", "listed", "manual", api=api),
        "listed.md": "# All\n\n```{openapi} /api.json\n```\n",
        "manual.mdx": "---\ntitle: Manual\napi: GET https://a.example/x\n---\n",
    }


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setitem(sys.modules, "quickjs", None)


def samples(page, site, name):
    page.goto(site.url(name))
    return page.evaluate("""() => Array.from(
        document.querySelectorAll(".sj-request .sj-code, .sj-way .sj-code"),
        each => each.textContent.trim())""")


@pytest.mark.parametrize("playground", ["show", "hide"])
def test_a_page_writes_what_the_build_writes(build_site, page, monkeypatch, playground):
    names = ("api/add-a-pet.html", "api/index.html", "listed.html", "manual.html")
    built = build_site(files(playground))
    expected = {name: samples(page, built, name) for name in names}
    assert built.warnings == "" and not built.exists("_static/sitejson-samples.js")

    monkeypatch.setitem(sys.modules, "quickjs", None)
    site = build_site(files(playground))
    for name in names:
        assert any(expected[name])
        assert samples(page, site, name) == expected[name]
    assert "9007199254740993" in expected["api/add-a-pet.html"][0]


def test_one_sentence_says_what_to_install(build_site, no_engine):
    site = build_site(files())

    assert site.warnings.count("WARNING") == 1
    assert 'to write them in the build, run "pip install quickjs-ng".' in site.warnings
    assert "[sitejson.javascript_engine]" in site.warnings
    options = {"suppress_warnings": ["sitejson.javascript_engine"]}
    assert build_site(files(), overrides=options).warnings == ""


def test_other_output_has_no_empty_samples(build_site, no_engine):
    site = build_site(files())

    assert "cURL" not in (site.outdir / "api/add-a-pet.md").read_text("utf-8")
    assert "9007199254740993" in (site.outdir / "api/add-a-pet.md").read_text("utf-8")
    text = build_site(files(), builder="text")
    assert "cURL" not in (text.outdir / "api/add-a-pet.txt").read_text("utf-8")
