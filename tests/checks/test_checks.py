"""The checks that keep settings, pages and documents together."""

from dataclasses import replace

import pytest

from support.sites import one_page

RESPONSES = {"200": {"description": "x"}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/a": {"get": {"summary": "A", "responses": RESPONSES,
                             "x-codeSamples": [{"lang": "kotlin", "source": "x"}],
                             "parameters": [{"name": "q", "in": "query",
                                             "schema": {"type": "integer"}, "example": "x"}]},
                     "post": {"summary": "B", "responses": RESPONSES}}},
    "components": {"schemas": {"Alone": {"type": "object"}}},
}  # fmt: skip
SITE = {
    "name": "Parcel",
    "navigation": [{"group": "Start", "pages": ["index", "a"]}],
    "openapi": "/api.json",
    "topbarLinks": [{"name": "Gone", "url": "/gone"}, {"name": "Old", "url": "/old"}],
    "footer": {"links": [{"title": "x", "links": [{"label": "x", "url": "/indx"}]}]},
    "redirects": [{"source": "/old", "destination": "/a"}],
    "api": {"request": {"example": {"languages": ["bash"]}}},
}
HTML = """
<a href="/a#query-q">a</a> <a href="a">a</a> <a href='/nowhere?x=1'>not</a> <a href="/old">moved</a>
<a href="https://example.com/x">other</a> <a href="mailto:a@b.c">mail</a>
<a href="/pic.png">file</a> <a href="genindex.html">index</a>
"""
FILES = {
    "site.json": SITE, "api.json": DOCUMENT, "index.mdx": f"---\ntitle: Home\n---\n\n{HTML}\n",
    "a.mdx": "---\ntitle: A\nopenapi: GET /a\n---\n", "loose.mdx": "---\ntitle: Loose\n---\n",
    "orphan.mdx": "---\ntitle: Orphan\norphan: true\n---\n",
    "hidden.mdx": "---\ntitle: Hidden\nhidden: true\n---\n", "pic.png": b"\x89PNG",
}  # fmt: skip


@pytest.fixture(scope="module")
def usual(build_shared_site):
    return build_shared_site(FILES)


def test_what_is_wrong_for_everyone_is_reported(usual):
    lines = [line for line in usual.warnings.splitlines() if "[sitejson." in line]

    assert len(lines) == 3
    assert (
        'topbarLinks[0].url: "/gone" is not a page of this site. [sitejson.broken_link]' in lines[0]
    )
    assert '"/indx" is not a page of this site. Did you mean "index"?' in lines[1]
    assert "[sitejson.broken_link]" in lines[1]
    assert 'index.mdx:6: WARNING: the link "/nowhere" is broken' in lines[2]


def test_all_checks(build_site):
    site = build_site(FILES, overrides={"sitejson_checks": ["all"]})

    assert '/api.json: "POST /a" has no page' in site.warnings
    assert '/api.json: no operation uses the schema "Alone"' in site.warnings
    assert '"GET /a" has a code sample in "kotlin"' in site.warnings
    assert "loose.mdx:1: WARNING: the page is not in the navigation" in site.warnings
    assert "hidden.mdx" not in site.warnings
    assert "orphan.mdx" not in site.warnings
    for code in (
        *("operation_without_page", "unused_schema", "sample_language", "page_without_navigation"),
        *("example_mismatch", "broken_link"),
    ):
        assert f"[sitejson.{code}]" in site.warnings


def test_what_is_hidden_or_documented_indirectly_is_not_reported(build_site):
    refer = {"properties": {"x": {"$ref": "#/components/schemas/Inner"}}}
    samples = [{"lang": "Shell", "source": "x"}, {"lang": "kotlin", "source": "x"}]
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Used"}}}
    operation = {"responses": {"200": {"description": "x", "content": content}}}
    paths = {
        "/a": {"get": {**operation, "x-codeSamples": samples}, "post": operation},
        "/b": {"get": {**operation, "x-internal": True}},
    }
    alone = {"properties": {"x": {"$ref": "#/components/schemas/AloneToo"}}}
    schemas = {"Used": refer, "Inner": {}, "Alone": alone, "AloneToo": {}, "Shown": {}}
    files = {
        "site.json": {**SITE, "navigation": [{"group": "Start", "pages": ["index", "a", "s"]}]},
        "api.json": {**DOCUMENT, "paths": paths, "components": {"schemas": schemas}},
        "index.md": "# Home\n",
        "a.mdx": "---\nopenapi: GET /a\n---\n",
        "s.mdx": "---\nopenapi-schema: Shown\n---\n",
    }
    names = ["operation_without_page", "unused_schema", "sample_language"]
    site = build_site(files, overrides={"sitejson_checks": names})

    found = [line.partition("api.json: ")[2] for line in site.warnings.splitlines()]
    assert [line.partition("; ")[0].partition(" [")[0] for line in found if line] == [
        '"POST /a" has no page',
        'no operation uses the schema "Alone".',
        'no operation uses the schema "AloneToo".',
        '"GET /a" has a code sample in "kotlin", which "api.request.example.languages" does not '
        "list.",
    ]


LOOSE = {
    "site.json": {"name": "Parcel", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.md": "# Home\n",
    "loose.md": "# Loose\n",
    "other.rst": "Other\n=====\n",
    "orphan.rst": ":orphan:\n\nOrphan\n======\n",
    "hidden.md": "---\nhidden: true\n---\n# Hidden\n",
}
SPHINX_SAYS = "document isn't included in any toctree"


@pytest.mark.oldest
def test_pages_in_no_navigation_are_counted_in_one_line(build_clean):
    site = build_clean(LOOSE)

    line = '2 pages are not in the navigation; the check "page_without_navigation" lists them.'
    assert site.status.splitlines().count(line) == 1
    again = site.rebuild({"index.md": "# Home again\n"})
    assert (again.warnings, line in again.status) == ("", True)
    listed = site.rebuild({"other.rst": ":orphan:\n\nOther\n=====\n"})
    assert "1 page is not in the navigation" in listed.status


@pytest.mark.oldest
def test_pages_in_no_navigation_are_named_when_asked_for(build_site):
    site = build_site(LOOSE, overrides={"sitejson_checks": ["page_without_navigation"]})

    said = [line.partition("/source/")[2] for line in site.warnings.splitlines()]
    assert said == [
        f"{name}:1: WARNING: the page is not in the navigation; add it there, or "
        'set "hidden: true" in its front matter. [sitejson.page_without_navigation]'
        for name in ("loose.md", "other.rst")
    ]
    assert "not in the navigation" not in site.status
    again = site.rebuild({"index.md": "# Home again\n"})
    assert again.warnings == site.warnings
    usual = replace(again, options=replace(again.options, overrides={}))
    assert usual.rebuild({"index.md": "# Home\n"}).warnings == ""


@pytest.mark.oldest
def test_sphinx_reports_pages_in_no_toctree_where_toctrees_are_the_navigation(build_site):
    files = {**LOOSE, "site.json": {"name": "Parcel", "navigation": []}}
    site = build_site(files)

    assert site.warnings.count(SPHINX_SAYS) == 2
    assert "not in the navigation" not in site.status


def test_a_mark_is_no_metadata_of_a_page(build_site):
    files = {**LOOSE, "_templates/meta.html": "{{ meta }}"}
    conf = 'html_additional_pages = {}\ntemplates_path = ["_templates"]\nhtml_theme = "basic"\n'
    conf += 'html_sidebars = {"**": ["meta.html"]}\n'

    assert "orphan" not in build_site(files, conf=conf).text("loose.html")


def test_one_check_and_one_that_does_not_exist(build_site):
    site = build_site(FILES, overrides={"sitejson_checks": ["unused_schema", "broken_lnk"]})

    assert 'there is no check "broken_lnk". Did you mean "broken_link"?' in site.warnings
    assert site.warnings.count("[sitejson.") == 2


def test_none_of_them_and_silence(build_site):
    assert build_site(FILES, overrides={"sitejson_checks": []}).warnings == ""
    quiet = build_site(FILES, overrides={"suppress_warnings": ["sitejson.broken_link"]})
    assert quiet.warnings.count("[sitejson.") == 0


PARCEL = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
ANSWER = {"description": "x", "content": {"application/json": {"schema": PARCEL}}}
BODY = {"content": {"application/json": {"schema": PARCEL}}}
EXAMPLES = """
<RequestExample>
```bash
curl
```
```json Body
{"id": "b"}
```
</RequestExample>

<ResponseExample>
```json 200 OK
{"id": 1}
```
```json 200 OK
{"id": "c"}
```
```json
{"id": 1, ...}
```
```json Draft
{}
```
</ResponseExample>
"""
DIRECTIVES = """---
openapi: POST /p
---
# Directives

::::{sitejson:response-example}
```{code-block} json
:caption: 200

{"id": "d"}
```
::::
"""
SHOWN = """Shown
=====

.. openapi-operation:: POST /p

.. sitejson:response-example::

   .. code-block:: json

      {"id": "e"}
"""
POST = {"summary": "P", "requestBody": BODY, "responses": {"200": ANSWER}}
LISTED = ["p", "directives", "shown", "both", "prose"]
WRITTEN = {
    "site.json": {"name": "Parcel", "navigation": [{"group": "All", "pages": LISTED}]},
    "api.json": {
        **DOCUMENT,
        "paths": {"/p": {"post": POST, "get": {"summary": "G", "responses": RESPONSES}}},
        "components": {},
    },
    "p.mdx": f"---\nopenapi: POST /p\n---\n{EXAMPLES}",
    "directives.md": DIRECTIVES,
    "shown.rst": SHOWN,
    "both.rst": f"{SHOWN}\n.. openapi-operation:: GET /p\n",
    "prose.mdx": f"---\ntitle: Prose\n---\n{EXAMPLES}",
}
MYST = 'extensions = ["sphinx_sitejson"]\nmyst_enable_extensions = ["colon_fence"]\n'


def test_examples_that_a_page_gives(build_site):
    checks = {"sitejson_checks": ["example_mismatch"]}
    site = build_site({**WRITTEN, "conf.py": MYST}, overrides=checks)
    said = [line.partition("source/")[2] for line in site.warnings.splitlines()]

    fit = "the example does not match its schema"
    code = "[sitejson.example_mismatch]"
    assert sorted(said) == [
        f"directives.md:7: WARNING: POST /p, response 200: {fit}: "
        f'"d" is not of type "integer" (at id). {code}',
        f"p.mdx:18: WARNING: POST /p, response 200: {fit}: "
        f'"c" is not of type "integer" (at id). {code}',
        f'p.mdx:24: WARNING: POST /p, response 200: {fit}: "id" is a required property. {code}',
        f'p.mdx:9: WARNING: POST /p, body: {fit}: "b" is not of type "integer" (at id). {code}',
        f"shown.rst:8: WARNING: POST /p, response 200: {fit}: "
        f'"e" is not of type "integer" (at id). {code}',
    ]
    # What is told does not depend on which pages this build read.
    assert site.rebuild().warnings == site.warnings
    right = site.rebuild({"p.mdx": "---\nopenapi: POST /p\n---\n"})
    assert "p.mdx" not in right.warnings


YAML = """openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    parameters:
      - $ref: "#/components/parameters/Limit"
    get:
      responses:
        "200":
          description: x
          headers:
            X-Left:
              schema: {type: integer}
              example: many
          content:
            application/json:
              schema:
                type: object
                properties:
                  id:
                    type: integer
                    example: x
              examples:
                first:
                  value: {id: y}
    post:
      requestBody:
        content:
          application/json:
            schema: {type: array, items: {type: string}}
            example:
              - 3
      responses: {"200": {description: x}}
components:
  parameters:
    Limit:
      name: limit
      in: query
      schema: {type: integer}
      example: ten
  schemas:
    Lamp:
      $ref: parts/lamp.yaml
webhooks:
  lit:
    post:
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Lamp"}
            examples:
              bad: {value: 3}
      responses: {"200": {description: x}}
"""
LAMP = """type: object
properties:
  height:
    type: number
    examples:
      - 3
      - tall
"""


def test_an_example_of_a_document_has_its_file_and_line(build_site):
    files = {
        "site.json": {**SITE, "topbarLinks": [], "footer": {}, "openapi": "/api.yaml"},
        "api.yaml": YAML,
        "parts/lamp.yaml": LAMP,
        "index.mdx": "---\ntitle: Home\n---\n",
        "a.mdx": "---\ntitle: A\nopenapi: GET /a\n---\n",
    }
    site = build_site(files, overrides={"sitejson_checks": ["example_mismatch"]})

    lines = {line.strip(): number for number, line in enumerate(YAML.splitlines(), 1)}
    answer = "GET /a, response 200"
    found = (line.split(": the example")[0] for line in site.warnings.splitlines())
    assert [line.removeprefix(f"{site.srcdir}/") for line in found] == [
        f"api.yaml:{lines['example: ten']}:7: WARNING: GET /a, parameter limit",
        f"api.yaml:{lines['value: {id: y}']}:19: WARNING: {answer}, application/json, "
        "example first",
        f"api.yaml:{lines['example: x']}:21: WARNING: {answer}, application/json.id",
        f"api.yaml:{lines['example: many']}:15: WARNING: {answer}, header X-Left",
        f"api.yaml:{lines['example:']}:13: WARNING: POST /a, body, application/json",
        f"api.yaml:{lines['bad: {value: 3}']}:21: WARNING: webhook lit, body, application/json, "
        "example bad",
        "parts/lamp.yaml:7:9: WARNING: schema Lamp.height",
    ]
    assert site.warnings.count("[sitejson.example_mismatch]") == 7
    assert build_site(files).warnings == ""


def test_very_many_of_a_kind_are_counted(build_site):
    schemas = {f"S{number:02}": {"type": "object"} for number in range(14)}
    files = {**FILES, "api.json": {**DOCUMENT, "components": {"schemas": schemas}}}
    site = build_site(files, overrides={"sitejson_checks": ["unused_schema"]})

    assert site.warnings.count("[sitejson.unused_schema]") == 11
    assert "/api.json: 4 more of this kind." in site.warnings


def test_no_file_of_the_site_is_written(build_site):
    site = build_site(one_page("```python\nprint(1)\n```"), builder="sitejson-check")

    written = [path.name for path in site.outdir.rglob("*") if path.is_file()]
    assert [name for name in written if name.endswith((".html", ".js", ".css"))] == []
