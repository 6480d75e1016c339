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
    assert [name for name in named if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Whether a path is a file, or a folder with more than what Python has left there."""
    paths = [*ROOT.glob(name.rstrip("/"))]
    if not name.endswith("/"):
        return any(path.is_file() for path in paths)
    return any(each.name != "__pycache__" for path in paths for each in path.glob("*"))


def names_in_package() -> tuple[set[str], set[str]]:
    """Return what modules of the package define, as ``name`` and as ``module.name``."""
    plain, with_module = set(), set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            found = {getattr(node, "name", ""), *(getattr(each, "id", "") for each in targets)}
            plain |= found
            with_module |= {f"{path.stem}.{name}" for name in found}
    return plain, with_module


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_names_functions_and_classes_that_are_there(guide):
    plain, with_module = names_in_package()
    plain |= {"DIRECTION"}  # Of the tests.
    known = {path.stem for path in PACKAGE.rglob("*.py")}
    quoted = set(re.findall(r"`([\w.]+)`", guide.read_text(encoding="utf-8")))
    functions = {name for name in quoted if re.fullmatch(r"[a-z]+(_[a-z]+)+", name)}
    functions -= {"suppress_warnings", "add_config_value"}
    classes = {name for name in quoted if re.fullmatch(r"([A-Z][a-z]+){2,}|[A-Z]+(_[A-Z]+)*", name)}
    qualified = {name for name in quoted if name.partition(".")[0] in known and "." in name}

    assert functions and classes
    assert (functions | classes) - plain == set()
    assert {name for name in qualified if not name.endswith((".py", ".json"))} <= with_module


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
