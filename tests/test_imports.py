"""Imports inside the package run one way."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest

from support.imports import (
    BRIDGE,
    PACKAGE,
    ROOMS,
    SERVES_ALL_ROOMS,
    circles,
    imports_of,
    is_allowed,
    is_allowed_in_bridge,
    wrong_imports,
    wrong_rooms,
)

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way():
    assert wrong_imports(ROOT / PACKAGE) == []


def test_rooms_of_the_bridge_import_one_way():
    assert wrong_rooms(ROOT / PACKAGE) == []
    folders = {path.name for path in (ROOT / PACKAGE / BRIDGE).iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == ROOMS.keys() | {SERVES_ALL_ROOMS}


def test_no_modules_import_each_other_in_a_circle():
    assert circles(ROOT / PACKAGE) == []


def test_a_circle_is_found_even_when_it_is_only_for_types(tmp_path):
    package = tmp_path / PACKAGE
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from .b import B\n")
    (package / "b.py").write_text("if TYPE_CHECKING:\n    from . import c\n")
    (package / "c.py").write_text("def later():\n    from sphinx_sitejson.a import A\n")

    (circle,) = circles(package)
    assert (
        circle == "sphinx_sitejson.a -> sphinx_sitejson.b -> sphinx_sitejson.c -> sphinx_sitejson.a"
    )


@pytest.mark.parametrize(
    ("file", "statement", "allowed"),
    [
        ("sphinx_ext/mdx/pages.py", "from sphinx_sitejson.sphinx_ext.domain import Door", True),
        ("sphinx_ext/mdx/pages.py", "from ..components.registry import known_components", True),
        ("sphinx_ext/components/html.py", "from ..mdx.pages import read_mdx", False),
        ("sphinx_ext/reports.py", "from .mdx.pages import read_mdx", False),
        ("sphinx_ext/reports.py", "from .foreign.conf_py import is_set_by_author", True),
        ("sphinx_ext/mdx/pages.py", "from ..foreign.conf_py import is_set_by_author", True),
        ("sphinx_ext/foreign/conf_py.py", "from ..mdx.pages import read_mdx", False),
        ("sphinx_ext/foreign/conf_py.py", "from ..events import connect_steps", False),
        ("sphinx_ext/mdx/pages.py", "from ..events import connect_steps", False),
        ("sphinx_ext/extension.py", "from .mdx.setup import setup_mdx", True),
    ],
)
def test_directions_between_rooms(file, statement, allowed):
    assert all(map(is_allowed_in_bridge, read(file, statement))) is allowed


def test_methods_of_others_are_replaced_in_one_room():
    bridge = ROOT / PACKAGE / BRIDGE
    replaced = {
        path.relative_to(bridge).parts[0]
        for path in bridge.rglob("*.py")
        if "ignore[method-assign" in path.read_text(encoding="utf-8")
    }
    assert replaced == {SERVES_ALL_ROOMS}


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("settings/site.py", "from sphinx_sitejson.problems import Problem"),
        ("settings/site.py", "from .looks import Logo"),
        ("navigation/tree.py", "from sphinx_sitejson.settings.site import SiteSettings"),
        ("openapi/reading.py", "from prance.util import url"),
        ("reference/fields.py", "from ..openapi import schemas"),
        ("openapi/reading/remote.py", "from sphinx_sitejson.network.connections import ask"),
        ("proxy/connecting.py", "from sphinx_sitejson.network import ip_addresses"),
        ("proxy/connecting.py", "import httpcore"),
        ("network/credentials.py", "from sphinx_sitejson.problems import Problem"),
        ("commands/preview.py", "from sphinx.cmd.build import build_main"),
        ("commands/check.py", "from sphinx_sitejson.version import __version__"),
        ("sphinx_ext/extension.py", "from docutils import nodes"),
        ("__init__.py", "def setup(app):\n    from .sphinx_ext.extension import setup_extension"),
        ("__init__.py", "from .version import __version__"),
        ("__init__.py", "if TYPE_CHECKING:\n    from sphinx.application import Sphinx"),
    ],
)
def test_allowed(file, statement):
    assert [found for found in read(file, statement) if not is_allowed(found)] == []


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("problems.py", "from .settings import site"),
        ("settings/site.py", "from sphinx_sitejson import navigation"),
        ("settings/site.py", "import sphinx_sitejson.navigation.tree"),
        ("openapi/document.py", "def read():\n    from ..settings.api import Api"),
        ("mdx/front_matter.py", "from sphinx_sitejson.settings import site"),
        ("mdx/components/cards.py", "from ...settings import site"),
        ("navigation/tree.py", "from docutils import nodes"),
        ("navigation/tree.py", "if TYPE_CHECKING:\n    from sphinx.application import Sphinx"),
        ("pages/stubs.py", "import prance"),
        ("problems.py", "from .network import credentials"),
        ("network/redirects.py", "from sphinx_sitejson.openapi.reading import addresses"),
        ("network/connections.py", "from sphinx_sitejson.proxy.connecting import PinnedBackend"),
        ("network/connections.py", "import httpcore"),
        ("openapi/reading/remote.py", "from sphinx_sitejson.proxy import connecting"),
        ("commands/init.py", "import sphinx"),
        ("commands/preview.py", "import docutils"),
        ("commands/preview.py", "from sphinx_sitejson.sphinx_ext.extension import setup"),
        ("commands/check.py", "from sphinx_sitejson import __version__"),
        ("__init__.py", "from .sphinx_ext.extension import setup"),
        ("a_new_part/module.py", "from sphinx_sitejson.problems import Problem"),
    ],
)
def test_against_the_direction(file, statement):
    assert [found for found in read(file, statement) if not is_allowed(found)] != []


def test_requests_need_no_other_library():
    """Documents are read without the packages of the proxy; hosts beyond ASCII ask for one."""
    folder = ROOT / PACKAGE / "network"
    others = {
        (path.name, found.module, found.is_lazy)
        for path in folder.glob("*.py")
        for found in imports_of(path.read_text(encoding="utf-8"), path.relative_to(ROOT / PACKAGE))
        if found.module.split(".")[0] not in {PACKAGE, *sys.stdlib_module_names}
    }
    assert others == {("http_addresses.py", "idna", True)}


def read(file, statement):
    return list(imports_of(statement, PurePosixPath(file)))
