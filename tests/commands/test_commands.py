"""The sitejson command."""

import json
import subprocess
import sys
import urllib.request

import pytest

from sphinx_sitejson.commands import main, preview
from support.sites import write_files
from support.small_sites import api_document, api_files, settings

SITE = settings("index")


def check(folder, files, *arguments):
    write_files(folder, files)
    return main(["check", str(folder), "--settings-only", *arguments])


def test_schema_prints_the_schema(capsys):
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["name"]


def test_check_says_that_all_is_well(tmp_path, capsys):
    assert check(tmp_path, {"site.json": SITE, "index.mdx": "# Home"}) == 0
    assert "no problems found" in capsys.readouterr().out


def test_check_lists_every_problem_and_fails(tmp_path, capsys):
    files = {"mint.json": settings("idnex", colours={}), "index.rst": "Home\n====\n"}

    assert check(tmp_path, files, "--file", "mint.json") == 1
    messages = capsys.readouterr().err
    assert 'Did you mean "colors"?' in messages
    assert 'Did you mean "index"?' in messages


def test_check_looks_at_files_tabs_and_front_matter(tmp_path, capsys):
    site = {**SITE, "logo": "/nope.svg", "tabs": [{"name": "T", "url": "t"}]}
    names = ("index.mdx", "_build/copy.mdx")

    assert check(tmp_path, {"site.json": site, **dict.fromkeys(names, "---\ntitle: [\n---\n")}) == 1
    messages = capsys.readouterr().err.splitlines()
    assert [line.split(": ", 1)[1][:20] for line in messages] == [
        'logo: the file "/nop',
        "tabs[0].url: no page",
        "the front matter cou",
    ]


def test_check_compares_front_matter_with_the_table(tmp_path, capsys):
    files = {
        "site.json": SITE,
        "conf.py": 'sitejson_front_matter = ["owner"]\n',
        "index.mdx": "---\nmode: wdie\nowner: x\ncolour: y\nversion: v2\n---\n",
        "other.rst": "---\nTop\n---\n",
    }

    assert check(tmp_path, files) == 1
    messages = capsys.readouterr().err.replace(f"{tmp_path}/", "").splitlines()
    assert [line.split(";")[0] for line in messages] == [
        'index.mdx:2: mode: must be one of "wide", "center", "landing", "custom", "frame", '
        'not "wdie"',
        'index.mdx:4: colour: unknown key "colour"',
        'index.mdx:5: version: "v2" is not in "versions"',
    ]


def test_check_knows_generated_pages(tmp_path):
    operation = {"summary": "A", "responses": {"200": {"description": "OK"}}}
    files = api_files(api_document({"/a": {"get": operation}}), "index", "api/a")

    assert check(tmp_path, files) == 0
    assert check(tmp_path, {"api.json": "{}"}) == 1


def test_check_without_a_file_says_what_is_missing(tmp_path, capsys):
    assert main(["check", str(tmp_path), "--settings-only"]) == 1
    assert "site.json" in capsys.readouterr().err


def test_preview_needs_a_project(tmp_path, capsys):
    assert main(["preview", str(tmp_path)]) == 1
    assert "sitejson init" in capsys.readouterr().err


def test_preview_builds_serves_and_builds_again(tmp_path, capfd, monkeypatch):
    docs = tmp_path / "docs"
    main(["init", str(docs)])
    capfd.readouterr()
    looks = iter(["change", "end"])

    def look(seconds):
        if next(looks) == "end":
            raise KeyboardInterrupt
        (docs / "index.mdx").write_text("---\ntitle: Changed\n---\n")

    monkeypatch.setattr(preview.time, "sleep", look)
    served = []
    start = preview.start_server

    def start_and_note(*arguments, **options):
        served.append(start(*arguments, **options))
        return served[-1]

    monkeypatch.setattr(preview, "start_server", start_and_note)
    assert main(["preview", str(docs), "--port", "8470"]) == 0

    address = f"http://localhost:{served[0].server_port}/"
    said = capfd.readouterr().out
    assert said.startswith("Building all pages …\n")
    assert said.count("Building all pages") == 1
    assert address in said
    assert "\nPlayground requests " in said
    assert "Changed" in (docs / "_build/html/index.html").read_text()


@pytest.mark.parametrize("theme", ["sitejson", "alabaster"])
def test_preview_of_a_site_without_an_api_is_silent_about_playgrounds(
    tmp_path, capfd, monkeypatch, theme
):
    conf = f'extensions = ["sphinx_sitejson"]\nhtml_theme = "{theme}"\n'
    (tmp_path / "conf.py").write_text(conf)
    (tmp_path / "index.rst").write_text("Home\n====\n")

    def interrupt(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(preview.time, "sleep", interrupt)

    assert main(["preview", str(tmp_path), "--port", "8480"]) == 0
    shown = capfd.readouterr()
    assert shown.out.endswith("(press Ctrl+C to stop)\n")
    assert shown.err == ""


def test_a_taken_port_is_passed_over(tmp_path):
    (tmp_path / "index.html").write_text("Hello")
    first = preview.start_server(tmp_path, 8500)
    second = preview.start_server(tmp_path, first.server_port)

    assert second.server_port > first.server_port
    with urllib.request.urlopen(f"http://127.0.0.1:{second.server_port}/") as answer:
        assert answer.read() == b"Hello"
        assert answer.headers["Cache-Control"] == "no-store"
    for server in (first, second):
        server.shutdown()
        server.server_close()


def test_a_bare_call_shows_the_help(capsys):
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "usage: sitejson" in shown
    assert "preview" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--fromat=json"], 'unknown argument "--fromat=json". Did you mean "--format"?'),
        (["mock", "--prot", "3"], 'unknown argument "--prot". Did you mean "--port"?'),
        (["schema", "more"], 'unknown argument "more".'),
        (["check", "--port", "3"], 'unknown argument "--port".'),
    ],
)
def test_an_unknown_option_shows_the_usage_of_its_command(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"usage: sitejson {arguments[0]} ")
    assert shown.rstrip().endswith(f"sitejson {arguments[0]}: error: {message}")


def test_a_wrong_call_shows_the_usage(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["nonsense"])
    assert stopped.value.code == 2
    assert "usage: sitejson" in capsys.readouterr().err


def test_the_package_runs_the_command():
    command = [sys.executable, "-m", "sphinx_sitejson", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("sitejson ")
