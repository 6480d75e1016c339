"""From an operation to the request that samples send."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from sphinx_sitejson.http_messages.request import (
    BasicAuth,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    TextBody,
)
from sphinx_sitejson.http_messages.request_building import (
    operation_base_url,
    sample_request,
    server_url,
)
from sphinx_sitejson.openapi.model import Server, ServerVariable
from sphinx_sitejson.settings.site import Auth

from .support import operation_of

BASE = "https://api.example.com/v1"
SCHEMES = {
    "bearer": {"type": "http", "scheme": "Bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "digest": {"type": "http", "scheme": "digest"},
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "api key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "oauth": {"type": "oauth2", "flows": {}},
    "openid": {"type": "openIdConnect"},
    "tls": {"type": "mutualTLS"},
}


def request_for(raw, *, base_url=BASE, path="/pets", method="post", **options):
    operation = operation_of(raw, path=path, method=method, components={"securitySchemes": SCHEMES})
    return sample_request(operation, base_url=base_url, **options)


def parameter(name, place, **raw):
    return {"name": name, "in": place, "schema": {"type": "string"}, **raw}


def body_of(name, media):
    return request_for({"requestBody": {"content": {name: media}}}).body


def test_parameters_go_to_their_places():
    request = request_for(
        {
            "parameters": [
                parameter("petId", "path", schema={"type": "integer", "minimum": 7}),
                parameter("tags", "query", required=True, example=["a", "b c"]),
                parameter("filter", "query", style="deepObject", explode=True, example={"a": 1}),
                parameter("unsaid", "query"),
                parameter("old", "query", deprecated=True, example="x"),
                parameter("X-Trace", "header", example="t1"),
                parameter("session", "cookie", required=True, example="s 1"),
            ]
        },
        path="/pets/{petId}/toys",
        method="get",
    )

    assert request.method == "GET"
    assert request.url == f"{BASE}/pets/7/toys?tags=a&tags=b%20c&filter%5Ba%5D=1"
    assert request.headers == (("X-Trace", "t1"),)
    assert request.cookies == (("session", "s%201"),)
    assert request.body is None


@pytest.mark.parametrize(
    ("show_optional", "query"), [(None, "?b=x"), (True, "?a=string&b=x"), (False, "")]
)
def test_which_optional_parameters_are_sent(show_optional, query):
    raw = {"parameters": [parameter("a", "query"), parameter("b", "query", example="x")]}

    request = request_for(raw, method="get", show_optional=show_optional)

    assert request.url == f"{BASE}/pets{query}"


def test_a_path_parameter_without_hints_shows_its_name():
    raw = {"parameters": [parameter("owner", "path")]}

    assert request_for(raw, path="/{owner}/{undeclared}").url == f"{BASE}/owner/undeclared"


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ({"schema": {"type": "string", "enum": ["", "active", "failed"]}}, "/jobs/active"),
        ({"schema": {"type": "string", "enum": [""]}}, "/jobs/state"),
        ({"schema": {"type": "string"}, "example": ""}, "/jobs/state"),
    ],
)
def test_a_path_parameter_is_never_empty(raw, path):
    raw = {"parameters": [parameter("state", "path", required=True, **raw)]}

    assert request_for(raw, path="/jobs/{state}").url == f"{BASE}{path}"


@pytest.mark.parametrize("name", ["Content-Length", "transfer-encoding"])
def test_the_client_sets_the_length_of_a_request(name):
    header = parameter(name, "header", required=True, schema={}, example=2469036)
    other = parameter("X-Size", "header", required=True, schema={}, example=2469036)

    assert request_for({"parameters": [header, other]}).headers == (("X-Size", "2469036"),)


def test_a_parameter_can_be_a_document_or_the_full_query():
    content = {"application/json": {"example": {"a": 1}}}
    form = {"application/x-www-form-urlencoded": {"example": {"a": 1, "b": "x y"}}}
    as_document = {
        "parameters": [{"name": "q", "in": "query", "required": True, "content": content}]
    }
    as_query = {
        "parameters": [{"name": "q", "in": "querystring", "required": True, "content": form}]
    }

    assert request_for(as_document).url == f"{BASE}/pets?q=%7B%22a%22%3A1%7D"
    assert request_for(as_query).url == f"{BASE}/pets?a=1&b=x%20y"


@pytest.mark.parametrize(
    ("name", "attribute", "expected"),
    [
        ("bearer", "headers", (("Authorization", "Bearer <token>"),)),
        ("oauth", "headers", (("Authorization", "Bearer <token>"),)),
        ("openid", "headers", (("Authorization", "Bearer <token>"),)),
        ("digest", "basic_auth", BasicAuth(scheme="digest")),
        ("header", "headers", (("X-Key", "<api-key>"),)),
        ("query", "url", f"{BASE}/pets?api%20key=<api-key>"),
        ("basic", "basic_auth", BasicAuth()),
        ("tls", "headers", ()),
        ("missing", "headers", ()),
    ],
)
def test_the_first_alternative_of_security(name, attribute, expected):
    request = request_for({"security": [{name: []}, {"header": []}]})

    assert getattr(request, attribute) == expected


def test_a_cookie_is_only_used_if_there_is_nothing_else():
    request = request_for({"security": [{"cookie": []}, {"cookie": [], "header": []}]})
    assert request.cookies == (("sid", "<api-key>"),)
    request = request_for({"security": [{"cookie": []}, {"header": []}]})
    assert (request.cookies, request.headers) == ((), (("X-Key", "<api-key>"),))


def test_schemes_that_are_needed_together():
    request = request_for({"security": [{"bearer": [], "header": []}]})

    assert [name for name, _ in request.headers] == ["Authorization", "X-Key"]


@pytest.mark.parametrize(
    ("auth", "headers", "basic"),
    [
        (Auth(method="bearer"), (("Authorization", "Bearer <token>"),), None),
        (Auth(method="key", name="X-Own"), (("X-Own", "<api-key>"),), None),
        (Auth(method="key"), (("X-API-Key", "<api-key>"),), None),
        (Auth(method="key", name="Authorization", input_prefix="Token "),
         (("Authorization", "Token <api-key>"),), None),
        (Auth(method="basic", name="id:secret"), (),
         BasicAuth(username="<id>", password="<secret>")),
        (Auth(method="basic"), (), BasicAuth()),
    ],
)  # fmt: skip
def test_the_word_of_the_sites_owner_wins(auth, headers, basic):
    request = request_for({"security": [{"header": []}]}, site_auth=auth)

    assert (request.headers, request.basic_auth) == (headers, basic)


def test_an_open_operation_stays_open():
    request = request_for({"security": []}, site_auth=Auth(method="bearer"))

    assert request.headers == ()


def test_json_comes_first_and_its_example_before_a_made_value():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    content = {
        "application/xml": {"schema": schema},
        "application/json": {"schema": schema, "example": {"a": "given"}},
    }
    raw = {"requestBody": {"content": content}}

    assert request_for(raw).body == JsonBody(value={"a": "given"})


@pytest.mark.parametrize(
    ("name", "media", "body"),
    [
        ("application/json", {"schema": {"type": "integer"}}, JsonBody(value=1)),
        ("*/*", {"example": [1]}, JsonBody(value=[1])),
        ("application/json", {"example": '{"a": 1}'}, JsonBody(value={"a": 1})),
        ("application/json", {"example": "{no json"}, JsonBody(value="{no json")),
        ("application/json", {"examples": {"a": {"serializedValue": "[1]"}}}, JsonBody(value=[1])),
        ("application/merge-patch+json", {"example": {}},
         JsonBody(value={}, media_type="application/merge-patch+json")),
        ("text/plain", {"example": "hello"}, TextBody(text="hello")),
        ("application/xml", {"example": "<a/>"},
         TextBody(text="<a/>", media_type="application/xml")),
        ("application/pdf", {}, FileBody(file_name="document.pdf", media_type="application/pdf")),
        ("image/*", {}, FileBody(file_name="image.png", media_type="image/png")),
        ("application/octet-stream", {"schema": {"type": "string", "format": "binary"}},
         FileBody(file_name="file.bin")),
        ("application/x-www-form-urlencoded", {"example": {"a": [1, 2], "b": {"c": True}}},
         FormBody(fields=(("a", "1"), ("a", "2"), ("b", '{"c":true}')))),
        ("application/x-www-form-urlencoded",
         {"example": {"a": [1, 2], "b": {"c": 1}},
          "encoding": {"a": {"explode": False}, "b": {"style": "deepObject"}}},
         FormBody(fields=(("a", "1,2"), ("b[c]", "1")))),
    ],
)  # fmt: skip
def test_bodies(name, media, body):
    assert body_of(name, media) == body


def test_files_among_parts():
    properties = {
        "title": {"type": "string"},
        "photo": {"type": "string", "format": "binary"},
        "more": {"type": "array", "items": {"type": "string", "format": "binary"}},
        "modern": {"contentMediaType": "application/pdf"},
        "named": {"type": "string"},
        "meta": {"type": "object", "properties": {"a": {"type": "integer"}}},
    }
    encoding = {
        "named": {"contentType": "image/png, image/jpeg"},
        "title": {"contentType": "text/plain;headers=@/etc/passwd"},
    }
    schema = {"type": "object", "properties": properties}

    body = body_of("multipart/form-data", {"schema": schema, "encoding": encoding})

    assert body == MultipartBody(
        parts=(
            Part(name="title", text="string", media_type="text/plain"),
            Part(name="photo", file_name="file.bin"),
            Part(name="more", file_name="file.bin"),
            Part(name="modern", file_name="document.pdf", media_type="application/pdf"),
            Part(name="named", file_name="image.png", media_type="image/png"),
            Part(name="meta", text='{"a":1}', media_type="application/json"),
        )
    )


def test_a_very_long_or_deep_body_is_sent_from_a_file():
    long = {"rows": ["x" * 100] * 50_000}
    for depth in (400, 50_000):
        deep = []
        for _ in range(depth):
            deep = [deep]
        assert isinstance(body_of("application/json", {"example": deep}), FileBody)

    assert body_of("application/json", {"example": long}) == FileBody(
        file_name="body.json", media_type="application/json"
    )
    assert body_of("text/plain", {"example": "x" * 5_000_000}) == FileBody(
        file_name="body.txt", media_type="text/plain"
    )


def test_a_very_long_value_of_a_parameter_is_left_out():
    raw = {"parameters": [parameter("q", "query", example="x" * 5_000_000)]}

    assert request_for(raw).url == f"{BASE}/pets?q=string"


def test_a_header_stays_on_one_line_and_has_a_valid_name():
    names = ["X-Ok", "X Bad", "@file", "-x", "Bad\nName", "Content-Type", "authorization"]
    raw = {"parameters": [parameter(name, "header", example="a\r\nEvil: b") for name in names]}

    assert request_for(raw).headers == (("X-Ok", "a  Evil: b"),)


@pytest.mark.parametrize(
    ("base_url", "path", "url"),
    [
        ("https://a.example/v1/", "/pets", "https://a.example/v1/pets"),
        ("", "/pets", "/pets"),
        ("-o/etc/x", "/pets", "/-o/etc/x/pets"),
        ("@/etc/passwd", "/pets", "/@/etc/passwd/pets"),
        ("https://a.example", "pets", "https://a.example/pets"),
        ("https://a.example", "/a b'\"`$(id)", "https://a.example/a%20b'%22%60$(id)"),
        ("https://a.example", "/pets?beta=true", "https://a.example/pets?beta=true"),
    ],
)
def test_addresses(base_url, path, url):
    assert request_for({}, base_url=base_url, path=path).url == url


def test_methods_of_any_name_are_made_harmless():
    data = {"additionalOperations": {"--output=x;COPY": {}}}
    operation = operation_of({}, method="x", paths={"/pets": data})

    assert sample_request(operation, base_url=BASE).method == "outputxCOPY"


def test_the_base_url_of_an_operation():
    server = Server(
        url="https://{region}.example.com/{version}",
        variables=(
            ServerVariable(name="region", default="eu"),
            ServerVariable(name="version", enum=("v2",)),
        ),
    )
    relative = operation_of({"servers": [{"url": "v1"}]})

    assert server_url(server) == "https://eu.example.com/v2"
    assert operation_base_url(operation_of({})) == "https://api.example.com/"
    assert operation_base_url(relative, document_url="https://x.org/docs/a.json") == (
        "https://x.org/docs/v1"
    )


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("/#Action=GetUser", "https://x.test/?Action=GetUser"),
        ("/users#list", "https://x.test/users?Action=GetUser"),
    ],
)
def test_a_fragment_of_a_path_is_not_sent(path, url):
    parameter = {"name": "Action", "in": "query", "required": True, "schema": {"const": "GetUser"}}
    operation = operation_of({"parameters": [parameter]}, path=path)

    assert sample_request(operation, base_url="https://x.test").url == url


def test_two_schemes_with_the_same_token_send_one_header():
    schemes = {name: {"type": "http", "scheme": "bearer"} for name in ("a", "b")}
    operation = operation_of(
        {"security": [{"a": [], "b": []}]}, components={"securitySchemes": schemes}
    )

    request = sample_request(operation, base_url="https://x.test")
    assert request.headers == (("Authorization", "Bearer <token>"),)


@pytest.mark.parametrize(
    ("server", "url"),
    [
        ({"url": "{siteUrl}/api"}, "{siteUrl}/api/pets"),
        ({"url": "https://{tenant}.example"}, "https://{tenant}.example/pets"),
        ({"url": "https://x.example/{v}/"}, "https://x.example/{v}/pets"),
        ({"url": "https://{a}.x", "variables": {"a": {"description": "A"}}}, "https://{a}.x/pets"),
        ({"url": "https://x/{a}", "variables": {"a": {"default": ""}}}, "https://x/pets"),
        ({"url": "https://{a}.x", "variables": {"a": {"enum": ["b"]}}}, "https://b.x/pets"),
        ({"url": "https://{b}.x", "variables": {"a": {"default": "c"}}}, "https://{b}.x/pets"),
        ({"url": "{a}", "variables": {"a": {"default": "https://{b}"}}}, "https://{b}/pets"),
        ({"url": "{a b}/{"}, "{a b}/%7B/pets"),
        ({"url": 'https://{a"$(b)}'}, "https://%7Ba%22$(b)%7D/pets"),
    ],
)
@pytest.mark.parametrize("document_url", [None, "https://docs.example/openapi.json"])
def test_no_host_is_made_up_for_a_variable_that_nobody_describes(server, url, document_url):
    operation = operation_of({"servers": [server]})
    keys = {"document_url": document_url} if document_url else {}

    assert sample_request(operation, base_url=operation_base_url(operation, **keys)).url == url


def test_a_webhook_is_sent_to_the_readers_url():
    webhook = replace(operation_of({}), is_webhook=True, path="newPet")

    assert sample_request(webhook, base_url="https://mine.example/hook").url == (
        "https://mine.example/hook"
    )


def test_bodies_that_are_not_what_their_media_type_says():
    form, parts = "application/x-www-form-urlencoded", "multipart/form-data"

    assert body_of(form, {"example": "a=b"}) == TextBody(text="a=b", media_type=form)
    assert body_of(parts, {"example": 1}) == TextBody(text="1", media_type=parts)
    assert body_of("application/pdf", {"example": {"a": 1}}) == TextBody(
        text='{\n  "a": 1\n}', media_type="application/pdf"
    )
    assert body_of("application/jsonl", {"itemSchema": {"type": "integer"}}) == TextBody(
        text="1", media_type="application/jsonl"
    )


def test_documents_in_other_places():
    content = {"application/json": {"example": {"a": 1}}}
    places = [
        {"name": place, "in": place, "required": True, "content": content}
        for place in ("path", "header", "cookie")
    ]

    request = request_for({"parameters": places}, path="/{path}")

    assert request.url == f"{BASE}/%7B%22a%22%3A1%7D"
    assert request.headers == (("header", '{"a":1}'),)
    assert request.cookies == (("cookie", "%7B%22a%22%3A1%7D"),)


def test_a_url_that_is_none_stays_as_it_was_written():
    operation = SimpleNamespace(servers=(Server(url="https://[::1/api"),))

    assert operation_base_url(operation) == "https://[::1/api"
