"""Roles that lead to names which are hard to write down, on pages and on paper."""

import re

from support.sites import api_settings

ACTION = "/#X-Target=Db.Query"
SCHEMAS = {
    "Page«Pet»": {"type": "object", "properties": {"größe": {"type": "integer"}}},
    "Page<Pet>": {"type": "object", "properties": {"next page": {"type": "string"}}},
    "a/b ~c": {"type": "object", "properties": {"x.y": {"$ref": "#/components/schemas/Deep"}}},
    "A#B": {"type": "object", "properties": {"a b": {"type": "string"}}},
    "Deep": {"type": "object", "properties": {"in": {"type": "string"}}},
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Hard", "version": "1"},
    "paths": {
        "/pets/{größe}": {
            "get": {
                "operationId": "pets/get one",
                "summary": "Get pets",
                "tags": ["Tiere & mehr/alle"],
                "security": [{"my key/1": []}],
                "parameters": [
                    {"name": "größe", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "filter[a b][]", "in": "query", "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "OK"}},
            }
        },
        ACTION: {"post": {"summary": "Query", "responses": {"200": {"description": "OK"}}}},
    },
    "components": {
        "schemas": SCHEMAS,
        "securitySchemes": {"my key/1": {"type": "apiKey", "in": "header", "name": "K"}},
    },
}
ROLES = {
    "op": ["GET /pets/{größe}", f"POST {ACTION}", "hard#GET /pets/{größe}"],
    "schema": [*SCHEMAS, "hard#A#B"],
    "param": ["GET /pets/{größe} größe", "GET /pets/{größe} filter[a b][]"],
    "property": [
        *("Page«Pet» größe", "Page<Pet> next page", "A#B a b"),
        *("a/b ~c x.y", "a/b ~c x.y.in", "hard#A#B a b"),
    ],
    "tag": ["Tiere & mehr/alle"],
    "security": ["my key/1"],
}
NAMES = [(kind, name) for kind, names in ROLES.items() for name in names]
SITE = api_settings("Hard", "hard.json", group="G")
LINES = [f"- {{openapi:{kind}}}`{name}`" for kind, name in NAMES]
CONF = 'suppress_warnings = ["sitejson.openapi_invalid"]\n'
"""The document breaks rules for names, as real ones do."""
FILES = {
    "site.json": SITE,
    "hard.json": DOCUMENT,
    "index.md": "# Home\n\n" + "\n".join(LINES) + "\n",
}


def test_every_name_links_to_its_place(build_clean):
    site = build_clean(FILES, conf=CONF)

    links = site.page("index.html").select("main li a.reference")
    assert len(links) == len(NAMES)
    for link, (kind, name) in zip(links, NAMES, strict=True):
        page, _, anchor = link["href"].partition("#")
        shown = site.page(page)
        assert not anchor or shown.find(id=anchor), (kind, name, link["href"])
        assert anchor or kind in ("op", "schema", "tag"), (kind, name)
    words = {name: link.text for link, (_, name) in zip(links, NAMES, strict=True)}
    assert words["Page<Pet>"] == "Page<Pet>"
    assert words["Page<Pet> next page"] == "next page"


def test_links_on_paper_link_to_labels_that_are_there(build_clean):
    site = build_clean(FILES, builder="latex", conf=CONF)

    text = next(site.outdir.glob("*.tex")).read_text()
    wanted = set(re.findall(r"\\hyperref\[(.*?)\]\{", text, re.DOTALL))
    labels = set(re.findall(r"\\label\{(.*?\})\}", text))
    assert len([name for name in wanted if ":query-" in name or ":schema-" in name]) >= 6
    assert {re.sub(r"\s", "", name) for name in wanted} <= labels


def test_the_text_of_a_link_stays(build_clean):
    role = "{openapi:schema}`Words <Page«Pet»>`"
    site = build_clean({**FILES, "index.md": f"# Home\n\n{role}\n"}, conf=CONF)

    assert site.page("index.html").select_one("main p a.reference").text == "Words"
