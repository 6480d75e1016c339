"""The maps of the code: each names what is there, and nothing that is not."""

import ast
import re
from pathlib import Path

import pytest

from support.imports import ORDER, WITHOUT_SPHINX

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinx_sitejson"
PACKAGES = sorted(
    path.parent
    for path in PACKAGE.rglob("__init__.py")
    if path.parent != PACKAGE and "starter" not in path.parts
)
GUIDE = ROOT / "CONTRIBUTING.md"
_PATH = re.compile(r"`((?:sphinx_sitejson|tests|example_project|benchmarks)/[\w./*-]*)`")


@pytest.mark.parametrize(
    "package", PACKAGES, ids=lambda package: package.relative_to(PACKAGE).as_posix()
)
def test_the_docstring_of_a_package_names_all_of_its_modules(package):
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    subpackages = {path.parent.name + "/" for path in package.glob("*/__init__.py")}
    listed = set(re.findall(r"^- ``([\w/]+)``:", text, re.MULTILINE))

    assert {name for name in modules | subpackages if f"``{name}``" not in text} == set()
    assert listed <= modules | subpackages


def test_the_guide_has_the_packages_in_the_order_of_their_imports():
    diagram = GUIDE.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    listed = dict(re.findall(r"^(\w+) (○?)", diagram, re.MULTILINE))
    packages = [name for name in ORDER if name not in ("version", "__init__", "__main__")]

    assert list(listed) == packages
    free = {name for name, mark in listed.items() if mark}
    assert free == {name for name in WITHOUT_SPHINX if "." not in name}


def test_a_walk_has_at_most_twelve_steps():
    text = GUIDE.read_text(encoding="utf-8").partition("## Three walks")[2].partition("\n## ")[0]
    plain, _ = names_in_package()
    walks = [walk for walk in text.split("\n\n") if walk.startswith("**")]

    assert len(walks) == 3
    assert [walk for walk in walks if len(set(re.findall(r"`(\w+)`", walk)) & plain) > 12] == []


def test_the_guide_names_files_that_are_there():
    named = _PATH.findall(GUIDE.read_text(encoding="utf-8"))

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


def test_the_guide_names_functions_and_classes_that_are_there():
    plain, with_module = names_in_package()
    known = {path.stem for path in PACKAGE.rglob("*.py")}
    quoted = set(re.findall(r"`([\w.]+)`", GUIDE.read_text(encoding="utf-8")))
    functions = {name for name in quoted if re.fullmatch(r"[a-z]+(_[a-z]+)+", name)}
    functions -= {"suppress_warnings", "add_config_value"}
    classes = {name for name in quoted if re.fullmatch(r"([A-Z][a-z]+){2,}|[A-Z]+(_[A-Z]+)*", name)}
    qualified = {name for name in quoted if name.partition(".")[0] in known and "." in name}

    assert functions and classes
    assert (functions | classes) - plain == set()
    qualified -= {"app.connect", "colors.primary"}
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
