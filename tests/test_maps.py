"""The maps of the code: each names what is there, and nothing that is not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinx_sitejson"
ROOMS = sorted(
    path.parent
    for path in PACKAGE.rglob("__init__.py")
    if path.parent != PACKAGE and "starter" not in path.parts
)
GUIDES = (ROOT / "CONTRIBUTING.md", ROOT / "example_project/about/architecture.mdx")
_PATH = re.compile(r"`((?:sphinx_sitejson|tests|example_project|benchmarks)/[\w./*-]*)`")


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.relative_to(PACKAGE).as_posix())
def test_the_map_of_a_room_names_all_of_its_modules(room):
    text = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
    modules = {path.stem for path in room.glob("*.py")} - {"__init__"}
    rooms = {path.parent.name + "/" for path in room.glob("*/__init__.py")}
    listed = set(re.findall(r"^- ``([\w/]+)``:", text, re.MULTILINE))

    assert {name for name in modules | rooms if f"``{name}``" not in text} == set()
    assert listed <= modules | rooms


def test_the_architecture_page_names_every_package():
    text = GUIDES[1].read_text(encoding="utf-8")
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert {name for name in packages if f"`sphinx_sitejson/{name}/`" not in text} == set()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_names_files_that_are_there(guide):
    named = _PATH.findall(guide.read_text(encoding="utf-8"))

    assert len(named) > 10
    assert [name for name in named if not any(ROOT.glob(name.rstrip("/")))] == []


@pytest.mark.parametrize("name", ["quoted", "words", "Target", "addresses", "presets"])
def test_a_name_that_once_meant_several_things_means_one(name):
    named = [path for path in PACKAGE.rglob("*.py") if path.stem == name]
    defined = [
        path
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if getattr(node, "name", "").removeprefix("_") == name
    ]
    assert len({*named, *defined}) <= 1
