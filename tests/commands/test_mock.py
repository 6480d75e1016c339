"""``sitejson mock`` over the network: one process, real sockets."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.servers.api_project import read_project
from support.mocks import DOCUMENTS, mock_named, serving
from support.sites import DEFAULT_CONF, write_files
from support.small_sites import API_TAB, settings


@pytest.fixture(scope="module")
def address():
    with serving(mock_named("weather"), origins=("https://docs.example",), most=1000) as address:
        yield address


def ask(address, method, path, body=None, **headers):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, names)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def raw(address, *lines):
    host, _, port = urlsplit(address).netloc.partition(":")
    with socket.create_connection((host, int(port)), timeout=120) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        return b"".join(iter(lambda: connection.recv(65_536), b""))


NOW = "/now?at=1%202"


def test_one_connection_serves_many_requests(address):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    for method, path in [("GET", NOW), ("HEAD", NOW), ("GET", "/nowhere"), ("OPTIONS", "/now")]:
        connection.request(method, path)
        answer = connection.getresponse()
        content = answer.read()
        assert (not content) == (method != "GET")
        assert answer.headers["X-Sitejson-Answered-By"] == "mock"
        assert answer.headers["Server"] == "sitejson-mock"
    connection.close()


def test_a_body_in_chunks(address):
    answer, _ = ask(address, "POST", "/report", iter([b"sun", b"ny"]), content_type="text/plain")
    assert answer.status == 200


@pytest.mark.parametrize(
    ("head", "body", "status"),
    [
        (["Content-Length: 2000"], "", 413),
        (["Transfer-Encoding: chunked"], "FFFF\r\n", 413),
        (["Transfer-Encoding: chunked"], "zz\r\n", 400),
        (["Transfer-Encoding: gzip"], "", 400),
        (["Content-Length: 3", "Transfer-Encoding: chunked"], "", 400),
        (["Content-Length: 3", "Content-Length: 4"], "abcd", 400),
        (["Content-Length: -3"], "", 400),
        (["Content-Length: x"], "", 400),
        (["Content-Length: 99999999999999999999"], "", 413),
    ],
)
def test_bodies_that_are_not_read(address, head, body, status):
    lines = [
        "POST /report HTTP/1.1", "Host: localhost", "Content-Type: text/plain", *head, "", body,
    ]  # fmt: skip
    answer = raw(address, *lines)
    assert int(answer.split()[1]) == status
    assert b"application/problem+json" in answer
    assert b"Traceback" not in answer


def test_only_this_machine_is_answered(address):
    answer, content = ask(address, "GET", NOW, host="evil.example")
    assert answer.status == 403
    assert json.loads(content)["code"] == "name_refused"


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:1", True),
        ("https://docs.example", True),
        ("https://evil.example", False),
        ("null", False),
        ("http://localhost.evil.example", False),
    ],
)
def test_pages_that_may_read(address, origin, is_allowed):
    answer, _ = ask(address, "GET", NOW, origin=origin)
    assert answer.headers["Access-Control-Allow-Origin"] == (origin if is_allowed else None)
    asked, _ = ask(
        address,
        "OPTIONS",
        NOW,
        origin=origin,
        access_control_request_method="PUT",
        access_control_request_headers="x-a, authorization",
    )
    assert asked.status == 204
    expected = ("PUT", "x-a, authorization") if is_allowed else (None, None)
    names = ("Access-Control-Allow-Methods", "Access-Control-Allow-Headers")
    assert tuple(asked.headers[name] for name in names) == expected


def test_headers_in_other_scripts(address):
    """UTF-8 in, UTF-8 out, as pages send it."""
    answer, _ = ask(address, "GET", NOW, prefer='example="ä"'.encode())
    assert answer.status == 400


def test_the_command_says_where_it_is_and_what_it_answers():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-c",
        "from sphinx_sitejson.commands import main; raise SystemExit(main())",
    ]
    process = subprocess.Popen(
        [*command, "mock", str(DOCUMENTS / "shop.yaml"), "--port", str(port), "--no-auth"],
        stderr=subprocess.PIPE,
        text=True,
        # A shell that starts it in the background lets it ignore Ctrl+C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stderr.readline() == (
            f"Mock server listening at http://127.0.0.1:{port} (press Ctrl+C to stop)\n"
        )
        assert f"5 operations below http://127.0.0.1:{port}/v1" in process.stderr.readline()
        answer, _ = ask(f"http://127.0.0.1:{port}", "GET", "/v1/products?key=secret")
        assert answer.status == 200
        line = process.stderr.readline()
        assert line.startswith("GET 200 GET /products ")
        assert "secret" not in line
    finally:
        os.kill(process.pid, signal.SIGINT)
        _, rest = process.communicate(timeout=600)
    assert "Traceback" not in rest
    assert process.returncode == 130


def test_what_cannot_be_served_is_reported(tmp_path, capsys):
    assert main(["mock", str(tmp_path)]) == 1
    assert "site.json" in capsys.readouterr().err
    (tmp_path / "a.yaml").write_text("nonsense")
    assert main(["mock", str(tmp_path / "a.yaml")]) == 1
    assert "could not be read" in capsys.readouterr().err
    assert main(["mock", str(DOCUMENTS / "shop.yaml"), "--origin", "nonsense"]) == 1
    assert "Invalid origin 'nonsense'" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["mock", str(DOCUMENTS / "shop.yaml"), "--port", port]) == 1
    assert "address already in use. Choose another address with --host" in capsys.readouterr().err


WEATHER = {
    "openapi": "3.1.0",
    "info": {"title": "Weather", "version": "1"},
    "servers": [{"url": "https://weather.example/v1"}],
    "paths": {"/now": {"get": {"responses": {"200": {"description": "Sun"}}}}},
}
LISTINGS = {
    "index.rst": "Home\n====\n\n.. openapi:: documents/weather.json\n   :playground:\n",
    "index.md": "# Home\n\n```{openapi} /documents/weather.json\n:playground:\n```\n",
    "guides/weather.mdx": "# Home\n\n:::{openapi} ../documents/weather.json\n:::\n",
    "outside.rst": "Home\n====\n\n.. openapi:: ../elsewhere.json\n",
}


@pytest.mark.parametrize("page", LISTINGS)
@pytest.mark.parametrize("settings", [None, {"name": "W", "navigation": []}])
def test_documents_that_pages_list_belong_to_a_project(tmp_path, page, settings):
    docs = tmp_path / "docs"
    names = ("documents/weather.json", "documents/unused.json", "../elsewhere.json")
    files = {"conf.py": DEFAULT_CONF, page: LISTINGS[page], **dict.fromkeys(names, WEATHER)}
    write_files(docs, {**files, "site.json": settings} if settings else files)
    project = read_project(docs, None)

    assert [Path(document.location).name for document in project.documents] == [
        "elsewhere.json" if page == "outside.rst" else "weather.json"
    ]
    assert project.base_urls == ("https://weather.example/v1",)


def test_a_document_of_the_settings_that_a_page_lists_is_read_once(tmp_path):
    page = "Home\n====\n\n.. openapi:: api.json\n"
    site = settings(tabs=[API_TAB])
    write_files(tmp_path, {"site.json": site, "api.json": WEATHER, "index.rst": page})

    assert len(read_project(tmp_path, None).documents) == 1
