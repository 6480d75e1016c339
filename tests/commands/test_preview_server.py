"""The server of a preview answers this machine, and nothing brings it down."""

import json
import socket
import time
from contextlib import contextmanager
from importlib.util import find_spec
from urllib.parse import quote

import pytest

from sphinx_sitejson.servers.local_server import MAX_CONNECTIONS, REQUEST_SECONDS, host_name
from sphinx_sitejson.servers.preview import (
    BuildEvents,
    RequestService,
    is_valid_path,
    start_server,
)
from support.sites import write_files
from support.small_sites import api_document, settings

FIRST_PORT = 8600
needs_packages = pytest.mark.skipif(find_spec("uvicorn") is None, reason="the extra is missing")


@pytest.fixture
def server(tmp_path):
    out = tmp_path / "out"
    (out / "guides").mkdir(parents=True)
    (out / "index.html").write_text("Hello")
    (out / "guides" / "a b.html").write_text("Guide")
    (out / ".doctrees").mkdir()
    (out / ".doctrees" / "environment.pickle").write_text("inner")
    (tmp_path / "secret.txt").write_text("secret")
    with serving(out) as server:
        yield server


@contextmanager
def serving(out):
    server = start_server(out, FIRST_PORT)
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def ask(server, path, *headers, version="1.1"):
    """Send a request as it is, which libraries would not, and return the status and the rest."""
    lines = [f"GET {path} HTTP/{version}", *headers, "Connection: close", "", ""]
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=120) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    return int(answer.split()[1]), answer


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LocalHost:9", "localhost."])
def test_this_machine_is_answered(server, host):
    status, answer = ask(server, "/", f"Host: {host}")

    assert status == 200
    assert answer.endswith(b"Hello")


@pytest.mark.parametrize(
    "headers",
    [
        ["Host: evil.example"],
        ["Host: localhost.evil.example"],
        ["Host: evil.example:8000"],
        ["Host: 127.0.0.1.evil.example"],
        ["Host: "],
        ["Host: localhost", "Host: evil.example"],
        [],
    ],
)
def test_another_name_is_refused(server, headers):
    status, answer = ask(server, "/", *headers)

    assert status == 403
    assert b"Hello" not in answer


@pytest.mark.parametrize(
    "path",
    [
        "/%00", "/index.html%00.png", "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt",
        "/%2e%2e%2f%2e%2e%2fetc/passwd", "/..\\secret.txt", "/..%5csecret.txt", "/%ff%fe",
        "/%ed%a0%80", "/" + "x" * 5_000, "/" + "x/" * 3_000, "/" + "%41" * 20_000,
        "//evil.example/", "http://[/", "nonsense", "/.doctrees/environment.pickle",
        "/guides/.hidden", "/guides/", "/missing.html",
    ],
)  # fmt: skip
def test_a_hostile_path_is_answered_without_a_word(server, path, capfd):
    status, answer = ask(server, path, "Host: localhost")

    assert status in (400, 404, 414)
    assert b"secret" not in answer.split(b"\r\n\r\n", 1)[1]
    assert b"inner" not in answer
    assert capfd.readouterr() == ("", "")
    assert ask(server, "/", "Host: localhost")[0] == 200


def test_a_page_with_a_space_is_found(server):
    assert ask(server, "/guides/a%20b.html?x=%ff#y", "Host: localhost")[0] == 200


def test_a_client_that_goes_away_is_no_news(server, tmp_path, capfd):
    (tmp_path / "out" / "large.bin").write_bytes(b"x" * 20_000_000)
    for _ in range(3):
        connection = socket.create_connection(("127.0.0.1", server.server_port), timeout=120)
        connection.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(100)
        # Closing with unread bytes resets the connection.
        connection.close()

    assert ask(server, "/", "Host: localhost")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_vanishes_does_not_end_the_server(tmp_path, capfd):
    out = tmp_path / "out"
    out.mkdir()
    with serving(out) as server:
        out.rmdir()
        assert ask(server, "/", "Host: localhost")[0] == 404
        out.mkdir()
        (out / "index.html").write_text("Back")
        assert ask(server, "/", "Host: localhost")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_no_port_beyond_the_last_is_tried(tmp_path):
    taken = socket.socket()
    try:
        taken.bind(("127.0.0.1", 65_535))
        taken.listen()
    except OSError:
        pytest.skip("the last port is in use")
    with taken, pytest.raises(SystemExit, match="no free port from 65535 to 65535"):
        start_server(tmp_path, 65_535)


def test_a_port_that_cannot_be_used_says_why(tmp_path, monkeypatch):
    # Root may use all ports.
    monkeypatch.setattr("sphinx_sitejson.servers.preview.HOST", "192.0.2.1")
    with pytest.raises(SystemExit, match=r"port 80 cannot be used: .+; choose another one with"):
        start_server(tmp_path, 80)


@pytest.mark.parametrize(
    ("host", "name"),
    [("a:1", "a"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("a:b", "a:b"), (" A. ", "a")],
)
def test_the_name_of_a_host(host, name):
    assert host_name(host) == name


@pytest.mark.parametrize(
    ("path", "is_good"), [("/.well-known/x", True), ("/a/./b", True), ("", False)]
)
def test_paths(path, is_good):
    assert is_valid_path(path) is is_good


def test_a_page_gets_the_script_of_the_preview_and_its_file_does_not(server, tmp_path):
    page = "<html><body><pre>&lt;/body></pre></body></html>"
    (tmp_path / "out" / "page.html").write_text(page)

    _, answer = ask(server, "/page.html", "Host: localhost")
    assert answer.endswith(
        b'</pre><script src="/_sitejson/preview.js" defer></script></body></html>'
    )
    assert (tmp_path / "out" / "page.html").read_text() == page
    _, script = ask(server, "/_sitejson/preview.js", "Host: localhost")
    assert b'globalThis.sitejsonPreview = {"send": "/_sitejson/send", "mode": "none"' in script
    assert ask(server, "/_sitejson/preview.js", "Host: evil.example")[0] == 403


def test_what_a_site_lacks(server, tmp_path):
    assert ask(server, "/favicon.ico", "Host: localhost")[0] == 204
    (tmp_path / "out" / "favicon.ico").write_bytes(b"icon")
    assert ask(server, "/favicon.ico", "Host: localhost")[1].endswith(b"icon")
    (tmp_path / "out" / "404.html").write_text("<body>Lost</body>")
    status, answer = ask(server, "/nowhere", "Host: localhost")
    assert status == 404
    assert b"Lost" in answer


def test_pages_are_notified_of_builds(tmp_path):
    builds = BuildEvents()
    server = start_server(tmp_path, FIRST_PORT, builds=builds)
    try:
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=120) as connection:
            connection.sendall(b"GET /_sitejson/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            lines = connection.makefile("rb")
            told = (json.loads(line[5:]) for line in lines if line.startswith(b"data:"))
            assert next(told) == {"number": 1, "isGood": True, "log": ""}
            builds.publish(is_good=False, log="<b>wrong</b>")
            assert next(told) == {"number": 2, "isGood": False, "log": "<b>wrong</b>"}
            builds.end()
            assert next(told, None) is None
        assert ask(server, "/_sitejson/events", "Host: evil.example")[0] == 403
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    body = {"application/json": {"schema": {"type": "integer"}}}
    made = {
        "description": "OK",
        "headers": {"Location": {"schema": {}, "example": "/b"}},
        "content": {"application/json": {"example": {"made": True}}},
    }
    post = {"requestBody": {"required": True, "content": body}, "responses": {"201": made}}
    document = api_document(
        {"/a": {"post": post}},
        "https://api.example/v1",
        security=[{"k": []}],
        components={"securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "X-K"}}},
    )
    files = {"site.json": settings(openapi="/api.json"), "api.json": document}
    write_files(folder, {**files, "conf.py": "", "index.mdx": "# Home"})
    return folder


@contextmanager
def answering(folder, tmp_path, **options):
    requests = RequestService(folder, **options)
    server = start_server(tmp_path, FIRST_PORT, requests=requests)
    try:
        yield server, requests
    finally:
        server.shutdown()
        server.server_close()
        requests.close()


def send(server, url, body, *headers, method="POST"):
    lines = [
        f"{method} /_sitejson/send?url={quote(url, safe='')} HTTP/1.1", "Host: localhost",
        f"Content-Length: {len(body)}", *headers, "", body,
    ]  # fmt: skip
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=120) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, content = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    names = dict(line.lower().split(": ", 1) for line in rest)
    return int(first.split()[1]), names, content


JSON = "Content-Type: application/json"


def test_requests_are_answered_from_the_documents(project, tmp_path):
    with answering(project, tmp_path, is_mock=True) as (server, requests):
        status, headers, content = send(server, "https://api.example/v1/a", "7", JSON)
        assert (status, headers["x-sitejson-status"]) == (201, "201")
        assert headers["x-sitejson-answered-by"] == "mock"
        assert headers["x-sitejson-header-location"] == "/b"
        assert json.loads(content) == {"made": True}
        assert headers["x-content-type-options"] == "nosniff"

        wrong = json.loads(send(server, "https://api.example/v1/a", '"x"', JSON)[2])
        assert wrong["errors"][0]["in"] == "body"
        other = send(server, "https://evil.example/v1/a", "7", JSON)
        assert (other[0], json.loads(other[2])["code"]) == (404, "no_such_server")
        assert send(server, "nonsense", "7", JSON)[0] == 400

        data = json.loads((project / "api.json").read_text())
        data["servers"] = [{"url": "https://api.example/v2"}]
        (project / "api.json").write_text(json.dumps(data))
        requests.reload()
        assert send(server, "https://api.example/v2/a", "7", JSON)[0] == 201

        here = f"http://127.0.0.1:{server.server_port}"
        for servers, path in (([], ""), ([{"url": "/v3/"}], "/v3")):
            (project / "api.json").write_text(json.dumps(data | {"servers": servers}))
            requests.reload()
            assert send(server, f"{here}{path}/a", "7", JSON)[0] == 201
        assert send(server, f"{here}/v2/a", "7", JSON)[0] == 404

        (project / "site.json").write_text("{")
        requests.reload()
        assert send(server, "https://api.example/v2/a", "7", JSON)[0] == 503


def test_a_request_that_is_too_complex_to_check_is_answered_and_named(project, tmp_path):
    data = json.loads((project / "api.json").read_text())
    schema = data["paths"]["/a"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    tree = {"$ref": "#/components/schemas/T"}
    variants = [{"properties": {"c": tree}, "required": [name]} for name in "abc"]
    data["components"]["schemas"] = {"T": {"anyOf": variants}}
    schema |= {"type": "object", **tree}
    (project / "api.json").write_text(json.dumps(data))
    with answering(project, tmp_path, is_mock=True) as (server, _requests):
        body = '{"c":' * 14 + "{}" + "}" * 14
        status, headers, _content = send(server, "https://api.example/v1/a", body, JSON)

    assert status == 201
    assert headers["x-sitejson-unchecked"] == "too complex to check: body"


@pytest.mark.parametrize("is_mock", [True, pytest.param(False, marks=needs_packages)])
def test_only_pages_of_the_preview_send_requests(project, tmp_path, is_mock):
    with answering(project, tmp_path, is_mock=is_mock) as (server, _):
        for header in (
            "Origin: https://evil.example",
            f"Origin: http://localhost:{server.server_port + 1}",
            "Sec-Fetch-Mode: no-cors",
            "Sec-Fetch-Mode: navigate",
        ):
            status, _, content = send(server, "https://api.example/v1/a", "7", JSON, header)
            assert (status, json.loads(content)["code"]) == (403, "origin_refused")


@needs_packages
def test_requests_go_through_the_proxy(project, tmp_path):
    from servers.proxy.support import running_upstream

    with running_upstream() as upstream:
        data = json.loads((project / "api.json").read_text())
        data["servers"] = [{"url": upstream.base}]
        (project / "api.json").write_text(json.dumps(data))
        with answering(project, tmp_path, allow_private=True) as (server, _):
            own = f"Origin: http://localhost:{server.server_port}"
            status, headers, _ = send(server, f"{upstream.base}/echo", "7", JSON, own)
            assert (status, headers["x-sitejson-answered-by"]) == (200, "proxy")
            assert upstream.last["method"] == "POST"
            refused = send(server, "http://127.0.0.1:9/echo", "7", JSON, own)
            assert json.loads(refused[2])["code"] == "not_declared"
        with answering(project, tmp_path) as (server, _):
            refused = send(server, f"{upstream.base}/echo", "7", JSON)
            assert json.loads(refused[2])["code"] == "private_address"


def test_other_methods_have_no_effect_on_files(server):
    lines = "DELETE /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=120) as connection:
        connection.sendall(lines.encode())
        assert connection.recv(100).split()[1] == b"501"
    assert ask(server, "/", "Host: localhost")[0] == 200


@pytest.mark.parametrize("path", ["/", "/guides/a%20b.html", "/nowhere", "/_sitejson/preview.js"])
def test_no_other_site_can_load_anything(server, path):
    _, answer = ask(server, path, "Host: localhost")
    head = answer.partition(b"\r\n\r\n")[0].lower()

    assert head.count(b"\r\ncross-origin-resource-policy: same-origin") == 1
    assert head.count(b"\r\nx-content-type-options: nosniff") == 1


@pytest.mark.parametrize("begin", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_connections_that_send_nothing_do_not_block_others(server, begin):
    opened = []
    for _ in range(MAX_CONNECTIONS + 20):
        opened.append(socket.create_connection(("127.0.0.1", server.server_port), timeout=60))
        opened[-1].sendall(begin)
    started = time.monotonic()
    try:
        # Well below the time that each of them may take.
        assert [ask(server, "/", "Host: localhost")[0] for _ in range(5)] == [200] * 5
        assert time.monotonic() - started < REQUEST_SECONDS / 2
    finally:
        for connection in opened:
            connection.close()


def test_open_pages_do_not_take_all_connections(tmp_path):
    builds = BuildEvents()
    (tmp_path / "index.html").write_text("Hello")
    server = start_server(tmp_path, FIRST_PORT, builds=builds)
    opened = []
    try:
        for _ in range(MAX_CONNECTIONS // 2):
            opened.append(socket.create_connection(("127.0.0.1", server.server_port), timeout=60))
            opened[-1].sendall(b"GET /_sitejson/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert opened[-1].recv(12)
        assert ask(server, "/_sitejson/events", "Host: localhost")[0] == 503
        assert ask(server, "/", "Host: localhost")[0] == 200
    finally:
        builds.end()
        for connection in opened:
            connection.close()
        server.shutdown()
        server.server_close()


def test_addresses_without_html_are_served(server, tmp_path):
    (tmp_path / "out/guides.html").write_text("All guides")
    (tmp_path / "out/api").mkdir()
    (tmp_path / "out/api/index.html").write_text("The API")

    for path, content in (
        ("/guides/a%20b", b"Guide"),
        ("/guides", b"All guides"),
        ("/api/", b"The API"),
        ("/guides/a%20b?x=1", b"Guide"),
    ):
        status, answer = ask(server, path, "Host: localhost")
        assert (status, answer.endswith(content)) == (200, True), path
    assert ask(server, "/api", "Host: localhost")[0] == 301
    assert ask(server, "/gone", "Host: localhost")[0] == 404
