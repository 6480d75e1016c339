"""Documents on servers: limits, redirects, copies, and no word about credentials."""

import gzip
import json
import time
import tracemalloc
import zlib
from contextlib import suppress

import pytest

from sphinx_sitejson.common.network import connections
from sphinx_sitejson.openapi.reading import remote
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document

from .support import document, getting, messages, schema_of, serving

PETS = json.dumps(document()).encode()


@pytest.fixture
def server():
    with serving() as running:
        yield running


@pytest.fixture
def fetch(tmp_path, server):
    def run(path="/api.json", **options):
        url = path if "://" in path else server.url + path
        settings = ReadOptions(cache_folder=tmp_path / "cache", **options)
        return read_document(url, root=tmp_path, options=settings)

    return run


def test_a_hosted_document(fetch, server):
    content = b"openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {}\n"
    server.answers["/v1/pets.yaml"] = (200, {}, content)
    found = fetch("/v1/pets.yaml?token=secret")
    assert "404" in messages(found)[0]

    server.answers["/v1/pets.yaml?token=secret"] = server.answers["/v1/pets.yaml"]
    found = fetch("/v1/pets.yaml?token=secret")
    assert (found.name, found.version, found.problems, found.files) == ("pets", "3.0", (), ())
    assert found.location == f"{server.url}/v1/pets.yaml"


def test_references_on_the_same_server(fetch, server):
    api = document(paths={"/a": getting({"$ref": "models/pet.json"})})
    server.answers["/x/api.json"] = (200, {}, json.dumps(api).encode())
    server.answers["/x/models/pet.json"] = (200, {}, b'{"type": "strong"}')
    found = fetch("/x/api.json")

    assert schema_of(found) == {"$ref": "#/components/schemas/pet"}
    assert str(found.problems[0].location) == f"{server.url}/x/models/pet.json:1:2 type"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((404, {}, b""), "the server responded with 404"),
        ((500, {}, b""), "the server responded with 500"),
        ((304, {}, b""), "the server responded with 304"),
        ((200, {"Content-Type": "text/html"}, b"<p>Log in</p>"), "web page"),
        ((200, {}, b"\n<!DOCTYPE HTML><title>Log in</title>"), "web page"),
        ((200, {"Content-Encoding": "br"}, b"x"), "unknown encoding"),
        ((200, {"Content-Encoding": "gzip"}, b"not gzip"), "malformed"),
        ((200, {"Content-Encoding": "gzip"}, gzip.compress(PETS)[:-9]), "too early"),
        ((200, {"Content-Length": "500000"}, PETS), "too early"),
        ((302, {}, b""), "without a URL"),
        ((302, {"Location": "http://[broken"}, b""), "invalid URL"),
        ((302, {"Location": "file:///etc/passwd"}, b""), "not http"),
        ((302, {"Location": "ftp://example.com/"}, b""), "not http"),
        ((302, {"Location": "/api.json"}, b""), "more than 5 redirects"),
        ((302, {"Location": "http://169.254.169.254/latest/meta-data"}, b""), "link-local"),
        ((302, {"Location": "http://[fe80::1]/"}, b""), "link-local"),
        ((302, {"Location": "http://[::ffff:169.254.169.254]/"}, b""), "link-local"),
    ],
)
def test_responses_that_are_no_document(fetch, server, answer, words):
    server.answers["/api.json"] = answer
    found = fetch()

    assert found.data is None
    (problem,) = found.problems
    assert problem.code == "openapi_remote"
    assert problem.location.file == f"{server.url}/api.json"
    assert words in problem.message


@pytest.mark.parametrize("host", [
    "169.254.169.254", "169.254.1.2", "168.63.129.16", "192.0.0.192", "100.100.100.200",
    "[fe80::1]", "[fd00:ec2::254]", "[fd20:ce::254]", "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::a9fe:a9fe]", "[64:ff9b:1:a9fe:a9:fe00::]", "[2002:a9fe:a9fe::1]",
    "[2001:0:0101:0101::5601:5601]", "[::ffff:169.254.169.254]", "[::ffff:0:169.254.169.254]",
    "[::169.254.169.254]", "2852039166", "0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE",
    "0251.0376.0251.0376", "169.254.43518", "169.16689662", "169.254.169.254.",
    "１６９.254.169.254",  # noqa: RUF001
    "224.0.0.1", "255.255.255.255", "[ff02::1]",
])  # fmt: skip
def test_some_urls_are_never_asked(fetch, host, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("it was asked")

    monkeypatch.setattr("socket.create_connection", refuse)
    allowed = frozenset({f"http://{host}"})
    (reported,) = messages(fetch(f"http://{host}/latest", timeout=1, allowed_origins=allowed))
    assert "cloud metadata" in reported


@pytest.mark.parametrize("host", ["[fe80::1%25eth0]", "[fe80::1%eth0]", "169.254.169.%32", "a b"])
def test_hosts_that_are_none(fetch, host):
    (reported,) = messages(fetch(f"http://{host}/latest", timeout=1))
    assert "the URL is not valid" in reported


def test_redirects_are_followed(fetch, server):
    server.answers["/api.json"] = (301, {"Location": "/b"}, b"")
    server.answers["/b"] = (307, {"Location": "c?x=1"}, b"")
    server.answers["/c?x=1"] = (200, {}, PETS)
    assert fetch().problems == ()


@pytest.fixture
def public_name(monkeypatch):
    """A name that counts as public, although this machine answers."""
    real = connections.resolve_route

    def resolve_route(target, **options):
        if target.host != "docs.example.com":
            return real(target, **options)
        return connections.PinnedRoute(addresses=("127.0.0.1",), port=target.port)

    monkeypatch.setattr("sphinx_sitejson.openapi.reading.remote.resolve_route", resolve_route)
    return "docs.example.com"


def test_a_public_server_does_not_redirect_into_a_private_network(fetch, server, public_name):
    server.answers["/api.json"] = (302, {"Location": f"{server.url}/b"}, b"")
    server.answers["/b"] = (200, {}, PETS)
    url = server.url.replace("127.0.0.1", public_name) + "/api.json"
    assert "private network" in messages(fetch(url))[0]
    assert server.paths == ["/api.json"]


def test_a_private_server_redirects_to_no_other_one(fetch, server):
    other = server.url.replace("127.0.0.1", "localhost")
    server.answers["/api.json"] = (302, {"Location": f"{other}/b"}, b"")
    server.answers["/b"] = (200, {}, PETS)
    assert "private network" in messages(fetch())[0]
    assert server.paths == ["/api.json"]

    assert fetch(allowed_origins=frozenset({other, "no origin", "*"})).problems == ()


def test_each_step_of_a_way_is_checked(fetch, server, public_name):
    """Through a public server there is no way back into the network either."""
    outside = server.url.replace("127.0.0.1", public_name)
    inside = server.url.replace("127.0.0.1", "localhost")
    server.answers["/api.json"] = (302, {"Location": f"{outside}/b"}, b"")
    server.answers["/b"] = (302, {"Location": f"{inside}/c"}, b"")
    assert "private network" in messages(fetch())[0]
    assert server.paths == ["/api.json", "/b"]

    server.answers["/b"] = (302, {"Location": "http://169.254.169.254/latest"}, b"")
    assert "cloud metadata" in messages(fetch())[0]


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("gzip", lambda content: gzip.compress(content[:50]) + gzip.compress(content[50:])),
        ("deflate", zlib.compress),
        ("deflate", lambda content: zlib.compress(content, wbits=-15)),
        ("identity", bytes),
    ],
)
def test_encodings(fetch, server, encoding, pack):
    server.answers["/api.json"] = (200, {"Content-Encoding": encoding}, pack(PETS))
    assert fetch().problems == ()


def test_size_limits(fetch, server):
    server.answers["/api.json"] = (200, {}, b" " * 3_000_000)
    assert (
        'larger than 2 MB (raise "sitejson_largest_document" in conf.py)'
        in messages(fetch(size_limit=2_000_000))[0]
    )

    bomb = gzip.compress(b" " * 300_000_000)
    server.answers["/bomb.json"] = (200, {"Content-Encoding": "gzip"}, bomb)
    tracemalloc.start()
    try:
        assert "larger than 2 MB" in messages(fetch("/bomb.json", size_limit=2_000_000))[0]
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("begin", "drop", "words"),
    [
        ("HTTP/1.1 200 OK\r\n\r\n", b" ", "no complete response within 0.4 seconds"),
        ("HTTP/1.1 200 OK\r\nX: ", b"x", "no complete response"),
    ],
    ids=["content", "headers"],
)
def test_an_endless_response_ends(fetch, server, begin, drop, words):
    def drip(handler):
        with suppress(OSError):
            handler.wfile.write(begin.encode())
            for _ in range(200):
                handler.wfile.write(drop)
                handler.wfile.flush()
                time.sleep(0.05)

    server.answers["/api.json"] = drip
    assert words in messages(fetch(timeout=0.4))[0]


def test_each_url_is_asked_once_in_a_build(tmp_path, server):
    api = document(paths={"/a": getting({"$ref": "pet.json"})})
    for name in ("/a.json", "/b.json"):
        server.answers[name] = (200, {}, json.dumps(api).encode())
    server.answers["/pet.json"] = (200, {}, b"{}")
    options = ReadOptions(cache_folder=tmp_path)
    for name in ("/a.json", "/b.json", "/a.json", "/nope.json", "/nope.json"):
        read_document(server.url + name, root=tmp_path, options=options)
    assert server.paths == ["/a.json", "/pet.json", "/b.json", "/nope.json"]


def test_copies_are_confirmed(fetch, server):
    server.answers["/api.json"] = (200, {"ETag": '"1"', "Last-Modified": "yesterday"}, PETS)
    first = fetch()
    server.answers["/api.json"] = (304, {}, b"")
    second = fetch()

    headers = server.requests[1][1]
    assert (headers["If-None-Match"], headers["If-Modified-Since"]) == ('"1"', "yesterday")
    assert second == first
    server.answers["/api.json"] = (200, {"ETag": '"2"'}, PETS.replace(b"Pets", b"Cats"))
    assert fetch().data["info"]["title"] == "Cats"


def test_a_copy_is_used_when_the_server_is_unavailable(fetch, server, monkeypatch):
    server.answers["/api.json"] = (200, {}, PETS)
    good = fetch()
    server.answers["/api.json"] = (503, {}, b"")
    now = time.time()
    monkeypatch.setattr(remote.time, "time", lambda: now + 3 * 86_400)
    found = fetch()

    assert found.data == good.data
    assert found.problems[0].code == "openapi_remote"
    assert found.problems[0].message == (
        "it could not be fetched: the server responded with 503 Service Unavailable; "
        "the copy from 3 days ago is used."
    )


def test_offline_builds_never_fetch(fetch, server):
    found = fetch(offline=True)
    assert "the build is offline, and there is no stored copy" in messages(found)[0]
    server.answers["/api.json"] = (200, {}, PETS)
    fetch()
    found = fetch(offline=True)

    assert found.data is not None
    assert "the copy from less than a minute ago is used" in messages(found)[0]
    assert len(server.requests) == 1


def test_a_server_that_is_not_there(fetch):
    assert "could not be fetched" in messages(fetch("http://127.0.0.1:9/api.json", timeout=2))[0]
    assert (
        "could not be resolved" in messages(fetch("http://nowhere.invalid/api.json", timeout=5))[0]
    )


def test_a_damaged_copy_is_as_good_as_none(fetch, server, tmp_path):
    server.answers["/api.json"] = (200, {"ETag": '"1"'}, PETS)
    fetch()
    (copy,) = (tmp_path / "cache" / "remote").iterdir()
    copy.write_bytes(copy.read_bytes()[:-5])
    assert fetch().problems == ()
    assert "If-None-Match" not in server.requests[1][1]


def test_credentials_are_sent_and_never_reported(fetch, server, tmp_path):
    url = server.url.replace("http://", "http://user:s3cret@") + "/api.json?key=t0ken"
    server.answers["/api.json?key=t0ken"] = (200, {}, b"{'paths: ")
    found = fetch(url)

    assert server.requests[0][1]["Authorization"] == "Basic dXNlcjpzM2NyZXQ="
    assert found.problems[0].location.file == f"{server.url}/api.json"
    server.answers["/api.json?key=t0ken"] = (200, {}, PETS)
    assert fetch(url).problems == ()
    server.answers["/api.json?key=t0ken"] = (403, {}, b"")
    reported = " ".join(messages(fetch(url)))
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    names = " ".join(str(path) for path in tmp_path.rglob("*"))
    assert "s3cret" not in reported + names
    assert "t0ken" not in reported + names
    assert b"s3cret" not in kept
    assert b"t0ken" not in kept
    assert "s3cret" not in repr(found)
    assert "t0ken" not in repr(found)


@pytest.mark.parametrize("is_back", [False, True], ids=["there", "and back"])
def test_credentials_do_not_go_to_another_server(fetch, server, is_back):
    with serving() as other:
        server.answers["/api.json"] = (302, {"Location": f"{other.url}/b"}, b"")
        back = (302, {"Location": f"{server.url}/c"}, b"")
        other.answers["/b"] = back if is_back else (200, {}, PETS)
        server.answers["/c"] = (200, {}, PETS)
        url = server.url.replace("http://", "http://user:s3cret@") + "/api.json"
        found = fetch(url, allowed_origins=frozenset({other.url}))
        assert found.problems == () or is_back
        sent = ["Authorization" in headers for _path, headers in server.requests]
        assert sent == [True, *([False] if is_back else [])]
        assert "Authorization" not in other.requests[0][1]


def test_a_server_does_not_say_who_asks(fetch, server):
    named = server.url.replace("http://", "http://user:s3cret@")
    server.answers["/api.json"] = (302, {"Location": f"{named}/b"}, b"")
    server.answers["/b"] = (200, {}, PETS)
    assert fetch().problems == ()
    assert "Authorization" not in server.requests[1][1]


def test_documents_that_differ_only_in_their_token(fetch, server, tmp_path):
    server.answers["/api.json?token=a"] = (200, {}, PETS)
    server.answers["/api.json?token=b"] = (200, {}, PETS.replace(b"Pets", b"Cats"))
    options = {"cache_folder": tmp_path / "cache"}
    titles = [
        read_document(f"{server.url}/api.json?token={token}", root=tmp_path, options=shared)
        for shared in (ReadOptions(**options), ReadOptions(**options))
        for token in "ab"
    ]
    assert [read.data["info"]["title"] for read in titles] == ["Pets", "Cats"] * 2
    offline = ReadOptions(**options, offline=True)
    again = read_document(f"{server.url}/api.json?token=a", root=tmp_path, options=offline)
    assert again.data["info"]["title"] == "Pets"


def test_fetching_is_reported(fetch, server):
    said = []
    server.answers["/api.json"] = (200, {}, PETS)
    fetch(progress=said.append)
    assert said == [f"fetching {server.url}/api.json"]


def test_a_document_with_credentials_is_not_kept(fetch, server, tmp_path):
    reported = document(servers=[{"url": "https://ann:s3cret@example.com"}])
    server.answers["/api.json"] = (200, {}, PETS)
    fetch()
    assert len(list((tmp_path / "cache" / "remote").iterdir())) == 1

    server.answers["/api.json"] = (200, {}, json.dumps(reported).replace("/", "\\/").encode())
    assert [problem.code for problem in fetch().problems] == ["credentials"]
    kept = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert kept
    assert not any(b"s3cret" in path.read_bytes() for path in kept)
    assert list((tmp_path / "cache" / "remote").iterdir()) == []
