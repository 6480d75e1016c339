"""The first Send of a newcomer answers: in a preview, and in the pages of a simulated API."""

from contextlib import contextmanager

import pytest

from sphinx_sitejson.servers.preview import BuildEvents, RequestService, start_server
from support.echo import echo_server
from support.small_sites import api_document, api_files, settings
from support.wide import wide_but

from ..playground_site import open_playground, operation, send
from .test_shared_links import copied_link, opened

SHIP = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
}


def document(url):
    answers = {
        "200": {
            "description": "Ships.",
            "headers": {"X-Total": {"schema": {"type": "integer"}, "example": 2}},
            "content": {
                "application/json": {
                    "schema": SHIP,
                    "examples": {
                        "first": {"value": {"id": 9007199254740993, "name": "</script>"}},
                        "other": {"value": {"id": 2}},
                    },
                },
                "text/csv": {"schema": {"type": "string"}, "example": "id\n1\n"},
            },
        },
        "404": {
            "description": "None.",
            "content": {"application/json": {"example": {"gone": True}}},
        },
    }
    prefer = {"name": "Prefer", "in": "header", "schema": {"type": "string"}}
    made = {
        "201": {"description": "Made.", "content": {"image/png": {"schema": {"format": "binary"}}}}
    }
    operations = {
        "get": {"summary": "List", "parameters": [prefer], "responses": answers},
        "post": {"summary": "Make", "responses": made},
        "delete": {"summary": "Clear", "responses": {"204": {"description": "Gone."}}},
    }
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    more = {"security": [{"token": []}], "components": {"securitySchemes": schemes}}
    return api_document({"/ships": operations}, url, **more)


def files(url, **playground):
    return api_files(document(url), api={"playground": playground})


@pytest.fixture(scope="module")
def simulated(build_shared_clean):
    return build_shared_clean(files("https://api.invalid/v1", simulate=True))


@contextmanager
def preview(site, **options):
    requests = RequestService(site.srcdir, **options)
    builds = BuildEvents()
    server = start_server(site.outdir, 8900, builds=builds, requests=requests)
    try:
        yield f"http://localhost:{server.server_port}", builds
    finally:
        builds.end()
        server.shutdown()
        server.server_close()
        requests.close()


def no_network(page):
    """Note what leaves the page for another host."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return lambda: [url for url in asked if "api.invalid" in url]


def test_a_page_from_disk_simulates_responses(page, simulated):
    sent = no_network(page)
    dialog = open_playground(page, simulated.url("api/list.html"))
    assert dialog.inner_text().count("simulated") == 1

    answer = send(dialog)
    assert answer.locator(".sj-p-response-head").inner_text().startswith("200")
    assert "Simulated" in answer.locator(".sj-p-response-head").inner_text()
    assert " ms" not in answer.locator(".sj-p-response-head").inner_text()
    assert "9007199254740993" in answer.inner_text()
    assert '"</script>"' in answer.inner_text()
    assert "matches its schema" in answer.inner_text()
    answer.get_by_role("button", name="Headers").click()
    assert "x-total" in answer.inner_text()
    assert "x-sitejson" not in answer.inner_text()
    assert sent() == []


WISHES = [
    ["code=404", "404", '"gone": true'],
    ["example=other", "200", '"id": 2'],
    ['example="first"', "200", "9007199254740993"],
    ["code=418", "400", "no example"],
    ["example=nothing", "400", "no example"],
]


@pytest.mark.parametrize(("prefer", "status", "words"), wide_but(WISHES, WISHES[1], WISHES[3]))
def test_a_page_honours_wishes(page, simulated, prefer, status, words):
    dialog = open_playground(page, simulated.url("api/list.html"))
    dialog.get_by_label("Prefer").fill(prefer)
    answer = send(dialog)

    assert answer.locator(".sj-p-response-head").inner_text().startswith(status)
    assert words in answer.locator(".sj-p-pane").inner_text().replace("\n", "")


@pytest.mark.wide
def test_other_methods_and_pictures(page, simulated):
    dialog = open_playground(page, simulated.url("api/make.html"))
    answer = send(dialog)
    picture = answer.locator("img")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1

    dialog = open_playground(page, simulated.url("api/clear.html"))
    assert send(dialog).locator(".sj-p-response-head").inner_text().startswith("204")


def test_a_site_that_is_not_simulated_has_nothing_of_it(build_clean):
    site = build_clean(files("https://api.invalid/v1"))
    assert not (site.outdir / "_static" / "sitejson-playground-simulate.js").exists()
    assert '"answers"' not in (site.outdir / "api" / "list.html").read_text()


def test_a_preview_responds_from_the_documents(page, simulated):
    sent = no_network(page)
    with preview(simulated, is_mock=True) as (address, _):
        dialog = open_playground(page, f"{address}/api/list.html")
        answer = send(dialog)
        assert answer.locator(".sj-p-response-head").inner_text().startswith("200")
        assert "Simulated" in answer.locator(".sj-p-response-head").inner_text()
        answer.get_by_role("button", name="Headers").click()
        names = answer.locator(".sj-p-headers th").all_inner_texts()
        assert set(names) == {"content-type", "content-length", "x-total"}
        dialog.get_by_label("Prefer").fill("code=404")
        assert send(dialog).locator(".sj-p-response-head").inner_text().startswith("404")
    assert [url for url in sent() if "_sitejson/send" not in url] == []


@pytest.fixture(scope="module")
def real(build_shared_site):
    with echo_server() as echo:
        # One path is open to all pages, the other one to none.
        site = build_shared_site(files(f"{echo.address}/closed"))
        yield site, echo


def test_a_preview_goes_through_the_proxy_where_the_browser_cannot(page, real):
    pytest.importorskip("httpcore")
    site, echo = real
    with preview(site, allow_private=True) as (address, _):
        dialog = open_playground(page, f"{address}/api/list.html")
        answer = send(dialog)
        assert "through the preview proxy" in answer.inner_text()
        assert echo.last.path == "/closed/ships"

        # What has an effect is sent once, and not twice.
        before = len(echo.received)
        dialog = open_playground(page, f"{address}/api/make.html")
        assert "through the preview proxy" in send(dialog).inner_text()
        sent = [each for each in echo.received[before:] if each.method == "POST"]
        assert len(sent) == 1


def knows_builds(page):
    """Wait until the page hears of builds."""
    page.locator("html[data-sitejson-build]").wait_for()


def test_a_page_is_loaded_again_after_a_build(page, simulated):
    with preview(simulated) as (address, builds):
        page.goto(f"{address}/index.html")
        knows_builds(page)
        page.evaluate("window.isOld = true")
        builds.publish(is_good=False, log="site.json:1: <b>wrong</b>")
        notice = page.get_by_role("alert")
        notice.wait_for()
        assert "The build failed" in notice.inner_text()
        assert "<b>wrong</b>" in notice.inner_text()
        with page.expect_navigation():
            builds.publish(is_good=True, log="")
        assert page.evaluate("window.isOld") is None

        # What is typed into the playground stays.
        open_playground(page, f"{address}/api/list.html")
        knows_builds(page)
        page.evaluate("window.isOld = true")
        builds.publish(is_good=True, log="")
        page.get_by_role("button", name="Reload").wait_for()
        assert page.evaluate("window.isOld") is True


NAMED = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "id": {"type": "string", "readOnly": True}},
}
FREE = {"type": "object", "properties": {"name": {"type": "string"}}}
HIDDEN = {
    "type": "object",
    "properties": {
        "list": {"type": "array", "items": NAMED},
        "secret": {"type": "string", "writeOnly": True},
    },
    "example": {"list": [{"id": "1", "name": "Oak"}], "secret": "s"},
}
DEPENDENT = {
    "type": "object",
    "properties": {"card": {"example": 1}, "owner": {"type": "string", "minLength": 2}},
    "dependentRequired": {"card": ["owner"]},
}
UNTITLED = {
    "oneOf": [
        {"type": "object", "required": [name], "properties": {name: {"type": "boolean"}}}
        for name in ("barks", "purrs")
    ]
}
FORM = "application/x-www-form-urlencoded"
XML = {**FREE, "xml": {"name": "ship"}}
COOKIE = {"type": "apiKey", "in": "cookie", "name": "sid"}
COOKIE_HEADER = {"type": "apiKey", "in": "header", "name": "Cookie"}


def query(**more):
    return {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}, **more}]}


def body_of(schema, kind="application/json", *, required=False, **more):
    return {"requestBody": {"required": required, "content": {kind: {"schema": schema, **more}}}}


# What is sent first: the operation, and the query and the body that arrive.
FIRST = {
    "Nothing required": (body_of(FREE, required=True), "", b'{"name":"string"}'),
    "Optional object": (body_of(NAMED), "", b'{"name":"string"}'),
    "Optional array": (body_of({"type": "array", "items": FREE}), "", b'[{"name":"string"}]'),
    "Optional null": (body_of({"nullable": True}, example=None), "", b"null"),
    "Optional form": (body_of(FREE, FORM), "", b"name=string"),
    "Optional text": (
        body_of({"type": "string"}, "text/plain", example="two\nlines"),
        "",
        b"two\nlines",
    ),
    "Optional XML": (
        body_of(XML, "application/xml"),
        "",
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ship>\n  <name>string</name>\n</ship>',
    ),
    "Object as bytes": (body_of(FREE, "application/octet-stream"), "", b'{\n  "name": "string"\n}'),
    "One value": (query(required=True, schema={"enum": ["Remove"]}), "q=Remove", b""),
    "One value inside": (
        query(required=True, schema={"properties": {"a": {"enum": ["x"]}}}),
        "a=x",
        b"",
    ),
    "Only null": (query(required=True, schema={"type": "null"}), "q=", b""),
    "Only one number": (query(required=True, schema={"minimum": 3, "maximum": 3}), "q=3", b""),
    "Optional example": (query(example="a b"), "q=a%20b", b""),
    "Read-only and write-only": (
        body_of(HIDDEN),
        "",
        b'{"list":[{"name":"Oak"}],"secret":"s"}',
    ),
    "Dependent": (body_of(DEPENDENT), "", b'{"card":1,"owner":"string"}'),
    "Untitled variants": (body_of(UNTITLED), "", b'{"barks":true}'),
    # Examples that contradict their schema.
    "Text for a number": (
        query(required=True, example="13", schema={"type": "integer"}),
        "q=13",
        b"",
    ),
    "Number for a text": (query(required=True, example=13), "q=13", b""),
    "Number in a form": (body_of(FREE, FORM, example={"name": 13}), "", b"name=13"),
    "Wrong pattern": (query(required=True, example="x", schema={"pattern": "^y"}), "q=x", b""),
    "Null for a text": (body_of(NAMED, example={"name": None}), "", b'{"name":null}'),
    "Array for an object": (body_of(NAMED, required=True, example=["x"]), "", b'["x"]'),
    "Required member missing": (body_of(NAMED, required=True, example={"a": 1}), "", b'{"a":1}'),
    "Required element missing": (
        body_of({**NAMED, "xml": {"name": "ship"}, "example": {"a": 1}}, "application/xml"),
        "",
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ship>\n  <a>1</a>\n</ship>',
    ),
}
CONTRADICTIONS = (
    "Wrong pattern", "Null for a text", "Array for an object", "Required member missing",
    "Required element missing",
)  # fmt: skip


@pytest.fixture(scope="module")
def first(publish):
    operations = {name: operation for name, (operation, *_) in FIRST.items()}
    schemes = ("cookie", "header", "token")
    operations["Cookie or token"] = {"security": [{name: []} for name in schemes]}
    operations["Optional parts"] = body_of(FREE, "multipart/form-data")
    with echo_server() as echo:
        api = document(echo.address)
        api["components"]["securitySchemes"] |= {"cookie": COOKIE, "header": COOKIE_HEADER}
        done = {"200": {"description": "Done."}}
        api["paths"] = {
            f"/{name.replace(' ', '-')}": {
                "post": {"summary": name, "responses": done, "security": [], **operation}
            }
            for name, operation in operations.items()
        }
        yield publish(api_files(api, api={"playground": {}})), echo


def page_sample(page):
    return page.locator(".sj-request details[open] pre").text_content()


def open_first(page, first, name):
    address, _echo = first
    page.goto(f"{address}/api/{name.lower().replace(' ', '-')}.html")
    sample = page_sample(page)
    page.get_by_role("button", name="Try it").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return sample, dialog


USUAL = ("Nothing required", "Optional form", "One value", "Null for a text", "Wrong pattern")


@pytest.mark.parametrize("name", wide_but(FIRST, *USUAL))
def test_the_first_request_is_the_sample_of_the_page(page, first, name):
    _operation, query, body = FIRST[name]
    _address, echo = first
    sample, dialog = open_first(page, first, name)
    assert page_sample(page) == sample

    # What contradicts its schema is said before it is sent.
    problems = dialog.locator(":is(.sj-p-error, .sj-p-problems)[data-example]:visible")
    shown = [text for text in problems.all_inner_texts() if text]
    send(dialog)
    assert (echo.last.query, echo.last.body) == (query, body)
    assert [text for text in shown if "The example does not match the schema:" not in text] == []
    assert bool(shown) is (name in CONTRADICTIONS)


@pytest.mark.wide
def test_a_value_that_the_reader_changes_is_checked(page, first):
    _address, echo = first
    _sample, dialog = open_first(page, first, "Wrong pattern")
    value = dialog.get_by_role("textbox", name="q")
    value.fill("z")
    dialog.get_by_role("button", name="Send", exact=True).click()
    dialog.get_by_role("alert").filter(has_text="Fields to fix: 1").wait_for()
    assert value.get_attribute("aria-invalid") == "true"
    dialog.get_by_role("button", name="Send anyway").click()
    dialog.locator(".sj-p-response-head .sj-status").wait_for()
    assert echo.last.query == "q=z"


@pytest.mark.wide
def test_variants_have_the_titles_of_the_page(page, first):
    _sample, dialog = open_first(page, first, "Untitled variants")
    options = dialog.get_by_label("Variant").locator("option").all_inner_texts()
    titles = page.locator(".sj-choices:has(.sj-field) > details > summary")
    assert options == titles.all_inner_texts()
    assert len(options) == 2


OPTIONAL = ["Optional object", "Optional form", "Optional XML", "Optional parts"]


@pytest.mark.parametrize("name", wide_but(OPTIONAL, "Optional object"))
def test_one_control_leaves_out_an_optional_body(page, first, name):
    _address, echo = first
    _sample, dialog = open_first(page, first, name)
    body = dialog.get_by_role("group").filter(has=page.get_by_label("Send a body"))
    dialog.get_by_label("Send a body").uncheck()
    assert body.get_by_label("name").is_hidden()
    assert "--data" not in page_sample(page)
    send(dialog)
    assert echo.last.body == b""
    assert "content-type" not in echo.last.headers

    # A link to these inputs leaves it out as well.
    again = opened(page, copied_link(dialog))
    assert not again.get_by_label("Send a body").is_checked()
    again.get_by_label("Send a body").check()
    send(again)
    assert b"string" in echo.last.body


@pytest.mark.wide
def test_a_required_body_cannot_be_left_out(page, first):
    _sample, dialog = open_first(page, first, "Nothing required")
    assert dialog.get_by_label("Send a body").count() == 0


def description_of(element):
    """Return what describes an element to a screen reader."""
    name = element.get_attribute("aria-describedby")
    return element.page.locator(f"#{name}").inner_text()


def test_credentials_that_a_browser_can_send_come_first(page, first):
    _address, echo = first
    sample, dialog = open_first(page, first, "Cookie or token")
    assert "Authorization: Bearer" in sample
    button = dialog.get_by_role("button", name="Send", exact=True)
    assert "Credentials missing: Bearer token" in description_of(button)
    dialog.get_by_label("token").first.fill("secret")
    assert "missing" not in description_of(button)
    send(dialog)
    assert echo.last.headers["authorization"] == "Bearer secret"


@pytest.mark.wide
def test_an_operation_inside_a_text_has_a_sample_in_its_dialog(page, publish, first):
    _address, echo = first
    api = api_document({"/ships": {"get": operation("ships")}}, echo.address)
    text = "# Home\n\n```{openapi-operation} api.json GET /ships\n```\n"
    address = publish({"site.json": settings(), "index.md": text, "api.json": api})
    dialog = open_playground(page, f"{address}/index.html")
    sample = dialog.locator("[data-slot=sample] pre").text_content()
    assert f"--url {echo.address}/ships" in sample
