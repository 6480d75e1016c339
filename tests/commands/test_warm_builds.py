"""Builds of a preview: the process is kept, and whatever the author changes counts."""

import os
import threading
import time
from pathlib import Path

import pytest

from sphinx_sitejson.commands import warm_builds as _warm_builds
from sphinx_sitejson.commands.warm_builds import BuildProcess

pytestmark = pytest.mark.skipif(not _warm_builds.CAN_FORK, reason="builds are not forked here")

CONF = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent / "code"))
extensions = ["own_extension"]
rst_epilog = ".. |word| replace:: {word}"
html_theme = "basic"
"""
EXTENSION = """
def setup(app):
    app.connect("html-page-context", lambda app, page, template, context, tree: context.update(
        body=context.get("body", "") + "{word}"))
"""


@pytest.fixture
def project(tmp_path):
    write(tmp_path / "source/conf.py", CONF.format(word="first conf"))
    write(tmp_path / "source/code/own_extension.py", EXTENSION.format(word="first extension"))
    write(tmp_path / "source/index.rst", "Home\n====\n\nFirst text, |word|.\n")
    return tmp_path


@pytest.fixture
def process(project):
    made = BuildProcess(["-q", "-b", "html", str(project / "source"), str(project / "out")])
    yield made
    made.close()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def built(process, project):
    log = "".join(process.build())
    assert process.exit_code == 0, log
    return (project / "out/index.html").read_text(encoding="utf-8")


def test_changed_pages_configuration_and_extensions_count(process, project):
    page = built(process, project)
    assert "First text, first conf" in page
    assert "first extension" in page
    first = process._process.pid

    write(project / "source/index.rst", "Home\n====\n\nSecond text, |word|.\n")
    assert "Second text, first conf" in built(process, project)

    write(project / "source/conf.py", CONF.format(word="second conf"))
    assert "Second text, second conf" in built(process, project)

    write(project / "source/code/own_extension.py", EXTENSION.format(word="another extension"))
    write(project / "source/index.rst", "Home\n====\n\nThird text, |word|.\n")
    assert "another extension" in built(process, project)

    assert process._process.pid == first


def test_the_lexers_of_a_build_are_prepared_for_the_next_one():
    from pygments.lexers.forth import ForthLexer

    name = (ForthLexer.__module__, ForthLexer.__name__)
    assert name not in _warm_builds.used_lexers()
    _warm_builds.prepare_lexers([name, ("pygments.lexers.none", "NoLexer")])
    assert name in _warm_builds.used_lexers()


def test_a_changed_module_that_was_imported_beforehand_counts(project, monkeypatch):
    """A package with a name of the shared ones, as if it were installed anew."""
    installed = project / "installed"
    module = installed / "sphinxcontrib/lamp.py"
    write(module, EXTENSION.format(word="old version"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(installed), *os.sys.path]))
    write(project / "source/conf.py", 'extensions = ["sphinxcontrib.lamp"]\n')
    process = BuildProcess(["-q", "-b", "html", str(project / "source"), str(project / "out")])
    try:
        assert "old version" in built(process, project)
        first = process._process.pid
        write(module, EXTENSION.format(word="version of today"))
        write(project / "source/index.rst", "Home\n====\n\nOther text.\n")
        assert "version of today" in built(process, project)
        assert process._process.pid == first
    finally:
        process.close()


def test_a_build_that_crashes_leaves_the_process_running(process, project):
    built(process, project)
    first = process._process.pid
    write(project / "source/conf.py", "import os\nos.kill(os.getpid(), 9)\n")
    assert list(process.build()) == []
    assert process.exit_code == -9

    write(project / "source/conf.py", "1 / 0\n")
    assert "ZeroDivisionError" in "".join(process.build())
    assert process.exit_code == 2

    write(project / "source/conf.py", CONF.format(word="whole again"))
    assert "whole again" in built(process, project)
    assert process._process.pid == first


def test_a_process_that_was_killed_is_started_again(process, project):
    built(process, project)
    process._process.kill()
    process._process.wait()
    assert "first conf" in built(process, project)


def test_an_end_leaves_no_process(process, project):
    record = project / "pid"
    text = f"import os, pathlib, time\npathlib.Path({str(record)!r}).write_text(str(os.getpid()))\n"
    write(project / "source/conf.py", f"{text}time.sleep(300)\n")
    reader = threading.Thread(target=lambda: list(process.build()), daemon=True)
    reader.start()
    wait_until(lambda: record.exists() and record.read_text())
    process.close()
    wait_until(lambda: not Path("/proc", record.read_text()).exists() or is_zombie(record))
    reader.join(30)
    assert not reader.is_alive()


def is_zombie(record):
    return "\nState:\tZ" in Path("/proc", record.read_text(), "status").read_text()


def wait_until(is_true):
    end = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.05)
