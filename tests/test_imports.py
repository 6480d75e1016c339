"""Imports inside the package run one way."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest

from support.imports import (
    ORDER,
    PACKAGE,
    circles,
    imports_of,
    is_allowed,
    ways_to_sphinx,
    wrong_imports,
)
from support.sites import write_files

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way():
    assert wrong_imports(ROOT / PACKAGE) == []


def test_each_part_has_its_place_in_the_order():
    package = ROOT / PACKAGE
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    assert {*packages, *(path.stem for path in package.glob("*.py"))} == {*ORDER}


def test_readers_views_and_servers_know_no_sphinx():
    assert ways_to_sphinx(ROOT / PACKAGE) == []


def test_a_way_to_sphinx_is_found_over_several_modules(tmp_path):
    package = tmp_path / PACKAGE
    modules = {
        "openapi/model.py": "from sphinx_sitejson.navigation.tree import T",
        "navigation/tree.py": "def later():\n    from docutils import nodes",
    }
    folders = ("", "openapi/", "navigation/")
    write_files(package, {**{f"{folder}__init__.py": "" for folder in folders}, **modules})

    way = "sphinx_sitejson.openapi.model -> sphinx_sitejson.navigation.tree"
    assert ways_to_sphinx(package) == [way]


def test_no_modules_import_each_other_in_a_circle():
    assert circles(ROOT / PACKAGE) == []


def test_a_circle_is_found_even_when_it_is_only_for_types(tmp_path):
    modules = {
        "__init__.py": "",
        "a.py": "from .b import B\n",
        "b.py": "if TYPE_CHECKING:\n    from . import c\n",
        "c.py": "def later():\n    from sphinx_sitejson.a import A\n",
    }
    write_files(tmp_path / PACKAGE, modules)

    (circle,) = circles(tmp_path / PACKAGE)
    assert circle == " -> ".join(f"sphinx_sitejson.{name}" for name in "abca")


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("settings/site.py", "from sphinx_sitejson.common.problems import Problem"),
        ("settings/site.py", "from .appearance import Logo"),
        ("navigation/tree.py", "from sphinx_sitejson.settings.site import SiteSettings"),
        ("navigation/toctrees.py", "from docutils import nodes"),
        ("openapi/reading/bundler.py", "from prance.util import url"),
        ("reference/views/fields.py", "from sphinx_sitejson.openapi import schemas"),
        ("servers/proxy/server.py", "import httpcore"),
        ("commands/check.py", "from sphinx_sitejson.version import __version__"),
        ("extension.py", "from .parsers.mdx_parser import MdxParser"),
        ("__init__.py", "def setup(app):\n    from .extension import setup_extension"),
        ("__init__.py", "from .version import __version__"),
        ("__init__.py", "if TYPE_CHECKING:\n    from sphinx.application import Sphinx"),
    ],
)
def test_allowed(file, statement):
    assert [found for found in read(file, statement) if not is_allowed(found)] == []


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("common/problems.py", "from ..settings import site"),
        ("settings/site.py", "from sphinx_sitejson import navigation"),
        ("settings/site.py", "import sphinx_sitejson.navigation.tree"),
        ("openapi/document.py", "def read():\n    from ..http_messages.options import Options"),
        ("site_build/reports.py", "from ..parsers.mdx_parser import MdxParser"),
        ("site_build/build_state.py", "from ..navigation.page_index import BoundFact"),
        ("components/output.py", "if TYPE_CHECKING:\n    from ..parsers import renderer"),
        ("navigation/page_titles.py", "from ..reference.bound_pages import bind_page"),
        ("navigation/site_pages.py", "import prance"),
        ("servers/mock/routes.py", "import httpcore"),
        ("parsers/renderer.py", "from ..extension import setup"),
        ("commands/check.py", "from sphinx_sitejson import __version__"),
        ("__init__.py", "from .extension import setup"),
        ("__init__.py", "from docutils import nodes"),
        ("a_new_part/module.py", "from sphinx_sitejson.common.problems import Problem"),
    ],
)
def test_against_the_direction(file, statement):
    assert [found for found in read(file, statement) if not is_allowed(found)] != []


def test_requests_need_no_other_library():
    """Documents are read without the packages of the proxy; hosts beyond ASCII ask for one."""
    folder = ROOT / PACKAGE / "common/network"
    others = {
        (path.name, found.module, found.is_lazy)
        for path in folder.glob("*.py")
        for found in imports_of(path.read_text(encoding="utf-8"), path.relative_to(ROOT / PACKAGE))
        if found.module.split(".")[0] not in {PACKAGE, *sys.stdlib_module_names}
    }
    assert others == {("urls.py", "idna", True)}


def read(file, statement):
    return list(imports_of(statement, PurePosixPath(file)))
