"""The wheel holds the whole package, and works without the repository beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinx_sitejson"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT]
    result = subprocess.run(build, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def files_in(folder):
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_holds_every_file_of_the_package(wheel):
    assert files_in(wheel / "sphinx_sitejson") == files_in(PACKAGE)


@pytest.mark.parametrize("name", ["py.typed", "theme.toml", "site.schema.json"])
def test_wheel_holds_the_files_that_are_not_python(wheel, name):
    assert [path.name for path in wheel.rglob(name)] == [name]


def test_wheel_announces_the_command_and_the_theme(wheel):
    (entry_points,) = wheel.glob("*.dist-info/entry_points.txt")

    text = entry_points.read_text()
    assert "[console_scripts]\nsitejson = sphinx_sitejson.commands:main" in text
    assert "[sphinx.html_themes]\nsitejson = sphinx_sitejson" in text


def test_unpacked_wheel_builds_a_site(wheel, tmp_path):
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (tmp_path / "index.md").write_text("# Welcome\n")
    (tmp_path / "site.json").write_text(
        '{"name": "Plants", "favicon": "/leaf.svg", "colors": {"primary": "#0d7d4d"},'
        ' "navigation": [{"group": "Start", "pages": ["index"]}]}'
    )
    (tmp_path / "leaf.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    program = (
        "import sys, sphinx_sitejson; from sphinx.cmd.build import build_main;"
        f"assert sphinx_sitejson.__file__.startswith({str(wheel)!r}), sphinx_sitejson.__file__;"
        "sys.exit(build_main(['-W', '-q', '-b', 'html', '.', 'built']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
    )

    assert result.returncode == 0, result.stdout + result.stderr
    assert "Welcome" in (tmp_path / "built" / "index.html").read_text()
