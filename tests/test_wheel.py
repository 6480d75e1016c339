"""The wheel holds the whole package, and works without the repository beside it."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinx_sitejson"
TEXTS = frozenset({".mdx", ".md", ".rst", ".json", ".yaml", ".py"})


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT]
    result = subprocess.run(build, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
    return folder


def files_in(folder):
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_holds_every_file_of_the_package(wheel):
    assert files_in(wheel / "sphinx_sitejson") == files_in(PACKAGE)


@pytest.mark.parametrize("name", ["py.typed", "theme.toml", "site.schema.json", "prelude.js"])
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


def test_wheel_contains_the_notices_of_third_parties(wheel):
    (metadata,) = wheel.glob("*.dist-info/METADATA")
    (notice,) = wheel.glob("*.dist-info/licenses/NOTICE")

    assert "Font Awesome" in notice.read_text("utf-8")
    text = metadata.read_text("utf-8")
    assert "License-File: NOTICE" in text
    # On the package index there is nothing beside the description.
    description = text.partition("\n\n")[2]
    assert re.findall(r"!?\[[^\]]*\]\((?!https://)[^)]*\)", description) == []


def test_no_file_names_an_address_that_does_not_exist():
    files = [ROOT / "README.md", ROOT / "pyproject.toml", *PACKAGE.rglob("*.json")]
    files += [path for path in (ROOT / "example_project").rglob("*.*") if path.suffix in TEXTS]
    named = [path for path in files if "sphinx-sitejson.readthedocs" in path.read_text("utf-8")]
    assert named == []


@pytest.mark.wide
def test_a_fresh_environment_starts_and_builds_a_site(archive, tmp_path):
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "--python", home, "install", "--no-deps", archive], check=True)
    # What the package depends on comes from here, so that nothing is downloaded. Paths of
    # editable packages are not followed from such a line.
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    python, sitejson = home / "bin" / "python", home / "bin" / "sitejson"
    project = tmp_path / "project"
    project.mkdir()
    (project / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (project / "site.json").write_text('{"name": "Plants", "navigation": []}')
    (project / "index.md").write_text("# Welcome\n")

    def run(*command):
        result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    where = run(python, "-c", "import sphinx_sitejson; print(sphinx_sitejson.__file__)")
    assert where.startswith(str(packages))
    run(python, "-m", "sphinx", "-W", "-q", "-b", "html", "project", "site")
    assert "Welcome" in (tmp_path / "site" / "index.html").read_text("utf-8")
    run(sitejson, "init", "docs", "--yes")
    assert "no problems found" in run(sitejson, "check", "docs")
