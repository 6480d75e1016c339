"""Every fact of a document reaches the reader, in every kind of output.

Each text, name and value of the document below that matters has a word of its own that begins
with ``Fact``; the tests look for all of them in what was built.
"""

import json
import re
from xml.etree import ElementTree

import pytest
import yaml

from support.sites import api_settings

DOCUMENT = yaml.safe_load("""
openapi: 3.1.0
info: {title: Facts, version: '1'}
servers:
  - url: https://{FactVariable}.example.com/FactServer
    description: FactServerDescription
    variables:
      FactVariable:
        default: FactVariableDefault
        enum: [FactVariableDefault, FactVariableOther]
        description: FactVariableDescription
tags: [{name: FactTag, description: FactTagDescription}]
paths:
  /FactRoute/{FactPath}:
    summary: FactRouteSummary
    description: FactRouteDescription
    parameters:
      - name: FactPath
        in: path
        required: true
        description: FactPathDescription
        schema:
          type: string
          pattern: ^FactPattern$
          minLength: 4711
          description: FactPathSchemaDescription
    post:
      operationId: FactOperationId
      summary: FactSummary
      description: FactDescription with a [FactLinkWords](https://example.com/FactLinkUrl)
      tags: [FactTag]
      deprecated: true
      x-sunset: FactSunset
      externalDocs: {url: 'https://example.com/FactDocs', description: FactDocsLabel}
      security: [{FactKey: []}, {FactOAuth: [FactScope]}, {FactOpenId: []}]
      parameters:
        - name: FactQuery
          in: query
          description: '**FactQueryDescription**'
          style: pipeDelimited
          explode: false
          schema:
            type: array
            maxItems: 4712
            uniqueItems: true
            items: {type: string, enum: [FactEnumOne, FactEnumTwo]}
        - name: FactHeader
          in: header
          deprecated: true
          schema: {type: integer, minimum: 4713, exclusiveMaximum: 4714, default: 4715}
        - {name: FactCookie, in: cookie, schema: {type: number, multipleOf: 4716}}
        - name: FactContent
          in: query
          description: FactContentDescription
          content:
            application/json:
              schema: {type: object, description: FactContentSchemaDescription}
      requestBody:
        description: FactBodyDescription
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/FactPet'}
            examples:
              FactExampleName:
                summary: FactExampleSummary
                value: {FactProperty: FactExampleValue}
          multipart/form-data:
            schema: {type: object, properties: {FactFile: {type: string, format: binary}}}
            encoding:
              FactFile:
                contentType: image/FactImageType
                headers: {FactPartHeader: {schema: {type: string}}}
      responses:
        '201':
          description: FactResponseDescription
          headers:
            FactResponseHeader:
              description: FactHeaderDescription
              schema: {type: integer, maximum: 4719, description: FactHeaderSchemaDescription}
          content: {application/json: {schema: {$ref: '#/components/schemas/FactChoice'}}}
          links:
            FactLinkName:
              operationId: FactOtherId
              description: FactLinkDescription
              parameters: {FactLinkParameter: $response.body#/FactExpression}
        4XX: {description: FactRangeDescription}
        default: {description: FactDefaultDescription}
      callbacks:
        FactCallback:
          '{$request.body#/FactCallbackUrl}':
            post:
              summary: FactCallbackSummary
              requestBody:
                content:
                  application/json:
                    schema: {type: object, properties: {FactCallbackField: {type: string}}}
              responses: {'200': {description: FactCallbackResponse}}
      x-codeSamples: [{lang: lua, label: FactSampleLabel, source: FactSampleCode()}]
      x-FactExtension: FactExtensionValue
  /other:
    get:
      operationId: FactOtherId
      summary: FactOtherSummary
      responses: {'200': {description: OK}}
webhooks:
  FactWebhook:
    post: {summary: FactWebhookSummary, responses: {'200': {description: FactWebhookResponse}}}
components:
  securitySchemes:
    FactKey: {type: apiKey, in: header, name: FactKeyHeader, description: FactKeyDescription}
    FactOAuth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://example.com/FactAuthorize
          tokenUrl: https://example.com/FactToken
          scopes: {FactScope: FactScopeDescription}
    FactOpenId: {type: openIdConnect, openIdConnectUrl: 'https://example.com/FactDiscovery'}
  schemas:
    FactPet:
      type: object
      title: FactPetTitle
      description: FactPetDescription
      required: [FactProperty]
      properties:
        FactProperty:
          type: string
          format: date-time
          description: FactPropertyDescription
          examples: [FactPropertyExample]
        FactReadOnly: {type: string, readOnly: true}
        FactWriteOnly: {type: string, writeOnly: true}
        FactNullable: {type: [string, 'null'], maxLength: 4717}
        FactConst: {const: FactConstValue}
        FactChild: {$ref: '#/components/schemas/FactRecursive'}
        FactMap: {type: object, additionalProperties: {type: string, maxLength: 4718}}
        FactTuple: {type: array, prefixItems: [{type: string, title: FactTupleFirst}]}
        FactEnum:
          type: string
          enum: [FactDescribed]
          x-enumDescriptions: {FactDescribed: FactEnumDescription}
      patternProperties: {^FactPatternName: {type: boolean}}
      # Both parts speak of the same properties, and each adds to what the other says.
      allOf:
        - properties:
            FactList: {type: array, items: {pattern: ^FactFirst, maxLength: 4720}}
            FactText: {type: string, pattern: ^FactOnePattern}
            FactOpenMap: {additionalProperties: {type: string, format: FactFormatOne}}
        - properties:
            FactList: {minItems: 4721, items: {enum: [FactListOne, FactListTwo]}}
            FactText: {pattern: FactOtherPattern$, format: FactFormat, minLength: 4722}
            FactOpenMap: {additionalProperties: {format: FactFormatTwo, enum: [FactMapValue]}}
    FactRecursive:
      type: object
      properties: {FactSelf: {$ref: '#/components/schemas/FactRecursive'}}
    FactChoice:
      oneOf: [{$ref: '#/components/schemas/FactCat'}, {$ref: '#/components/schemas/FactDog'}]
      discriminator:
        propertyName: FactKind
        mapping: {FactCatValue: '#/components/schemas/FactCat'}
    FactCat:
      allOf:
        - {$ref: '#/components/schemas/FactPet'}
        - {properties: {FactKind: {type: string}, FactMeow: {type: string}}}
    FactDog: {type: object, properties: {FactBark: {type: string}}}
""")
SITE = api_settings("Facts", "/openapi.json")
FILES = {"site.json": SITE, "index.mdx": "---\ntitle: Home\n---\n", "openapi.json": DOCUMENT}
CONF = 'version = "1"\ncopyright = "x"\nsitejson_extensions = ["x-FactExtension"]\n'

# The one place of each fact is enough; these are names that no reader asks for.
NOT_SHOWN = {"FactExampleName", "Facts"}
NUMBERS = {str(number) for number in range(4711, 4723)}


def all_facts():
    return (set(re.findall(r"Fact[A-Za-z]+", json.dumps(DOCUMENT))) | NUMBERS) - NOT_SHOWN


def missing_facts(texts):
    shown = set(re.findall(r"Fact[A-Za-z]+|47\d\d", texts))
    return sorted(all_facts() - shown)


@pytest.fixture(scope="module")
def html(build_shared_site):
    return build_shared_site(FILES, conf=CONF)


def test_there_are_many_facts():
    assert len(all_facts()) > 90


def test_html_shows_every_fact_without_scripts(html):
    assert html.warnings == ""
    pages = (
        path.relative_to(html.outdir).as_posix() for path in html.outdir.rglob("api/**/*.html")
    )
    # A page that only leads on has no content.
    main = [found for page in pages if (found := html.page(page).select_one("main"))]
    addresses = " ".join(link["href"] for page in main for link in page.select("a[href]"))

    assert missing_facts(" ".join(page.get_text(" ") for page in main) + addresses) == []


def test_markdown_shows_every_fact(html):
    texts = [path.read_text(encoding="utf-8") for path in html.outdir.rglob("api/**/*.md")]
    # Only the first sample of a request is shown; the others say the same.
    other_samples = ["FactSampleCode", "FactSampleLabel"]

    assert missing_facts(" ".join(texts)) == other_samples
    assert missing_facts(html.text("llms-full.txt")) == other_samples


@pytest.mark.oldest
@pytest.mark.parametrize("builder", ["text", "latex", "epub", "texinfo", "xml"])
def test_other_builders_show_every_fact(build_clean, builder):
    site = build_clean(FILES, conf=CONF, builder=builder)
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in site.outdir.rglob("*")
        if path.suffix in (".txt", ".tex", ".xhtml", ".texi", ".xml")
    ]

    assert missing_facts(" ".join(texts).replace("\\sphinxhyphen{}", "-").replace("\\_", "_")) == []


def test_pages_of_books_are_well_formed(build_site):
    site = build_site(FILES, conf=CONF, builder="epub")
    pages = sorted(site.outdir.rglob("*.xhtml"))

    assert len(pages) > 3
    for page in pages:
        ElementTree.parse(page)


def test_what_is_only_for_responses_is_not_in_requests(html):
    page = html.page("api/facttag/factsummary.html")
    body, responses = page.select_one("#request-body"), page.select_one("#responses")

    assert "FactReadOnly" not in body.text
    assert "FactWriteOnly" in body.text
    assert "FactReadOnly" in responses.text
    assert "FactWriteOnly" not in responses.text


def test_every_field_has_a_url_of_its_own(html):
    page = html.page("api/facttag/factsummary.html")
    ids = [element["id"] for element in page.select("main [id]")]

    assert len(ids) == len(set(ids))
    for name in ("path-factpath", "query-factquery", "body-factproperty"):
        assert name in [identifier.lower() for identifier in ids]


def test_a_link_of_a_response_links_to_the_operation(html):
    page = html.page("api/facttag/factsummary.html")

    assert page.select_one('#responses a[href="../factothersummary.html"]')


def test_recursion_is_a_link_to_the_schema_s_page(html):
    page = html.page("api/schemas/factrecursive.html")

    assert page.select_one('main a[href="#"], main a[href="factrecursive.html"]')


def test_names_of_schemas_and_operations_are_links_in_other_builders_too(build_clean):
    site = build_clean(FILES, conf=CONF, builder="xml")
    page = ElementTree.parse(site.outdir / "api/facttag/factsummary.xml")
    links = {
        "".join(link.itertext()): (link.get("refuri") or "").split("/")[-1]
        for link in page.iter("reference")
    }

    assert links["FactOtherSummary"] == "factothersummary"
    assert links["FactRecursive"] == "factrecursive"


def test_the_search_finds_paths_methods_parameters_and_fields(html):
    index = html.text("searchindex.js").lower()

    for word in ("factqueri", "factpath", "factproperti", "factrout"):
        assert word in index, word


def test_roles_link_to_operations_and_schemas(build_clean):
    text = (
        "---\ntitle: Home\n---\n\n"
        "{openapi:op}`FactOperationId`, {openapi:op}`the other <GET /other>`, "
        "{openapi:schema}`FactPet`, {openapi:webhook}`FactWebhook`, {openapi:tag}`FactTag`, "
        "{openapi:param}`FactOperationId FactQuery`, {openapi:property}`FactPet FactProperty`\n"
    )
    site = build_clean({**FILES, "index.mdx": text}, conf=f"{CONF}nitpicky = True\n")

    links = site.page("index.html").select("main p a")
    assert [(link.text, link["href"]) for link in links] == [
        ("FactSummary", "api/facttag/factsummary.html"),
        ("the other", "api/factothersummary.html"),
        ("FactPetTitle", "api/schemas/factpet.html"),
        ("FactWebhookSummary", "api/factwebhooksummary.html"),
        ("FactTag", "api/facttag/index.html"),
        ("FactQuery", "api/facttag/factsummary.html#query-factquery"),
        ("FactProperty", "api/schemas/factpet.html#schema-factproperty"),
    ]
    assert site.exists("openapi-apiindex.html")
    assert "FactOtherSummary" in site.page("openapi-apiindex.html").text


def test_a_dead_role_is_named(build_site):
    text = "---\ntitle: Home\n---\n\n{openapi:op}`GET /nowhere` {openapi:schema}`Nothing`\n"
    site = build_site({**FILES, "index.mdx": text}, conf=CONF)

    assert 'openapi:op: no operation "GET /nowhere" in "/openapi.json".' in site.warnings
    assert 'openapi:schema: no schema "Nothing" in "/openapi.json".' in site.warnings


def test_a_role_that_two_documents_match_says_how_to_name_one(build_site):
    roles = "{openapi:op}`FactOperationId` {openapi:op}`two#FactOperationId`"
    tabs = [{"name": name, "url": name, "openapi": f"/{name}.json"} for name in ("one", "two")]
    site = build_site(
        {
            "index.mdx": f"---\ntitle: Home\n---\n\n{roles}\n",
            "one.json": DOCUMENT,
            "two.json": DOCUMENT,
            "site.json": {**FILES["site.json"], "tabs": tabs},
        }
    )

    assert 'several documents have "FactOperationId": "/one.json", "/two.json".' in site.warnings
    assert 'such as "one#FactOperationId".' in site.warnings
    assert site.warnings.count("openapi:op") == 1


def test_other_projects_can_link_in(html):
    from sphinx.util.inventory import InventoryFile

    with (html.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "https://example.com", lambda *parts: "/".join(parts))
    data = getattr(inventory, "data", inventory)
    assert {"GET /other", "FactOtherId"} <= set(data["openapi:op"])
    assert "FactWebhook" in data["openapi:webhook"]
    assert "FactPet" in data["openapi:schema"]


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "alabaster"])
def test_other_themes_show_the_facts_with_styles_of_our_own(build_clean, theme):
    site = build_clean(FILES, conf=f'{CONF}html_theme = "{theme}"\n')

    page = site.page("api/facttag/factsummary.html")
    assert "FactQueryDescription" in page.text
    assert page.select_one('link[href*="sitejson-api.css"]')


def test_a_setting_of_the_api_reads_the_pages_that_show_it_again(build_site):
    site = build_site(FILES, conf=CONF)
    again = site.rebuild({"site.json": {**SITE, "api": {"auth": {"method": "bearer"}}}})

    assert "api/facttag/factsummary" in again.read_docs
    assert "index" not in again.read_docs


CATALOG = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "FactSummary"
msgstr "Zusammenfassung"

msgid "FactPathDescription"
msgstr "Beschreibung des **Pfades**"

msgid "FactResponseDescription"
msgstr "Beschreibung der Antwort"
"""


def test_gettext_finds_the_texts_of_the_document(build_clean):
    site = build_clean(FILES, conf=CONF, builder="gettext")
    catalogs = " ".join(path.read_text() for path in site.outdir.rglob("*.pot"))

    for text in ("FactSummary", "FactPathDescription", "FactPetDescription", "FactEnumDescription"):
        assert f'msgid "{text}' in catalogs or f'msgid "**{text}' in catalogs, text


@pytest.mark.parametrize("builder", ["html", "text"])
def test_a_catalog_translates_the_texts_of_the_document(build_site, builder):
    site = build_site(
        {**FILES, "locale/de/LC_MESSAGES/api.po": CATALOG},
        conf=f'{CONF}language = "de"\nlocale_dirs = ["locale"]\n',
        builder=builder,
    )
    suffix = "txt" if builder == "text" else "html"
    page = site.text(f"api/facttag/factsummary.{suffix}")

    assert "Zusammenfassung" in page
    assert "Beschreibung der Antwort" in page
    assert (
        "Beschreibung des <strong>Pfades</strong>" in page or "Beschreibung des **Pfades**" in page
    )


def test_links_in_texts_link_to_the_parts_they_mean(build_clean):
    links = "[one](#operation/FactOtherId) [two](#/components/schemas/FactPet) [dead](#nowhere)"
    document = json.loads(json.dumps(DOCUMENT))
    operation = document["paths"]["/FactRoute/{FactPath}"]["post"]
    operation["description"] = links
    operation["requestBody"]["description"] = f"{links} [three](#/paths/~1other/get)"
    site = build_clean({**FILES, "openapi.json": document}, conf=f"{CONF}nitpicky = True\n")

    page = site.page("api/facttag/factsummary.html")
    found = [
        (a.text, a["href"])
        for a in page.select("main a")
        if a.text in ("one", "two", "three", "dead")
    ]
    assert found == [
        ("one", "../factothersummary.html"),
        ("two", "../schemas/factpet.html"),
        ("one", "../factothersummary.html"),
        ("two", "../schemas/factpet.html"),
        ("three", "../factothersummary.html"),
    ]
