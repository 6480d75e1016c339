"""A site whose authors write no Latin letter shows none but those that every language keeps."""

import re

import pytest

WORD = re.compile(r"[A-Za-z]{2,}")
ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "data-label", "data-count")
NAMES = {
    *("API", "Bearer", "Cookie", "Ctrl", "Esc", "HTTP", "Java", "JavaScript", "Markdown"),
    "OpenAPI",
}
NAMES |= {"PHP", "POST", "Python", "Go", "TLS", "Webhook", "HOOK", "cURL", "mTLS", "basic"}
NAMES |= {"Bruno", "Code", "JetBrains", "Postman", "URL", "VS", "http"}
NAMES |= {"Created", "Found", "Not", "OK", "XX"}
"""Of standards, languages, programs and keys, and the reasons of HTTP."""
TYPES = {"application", "boolean", "date", "integer", "json", "null", "number", "object", "path"}
TYPES |= {"string", "tuple"}
KEPT = NAMES | TYPES | {"Tip", "count"}
"""With a word that Sphinx keeps in Japanese, and a gap that scripts fill."""
COMPONENTS = """\
---
title: 가버처파
---

## 라카저파

<Note>파</Note>
<Warning>파</Warning>
<Info>파</Info>
<Tip>파</Tip>
<Check>파</Check>
<Danger>파</Danger>

<Accordion>파</Accordion>

<Tabs><Tab title="하">파</Tab></Tabs>

<CodeGroup>

```
파
```

</CodeGroup>

```{code-block} text
:caption: 거

파
```

<ParamField path="파" type="하" required default="1">파</ParamField>
<ParamField path="하" type="하" deprecated>파</ParamField>
<ResponseField name="파" type="하" required>파 <Expandable>하</Expandable></ResponseField>

<Update label="1" tags={["파"]}>파</Update>

<Steps><Step title="파">하</Step></Steps>

<Prompt description="파">파</Prompt>

```{glossary}
마차버저파
  파
```

```{versionadded} 1
파
```

```{versionremoved} 1
파
```

```{seealso}
파
```

| 파 |
|---|
| 하 |
"""
DOCUMENT = """\
openapi: 3.1.0
info: {title: 자서차거파, version: "1", description: 파}
servers: [{url: "https://example.example"}]
security: [{"1": []}, {"2": []}, {"3": []}, {}]
paths:
  /터:
    post:
      summary: 바타거서파
      deprecated: true
      parameters:
        - {name: 파, in: query, required: true, schema: {type: integer, minimum: 1, maximum: 9}}
        - {name: 하, in: header, schema: {type: array, maxItems: 3, items: {type: string}}}
        - {name: 거, in: cookie, schema: {enum: [파, 하]}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/0"}}}
      responses:
        "201":
          description: 파
          content: {application/json: {schema: {$ref: "#/components/schemas/0"}}}
        "404": {description: 하}
        4XX: {description: 하}
        default: {description: 거}
      callbacks:
        머: {"{$request.query.파}": {post: {summary: 버, responses: {"200": {description: 파}}}}}
webhooks:
  터: {post: {summary: 사러, responses: {"200": {description: 파}}}}
components:
  securitySchemes:
    "1": {type: mutualTLS}
    "2": {type: http, scheme: basic}
    "3": {type: http, scheme: bearer}
  schemas:
    "0":
      type: object
      required: [파]
      additionalProperties: {type: integer}
      minProperties: 1
      properties:
        파: {type: string, format: date, readOnly: true, default: "1", examples: ["2"]}
        하: {oneOf: [{type: string}, {type: integer}], deprecated: true}
        거: {type: array, prefixItems: [{type: string}], items: {type: number}, uniqueItems: true}
        너: {type: string, contentMediaType: application/json, contentSchema: {type: boolean}}
        더: {type: [string, "null"], minLength: 1, pattern: "^파$", writeOnly: true}
"""
FILES = {
    "site.json": {
        "name": "아",
        "navigation": [{"group": "다어커카", "pages": ["index", "parts"]}],
        "tabs": [{"name": "나버파", "url": "api", "openapi": "/omega.yaml"}],
        "feedback": {"thumbsRating": True},
    },
    "omega.yaml": DOCUMENT,
    "index.md": "# 다어커카\n\n파\n",
    "parts.mdx": COMPONENTS,
}
CONF = """\
language = "ja"
project = copyright = "아"
sitejson_feedback_url = "https://example.example"
"""


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, conf=CONF)


def words_on(page):
    for code in page.select("script, style, pre, code, template, svg, option, .sj-path"):
        code.decompose()
    yield page.get_text(" ")
    for element in page.find_all(True):
        yield from (element[name] for name in ATTRIBUTES if element.get(name))


def test_no_word_of_ours_is_left(site):
    left: dict[str, set[str]] = {}
    for file in sorted(site.outdir.rglob("*.html")):
        name = file.relative_to(site.outdir).as_posix()
        for text in words_on(site.page(name)):
            for word in set(WORD.findall(text)) - KEPT:
                left.setdefault(word, set()).add(f"{name}: {' '.join(text.split())[:80]}")

    assert site.warnings == ""
    assert left == {}
