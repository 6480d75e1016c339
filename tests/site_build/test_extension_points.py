"""What projects add: sample languages, checks and API formats, by the examples of the guide."""

from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

pytestmark = pytest.mark.oldest

EXAMPLES = Path(__file__).parents[2] / "example_project/_extensions/examples"


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.py").read_text("utf-8")


BODY = {"content": {"application/json": {"schema": {"type": "object"}, "example": {"a": 1}}}}
CREATE = {"summary": "Create", "requestBody": BODY, "responses": {"200": {"description": "x"}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {"/a": {"post": CREATE}},
}
SITE = {
    "name": "S",
    "navigation": [{"group": "", "pages": ["index"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
}
FILES = {"site.json": SITE, "index.mdx": "# Start\n", "api.json": DOCUMENT}
PAGE = "api/create.html"
LUA = """\
local http = require("http.request")
local request = http.new_from_uri("https://api.example.com/a")
request.headers:upsert(":method", "POST")
request.headers:append("content-type", "application/json")
request:set_body("{\\"a\\": 1}")
local headers, stream = request:go()"""


def samples(site) -> dict[str, str]:
    return {
        found["data-choice"]: found.select_one("pre").get_text().strip()
        for found in site.page(PAGE).select("details[data-choice]")
    }


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_sample_language_is_shown_after_the_default_ones(build_clean, parallel):
    site = build_clean(FILES, conf=example("lua_samples"), parallel=parallel)

    found = samples(site)
    assert list(found)[-1] == "Lua"
    assert found["Lua"] == LUA


def test_settings_choose_a_sample_language_and_the_playground_leaves_it_alone(build_clean):
    languages = {"api": {"request": {"example": {"languages": ["lua", "go"]}}}}
    site = build_clean({**FILES, "site.json": {**SITE, **languages}}, conf=example("lua_samples"))

    assert list(samples(site)) == ["Lua", "Go"]
    lua, go = site.page(PAGE).select("details[data-choice]")
    assert "data-live" not in lua.attrs
    assert go["data-live"] == "go"
    scripts = {path.name for path in site.outdir.rglob("sitejson-playground-*.js")}
    assert "sitejson-playground-go.js" in scripts
    assert "sitejson-playground-lua.js" not in scripts


def test_an_edit_of_the_function_writes_the_samples_again(build_site):
    site = build_site(FILES, conf=example("lua_samples"))
    conf = (site.srcdir / "conf.py").read_text("utf-8")

    same = site.rebuild({})
    assert same.written_docs == set()
    changed = site.rebuild({"conf.py": conf.replace("stream = request:go()", "body = x()")})
    assert samples(changed)["Lua"].endswith("local headers, body = x()")


def test_a_sample_language_that_fails_is_reported_once(build_site):
    conf = """
        from sphinx_sitejson import add_sample_language

        def setup(app):
            add_sample_language(app, "lua", lambda request: request.adress)
    """
    site = build_site(FILES, conf=conf)

    (warning,) = site.warnings.splitlines()
    failure = (
        'the sample language "lua" failed for POST https://api.example.com/a: AttributeError: '
    )
    assert f"{failure}'SampleRequest' object has no attribute 'adress' (conf.py:" in warning
    assert warning.endswith("; its sample was skipped. [sitejson.sample_failed]")
    assert "Lua" not in samples(site)


PAGES = {
    "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["index", "b"]}]},
    "index.mdx": "# Start\n\nText.\n\nTODO\n",
    "b.md": "# B\n",
}
FOUND = 'index.mdx:5: WARNING: the text contains "TODO"; replace it with the missing text. '


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_check_warns_with_file_and_line_in_each_build(build_site, parallel):
    site = build_site(PAGES, conf=example("placeholder_check"), parallel=parallel)
    again = site.rebuild({"b.md": "# B\n\nMore.\n"})

    for each in (site, again):
        (warning,) = each.warnings.splitlines()
        assert warning.endswith(f"{FOUND}[sitejson.placeholder]")


@pytest.mark.parametrize(
    ("line", "is_run"),
    [
        ('sitejson_checks = ["all"]', True),
        ('sitejson_checks = ["placeholder"]', True),
        ("sitejson_checks = []", False),
        ('sitejson_checks = ["broken_link"]', False),
        ('suppress_warnings = ["sitejson.placeholder"]', False),
    ],
)
def test_the_author_decides_about_a_check(build_site, line, is_run):
    site = build_site(PAGES, conf=f"{example('placeholder_check')}\n{line}\n")

    assert ("TODO" in site.warnings) is is_run
    assert "unknown_check" not in site.warnings


def test_a_check_that_fails_is_reported_and_the_site_is_built(build_site):
    conf = """
        from sphinx_sitejson import add_check

        def setup(app):
            add_check(app, "prices", lambda env: [env.prices])
    """
    site = build_site(PAGES, conf=conf)

    (warning,) = site.warnings.splitlines()
    assert warning.startswith('WARNING: the check "prices" failed: AttributeError: ')
    assert warning.endswith("[sitejson.prices]")
    assert site.page("b.html").select_one("h1")


READ = {"name": "Read a ship", "request": {"method": "GET", "url": {"path": ["s", ":id"]}}}
COLLECTION = {
    "info": {"name": "Harbour", "schema": "https://schema.example.com/json/collection/v2.1.0/x"},
    "item": [{"name": "Ships", "item": [READ]}],
}


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_document_of_an_added_format_has_pages(build_clean, parallel):
    files = {**FILES, "api.json": COLLECTION}
    site = build_clean(files, conf=example("postman_format"), parallel=parallel)

    page = site.page("api/ships/read-a-ship.html")
    assert page.select_one("h1").get_text(strip=True).startswith("Read a ship")
    assert "/s/{id}" in page.get_text()


def test_pages_find_a_document_of_an_added_format_by_themselves(build_clean):
    files = {
        "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["index"]}]},
        "index.mdx": "---\ntitle: Ship\nopenapi: GET /s/{id}\n---\n",
        "list.json": ["not", "a", "document"],
        "harbour.json": COLLECTION,
    }
    site = build_clean(files, conf=example("postman_format"))

    assert "/s/{id}" in site.page("index.html").get_text()


def test_a_project_without_a_site_has_added_languages_and_formats(build_clean):
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\nhtml_theme = "alabaster"\n',
        "index.rst": "Start\n=====\n\n.. openapi:: harbour.json\n",
        "harbour.json": COLLECTION,
    }
    conf = example("postman_format").replace("def setup(", "def setup_format(")
    both = "    setup_format(app)\n    add_sample"
    conf += example("lua_samples").replace("    add_sample", both)
    site = build_clean(files, conf=conf)

    assert "/s/{id}" in site.page("index.html").get_text()


def test_an_edit_of_a_document_or_of_its_conversion_writes_its_pages_again(build_site):
    site = build_site({**FILES, "api.json": COLLECTION}, conf=example("postman_format"))
    conf = (site.srcdir / "conf.py").read_text("utf-8")
    page = "api/ships/read-a-ship.html"

    assert site.rebuild({}).written_docs == set()
    changed = site.rebuild({"conf.py": conf.replace('"The response."', '"Another answer."')})
    assert "Another answer." in changed.page(page).get_text()
    renamed = site.rebuild({"api.json": {**COLLECTION, "item": COLLECTION["item"][0]["item"]}})
    assert renamed.page("api/read-a-ship.html").select_one("h1")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("document['paths']", "the format \"x\" cannot convert it: KeyError: 'paths' (conf.py:"),
        ("[]", 'the format "x" returned list, not a dictionary.'),
        ('{"openapi": "3.1.0"}', 'the document has none of "paths", "webhooks", and "components".'),
        (
            '{"openapi": "3.1.0", "paths": {"/a": {"x-time": {1}}}}',
            'the format "x" returned a value that JSON does not have at paths./a.x-time: set.',
        ),
        ("document.update(a=document) or document", "or contain themselves."),
    ],
)
def test_a_conversion_that_fails_names_the_cause_and_what_is_missing(build_site, result, reason):
    conf = f"""
        from sphinx_sitejson import add_api_format

        def setup(app):
            add_api_format(app, "x", lambda document: {result}, matches=lambda document: True)
    """
    site = build_site({**FILES, "api.json": {"a": 1}}, conf=conf)

    warning, error = site.warnings.splitlines()
    assert "api.json" in warning
    assert reason in warning
    assert "api.json: it cannot be read, so its reference is missing." in error
    assert warning.endswith("[sitejson.openapi_document]")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('add_check(app, "Prices", print)', "add_check: the name 'Prices' must begin with a "),
        ('add_check(app, "prices", [])', 'add_check: "run" of "prices" must be a function, not '),
        ('add_check(app, "broken_link", print)', 'add_check: there is already a "broken_link"; '),
        ('add_sample_language(app, "", print)', "add_sample_language: the name '' must begin "),
        ('add_sample_language(app, "a", "")', 'add_sample_language: "generate" of "a" must be a '),
        (
            'add_api_format(app, "a", print, matches=None)',
            'add_api_format: "matches" of "a" must be a function, not NoneType.',
        ),
        (
            'add_api_format(app, "a", print, matches=print, suffixes="json")',
            'add_api_format: "suffixes" of "a" must be endings such as ".json".',
        ),
    ],
)
def test_wrong_use_is_one_sentence(build_site, call, message):
    conf = f"""
        from sphinx_sitejson import add_api_format, add_check, add_sample_language

        def setup(app):
            {call}
    """
    with pytest.raises(ExtensionError) as raised:
        build_site(PAGES, conf=conf)
    assert message in str(raised.value)
    assert str(raised.value).count(". ") == 0
