"""Imports inside the package run one way."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from support.imports import PACKAGE, imports_of, is_allowed, wrong_imports

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way():
    assert wrong_imports(ROOT / PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("settings/site.py", "from sphinx_sitejson.problems import Problem"),
        ("settings/site.py", "from .looks import Logo"),
        ("navigation/tree.py", "from sphinx_sitejson.settings.site import SiteSettings"),
        ("openapi/reading.py", "from prance.util import url"),
        ("reference/fields.py", "from ..openapi import schemas"),
        ("commands/preview.py", "from sphinx.cmd.build import build_main"),
        ("commands/check.py", "from sphinx_sitejson import __version__"),
        ("sphinx_ext/extension.py", "from docutils import nodes"),
        ("__init__.py", "def setup(app):\n    from .sphinx_ext.extension import setup_extension"),
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
        ("commands/init.py", "import sphinx"),
        ("commands/preview.py", "import docutils"),
        ("commands/preview.py", "from sphinx_sitejson.sphinx_ext.extension import setup"),
        ("__init__.py", "from .sphinx_ext.extension import setup"),
        ("a_new_part/module.py", "from sphinx_sitejson.problems import Problem"),
    ],
)
def test_against_the_direction(file, statement):
    assert [found for found in read(file, statement) if not is_allowed(found)] != []


def read(file, statement):
    return list(imports_of(statement, PurePosixPath(file)))
