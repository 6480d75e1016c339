"""What goes wrong around a command is told in a sentence, never by a traceback."""

import json
import os
import subprocess
import sys
import threading

import pytest

from sphinx_sitejson.commands import main, preview
from support.sites import DEFAULT_CONF, write_files
from support.wide import wide_but

SITE = {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}
COMMAND = (
    sys.executable,
    "-c",
    "import sys; from sphinx_sitejson.commands import main; sys.exit(main())",
)


@pytest.fixture
def project(tmp_path):
    write_files(tmp_path, {"conf.py": DEFAULT_CONF, "site.json": SITE, "index.mdx": "# Home"})
    return tmp_path


def run_with_closed_pipe(*arguments, also_errors=False):
    """Run a command whose output nobody reads."""
    read, write = os.pipe()
    os.close(read)
    errors = write if also_errors else subprocess.PIPE
    try:
        return subprocess.run(
            [*COMMAND, *arguments], stdout=write, stderr=errors, check=False, timeout=600
        )
    finally:
        os.close(write)


@pytest.mark.parametrize(
    "arguments",
    [["schema"], ["--help"], ["--version"], ["check", "PROJECT"], ["init", "PROJECT/new"]],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("also_errors", wide_but([False, True], False))
def test_a_closed_pipe_ends_a_command_quietly(project, arguments, also_errors):
    words = [word.replace("PROJECT", str(project)) for word in arguments]
    result = run_with_closed_pipe(*words, also_errors=also_errors)

    # The library that prints the help does not care who reads it.
    assert result.returncode == (0 if words[0].startswith("-") else 141)
    assert not result.stderr


def test_a_closed_pipe_does_not_keep_page_files_from_being_written(project):
    operation = {"summary": "List", "responses": {"200": {"description": "OK"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "paths": {f"/a{n}": {"get": operation} for n in range(50)},
    }
    (project / "api.json").write_text(json.dumps(document))
    result = run_with_closed_pipe(
        "openapi-file", str(project / "api.json"), "-o", str(project / "o")
    )

    assert result.returncode == 141
    assert b"Traceback" not in result.stderr
    assert len(list((project / "o").glob("*.mdx"))) == 50


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110
def test_an_output_on_a_full_disk_is_reported(project):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        result = subprocess.run(
            [*COMMAND, "schema"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=600
        )

    assert result.returncode == 1
    assert result.stderr == b"sitejson: no space left on device.\n"


def test_an_interrupted_command_ends_quietly(project, monkeypatch, capsys):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(preview.SiteBuilds, "build", interrupt)
    assert main(["preview", str(project)]) == 130
    assert capsys.readouterr().err == ""


def test_init_names_what_it_cannot_write(tmp_path, capsys, full_disk):
    with full_disk():
        assert main(["init", str(tmp_path / "docs")]) == 1
    assert "conf.py could not be written: no space left on device" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["init", str(tmp_path / "file")]) == 1
    assert "conf.py could not be written" in capsys.readouterr().err


def test_init_does_not_write_to_where_a_link_points(tmp_path, capsys):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "site.json").symlink_to(tmp_path / "outside.json")

    assert main(["init", str(docs)]) == 0
    assert not (tmp_path / "outside.json").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "guides").symlink_to(tmp_path)
    assert main(["init", str(other)]) == 1
    assert not (tmp_path / "quickstart.mdx").exists()


@pytest.mark.parametrize("port", ["0", "70000", "-1", "x"])
def test_a_port_that_does_not_exist_is_refused(project, port, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["preview", str(project), "--port", port])
    assert stopped.value.code == 2
    assert "--port" in capsys.readouterr().err


def test_check_names_a_page_that_cannot_be_read(project, capsys):
    os.mkfifo(project / "pipe.mdx")
    (project / "outside.mdx").symlink_to("/etc/hostname")

    assert main(["check", str(project)]) == 1
    messages = capsys.readouterr().err
    assert "pipe.mdx:1: the page is not a regular file; it was skipped." in messages
    assert (
        "outside.mdx:1: the page is a symbolic link that points outside the repository" in messages
    )


def test_check_says_when_no_listed_page_exists(project, capsys):
    (project / "index.mdx").rename(project / "intro.mdx")
    settings = {**SITE, "navigation": [{"group": "G", "pages": ["start", "intor"]}]}
    (project / "site.json").write_text(json.dumps(settings))

    assert main(["check", str(project)]) == 1
    (only,) = capsys.readouterr().err.splitlines()
    assert only == (
        "site.json: none of the pages that site.json lists is in the project: "
        '"start", "intor". Did you mean "intro"? [sitejson.missing_page]'
    )


@pytest.mark.parametrize("command", ["check", "proxy"])
@pytest.mark.parametrize("content", ["null", "true", "42", '"x"', "[]", "", "\ufeff"])
def test_settings_that_are_no_object(project, command, content, capsys):
    (project / "site.json").write_text(content, encoding="utf-8")

    assert main([command, str(project)]) == 1
    messages = capsys.readouterr().err.splitlines()
    assert len(messages) == 1
    assert "must be an object" in messages[0] or "the file is empty" in messages[0]


def test_a_preview_whose_folder_cannot_be_made_says_so(project, capsys):
    (project / "out").write_text("")

    assert main(["preview", str(project), "--out", str(project / "out" / "html")]) == 1
    assert "nothing was built" in capsys.readouterr().err


def test_a_preview_goes_on_when_a_build_fails(project, monkeypatch):
    builds = []
    looks = iter(["break", "mend", "end"])

    def look(seconds):
        step = next(looks)
        if step == "end":
            raise KeyboardInterrupt
        (project / step).write_text("")

    def build(site):
        builds.append(sorted(path.name for path in project.iterdir()))
        return preview.BuildResult(exit_code=2 if len(builds) == 2 else 0)

    monkeypatch.setattr(preview.time, "sleep", look)
    monkeypatch.setattr(preview.SiteBuilds, "build", build)
    assert main(["preview", str(project), "--port", "8700"]) == 0
    assert len(builds) == 3


def test_looking_for_changes_survives_files_that_come_and_go(tmp_path):
    stop = threading.Event()

    def come_and_go():
        while not stop.is_set():
            for number in range(20):
                folder = tmp_path / f"f{number}"
                folder.mkdir(exist_ok=True)
                (folder / "a.mdx").write_text("")
                (folder / "a.mdx").unlink()
                folder.rmdir()

    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    worker = threading.Thread(target=come_and_go)
    worker.start()
    try:
        for _ in range(300):
            preview.latest_change(tmp_path, tmp_path / "out")
    finally:
        stop.set()
        worker.join()


def test_the_output_of_builds_is_no_change(project):
    before = preview.latest_change(project, project / "out")
    for folder in ("out", "_build", "other"):
        (project / folder).mkdir()
        (project / folder / ".sitejson-output").write_text("")
        (project / folder / "page.md").write_text("")

    assert preview.latest_change(project, project / "out") == before
