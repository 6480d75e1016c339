"""Every keyword has its effect: on the page, in samples, in the form, in the changes."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import SCHEMA_KEYWORDS
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.openapi.validation.meta_schemas import meta_schema
from sphinx_sitejson.reference.playground.data import playground_json
from sphinx_sitejson.reference.playground.operation import operation_playground
from sphinx_sitejson.reference.views.context import reference_context
from sphinx_sitejson.reference.views.operation_page import operation_view

from .keyword_rows import ROWS, STRUCTURE, KeywordRow

TEXT = {"type": "string"}
FINE = {"description": "Fine."}
GET = {"responses": {"200": FINE}}
URL = "https://mk.example"
SHARED = {
    "schemas": {
        "MkNamed": {"type": "object", "properties": {"inner": TEXT}},
        "MkDynamic": {"$dynamicAnchor": "mkDynamic", "type": "object"},
        "One": {"type": "object", "properties": {"mkKind": TEXT, "kind": TEXT}},
        "Two": {"type": "object", "properties": {"mkKind": TEXT, "kind": TEXT, "two": TEXT}},
    },
    "responses": {"Shared": {"description": "MkSharedResponse"}},
    "pathItems": {"Shared": {"get": {**GET, "description": "MkSharedItem"}}},
    "securitySchemes": {
        "MkDocumentKey": {"type": "apiKey", "in": "header", "name": "X-Mk-Key"},
        "MkOperationKey": {"type": "apiKey", "in": "header", "name": "X-Mk-Operation"},
    },
}
ROOT_OBJECTS = ("document", "info", "contact", "license", "components", "tag")


def filled(value: Any, marker: str) -> Any:
    """Write a marker for each ``@`` of a value."""
    if isinstance(value, str):
        # A doubled one is followed by the character itself.
        return value.replace("@@", f"{marker}@") if "@@" in value else value.replace("@", marker)
    if isinstance(value, list):
        return [filled(each, marker) for each in value]
    if isinstance(value, dict):
        return {filled(key, marker): filled(each, marker) for key, each in value.items()}
    return value


def merged(base: dict[str, Any], raw: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**base, **raw}.items() if value is not ...}


def body(content: dict[str, Any]) -> dict[str, Any]:
    return {"post": {**GET, "requestBody": {"required": True, "content": content}}}


def listed(**parts: Any) -> dict[str, Any]:
    return {"get": {**GET, **parts}}


def answering(**parts: Any) -> dict[str, Any]:
    return {"get": {"responses": {"200": {**FINE, **parts}}}}


def json_body(schema: Any) -> dict[str, Any]:
    return body({"application/json": {"schema": schema}})


def server_of(row: KeywordRow, variable: dict[str, Any]) -> dict[str, Any]:
    name = name_of(row)
    return {"url": f"https://{{{name}}}.example", "variables": {name: variable}}


LIST = {"type": "array", "items": TEXT}
FORM = {"type": "object", "required": ["it"],
        "properties": {"it": {"type": "array", "example": ["a", "b"]}}}  # fmt: skip
CHOICE = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("One", "Two")]}
# fmt: off
PLACES: dict[str, Callable[[KeywordRow, dict[str, Any]], dict[str, Any]]] = {
    "path item": lambda row, raw: (
        raw if row.key in (*METHODS, "$ref", "additionalOperations") else {"get": GET, **raw}),
    "operation": lambda row, raw: {"post": merged(GET, raw)},
    "external documentation": lambda row, raw: listed(externalDocs=merged({"url": URL}, raw)),
    "server": lambda row, raw: listed(servers=[merged({"url": URL}, raw)]),
    "server variable": lambda row, raw: listed(
        servers=[server_of(row, merged({"default": "d"}, raw))]),
    "parameter": lambda row, raw: listed(parameters=[merged(
        {"name": "it", "in": "query", "required": row.key != "required", "schema": TEXT}, raw)]),
    "request body": lambda row, raw: {"post": {**GET, "requestBody": merged(
        {"content": {"application/json": {"schema": TEXT}}}, raw)}},
    "media type": lambda row, raw: body(
        {MEDIA_TYPES.get(row.key, "application/json"): media_type(row, raw)}),
    "encoding": lambda row, raw: body(
        {"multipart/form-data": {"schema": FORM, "encoding": {"it": raw}}}),
    "responses": lambda row, raw: {"get": {"responses": merged({"200": FINE}, raw)}},
    "response": lambda row, raw: {"get": {"responses": {"200": merged(FINE, raw)}}},
    "header": lambda row, raw: answering(headers={"X-It": merged({"schema": TEXT}, raw)}),
    "example": lambda row, raw: body({"text/plain": {"schema": TEXT, "examples": {"one": raw}}}),
    "link": lambda row, raw: answering(
        links={"next": merged({"operationId": "linkTarget"}, raw)}),
    "reference": lambda row, raw: {"get": {"responses": {"200": raw or FINE}}},
    **dict.fromkeys(("security scheme", "oauth flows", "oauth flow"),
                    lambda row, raw: listed(security=[{name_of(row): []}])),
    "discriminator": lambda row, raw: json_body(
        {**CHOICE, "discriminator": merged({"propertyName": "kind"}, raw)}),
    "xml": lambda row, raw: body({"application/xml": {"schema": {
        "type": "object", "xml": {"name": "root"}, "required": ["it"],
        "properties": {"it": {**(LIST if row.key == "wrapped" else TEXT), "xml": raw}}}}}),
}
"""The path item in which each kind of object with a keyword has its place."""
# fmt: on


def path_item(row: KeywordRow, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the path item in which an object with a keyword has its place."""
    if row.object in PLACES:
        return PLACES[row.object](row, raw)
    assert row.object == "schema"
    schema = {"type": "object", "required": ["it"], "properties": {"it": raw}}
    content = {"application/xml" if row.key == "xml" else "application/json": {"schema": schema}}
    if row.key == "readOnly":
        # It is shown in responses only.
        return {"post": {**body(content)["post"], **answering(content=content)["get"]}}
    return body(content)


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
MEDIA_TYPES = {
    "encoding": "multipart/form-data",
    "prefixEncoding": "multipart/mixed",
    "itemEncoding": "multipart/mixed",
    "itemSchema": "application/jsonl",
}


def media_type(row: KeywordRow, raw: dict[str, Any]) -> dict[str, Any]:
    if row.key == "encoding":
        schema = {"type": "object", "required": ["it"], "properties": {"it": TEXT}}
    elif row.key == "prefixEncoding":
        schema = {"type": "array", "prefixItems": [TEXT], "minItems": 1}
    elif row.key == "itemEncoding":
        return {"itemSchema": TEXT, **raw}
    else:
        schema = TEXT
    return merged({"schema": schema}, raw)


def components_for(row: KeywordRow, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the components that the object of a row needs."""
    if row.object == "security scheme":
        scheme = merged({"type": "mutualTLS"}, raw)
        return {"securitySchemes": {name_of(row): scheme}}
    if row.object == "oauth flows":
        return {"securitySchemes": {name_of(row): {"type": "oauth2", "flows": raw}}}
    if row.object == "oauth flow":
        kind, urls = "authorizationCode", {"authorizationUrl": URL, "tokenUrl": URL}
        if row.key == "deviceAuthorizationUrl":
            kind, urls = "deviceAuthorization", {"deviceAuthorizationUrl": URL, "tokenUrl": URL}
        flow = {**urls, "scopes": {}, **raw}
        return {"securitySchemes": {name_of(row): {"type": "oauth2", "flows": {kind: flow}}}}
    return {}


def fragment(row: KeywordRow, *, with_keyword: bool = True, beside: bool = True) -> dict[str, Any]:
    others = row.beside if beside else {}
    found = {**others, **({row.key: row.value} if with_keyword else {})}
    return filled(found, row.marker)


def path_of(row: KeywordRow) -> str:
    is_root = row.object in ROOT_OBJECTS or (row.object == "server" and row.at == "overview")
    return "/linkTarget" if is_root else f"/{name_of(row)}"


def name_of(row: KeywordRow) -> str:
    """Return a name that is not what the tests look for."""
    return f"r{ROWS.index(row)}x"


def document_with(
    rows: tuple[KeywordRow, ...], *, without: KeywordRow | None = None
) -> dict[str, Any]:
    """Return a document with an operation for each row; one of them lacks its keyword."""
    target = {**GET, "operationId": "linkTarget", "summary": "Mk link target", "tags": ["T"]}
    data: dict[str, Any] = {
        "openapi": "3.2.0",
        "info": {"title": "Keywords", "version": "1"},
        "tags": [{"name": "T"}, {"name": "MkParentTag"}],
        "paths": {"/linkTarget": {"get": target}},
        "components": json.loads(json.dumps(SHARED)),
    }
    for row in rows:
        raw = fragment(row, with_keyword=row is not without)
        if row.object == "document":
            data |= {key: value for key, value in raw.items() if key not in KEPT}
        elif row.object == "info":
            data["info"] |= raw
        elif row.object in ("contact", "license"):
            place = data["info"].setdefault(row.object, {})
            data["info"][row.object] = {
                **row.beside,
                **place,
                **fragment(row, with_keyword=row is not without, beside=False),
            }
        elif row.object == "components":
            for key, value in raw.items():
                data["components"].setdefault(key, {}).update(value)
        elif row.object == "server" and row.at == "overview":
            data.setdefault("servers", []).append({"url": f"{URL}/{name_of(row)}", **raw})
        elif row.object == "tag":
            name = raw.get("name", name_of(row))
            data["tags"].append({**raw, "name": name})
            data["paths"][f"/{name_of(row)}"] = {"get": {**GET, "tags": [name]}}
        else:
            for key, value in components_for(row, raw).items():
                data["components"].setdefault(key, {}).update(value)
            data["paths"][path_of(row)] = path_item(row, raw)
    return data


KEPT = ("openapi", "$self", "info", "paths", "components", "tags")


def model(data: dict[str, Any], folder: Any) -> OpenApiDocument:
    (folder / "api.json").write_text(json.dumps(data), encoding="utf-8")
    found = read_document("api.json", root=folder, options=ReadOptions())
    assert found.data is not None
    return OpenApiDocument(found.data, name="api", location="/api.json", version=found.version)


class KeywordSite:
    """The site of the table: the pages by path, and the model of the document."""

    def __init__(self, site: Any, document: OpenApiDocument) -> None:
        self.site = site
        self.document = document
        self.pages: dict[str, Any] = {}
        for file in site.outdir.rglob("*.html"):
            if "sj-endpoint" in file.read_text(encoding="utf-8"):
                main = self.content(file.relative_to(site.outdir).as_posix())
                self.pages[main.select_one(".sj-path").get_text("", strip=True)] = main
        self.overview = self.content("api-reference/index.html")
        self.other = self.content("other/index.html")
        self.overview_text, self.other_text = page_text(self.overview), page_text(self.other)

    def content(self, path: str) -> Any:
        """Return the content of a page, parsed without the long menus around it."""
        return BeautifulSoup(self.site.main(path), "html.parser")

    def page(self, row: KeywordRow) -> Any:
        if row.at.startswith("other"):
            return self.other
        if row.at.startswith("overview"):
            return self.overview
        if row.at == "schema":
            return self.content(f"api-reference/schemas/{row.marker.lower()}.html")
        path = path_of(row)
        return next(main for text, main in self.pages.items() if text.endswith(path))

    def text(self, row: KeywordRow) -> str:
        if row.at.startswith("other"):
            return self.other_text
        return self.overview_text if row.at.startswith("overview") else page_text(self.page(row))

    def view(self, row: KeywordRow) -> Any:
        operation = next(each for each in self.document.operations if each.path == path_of(row))
        return operation, operation_view(self.document, operation, ReferenceOptions())

    def sample(self, row: KeywordRow) -> str:
        _operation, view = self.view(row)
        bodies = view.body.media_types if view.body else ()
        codes = [sample.code for sample in view.samples]
        return "\n".join([*codes, *(each.code for media in bodies for each in media.examples)])

    def form(self, row: KeywordRow) -> str:
        operation, view = self.view(row)
        context = reference_context(self.document, ReferenceOptions())
        return playground_json(operation_playground(operation, view, context))


@pytest.fixture(scope="module")
def keyword_site(build_shared_site, tmp_path_factory):
    # Some keywords exclude each other.
    data = document_with(tuple(row for row in ROWS if row.at and not row.at.startswith("other")))
    other = document_with(tuple(row for row in ROWS if row.at.startswith("other")))
    groups = [
        {"group": "API", "openapi": "api.json"},
        {"group": "Other", "openapi": {"source": "other.json", "directory": "other"}},
    ]
    site = build_shared_site(
        {
            "site.json": {"name": "Keywords", "navigation": {"groups": groups}},
            "index.md": "# Start\n",
            "api.json": data,
            "other.json": other,
        }
    )
    return KeywordSite(site, model(data, tmp_path_factory.mktemp("keywords")))


def named(row: KeywordRow) -> str:
    return f"{row.object}-{row.key}"


def page_text(main: Any) -> str:
    """Return the text of a page without code, in which samples would show everything."""
    texts = (text for text in main.strings if text.find_parent("pre") is None)
    return " ".join(" ".join(texts).split())


@pytest.mark.parametrize("row", [row for row in ROWS if row.page], ids=named)
def test_the_page_shows_it(keyword_site, row):
    expected = filled(row.page, row.marker)
    if row.at.endswith("link"):
        links = keyword_site.page(row).select("a")
        assert any(expected in link.get("href", "") for link in links)
    else:
        text = keyword_site.text(row)
        assert expected in text or expected in text.replace(" ", "")


@pytest.mark.parametrize("row", [row for row in ROWS if not row.page], ids=named)
def test_what_is_not_shown_has_a_reason(row):
    assert row.why.endswith(".")


@pytest.mark.parametrize("row", [row for row in ROWS if row.sample], ids=named)
def test_samples_follow_it(keyword_site, row):
    assert filled(row.sample, row.marker) in keyword_site.sample(row)


@pytest.mark.parametrize("row", [row for row in ROWS if row.form], ids=named)
def test_the_form_follows_it(keyword_site, row):
    assert filled(row.form, row.marker) in keyword_site.form(row)


@pytest.mark.parametrize("row", [row for row in ROWS if row.at], ids=named)
def test_changes_list_it(tmp_path, row):
    rows = (row,)
    before = model(document_with(rows, without=row), tmp_path)
    after = model(document_with(rows), tmp_path)
    changed = bool(compare_documents(before, after).operations)
    assert changed == row.changes


def test_the_site_has_no_warnings(keyword_site):
    assert keyword_site.site.warnings == ""


# The table is complete.


def keywords_of(version: str) -> dict[str, set[str]]:
    """Return the keywords of each object, as the meta-schema of a version names them."""
    schema = meta_schema(version).schema
    found = {"document": set(schema["properties"])}
    for name, rules in (schema.get("$defs") or schema["definitions"]).items():
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower().replace("-", " ")
        found[plain] = collect_keys(rules)
    return found


def collect_keys(rules: Any) -> set[str]:
    keys: set[str] = set()
    waiting = [rules]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, dict):
            if isinstance(each.get("properties"), dict):
                keys |= set(each["properties"])
            waiting += [value for key, value in each.items() if key != "properties"]
    return keys


OTHER_NAMES = {
    "examples": "media type", "parameters": "parameter", "parameter location": "parameter",
    "explode for form": "parameter", "apikey security scheme": "security scheme",
    "httpsecurity scheme": "security scheme", "oauth2security scheme": "security scheme",
    "open id connect security scheme": "security scheme", "implicit oauth flow": "oauth flow",
    "password oauth flow": "oauth flow", "client credentials flow": "oauth flow",
    "authorization code oauth flow": "oauth flow",
}  # fmt: skip


@pytest.mark.parametrize("version", ["3.0", "3.1", "3.2"])
def test_the_table_has_every_keyword_of_openapi(version):
    known = {(row.object, row.key) for row in ROWS}
    missing = {
        (OTHER_NAMES.get(name, name), key)
        for name, keys in keywords_of(version).items()
        for key in keys
        if (OTHER_NAMES.get(name, name), key) not in known
        and not (name == "oauth flows" and ("oauth flow", key) in known)
    }
    assert missing == set()


def test_the_table_has_every_keyword_of_schemas():
    known = {row.key for row in ROWS if row.object == "schema"}
    assert SCHEMA_KEYWORDS.keys() - known == set()


# The documentation lists the exceptions.

SUPPORT_PAGE = Path(__file__).parents[2] / "example_project" / "reference" / "openapi-support.mdx"


def exceptions() -> list[str]:
    """Return the rows of what pages do not show, one for each object and reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in ROWS:
        if not row.page and row.why != STRUCTURE:
            found.setdefault((row.object, row.why), []).append(f"`{row.key}`")
    return [
        f"| {name[0].upper()}{name[1:]} | {', '.join(keys)} | {why} |"
        for (name, why), keys in found.items()
    ]


def test_the_documentation_lists_what_is_not_shown():
    lines = SUPPORT_PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| ") and "`" in line] == exceptions()
