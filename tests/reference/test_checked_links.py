"""The builder that checks links knows those of documents, and their lines."""

import json

import pytest

from support.sites import api_settings

HOST = "http://127.0.0.1:9"
DOCUMENT = f"""\
openapi: 3.1.0
info:
  title: Pets
  version: "1"
  termsOfService: {HOST}/terms
  license: {{name: Own, url: "{HOST}/licence"}}
externalDocs: {{url: "{HOST}/docs"}}
servers:
  - url: {HOST}/server
  - url: "{HOST}/{{version}}"
    variables: {{version: {{default: v1}}}}
tags:
  - name: Pets
    description: All of them
    externalDocs: {{url: "{HOST}/tag"}}
paths:
  /pets:
    get:
      tags: [Pets]
      summary: List
      description: See [more]({HOST}/prose).
      externalDocs: {{url: "{HOST}/operation"}}
      responses: {{"200": {{description: ok}}}}
"""


@pytest.fixture
def checked(build_site):
    files = {
        "site.json": api_settings("S", "/openapi.yaml"),
        "index.mdx": "# Start\n",
        "openapi.yaml": DOCUMENT,
    }
    conf = "linkcheck_timeout = 1\nlinkcheck_retries = 1\n"
    site = build_site(files, conf=conf, builder="linkcheck")
    found = map(json.loads, site.text("output.json").splitlines())
    return {entry["uri"].removeprefix(HOST): entry["lineno"] for entry in found}


def test_every_url_is_checked_with_its_line(checked):
    assert checked == {
        "/terms": 5, "/licence": 6, "/docs": 7, "/server": 9, "/tag": 15, "/prose": 21,
        "/operation": 22,
    }  # fmt: skip
