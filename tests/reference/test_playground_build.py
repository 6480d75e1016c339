"""The playground in real builds: which pages have it, and the files it needs."""

import json

import pytest

from support.sites import api_settings

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.example/v1"}],
    "paths": {
        "/pets": {
            "get": {
                "summary": "List pets",
                "parameters": [
                    {"name": "</script><b>", "in": "query", "schema": {"type": "string"}}
                ],
                "responses": {"200": {"description": "OK"}},
            }
        }
    },
}
SITE = api_settings("Pets", "pets.json", group="All", colors={"primary": "#224466"})
PAGE = "api/list-pets.html"
SCRIPT = "_static/sitejson-playground.js"


def files_with(api=None, document=None):
    return {
        "site.json": {**SITE, "api": api or {}},
        "pets.json": {**DOCUMENT, **(document or {})},
        "index.mdx": "# Pets\n",
    }


def test_a_page_has_its_data_and_names_its_files(build_clean):
    site = build_clean(files_with())
    place = site.page(PAGE).select_one("sj-playground")

    assert json.loads(place.select_one("script").string)["parameters"][0]["name"] == "</script><b>"
    for name in ("script", "style", "callback"):
        assert site.exists(f"api/{place['data-' + name].partition('?')[0]}"), name
    assert place.select_one("button").has_attr("hidden")
    assert not site.exists("_static/playground/request.js")


EXACT = """{
  "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
  "servers": [{"url": "https://pets.example/v1"}],
  "paths": {"/pets": {"post": {"summary": "List pets",
    "parameters": [{"name": "limit", "in": "query", "example": 9007199254740993,
      "schema": {"type": "integer", "maximum": 9223372036854775807}}],
    "requestBody": {"content": {"application/json": {
      "schema": {"type": "object", "properties": {
        "price": {"type": "number", "minimum": 0.10, "default": 1.10},
        "huge": {"type": "number", "const": 1E400}}},
      "example": {"price": 12.50, "huge": 1E400}}}},
    "responses": {"200": {"description": "OK"}}}}}
}"""


def test_numbers_of_a_document_keep_their_digits(build_clean):
    site = build_clean({**files_with(), "pets.json": EXACT})
    page = site.page(PAGE)
    text = " ".join(page.get_text().split())
    data = page.select_one("sj-playground script").string

    for words in ("at most 9223372036854775807", "at least 0.10", "always 1E400", "1.10"):
        assert words in text, words
    for sample in page.select(".sj-request pre"):
        assert "limit=9007199254740993" in sample.text
        assert "12.50" in sample.text
        assert "1E400" in sample.text
    assert '"price":12.50,"huge":1E400' in data
    assert '"maximum":9223372036854775807' in data
    markdown = site.text("api/list-pets.md")
    assert "12.50" in markdown
    assert "1E400" in markdown


@pytest.mark.parametrize("mode", ["simple", "hide"])
def test_other_modes_ship_nothing(build_site, mode):
    page = build_site(files_with({"playground": {"mode": mode}})).page(PAGE)

    assert page.select_one("sj-playground") is None
    assert (page.select_one(".sj-endpoint") is None) == (mode == "hide")


def test_without_a_server_requests_go_to_the_site_which_a_line_says(build_site):
    site = build_site(files_with(document={"servers": []}))
    data = json.loads(site.page(PAGE).select_one("sj-playground script").string)
    assert data["servers"] == [{"url": "/"}]
    assert site.warnings == ""
    assert site.status.count("names no servers") == 1
    assert '"api.baseUrl"' in site.status

    site = build_site(files_with({"baseUrl": "https://a.example"}, {"servers": []}))
    data = json.loads(site.page(PAGE).select_one("sj-playground script").string)
    assert data["servers"] == [{"url": "https://a.example"}]
    assert "names no servers" not in site.status


def test_base_urls_of_the_settings_replace_those_of_the_document(build_clean):
    urls = ["https://a.example", "https://b.example/v2"]
    page = build_clean(files_with({"baseUrl": urls})).page(PAGE)

    data = json.loads(page.select_one("sj-playground script").string)
    assert data["servers"] == [{"url": url} for url in urls]
    assert "https://a.example/pets" in page.select_one(".sj-request pre").text


@pytest.mark.parametrize(
    ("auth", "words", "sample"),
    [
        ({"method": "bearer", "name": "Harbour token", "inputPrefix": "hb_"},
         {"label": "Harbour token", "prefix": "hb_"}, "Authorization: Bearer hb_<token>"),
        ({"method": "key", "name": "X-Own", "inputPrefix": "k_"},
         {"parameter": "X-Own", "prefix": "k_"}, "X-Own: k_<api-key>"),
        ({"method": "basic", "name": "account:pin"},
         {"username": "account", "password": "pin"}, "--user '<account>:<pin>'"),
    ],
)  # fmt: skip
def test_the_credentials_form_follows_the_settings(build_clean, auth, words, sample):
    page = build_clean(files_with({"auth": auth})).page(PAGE)

    ((scheme,),) = json.loads(page.select_one("sj-playground script").string)["security"]
    assert words.items() <= scheme.items()
    assert scheme["kind"] == auth["method"]
    assert sample in page.select_one(".sj-request pre").text


@pytest.mark.parametrize(
    ("example", "labels"),
    [
        ({}, ["cURL", "Python", "JavaScript", "PHP", "Go", "Java"]),
        ({"languages": ["go", "bash"]}, ["Go", "cURL"]),
    ],
)
def test_samples_are_in_the_languages_of_the_settings(build_clean, example, labels):
    page = build_clean(files_with({"request": {"example": example}})).page(PAGE)

    samples = page.select(".sj-request [data-choice]")
    assert [sample["data-choice"] for sample in samples] == labels


def an_object(**properties):
    return {"type": "object", "properties": properties}


INNER = an_object(a=an_object(b=an_object(x={})), c={"oneOf": [an_object(d={}), an_object(e={})]})
NESTED = {
    "/pets": {"post": {"summary": "List pets",
                       "requestBody": {"content": {"application/json": {"schema": INNER}}},
                       "responses": {"200": {"description": "OK"}}}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "opened"),
    [
        ({}, []),
        ({"expanded": "none"}, []),
        ({"expanded": "topLevelOneOfs"}, ["body-c"]),
        ({"expanded": "topLevel"}, ["body-a", "body-c"]),
        ({"expanded": "all"}, ["body-a", "body-a-b", "body-c"]),
    ],
)
def test_nested_fields_are_expanded_by_the_setting(build_clean, keys, opened):
    page = build_clean(files_with({"paramFields": keys}, {"paths": NESTED})).page(PAGE)

    folds = page.select(".sj-api details.sj-children[open]")
    assert [fold.find_parent(id=True)["id"] for fold in folds] == opened


PARAMETERS = [
    {"name": name, "in": "query", "required": name == "needed", "schema": {"type": "string"}}
    for name in ("free", "needed")
]
ORDERED = {"/pets": {"get": {**DOCUMENT["paths"]["/pets"]["get"], "parameters": PARAMETERS}}}


@pytest.mark.parametrize(
    ("api", "names"),
    [({}, ["needed", "free"]), ({"maintainOrder": True}, ["free", "needed"])],
)
def test_required_parameters_come_first_unless_the_order_is_maintained(build_clean, api, names):
    page = build_clean(files_with(api, {"paths": ORDERED})).page(PAGE)

    assert [name.get_text() for name in page.select(".sj-api .sj-name")][:2] == names


@pytest.mark.parametrize("is_shown", [None, False, True])
def test_samples_have_optional_parameters_where_the_settings_ask_for_them(build_clean, is_shown):
    api = {} if is_shown is None else {"request": {"example": {"showOptionalParams": is_shown}}}
    sample = build_clean(files_with(api, {"paths": ORDERED})).page(PAGE).select_one("pre").text

    assert "needed=" in sample
    assert ("free=" in sample) is bool(is_shown)


@pytest.mark.parametrize("builder", ["epub", "text", "latex", "singlehtml", "dirhtml"])
def test_other_builders(build_clean, builder):
    values = {"version": "1", "copyright": "1"}
    site = build_clean(files_with(), builder=builder, overrides=values)

    if builder == "dirhtml":
        page = site.page("api/list-pets/index.html")
        script = page.select_one("sj-playground")["data-script"].partition("?")[0]
        assert (site.outdir / "api/list-pets" / script).is_file()
    elif builder == "epub":
        assert "sj-playground" not in site.text("api/list-pets.xhtml")


def test_only_the_languages_of_the_site_are_there(build_site):
    languages = {"request": {"example": {"languages": ["curl", "node"]}}}
    site = build_site(files_with(languages))

    assert site.exists("_static/sitejson-playground-node.js")
    assert not site.exists("_static/sitejson-playground-python.js")


def test_the_proxy_is_the_one_that_was_configured(build_site):
    conf = 'sitejson_proxy_url = "https://proxy.example/"'
    assert '"https://proxy.example/"' in build_site(files_with(), conf=conf).text(SCRIPT)
    off = files_with({"playground": {"disableProxy": True}})
    assert "proxy.example" not in build_site(off, conf=conf).text(SCRIPT)
    hostile = 'sitejson_proxy_url = "javascript:alert(1)"'
    assert "javascript:" not in build_site(files_with(), conf=hostile).text(SCRIPT)


def test_a_changed_mode_writes_the_pages_again(build_site):
    site = build_site(files_with())
    again = site.rebuild()
    assert again.written_docs == frozenset()
    changed = site.rebuild({"site.json": {**SITE, "api": {"playground": {"mode": "simple"}}}})

    assert changed.page(PAGE).select_one("sj-playground") is None
