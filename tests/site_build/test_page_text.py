"""Control characters of settings, pages and documents reach no built file and no terminal."""

import json
import re

import pytest

from support.hostile import document_with, site_with, texts_in

pytestmark = pytest.mark.oldest

CONTROLS = "\0\x07\x1b[31m\x7f\x85\x9b\ufffe\uffff"
FOUND = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
IN_TERMINAL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
TEXT_FILES = (".html", ".md", ".txt", ".xml", ".json", ".js", ".css", ".xhtml", ".opf", ".ncx")

SITE = {"name": "Water", "navigation": [{"group": "All", "pages": ["index"]}]}
BOUND = {**SITE, "navigation": [{"pages": ["index", "page"]}], "openapi": "api.json"}


def with_controls(text: str) -> list[str]:
    return [f"{text}{CONTROLS}{text}"]


PAGE = f"""# A page {CONTROLS}

Text {CONTROLS} and `code {CONTROLS}`.

```{{literalinclude}} code.txt
```

[a link](https://example.com/{CONTROLS[2]} "title {CONTROLS[2:]}")
"""
EXPRESSIONS = r"""---
title: "Title \e[31m \x9b \0"
description: "Description \e[31m"
---

export const text = "a \u001b[31m \x07 \0 b"

{text} <Card title="Card \u001b" href="https://example.com">{"\u{1b}"}</Card>

<div title={text}>Text</div>
"""
FILES = {
    "page.md": PAGE,
    "other.rst": f"Other {CONTROLS}\n{'=' * 30}\n\nText {CONTROLS}\n\x0c\n.. include:: more.txt\n",
    "expressions.mdx": EXPRESSIONS,
    "code.txt": f"code {CONTROLS}\n",
    "more.txt": f"more {CONTROLS}\n",
}


@pytest.fixture(scope="module", params=["html", "epub", "text"])
def site(request, build_shared_site):
    conf = 'html_baseurl = "https://docs.example.com/"\nsource_suffix = [".rst", ".md", ".mdx"]'
    return build_shared_site(
        {**site_with(with_controls), **FILES}, conf=conf, builder=request.param
    )


def test_no_file_holds_one(site):
    spoiled = {
        path.relative_to(site.outdir).as_posix(): repr(text[max(0, place.start() - 60) :][:90])
        for path in sorted(site.outdir.rglob("*"))
        # Sphinx copies the source of a page as it is, and packs the inventory.
        if path.suffix in TEXT_FILES and "_sources" not in path.parts
        if (text := path.read_text(encoding="utf-8")) is not None
        if (place := FOUND.search(text))
    }

    assert spoiled == {}
    assert not [path.name for path in site.outdir.rglob("*") if FOUND.search(path.name)]


def test_what_rest_escapes_is_no_control_character(build_site):
    page = "Water\n=====\n\nH\\ :sub:`2`\\ O, thing\\ s and \\*stars\\*, a :literal:`\\\\` there."
    page += "\n\n.. parsed-literal::\n\n   H\\ :sub:`2`\\ O\n"
    for builder, name in (("html", "index.html"), ("text", "index.txt")):
        site = build_site({"index.rst": page, "site.json": SITE}, builder=builder)
        assert site.warnings == ""
        assert "\ufffd" not in site.text(name)
    assert 'H_2O, things and *stars*, a "\\" there.' in site.text(name)


def test_no_message_holds_one(site):
    assert "cannot be displayed; it is replaced" in site.warnings
    assert not IN_TERMINAL.search(site.warnings)


def test_messages_turn_no_text_around(build_site):
    files = {
        "site.json": {**BOUND, "navigation": [{"group": "", "pages": ["gone\u202e", "page"]}]},
        "index.md": "# Home\n",
        "page.mdx": '---\nopenapi: "GET /\\u202ex\\u001b[31m"\n---\n',
        "api.json": {**document_with(lambda text: [text]), "x\u202e": 1},
    }
    site = build_site(files)

    assert r"\u202e" in site.warnings
    assert not IN_TERMINAL.search(site.warnings)


def test_colors_of_other_extensions_stay(build_site):
    conf = """
    def setup(app):
        from sphinx.util import logging
        logging.getLogger("other").warning("marked \\u202d")
    """
    site = build_site({"site.json": SITE, "index.md": "# A\n"}, conf=conf)

    assert "marked \u202d" in site.warnings


def test_data_is_shown_as_it_is_written_in_json(build_clean):
    value = "a\0\x1b\x7f\x9b b"
    schema = {"type": "string", "default": value, "enum": [value, "c"], "example": value}
    body = {"type": "object", "properties": {"text": schema}, "example": {"text": value}}
    operation = {
        "parameters": [{"name": "q", "in": "query", "schema": schema}],
        "requestBody": {"content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "ok"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "API", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {"/x": {"post": operation}},
    }
    files = {"index.md": "# Home\n", "page.mdx": "---\nopenapi: POST /x\n---\n"}
    site = build_clean({**files, "site.json": BOUND, "api.json": document})
    page = site.page("page.html")
    written = r'"a\u0000\u001b\u007f\u009b b"'

    assert {code.get_text() for code in page.select(".sj-value code")} >= {written, "c"}
    codes = [code.get_text() for code in page.select(".sj-code")]
    assert any(f'"text": {written}' in code for code in codes)
    assert any("q=a%00%1B%7F%C2%9B%20b" in code for code in codes)
    data = page.select_one("sj-playground script[type='application/json']").string
    assert value in {text for _, text in texts_in(json.loads(data))}
    assert written in site.text("page.md")
