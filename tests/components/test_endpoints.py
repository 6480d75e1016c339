"""Pages that describe an endpoint in their own words, and examples that a page brings along."""

import pytest

ENDPOINT = """---
title: Create a user
api: POST /users/{id}
authMethod: key
---

<ParamField path="id" type="string" required>The id.</ParamField>
<ParamField body="name" type="string" required initialValue="Ada">The name.</ParamField>
<ParamField body="address" type="object" required>
  Where.
  <Expandable title="address">
    <ParamField body="city" type="string" required>The city.</ParamField>
  </Expandable>
</ParamField>

<ResponseField name="ok" type="boolean" required>Fine.</ResponseField>

<ResponseExample>
```json 201 Created
{"ok": true}
```
```json 404
{"ok": false}
```
</ResponseExample>
"""

BOUND = """---
openapi: get /ships
---

<RequestExample>
```bash By hand
ship it
```
</RequestExample>
"""

PROSE = """---
title: Prose
---

Some words.

<RequestExample>
```python
print(1)
```
</RequestExample>

## More

<ResponseExample>
```json
{}
```
```json
[]
```
</ResponseExample>
"""

DOCUMENT = """openapi: 3.1.0
info: {title: Ships, version: "1"}
servers: [{url: "https://ships.test"}]
paths:
  /ships:
    get:
      summary: List ships
      responses:
        "200":
          description: All.
          content: {application/json: {schema: {type: string}, example: one}}
"""

FILES = {
    "site.json": {
        "name": "Site",
        "api": {"baseUrl": "https://api.test", "auth": {"method": "bearer"}},
        "navigation": [{"group": "All", "pages": ["made", "bound", "prose"]}],
    },
    "made.mdx": ENDPOINT,
    "bound.mdx": BOUND,
    "prose.mdx": PROSE,
    "ships.yaml": DOCUMENT,
}


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES)


def samples(site, page):
    [column] = site.page(page).select(".sj-prose > section > .sj-api-samples")
    return column


def test_fields_feed_the_samples_of_the_request(site):
    request = samples(site, "made.html").select_one(".sj-request").get_text()
    assert "https://api.test/users/id" in request
    assert "X-API-Key" in request
    assert '"name": "Ada"' in request
    assert '"city"' in request


def test_authored_responses_replace_generated_ones(site):
    answers = samples(site, "made.html").select_one(".sj-answers")
    titles = [each.get_text(strip=True) for each in answers.select("summary")]
    assert titles == ["201 Created", "404"]
    assert [each["data-kind"] for each in answers.select(".sj-dot")] == ["2xx", "4xx"]
    assert '{"ok": true}' in answers.get_text()
    assert site.page("made.html").select(".sjc-code-group") == []


def test_fields_have_links_of_their_own(site):
    ids = [each["id"] for each in site.page("made.html").select(".sj-field")]
    assert ids == ["path-id", "body-name", "body-address", "body-address-city", "response-ok"]


def test_written_requests_take_the_place_of_made_ones(site):
    column = samples(site, "bound.html")
    request = column.select_one(".sj-request")
    assert [each.get_text(strip=True) for each in request.select("summary")] == ["By hand"]
    assert "ship it" in request.get_text()
    assert column.select_one(".sj-answers").get_text(strip=True).startswith("200")


def test_a_page_of_its_own_has_a_code_column_too(site):
    column = samples(site, "prose.html")
    assert column.select_one(".sj-method") is None
    titles = [each.get_text(strip=True) for each in column.select("summary")]
    assert titles == ["Python", "JSON", "JSON 2"]
    assert site.page("prose.html").html.has_attr("data-has-samples")
    assert ".sj-api" in site.text("_static/sitejson.css")


def test_plain_builders_show_the_examples(build_clean):
    site = build_clean(FILES, builder="text")
    text = site.text("made.txt")
    assert "**201 Created**" in text
    assert '{"ok": true}' in text
    assert text.count("print(1)") == 0
    assert "print(1)" in site.text("prose.txt")


def test_a_changed_field_is_seen_in_a_later_build(build_site):
    site = build_site(FILES, parallel=2)
    later = site.rebuild({"made.mdx": ENDPOINT.replace("Ada", "Grace")})
    assert later.warnings == ""
    assert '"name": "Grace"' in samples(later, "made.html").get_text()
    assert later.read_docs == {"made"}
