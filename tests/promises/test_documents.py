"""Promises 6 and 8 to 13: documents that others wrote, and the servers they come from."""

import ast
import gzip
import json
import os
import subprocess

import pytest
from fuzz.oracles import counted_steps, live_parts
from openapi.reading.support import document, getting, messages, serving

from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from support.hostile import document_with
from support.sites import files_of

STRANGE = (
    "\"'><script>struck()</script><img src=x onerror=struck()></p></pre></textarea>"
    "\n\n```{include} conf.py\n```\n\n{sub-ref}`today` [a](javascript:struck())"
)
OWN_ELEMENTS = frozenset(("script", "link", "meta", "form"))
MOST_STEPS = 40_000_000


def site_of(*documents):
    tabs = [
        {"name": f"API {number}", "url": f"api{number}", "openapi": location}
        for number, location in enumerate(documents)
    ]
    return {"site.json": {"name": "X", "tabs": tabs, "navigation": []}, "index.md": "# Home\n"}


def answering(schema):
    return document(paths={"/a": getting(schema)})


@pytest.fixture
def server():
    with serving() as running:
        yield running


def test_p06_no_text_of_a_document_becomes_live_or_a_directive(build_site):
    hostile = document_with(lambda text: [text + STRANGE], "javascript:struck()")
    site = build_site({**site_of("api.json"), "api.json": hostile})
    pages = sorted(site.outdir.rglob("*.html"))

    assert len(pages) > 5
    for path in pages:
        html = path.read_text(encoding="utf-8")
        # The page for missing addresses says where all of its addresses begin.
        own = OWN_ELEMENTS | {"base"} if path.name == "404.html" else OWN_ELEMENTS
        assert live_parts(html, allowed=own) == [], path.name
        assert "<script>struck" not in html
        assert "extensions = [" not in html
    (page,) = site.outdir.rglob("schemas/*.html")
    assert "<script>struck()</script>" in site.page(page.relative_to(site.outdir)).get_text()


def test_p08_samples_are_quoted_for_their_language(build_site, tmp_path):
    mark = tmp_path / "ran"
    odd = f"'\"`touch {mark}`$(touch {mark});\\\n#{{x}}"
    parameters = [{"name": "q", "in": "query", "required": True, "example": odd, "schema": {}}]
    body = {"content": {"application/json": {"example": {odd: odd}}}}
    operation = {"parameters": parameters, "requestBody": body, "responses": {}}
    api = document(servers=[{"url": "https://a.example.com"}], paths={"/a": {"post": operation}})
    site = build_site({**site_of("api.json"), "api.json": api})
    samples = [block.get_text() for block in site.page("api0/post-to-a.html").select("pre")]
    (shell,) = [text for text in samples if text.startswith("curl")]
    (python,) = [text for text in samples if text.startswith("import requests")]
    # A program of that name that only writes down what it was asked to do.
    asked = tmp_path / "asked"
    program = tmp_path / "bin" / "curl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > {asked}\n')
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", shell], check=True, env={"PATH": path})

    assert any(json_of(part) == {odd: odd} for part in asked.read_text().split("\0"))
    assert not mark.exists()
    texts = [node.value for node in ast.walk(ast.parse(python)) if isinstance(node, ast.Constant)]
    assert odd in texts


def json_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


BOMB = "openapi: 3.1.0\ninfo: {title: A, version: '1', x-a: &a0 [x, x, x]}\n" + "".join(
    f"x-{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


def test_p09_documents_that_would_never_end_do_end(build_site):
    diamonds = {
        f"D{n}": {"allOf": [{"$ref": f"#/components/schemas/D{n + 1}"}] * 2} for n in range(30)
    }
    schemas = {
        **diamonds,
        "D30": {"type": "string"},
        "Circle": {"properties": {"it": {"$ref": "#/components/schemas/Circle"}}},
        "Many": {"type": "array", "minItems": 10**9, "items": {"type": "string"}},
        "Long": {"type": "string", "minLength": 10**9},
    }
    names = ("D0", "Circle", "Many", "Long")
    paths = {f"/{name}": getting({"$ref": f"#/components/schemas/{name}"}) for name in names}
    large = document(paths=paths, components={"schemas": schemas})
    with counted_steps(MOST_STEPS):
        site = build_site(
            {**site_of("large.json", "bomb.yaml"), "large.json": large, "bomb.yaml": BOMB}
        )

    for name in names:
        assert site.exists(f"api0/get-{name.lower()}.html")
    assert "bomb.yaml" in site.warnings


def test_p10_one_bad_operation_or_document_does_not_take_others_along(build_site):
    paths = {"/good": getting({}), "/bad": {"get": {"responses": 7}}, "/other": getting({})}
    files = {**site_of("a.json", "b.json"), "a.json": document(paths=paths), "b.json": "{nothing"}
    site = build_site(files)

    pages = {path.stem for path in site.outdir.glob("api0/*.html")}
    assert {"get-good", "get-other"} <= pages
    assert "a.json:" in site.warnings
    assert "paths./bad.get" in site.warnings
    assert "b.json:1" in site.warnings


def test_p11_only_addresses_of_the_settings_are_fetched(build_site, server):
    with serving() as other:
        inner = [f"{other.url}/x.json", "file:///etc/passwd", "data:application/json,{}"]
        paths = {f"/{number}": getting({"$ref": ref}) for number, ref in enumerate(inner)}
        server.answers["/api.json"] = (200, {}, json.dumps(document(paths=paths)).encode())
        site = build_site(site_of(f"{server.url}/api.json", "file:///etc/hostname"))

    assert server.paths == ["/api.json"]
    assert other.paths == []
    assert b"root:x:" not in b"".join(files_of(site.outdir).values())
    assert site.warnings.count("[sitejson.openapi_reference]") == len(inner)


def test_p12_fetching_has_limits_and_keeps_credentials_to_itself(build_site, server, tmp_path):
    server.answers["/api.json?token=w0rd"] = (200, {}, json.dumps(answering({})).encode())
    address = server.url.replace("://", "://ann:w0rd@")
    site = build_site(site_of(f"{address}/api.json?token=w0rd", "/a.json"))
    assert server.paths == ["/api.json?token=w0rd"]
    assert site.exists("api0/get-a.html")
    whole = b"".join(files_of(site.folder / "build" / "html").values())
    assert "w0rd" not in whole.decode("utf-8", "replace") + site.warnings + site.status

    large = gzip.compress(b" " * 21_000_000)
    server.answers["/large"] = (200, {"Content-Encoding": "gzip"}, large)
    server.answers["/file"] = (302, {"Location": "file:///etc/passwd"}, b"")
    server.answers["/round"] = (302, {"Location": "/round"}, b"")
    server.answers["/cloud"] = (302, {"Location": "http://169.254.169.254/"}, b"")
    for path in ("/large", "/file", "/round", "/cloud"):
        found = read_document(f"{server.url}{path}", root=tmp_path, options=ReadOptions())
        assert found.data is None
        assert len(messages(found)) == 1, path
    assert server.paths.count("/round") < 20


def test_p13_the_cached_document_is_used_with_a_warning_if_the_server_fails(build_clean, server):
    server.answers["/api.json"] = (200, {}, json.dumps(answering({})).encode())
    site = build_clean(site_of(f"{server.url}/api.json"))
    server.answers["/api.json"] = (503, {}, b"")
    again = site.rebuild({"index.md": "# New\n"})

    assert again.exists("api0/get-a.html")
    assert "the copy from" in again.warnings
    assert "[sitejson.openapi_remote]" in again.warnings
