"""What a sample sends is what the playground sends, in every language that runs here."""

from dataclasses import replace
from pathlib import Path

import pytest

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.http_messages.request import (
    BasicAuth,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)
from sphinx_sitejson.http_messages.request_building import sample_request
from support.wide import wide_but

from .sent import RUNNERS, arrivals, is_there, meaning
from .support import BODIES as ALL_SIGNS
from .support import EXACT_TEXTS, FULL, echo_server, operation_of

CASES = read_json((Path(__file__).parent / "encoding_cases.json").read_text(encoding="utf-8"))
WORDS = "é 日本 😀"


def styled(case) -> SampleRequest:
    """Return the request of one line of the table of styles."""
    place, name = case["in"], case["parameter"]
    parameter = {"name": name, "in": place, "required": True, "example": case["value"]}
    for key in ("style", "explode", "allowReserved"):
        if key in case:
            parameter[key] = case[key]
    content = {case["mediaType"]: {"example": case["value"]}} if "mediaType" in case else None
    parameter |= {"content": content} if content else {"schema": {}}
    path = f"/styles/{{{name}}}/end" if place == "path" else "/styles"
    raw = {"parameters": [parameter]}
    return sample_request(operation_of(raw, path=path, method="get"), base_url="/")


def is_usable(case) -> bool:
    """Leave out what browsers and tools take for a step in the path, and signs nobody can send."""
    steps = case["in"] == "path" and case["expected"] in ("", ".", "..")
    no_header = case["in"] == "header" and case["expected"] != case["expected"].strip()
    return not steps and not no_header and "\0" not in str(case["value"])


def request(body=None, **more) -> SampleRequest:
    return SampleRequest(**{"method": "POST" if body else "GET", "url": "/x", "body": body, **more})


def parts(*given: Part, **more) -> SampleRequest:
    return request(MultipartBody(parts=given, **more))


HARD = "a;b \"c\" \\ 'd' @e <f (g =h $(id) `id` %41 ${x} #{y} &i"
BODIES = {
    "json": request(JsonBody(value={"a": WORDS, HARD: [1, None, True, {}], "": ""})),
    "json of a vendor": request(JsonBody(value=[1.5], media_type="application/vnd.a+json")),
    "json null": request(JsonBody(value=None)),
    "json text": request(JsonBody(value=HARD)),
    **{f"json {text}": request(JsonBody(value=read_json(text))) for text in EXACT_TEXTS},
    "form": request(FormBody(fields=(("b", HARD), ("a", WORDS), ("c", ""), (HARD, "\r\nx")))),
    "form with a name twice": request(FormBody(fields=(("a", "2"), ("b", "0"), ("a", "1")))),
    "form with numbers": request(FormBody(fields=(("10", "1.10"), ("2", "1E400")))),
    "form with brackets": request(FormBody(fields=(("a[b][]", "1"), ("a[b][]", "2")))),
    "text": request(TextBody(text=f"{HARD}\n{WORDS}\r\n\tend")),
    "text with an at": request(TextBody(text="@/etc/passwd")),
    "xml": request(TextBody(text=f"<a b='1'>{WORDS}</a>\n", media_type="application/xml")),
    "text with its encoding": request(TextBody(text="x", media_type="text/csv; charset=utf-8")),
    "file": request(FileBody(file_name="file.bin")),
    "file of a type": request(FileBody(file_name="image.png", media_type="image/png")),
    "part": parts(Part(name="a", text=HARD), Part(name="b", text=WORDS), Part(name="c", text="")),
    "parts like files": parts(*(Part(name="a", text=text) for text in ("@x", "<x", "(x", '"x'))),
    "parts of one name": parts(Part(name="a", text="1"), Part(name="a", text="2")),
    "part with a type": parts(Part(name="a", text='{"a": 1}', media_type="application/json"),
                              Part(name="b", text="@x;type=y", media_type="text/x-y"),
                              Part(name="c", text=HARD, media_type="text/plain; charset=utf-8")),
    "part with headers": parts(Part(name="a", text="1",
                                    headers=(("X-A", 'b "c"; d'), ("X-B", "1"))),
                               Part(name="b", text="2", media_type="text/x-y",
                                    headers=(("X-A", "e"),))),
    "part with a name": parts(Part(name='a"b', text="1"), Part(name="é", text="2")),
    "part of a file": parts(Part(name="a", file_name="image.png", media_type="image/png")),
    "part of a file without a type": parts(Part(name="a", file_name="file.bin")),
    "parts of files": parts(Part(name="a", file_name="image.png", media_type="image/png"),
                            Part(name="a", file_name="file.bin"), Part(name="b", text="1")),
    "part of a file with headers": parts(Part(name="a", file_name="file.bin", media_type="a/b",
                                              headers=(("X-A", "1"),)),
                                         Part(name="b", text="1", media_type="text/plain")),
    "parts of another kind": parts(Part(name="a", text="1"), media_type="multipart/mixed"),
}  # fmt: skip
HEADS = {
    "headers": request(headers=(("X-A", HARD), ("X-Empty", ""), ("Accept", "text/csv"))),
    "a header of letters": request(headers=(("X-A", WORDS),)),
    "cookies": request(cookies=(("a", "1"), ("b", "x%20y"))),
    "a cookie twice": request(cookies=(("a", "1"), ("a", "2"))),
    "basic": request(basic_auth=BasicAuth(username="jürgen", password='p:w"$x')),
    "delete": request(method="DELETE"),
    "put": request(FormBody(fields=(("a", "1"),)), method="PUT"),
    "patch": request(JsonBody(value={}), method="PATCH"),
    "delete with a body": request(JsonBody(value={"a": 1}), method="DELETE"),
    "a method of its own": request(JsonBody(value=1), method="PURGE"),
    "head": request(method="HEAD"),
    "address": request(url="/a%20b/%C3%A9?q=%27a%27&b=$(id)&d=%7By%7D"),
}
TRICKY = {
    f"{name} of all signs": replace(FULL, url="/x", body=body, cookies=(), basic_auth=None)
    for name, body in ALL_SIGNS.items()
}
STYLES = {case["name"]: styled(case) for case in CASES if is_usable(case)}
REQUESTS = {**BODIES, **HEADS, **TRICKY, **STYLES}

FILES = {"image.png": b"png\r\n", "file.bin": b"bytes\0\xff"}

# What a tool has no way to send; each is told on the page of the playground.
UNABLE = {
    "java": {"a header of letters", "header: nothing is encoded"},
    "kotlin": {"a header of letters", "header: nothing is encoded"},
    "httpie": {"part of a file with headers"},
}
# A process each, so a few of them are enough.
FEW = {"httpie": {name: each for name, each in {**BODIES, **HEADS}.items() if "{" not in name}}


@pytest.fixture(scope="module")
def server():
    with echo_server() as server:
        yield server


@pytest.fixture
def folder(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.fixture(scope="module")
def sent(server, tmp_path_factory):
    """What the playground sends."""
    if not is_there("node"):
        pytest.skip("Node.js is not installed, which runs the scripts of the playground.")
    folder = tmp_path_factory.mktemp("playground")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    found = arrivals("playground", REQUESTS, server, folder)
    assert set(found) == set(REQUESTS)
    return found


@pytest.mark.parametrize("language", wide_but(RUNNERS, "bash", "python"))
def test_a_sample_sends_what_the_playground_sends(language, server, sent, folder):
    if not is_there(language):
        pytest.skip(f"{RUNNERS[language][0]} is not installed.")
    unable = UNABLE.get(language, set())
    asked = {name: each for name, each in FEW.get(language, REQUESTS).items() if name not in unable}

    found = arrivals(language, asked, server, folder)

    wrong = {
        name: (meaning(found[name], each) if name in found else None, meaning(sent[name], each))
        for name, each in asked.items()
        if name not in found or meaning(found[name], each) != meaning(sent[name], each)
    }
    assert wrong == {}


def test_the_playground_sends_what_the_request_says(sent):
    """The table of styles is the measure for both."""
    for case in filter(is_usable, CASES):
        arrived = sent[case["name"]]
        if case["in"] == "query":
            assert arrived.path == f"/styles{case['expected'] and '?'}{case['expected']}".replace(
                "'", "%27"
            )
        elif case["in"] == "path":
            assert arrived.path == f"/styles/{case['expected']}/end"
        elif case["in"] == "header":
            text = arrived.headers.get(case["parameter"].lower(), "")
            assert text.encode("latin-1").decode() == case["expected"]
        else:
            assert arrived.headers.get("cookie", "") == case["expected"]


@pytest.mark.parametrize("name", TRICKY)
def test_each_body_arrives_as_the_request_says(sent, name):
    request = TRICKY[name]
    body, found = request.body, meaning(sent[name], request)

    assert (found["method"], found["path"]) == (request.method, "/x")
    headers = {key.lower(): value.strip() for key, value in request.headers}
    assert found["headers"] == dict(sorted(headers.items()))
    if isinstance(body, MultipartBody):
        contents = [(dict(head)["name"], content) for head, _, content in found["body"]]
        assert contents == [
            (part.name, FILES.get(part.file_name) or part.text.encode()) for part in body.parts
        ]
    elif body is not None:
        assert found["type"] == ("form" if isinstance(body, FormBody) else body.media_type)
        expected = {
            JsonBody: lambda: exact_json(body.value),
            FormBody: lambda: list(body.fields),
            TextBody: lambda: body.text.encode(),
            FileBody: lambda: FILES[body.file_name],
        }
        assert found["body"] == expected[type(body)]()
