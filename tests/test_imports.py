"""Imports inside the package run one way."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest

from support.imports import (
    BRIDGE,
    DIRECTION,
    PACKAGE,
    PATCHES,
    circles,
    imports_of,
    is_allowed,
    wrong_imports,
)

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way():
    assert wrong_imports(ROOT / PACKAGE) == []


def test_each_package_has_its_directions():
    package = ROOT / PACKAGE
    packages = {path.parent for path in package.glob("*/__init__.py")}
    packages |= {path.parent for path in (package / BRIDGE).glob("*/__init__.py")}
    names = {".".join(path.relative_to(package).parts) for path in packages}
    assert names <= DIRECTION.keys()


def test_each_part_is_there():
    package = ROOT / PACKAGE
    paths = [package.joinpath(*part.split(".")) for part in DIRECTION]
    assert [
        path for path in paths if not (path.is_dir() or path.with_suffix(".py").is_file())
    ] == []


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
        (
            "mdx/pages.py",
            "from sphinx_sitejson.sphinx_ext.common.build_state import BuildState",
            True,
        ),
        ("mdx/pages.py", "from ..components.registry import known_components", True),
        ("components/output.py", "from ..mdx.pages import read_mdx", False),
        ("common/reports.py", "from ..mdx.pages import read_mdx", False),
        ("common/reports.py", "from ..patches.application import is_set_by_author", True),
        ("common/reports.py", "from ..settings.config import Scope", False),
        ("mdx/pages.py", "from ..patches.application import is_set_by_author", True),
        ("patches/application.py", "from ..mdx.pages import read_mdx", False),
        ("patches/application.py", "from ..events import connect_steps", False),
        ("mdx/pages.py", "from ..events import connect_steps", False),
        ("reference/html.py", "from .api_changes.pages import keep_link_text", False),
        ("extension.py", "from .mdx.parsers import MdxParser", True),
    ],
)
def test_directions_in_the_bridge(file, statement, allowed):
    assert all(map(is_allowed, read(f"{BRIDGE}/{file}", statement))) is allowed


def test_methods_of_others_are_replaced_in_one_package():
    bridge = ROOT / PACKAGE / BRIDGE
    replaced = {
        path.relative_to(bridge).parts[0]
        for path in bridge.rglob("*.py")
        if "ignore[method-assign" in path.read_text(encoding="utf-8")
    }
    assert replaced == {PATCHES}


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("settings/site.py", "from sphinx_sitejson.common.problems import Problem"),
        ("settings/site.py", "from .appearance import Logo"),
        ("settings/text_types.py", "from sphinx_sitejson.appearance.icon_styles import STYLES"),
        ("settings/site.py", "from sphinx_sitejson.publishing.service_catalog import Kind"),
        ("navigation/tree.py", "from sphinx_sitejson.settings.site import SiteSettings"),
        ("openapi/reading.py", "from prance.util import url"),
        ("reference/fields.py", "from ..openapi import schemas"),
        ("reference/context.py", "from ..servers.http_messages.validation import SchemaValidator"),
        ("openapi/reading/remote.py", "from sphinx_sitejson.common.network.connections import ask"),
        ("servers/proxy/server.py", "from sphinx_sitejson.common.network import ip_addresses"),
        ("servers/proxy/server.py", "import httpcore"),
        ("common/network/urls.py", "from sphinx_sitejson.common.problems import Problem"),
        ("commands/_warm_builds.py", "from sphinx.cmd.build import build_main"),
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
        ("common/problems.py", "from ..settings import site"),
        ("settings/site.py", "from sphinx_sitejson import navigation"),
        ("settings/site.py", "import sphinx_sitejson.navigation.tree"),
        ("settings/site.py", "from sphinx_sitejson.appearance import fonts"),
        ("openapi/document.py", "def read():\n    from ..settings.api import Api"),
        ("mdx/front_matter.py", "from sphinx_sitejson.navigation import tree"),
        ("mdx/components/cards.py", "from ...navigation import tree"),
        ("navigation/tree.py", "from docutils import nodes"),
        ("navigation/tree.py", "if TYPE_CHECKING:\n    from sphinx.application import Sphinx"),
        ("navigation/page_files/stubs.py", "import prance"),
        ("common/problems.py", "from .network import credentials"),
        ("common/network/connections.py", "from sphinx_sitejson.openapi.reading import discovery"),
        ("common/network/connections.py", "from sphinx_sitejson.servers.proxy.server import serve"),
        ("common/network/connections.py", "import httpcore"),
        ("servers/mock/routes.py", "import httpcore"),
        ("openapi/reading/remote.py", "from sphinx_sitejson.servers.proxy import server"),
        ("reference/context.py", "from sphinx_sitejson.servers.mock import routes"),
        ("commands/init.py", "import sphinx"),
        ("commands/preview.py", "import docutils"),
        ("commands/preview.py", "from sphinx_sitejson.sphinx_ext.extension import setup"),
        ("commands/check.py", "from sphinx_sitejson import __version__"),
        ("__init__.py", "from .sphinx_ext.extension import setup"),
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
