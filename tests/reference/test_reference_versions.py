"""What only one version of OpenAPI has is shown as well, in HTML and in plain text."""

import json
import re

import pytest
import yaml

from support.sites import api_settings

OK = {"200": {"description": "OK"}}
DOCUMENT_3_0 = yaml.safe_load("""
openapi: 3.0.4
info: {title: Old, version: '1'}
paths:
  /old:
    get:
      summary: Old one
      parameters:
        - name: FactOld
          in: query
          example: 4802
          schema:
            type: integer
            nullable: true
            maximum: 4803
            exclusiveMaximum: true
            minimum: 4801
      responses:
        '200':
          description: OK
          content:
            application/xml:
              schema:
                type: object
                xml: {name: FactXmlName}
                properties: {FactXmlField: {type: string}}
""")
DOCUMENT_3_2 = yaml.safe_load("""
openapi: 3.2.0
info: {title: New, version: '1'}
tags:
  - {name: parent, summary: FactParentTag}
  - {name: child, summary: FactChildTag, parent: parent}
paths:
  /new:
    query:
      summary: FactQueryMethod
      tags: [child]
      parameters:
        - name: FactQuerystring
          in: querystring
          content:
            application/x-www-form-urlencoded:
              schema: {type: object, properties: {a: {type: string}}}
      responses:
        '200':
          summary: FactResponseSummary
          content:
            application/jsonl:
              itemSchema: {type: object, properties: {FactStreamed: {type: string}}}
              examples:
                one: {dataValue: {FactDataValue: 1}, summary: One}
                two: {serializedValue: FactSerialized}
      security: [{FactDevice: []}]
    additionalOperations:
      LINK: {summary: FactAdditional, responses: {'200': {description: OK}}}
components:
  securitySchemes:
    FactDevice:
      type: oauth2
      oauth2MetadataUrl: https://example.com/FactMetadata
      flows:
        deviceAuthorization:
          deviceAuthorizationUrl: https://example.com/FactDeviceUrl
          tokenUrl: https://example.com/FactDeviceToken
          scopes: {}
""")
NUMBERS = {"4801", "4802", "4803"}


def site_files(document):
    return {
        "site.json": api_settings("Versions", "/openapi.json"),
        "index.mdx": "---\ntitle: Home\n---\n",
        "openapi.json": document,
    }


@pytest.mark.parametrize("document", [DOCUMENT_3_0, DOCUMENT_3_2], ids=["3.0", "3.2"])
@pytest.mark.parametrize("builder", ["html", "text"])
def test_every_fact_is_shown(build_clean, document, builder):
    site = build_clean(site_files(document), builder=builder)
    raw = json.dumps(document)
    facts = set(re.findall(r"Fact[A-Za-z]+", raw)) | {n for n in NUMBERS if n in raw}
    texts = " ".join(
        path.read_text(encoding="utf-8") for path in site.outdir.rglob("api/**/*") if path.is_file()
    )

    # The names of tags stand in the sidebar, which plain text does not have.
    missing = facts - set(re.findall(r"Fact[A-Za-z]+|48\d\d", texts))
    assert missing - ({"FactParentTag", "FactChildTag"} if builder == "text" else set()) == set()


def test_methods_and_groups_of_3_2_are_in_the_sidebar(build_site):
    site = build_site(site_files(DOCUMENT_3_2))
    sidebar = (
        site.page("api/factadditional.html").select_one("nav.sj-tree").get_text(" ", strip=True)
    )

    assert "FactParentTag" in sidebar
    assert "FactChildTag" in sidebar
    assert "QUERY FactQueryMethod" in sidebar
    assert "LINK FactAdditional" in sidebar
