"""The server of a preview answers this machine, and nothing brings it down."""

from __future__ import annotations

import socket
from contextlib import contextmanager

import pytest

from sphinx_sitejson.commands._local_server import host_name
from sphinx_sitejson.commands._preview_server import is_path, start_server

FIRST_PORT = 8600


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
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
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
        "/%00",
        "/index.html%00.png",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/%ff%fe",
        "/%ed%a0%80",
        "/" + "x" * 5_000,
        "/" + "x/" * 3_000,
        "/" + "%41" * 20_000,
        "//evil.example/",
        "http://[/",
        "nonsense",
        "/.doctrees/environment.pickle",
        "/guides/.hidden",
        "/guides/",
        "/missing.html",
    ],
)
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
        connection = socket.create_connection(("127.0.0.1", server.server_port), timeout=10)
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
    assert is_path(path) is is_good
