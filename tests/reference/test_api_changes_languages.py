"""What changed is said in the language of the site."""

import json
import re

import pytest

from support.sites import api_settings

KEY = {"type": "apiKey", "name": "X-Key", "in": "header"}
FLOW = {"tokenUrl": "https://a.example/token", "scopes": {"read": ""}}


def document(version, url, operation, **schemas):
    data = {"openapi": "3.1.0", "info": {"title": "Lamps", "version": version}}
    data |= {"servers": [{"url": url}]}
    data |= {"paths": {"/b": {"post": {"summary": "B", **operation}}, f"/{version}": {"get": {}}}}
    return {**data, "components": {"securitySchemes": schemes_of(version)}, **schemas}


def schemes_of(version):
    flow = FLOW if version == "1.0" else {**FLOW, "tokenUrl": "https://b.example/token"}
    return {"key": KEY, "oauth": {"type": "oauth2", "flows": {"clientCredentials": flow}}}


def body(**schema):
    return {"content": {"application/json": {"schema": {"type": "object", **schema}}}}


OLD = document(
    "1.0",
    "https://old.example",
    {
        "operationId": "b",
        "security": [{"key": []}, {"oauth": []}],
        "requestBody": body(
            properties={"a": {"type": "string", "maxLength": 5}, "m": {"enum": ["x", "y"]}},
            propertyNames={"pattern": "^a"},
            dependentSchemas={"a": {"minProperties": 1}},
        ),
        "responses": {"200": {"description": "x", "headers": {"X-A": {"schema": {}}}}},
        "callbacks": {"c": {"{$request.query.url}": {"post": {"responses": {}}}}},
    },
)
NEW = document(
    "2.0",
    "https://new.example",
    {
        "operationId": "z",
        "deprecated": True,
        "x-sunset": "2030-01-01",
        "tags": ["t"],
        "security": [{"oauth": ["read"]}],
        "parameters": [
            {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}},
            {"name": "s", "in": "cookie", "schema": {"type": "string"}},
        ],
        "requestBody": body(
            properties={
                "a": {"type": ["integer", "null"], "exclusiveMinimum": 3},
                "m": {"enum": ["x", "z"]},
            },
            required=["m"],
            propertyNames={"pattern": "^b"},
            dependentSchemas={"a": {"minProperties": 2}},
            additionalProperties=False,
        ),
        "responses": {"201": {"description": "x"}, "200": {"description": "x"}},
        "callbacks": {"c": {"{$request.query.url}": {"post": {"operationId": "d"}}}},
    },
)
FILES = {
    "site.json": api_settings("Lamps", "/specs/new.json", pages=["index", "changes"], group="G"),
    "index.mdx": "---\ntitle: Home\n---\n",
    "changes.mdx": "---\ntitle: x\nopenapi-changes: specs/old.json specs/new.json\n---\n",
    "specs/old.json": OLD,
    "specs/new.json": NEW,
}
FOLDER = "de/index.html"
CONF = 'sitejson_openapi_previous = {"/specs/new.json": "/specs/old.json"}\n'
ENGLISH = re.compile(
    r"\b(the|it|its|of|from|to|and|now|no|longer|has|have|be|may|are|added|removed|changed|required"
    r"|allowed|accepted|needs|ends|deprecated|breaking|response|value|type|beside|names|none|more"
    r"|less|than|or|one|them|authorization)\b",
    re.IGNORECASE,
)
"""Words that German does not have, and that a page would show if anything were left."""


@pytest.fixture(scope="module")
def german(build_shared_site):
    return build_shared_site(FILES, conf=f'{CONF}language = "de"\n')


@pytest.fixture(scope="module")
def japanese(build_shared_site):
    return build_shared_site(FILES, conf=f'{CONF}language = "ja"\n')


def lines(part):
    return [" ".join(item.get_text().split()) for item in part.select("li")]


def words(part):
    return re.findall(r"[A-Za-z]+", part.get_text(" "))


def note_of(site):
    return site.page("api/t/b.html").select_one("main .versionchanged")


def content_of(site):
    page = site.page("changes.html").select_one("main")
    for around in page.select("h1, .headerlink, nav, footer, button, aside"):
        around.decompose()
    return page


def test_a_page_in_german(german):
    page = content_of(german)

    assert german.warnings == ""
    assert (
        "Von Version 1.0 zu Version 2.0: 1 entfernt, 1 geändert, 1 hinzugefügt; "
        "davon 2 inkompatibel." in page.get_text()
    )
    for line in (
        "Inkompatibel Query-Parameter q wurde hinzugefügt und ist erforderlich.",
        "Cookie-Parameter s wurde hinzugefügt.",
        "Warnung Die Operation endet am 2030-01-01.",
        "Inkompatibel Body.a: Der Typ war string und ist jetzt integer.",
        "Body.a: maxLength war 5 und ist jetzt nicht angegeben.",
        "Inkompatibel Body.a: minimum war nicht angegeben und ist jetzt größer als 3.",
        "Inkompatibel Autorisierung: key wird nicht mehr akzeptiert.",
        'Callback c hat jetzt die operationId "d".',
    ):
        assert line in lines(page), line
    assert ENGLISH.findall(page.get_text(" ")) == []


def test_a_note_in_german(german):
    note = note_of(german)

    assert "Geändert in Version 2.0:" in note.get_text()
    assert "Inkompatibel Query-Parameter q wurde hinzugefügt und ist erforderlich." in lines(note)
    assert ENGLISH.findall(note.get_text(" ")) == []


def test_a_page_and_a_note_in_japanese(japanese):
    page, note = content_of(japanese), note_of(japanese)
    given = {*words_of_documents(), "GET", "POST", "operationId", "URL", "Cookie", "minimum"}

    assert japanese.warnings == ""
    assert "1 件削除、1 件変更、1 件追加" in page.get_text()
    for line in (
        "破壊的変更 クエリパラメーター q が必須として追加されました。",
        "破壊的変更 サーバー https://old.example が削除されました。",
        "ボディ.a: maxLength が 5 から なし に変更されました。",
    ):
        assert line in lines(page), line
    assert set(words(page)) <= given
    assert set(words(note)) <= given


def test_the_markdown_of_a_page_in_german(german):
    text = german.text("changes.md")

    assert "**Inkompatibel** `Query-Parameter q` wurde hinzugefügt und ist erforderlich." in text


def test_each_page_of_a_site_of_several_languages_speaks_its_own(build_clean):
    changes = "```{openapi-changes} /specs/old.json /specs/new.json\n```\n"
    page = f"# x\n\n{changes}\n```{{versionadded}} 7\n```\n"
    settings = {
        "name": "Lamps",
        "versions": [{"name": "English", "locale": "en"}, {"name": "Deutsch", "locale": "de"}],
        "navigation": [
            {"group": "G", "version": "English", "pages": ["index"]},
            {"group": "G", "version": "Deutsch", "pages": ["de/index"]},
        ],
    }
    files = {"site.json": settings, "index.md": page, "de/index.md": page}
    specs = {name: FILES[name] for name in FILES if name.startswith("specs/")}
    site = build_clean({**files, **specs})
    english, german = (site.page(name).select_one("main") for name in ("index.html", FOLDER))

    assert "Breaking query parameter q was added, and is required." in lines(english)
    assert english.select_one(".versionadded").get_text().strip() == "Added in version 7."
    assert "Inkompatibel Query-Parameter q wurde hinzugefügt und ist erforderlich." in lines(german)
    assert german.select_one(".versionadded").get_text().strip() == "Hinzugefügt in Version 7."


def words_of_documents():
    return re.findall(r"[A-Za-z]+", json.dumps([OLD, NEW]))
