"""What projects import from the package: documented, typed, and cheap until it is used."""

import subprocess
import sys
from pathlib import Path

import pytest

import sphinx_sitejson

EXAMPLES = Path(__file__).parents[1] / "example_project/_extensions/examples"
PROJECT = """
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_sitejson import Component, ComponentCall, PropValue, add_component


def build_price(call: ComponentCall) -> list[nodes.Node]:
    amount: PropValue = call.props["amount"]
    call.report("mdx_tag", f"{call.name} on line {call.line}")
    return [nodes.strong(str(amount), str(amount)), *call.children]


chosen: Component = build_price


def setup(app: Sphinx) -> None:
    add_component(app, "Price", chosen, props=["amount"], is_inline=True)
    add_component(app, "Banner", template="banner.html", argument="tone")
"""


def test_an_extension_and_the_examples_of_the_guide_pass_a_strict_type_checker(tmp_path):
    api = pytest.importorskip("mypy.api")
    module = tmp_path / "prices.py"
    module.write_text(PROJECT, encoding="utf-8")
    examples = sorted(EXAMPLES.glob("*.py"))
    assert len(examples) == 3

    options = ["--strict", "--config-file=", "--cache-dir", str(tmp_path / "cache")]
    output, errors, status = api.run([*options, str(module), *map(str, examples)])

    assert (output, errors, status) == ("Success: no issues found in 4 source files\n", "", 0)


def test_importing_the_package_imports_no_sphinx():
    code = "import sys, sphinx_sitejson; print('sphinx' in sys.modules, 'docutils' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.split() == ["False", "False"]


def test_everything_that_is_promised_is_there():
    assert all(hasattr(sphinx_sitejson, name) for name in sphinx_sitejson.__all__)
    with pytest.raises(AttributeError):
        sphinx_sitejson.add_componet  # noqa: B018
