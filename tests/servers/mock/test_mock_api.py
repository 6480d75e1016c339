"""What the mock answers, and what it says is wrong with a request."""

import base64
import json
import socket
from contextlib import ExitStack

import pytest

from sphinx_sitejson.servers.mock.responses import ANSWERED_BY, MockRequest
from support.mocks import ask, header, mock_named, mock_of, problem, serving

KEY = {"x_shop_key": "any"}
JSON = {"content_type": "application/json"}
CUP = {"kind": "cup", "name": "Mug", "price": 4.5, "volume": 300}


@pytest.fixture(scope="module")
def shop():
    return mock_named("shop")


@pytest.fixture(scope="module")
def weather():
    return mock_named("weather")


def test_the_example_of_the_document(shop):
    answer = ask(shop, "GET", "/v1/products", **KEY)

    assert answer.status == 200
    assert json.loads(answer.body)[0]["name"] == "Atlas"
    assert b"19.90" in answer.body, "numbers keep their digits"
    assert header(answer, "link").startswith("<https://api.shop.example/v1/products?page=2>")
    assert header(answer, "x-total") == "1"
    assert header(answer, ANSWERED_BY) == "mock"


def test_where_operations_are_found(shop):
    assert ask(shop, "GET", "/v1/products", **KEY).status == 200
    assert ask(shop, "GET", "/products", **KEY).status == 200, "also without any base path"
    assert ask(shop, "GET", "/v1/products/search", **KEY).body == b'[\n  "found"\n]\n'
    missing = problem(ask(shop, "GET", "/v1/product", **KEY))
    assert missing["code"] == "no_such_path"
    assert 'Did you mean "/v1/products"?' in missing["detail"]
    assert ask(shop, "GET", "/v1/products/", **KEY).status == 404


def test_a_server_that_no_document_names(shop):
    def at(origin):
        return shop.respond(
            MockRequest(
                method="GET", path="/v1/products", origin=origin, headers=(("x-shop-key", "k"),)
            )
        )

    assert at("https://api.shop.example").status == 200
    assert problem(at("https://other.example"))["code"] == "no_such_server"


def test_methods(shop):
    answer = ask(shop, "PATCH", "/v1/products/7", **KEY)
    assert problem(answer)["code"] == "no_such_method"
    assert answer.status == 405
    assert header(answer, "allow") == "GET, DELETE, HEAD, OPTIONS"

    options = ask(shop, "OPTIONS", "/v1/products/7")
    assert (options.status, options.body) == (204, b"")
    assert header(options, "allow") == "GET, DELETE, HEAD, OPTIONS"
    assert ask(shop, "HEAD", "/v1/products/7", **KEY).status == 200
    assert ask(shop, "DELETE", "/v1/products/7", **KEY).status == 204
    # A document may describe these methods itself.
    legacy = mock_named("legacy")
    assert ask(legacy, "OPTIONS", "/cgi-bin/nothing/").body == b"what"


def test_credentials_count_by_their_presence(shop, weather):
    answer = ask(shop, "GET", "/v1/products")
    assert answer.status == 401
    assert header(answer, "www-authenticate") == 'ApiKey realm="Shop"'
    assert '"X-Shop-Key"' in problem(answer)["detail"]
    assert ask(shop, "GET", "/v1/products", x_shop_key=" ").status == 401

    media = mock_named("media")
    assert ask(media, "GET", "/media/files/1").status == 401
    assert ask(media, "GET", "/media/files/1", cookie="a=b; sid=x").status == 200
    assert ask(media, "GET", "/media/thumb/1.png").status == 200

    identity = mock_named("identity")
    both = {"authorization": "Bearer t"}
    assert ask(identity, "GET", "/scim/v2/Users", **both).status == 401
    assert ask(identity, "GET", "/scim/v2/Users?tenant=a", **both).status == 200
    assert ask(identity, "GET", "/scim/v2/Users?tenant=a", authorization="Basic t").status == 401

    assert ask(weather, "GET", "/now?at=1%202").status == 200, "no credentials are one way, too"
    assert ask(mock_named("shop", requires_credentials=False), "GET", "/products").status == 200


@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        ("Basic " + base64.b64encode(b"a:b").decode(), 204),
        ("basic " + base64.b64encode(b"a:").decode(), 204),
        ("Basic nonsense", 401),
        ("Basic", 401),
        ("Bearer x", 401),
    ],
)
def test_basic_credentials(tmp_path, authorization, status):
    document = {
        "openapi": "3.1.0",
        "info": {"title": 'A "b"', "version": "1"},
        "security": [{"b": []}],
        "paths": {"/a": {"get": {"responses": {"204": {"description": "OK"}}}}},
        "components": {"securitySchemes": {"b": {"type": "http", "scheme": "basic"}}},
    }
    mock = mock_of(tmp_path / "a.json", document)
    answer = ask(mock, "GET", "/a", authorization=authorization)
    assert answer.status == status
    if status == 401:
        assert header(answer, "www-authenticate") == "Basic realm=\"A 'b'\""


def test_preferences(shop):
    missing = ask(shop, "GET", "/v1/products/7", prefer="code=404")
    assert (missing.status, json.loads(missing.body)) == (404, {"code": "gone", "message": None})
    assert header(missing, "preference-applied") == "code=404"
    none = ask(shop, "GET", "/v1/products", **KEY, prefer="example=none; wait=10")
    assert none.body == b"[]\n"
    assert header(none, "preference-applied") == "example=none"
    both = ask(shop, "GET", "/v1/products", **KEY, prefer='code=200, example="none"')
    assert both.body == b"[]\n"
    # Any status is one of those that "default" stands for.
    assert ask(shop, "DELETE", "/v1/products/7", prefer="code=503").status == 503


@pytest.mark.parametrize(
    ("prefer", "code", "words"),
    [
        ("code=418", "no_such_status", "it documents: 200, 404"),
        ("example=none", "no_such_example", "it has: none with a name"),
        ("code=99", "bad_preference", "code=404"),
        ("code=abc", "bad_preference", "code=404"),
    ],
)
def test_preferences_that_cannot_be_met(shop, prefer, code, words):
    found = problem(ask(shop, "GET", "/v1/products/7", **KEY, prefer=prefer))
    assert (found["status"], found["code"]) == (400, code)
    assert words in found["detail"]


def test_a_success_that_is_asked_for_needs_a_right_request(shop):
    assert ask(shop, "GET", "/v1/products/x", **KEY, prefer="code=200").status == 400
    assert ask(shop, "GET", "/v1/products/x", prefer="code=404").status == 404


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "application/json"),
        ("application/xml", "application/xml"),
        ("text/csv;q=0.5, application/xml;q=0.1", "text/csv"),
        ("text/*", "text/csv"),
    ],
)
def test_forms_of_a_response(weather, accept, media_type):
    headers = {"accept": accept} if accept else {}
    answer = ask(weather, "GET", "/now?at=1%202", **headers)
    assert header(answer, "content-type") == media_type


def test_a_response_that_nobody_accepts(weather):
    answer = ask(weather, "GET", "/now?at=1%202", accept="image/png")
    assert answer.status == 406
    assert "application/xml, application/json, text/csv" in problem(answer)["detail"]


def test_xml_says_what_its_schema_hints(weather):
    answer = ask(weather, "GET", "/now?at=1%202", accept="application/xml")
    assert b'<w:weather xmlns:w="urn:w" id="1">' in answer.body
    assert b"<word>string</word>" in answer.body


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        (CUP, JSON, 201, ""),
        ({**CUP, "volume": "much"}, JSON, 422, "/volume"),
        ({**CUP, "kind": "boat"}, JSON, 422, ""),
        ({"kind": "cup"}, JSON, 422, '"name" is a required property'),
        (b"{", JSON, 422, "not valid JSON"),
        (None, {}, 422, "body: It is required"),
        (CUP, {"content_type": "text/csv"}, 415, "it accepts: application/json"),
        (CUP, {}, 415, "has no Content-Type"),
        (CUP, {**JSON, "content_encoding": "br"}, 415, "encoded as br"),
    ],
)
def test_bodies(shop, body, headers, status, words):
    answer = ask(shop, "POST", "/v1/products", body, **KEY, **headers)
    assert answer.status == status
    if status != 201:
        found = problem(answer)
        assert words in found["detail"] + json.dumps(
            found.get("errors", []), ensure_ascii=False
        ).replace('\\"', '"')


def test_an_example_that_contradicts_its_schema_is_accepted(tmp_path):
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
    examples = {name: {"value": {"name": name}} for name in ("Ada", "Bob")}
    content = {"application/json": {"schema": schema, "examples": examples}}
    operation = {"requestBody": {"content": content}, "responses": {"204": {"description": "OK"}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}
    people = mock_of(tmp_path / "t.json", {**document, "paths": {"/people": {"post": operation}}})

    for body, status in (({"name": "Ada"}, 204), ({"name": "Bob"}, 204), ({"name": "Eve"}, 400)):
        assert ask(people, "POST", "/people", body, **JSON).status == status


def test_all_that_is_wrong_is_reported_at_once(weather):
    answer = ask(weather, "GET", "/now?at=1&units=x&box%5Bnorth%5D=cold&days=some")
    errors = problem(answer)["errors"]

    assert answer.status == 400
    assert {(each["in"], each["name"]) for each in errors} == {
        ("query", "at"),
        ("query", "units"),
        ("query", "box"),
        ("query", "days"),
    }
    assert next(each for each in errors if each["name"] == "box")["pointer"] == "/north"


def test_the_same_path_with_other_names_has_the_methods_of_both():
    identity = mock_named("identity", requires_credentials=False)
    assert ask(identity, "DELETE", "/scim/v2/Users/ada").status == 204
    assert ask(identity, "GET", "/scim/v2/Users/ada").status == 400


def test_paths_that_a_query_distinguishes():
    legacy = mock_named("legacy")
    assert ask(legacy, "GET", "/cgi-bin/run?action=show&x=1").body == b"<p>show</p>"
    assert ask(legacy, "GET", "/cgi-bin/run?action=list").body == b"<p>list</p>"
    assert ask(legacy, "GET", "/cgi-bin/run").status == 404


def test_paths_are_compared_by_what_they_mean():
    geo = mock_named("geo")
    assert ask(geo, "GET", "/a%20place/%c3%a4").body == b"here"
    assert ask(geo, "GET", "/%61%20place/%C3%A4").status == 200
    assert ask(geo, "GET", "/tiles/3/1,2.png").status == 200
    assert ask(geo, "GET", "/tiles/3/1,2.svg").status == 400
    assert ask(geo, "GET", "/tiles/99/1,2.png").status == 400
    assert ask(geo, "GET", "/points/.1.2.x").status == 400


def test_pictures_are_pictures():
    media = mock_named("media", requires_credentials=False)
    png = ask(media, "GET", "/media/files/1", accept="image/png")
    assert png.body.startswith(b"\x89PNG")
    assert header(png, "content-disposition") == 'attachment; filename="a.png"'
    # The server itself says which pages may read a response.
    assert "access-control-allow-origin" not in {name.lower() for name, _value in png.headers}


def test_responses_are_the_same_each_time(weather):
    first, second = (ask(mock_named("weather"), "GET", "/now?at=1%202") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "path", ["/", "//", "/%", "/%ff", "/v1/products/%2e%2e", "*", "", "/v1/\u00ff"]
)
def test_hostile_paths_are_no_trouble(shop, path):
    assert ask(shop, "GET", path, **KEY).status in (400, 404)


def test_an_internal_error_is_a_response_too(shop, monkeypatch):
    def fail(*arguments, **options):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("sphinx_sitejson.servers.mock.mock_api.validate_parameters", fail)
    found = problem(ask(shop, "GET", "/v1/products", **KEY))
    assert (found["status"], found["code"]) == (500, "mock_failed")
    assert "ZeroDivisionError in fail" in found["detail"]
    assert "secret" not in found["detail"]


HALF_SENT = b"POST /v1/products HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"


def beginning_of_answer(url, stack, *, seconds):
    """Send a request without the end of its body, and leave the connection open."""
    address = ("127.0.0.1", int(url.rpartition(":")[2]))
    connection = stack.enter_context(socket.create_connection(address, timeout=seconds))
    connection.sendall(HALF_SENT)
    try:
        return connection.recv(12)
    except TimeoutError:
        return b""


def test_half_sent_bodies_do_not_let_others_wait(shop, monkeypatch):
    monkeypatch.setattr("sphinx_sitejson.servers.local_server.MAX_CONNECTIONS", 2)
    with serving(shop) as url, ExitStack() as stack:
        # The first two occupy the server as soon as it has read their heads.
        answers = (beginning_of_answer(url, stack, seconds=2) for _ in range(60))
        assert b"HTTP/1.1 503" in answers


def test_half_sent_bodies_are_refused_after_some_time(shop, monkeypatch):
    monkeypatch.setattr("sphinx_sitejson.servers.local_server.REQUEST_SECONDS", 1)
    with serving(shop) as url, ExitStack() as stack:
        assert beginning_of_answer(url, stack, seconds=120) == b"HTTP/1.1 400"
