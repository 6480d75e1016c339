"""``sitejson proxy``: what it reads, what it says, and that it serves."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from importlib.util import find_spec

import pytest

from sphinx_sitejson.commands import main, proxy
from sphinx_sitejson.commands.arguments import make_parser
from sphinx_sitejson.servers.api_project import ProjectError, read_project
from sphinx_sitejson.settings.conf_py import plain_values
from support.sites import write_files
from support.small_sites import api_document, settings

needs_packages = pytest.mark.skipif(find_spec("uvicorn") is None, reason="the extra is missing")


def document(url):
    return api_document({"/a": {"get": {"responses": {"200": {"description": "OK"}}}}}, url)


@pytest.fixture
def project(tmp_path):
    names = ("named", "bound", "shown", "stray")
    files = {
        "conf.py": 'html_baseurl = "https://docs.example.com/en/"\n',
        "site.json": settings(openapi=["/named.json", "/missing.json"]),
        "index.mdx": "# Home",
        **{f"{name}.json": document(f"https://{name}.example") for name in names},
    }
    write_files(tmp_path, files)
    return tmp_path


def change(project, **keys):
    path = project / "site.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **keys}))


def options_for(project, *arguments):
    return make_parser().parse_args(["proxy", str(project), *arguments])


def test_only_documents_that_pages_show(project):
    assert read_project(project, None).base_urls == ("https://named.example",)

    (project / "a.mdx").write_text('---\nopenapi: "bound GET /a"\n---\n')
    (project / "b.rst").write_text("B\n=\n\n.. openapi-operation:: shown GET /a\n")
    (project / "c.mdx").write_text('---\napi: "GET https://hand.example/x/{id}"\n---\n')
    assert set(read_project(project, None).base_urls) == {
        "https://named.example",
        "https://bound.example",
        "https://shown.example",
        "https://hand.example/x",
    }


def test_the_site_and_its_settings_file_are_known_from_conf_py(project):
    (project / "site.json").rename(project / "mint.json")
    with (project / "conf.py").open("a") as file:
        file.write('sitejson_file = "mint.json"\n')

    assert read_project(project, None).site_urls == ("https://docs.example.com/en/",)


def test_conf_py_is_not_run(tmp_path):
    (tmp_path / "conf.py").write_text(
        'import os\na = 1\nb = c = ["x"]\na = os.getcwd()\nraise SystemExit\n'
    )
    assert plain_values(tmp_path) == {"b": ["x"], "c": ["x"]}
    (tmp_path / "conf.py").write_text("a = (")
    assert plain_values(tmp_path) == {}
    assert plain_values(tmp_path / "nowhere") == {}


def test_broken_settings_are_reported(project):
    (project / "site.json").write_text("{")
    with pytest.raises(ProjectError, match=r"site\.json:1"):
        read_project(project, None)


@needs_packages
def test_a_site_that_turns_the_proxy_off_is_reported(project, capsys):
    change(project, api={"playground": {"disableProxy": True}})
    proxy.proxy_settings(options_for(project))
    assert "disableProxy" in capsys.readouterr().err


@needs_packages
def test_options(project):
    settings = proxy.proxy_settings(
        options_for(
            project,
            "--base-url=https://Further.example:443/v1/",
            "--origin=http://localhost:8000",
            "--allow-private",
            "--max-running=8",
            "--max-response=1.5",
        )
    )

    shown = [base.origin + base.path for base in settings.bases]
    assert shown == ["https://named.example", "https://further.example/v1"]
    assert settings.origins.allowed == {"http://localhost:8000"}
    assert settings.allow_private
    assert settings.limits.running == 8
    assert settings.limits.running_per_client == 2
    assert settings.limits.response_bytes == 1_500_000


@needs_packages
@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        ([], ["http://localhost:1", "http://127.0.0.1:1", "http://169.254.169.254"]),
        (["--allow-private"], ["http://169.254.169.254"]),
    ],
)
def test_addresses_that_are_not_public_are_reported(project, arguments, refused):
    urls = [
        "http://localhost:1", "http://127.0.0.1:1", "http://169.254.169.254", "https://api.example",
        "http://1.1.1.1",
    ]  # fmt: skip
    change(project, api={"baseUrl": urls})
    options = options_for(project, *arguments)
    lines = proxy.summary(proxy.proxy_settings(options), options).splitlines()

    assert [line.split()[0] for line in lines if "refused" in line] == refused
    assert len(lines) == 8


@needs_packages
def test_base_urls_that_cannot_be_used_are_named_without_their_password(project, capsys):
    urls = ["https://u:s3cret@api.example.com/v1", "https://{tenant}.example", "https://ok.example"]
    change(project, api={"baseUrl": urls})
    settings = proxy.proxy_settings(options_for(project))

    assert [base.host for base in settings.bases] == ["api.example.com", "ok.example"]
    told = capsys.readouterr().err
    assert "{tenant}.example" in told
    assert "s3cret" not in told


@needs_packages
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--origin", "null"], "Invalid site origin"),
        (["--origin", "docs.example.com"], "Invalid site origin"),
        (["--file", "nope.json"], "nope.json"),
    ],
)
def test_no_proxy(project, capsys, arguments, message):
    assert main(["proxy", str(project), *arguments]) == 1
    assert message in capsys.readouterr().err


@needs_packages
def test_nothing_to_forward_to(project, capsys):
    change(project, openapi=[])
    assert main(["proxy", str(project)]) == 1
    assert "No base URL to forward to" in capsys.readouterr().err


@needs_packages
def test_a_port_that_is_taken(project, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["proxy", str(project), "--port", str(port)]) == 1
    assert f"Cannot listen on 127.0.0.1:{port}: address already in use." in capsys.readouterr().err


def test_the_packages_are_missing(project, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sphinx_sitejson.servers.proxy.server", None)
    assert main(["proxy", str(project)]) == 1
    assert capsys.readouterr().err == f"{proxy.MISSING_PACKAGES}\n"


@pytest.mark.parametrize("number", ["0", "-1", "nan", "x", "99999999999"])
@pytest.mark.parametrize("name", ["--idle-timeout", "--port"])
def test_numbers_that_make_no_sense(project, name, number):
    with pytest.raises(SystemExit):
        options_for(project, name, number)


@needs_packages
def test_the_command_serves_until_it_is_ended(project):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-c", "from sphinx_sitejson.commands import main; main()"]
    arguments = ["proxy", str(project), "--port", str(port)]
    with subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True) as process:
        said = [process.stderr.readline() for _ in range(4)]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=120) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()

    assert said == [
        f"Proxy listening at http://127.0.0.1:{port}/ (press Ctrl+C to stop)\n",
        "Forwarding to:\n",
        "  https://named.example\n",
        "for pages at https://docs.example.com.\n",
    ]
    assert rest == ""
