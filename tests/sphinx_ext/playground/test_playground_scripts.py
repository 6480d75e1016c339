"""The scripts of the playground that are loaded later find what they need."""

from __future__ import annotations

import re

import pytest

from sphinx_sitejson.minified import minified_script
from sphinx_sitejson.sphinx_ext.playground.files import (
    LATER_PARTS,
    PARTS,
    SHARED_NAMES,
    SOURCES,
)

TOP_LEVEL = re.compile(r"^(?:const|let|class|(?:async )?function) (\w+)", re.MULTILINE)
OWN = re.compile(r"\b(?:const|let|class|function) (\w+)|\((\w+)\)=>")
TEXT = re.compile(r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """, re.VERBOSE)
VARIABLE = re.compile(r"(?<![\w.$])(\w+)(?![\w:])")
SAMPLES = [f"samples/{path.stem}" for path in sorted((SOURCES / "samples").glob("*.js"))]
LATER = [
    *(part for parts in LATER_PARTS.values() for part in parts),
    *(name for name in SAMPLES if name not in PARTS),
]


def source(name: str) -> str:
    return SOURCES.joinpath(f"{name}.js").read_text("utf-8")


@pytest.fixture(scope="module")
def names_of_main() -> set[str]:
    return {name for part in PARTS for name in TOP_LEVEL.findall(source(part))}


@pytest.mark.parametrize("part", LATER)
def test_a_later_script_is_given_the_names_that_it_uses(part, names_of_main):
    script = TEXT.sub("", minified_script(source(part)))
    own = {name for names in OWN.findall(script) for name in names}
    used = set(VARIABLE.findall(script)) - own

    assert used & names_of_main <= set(SHARED_NAMES)


def test_only_names_of_the_main_script_are_given(names_of_main):
    assert set(SHARED_NAMES) <= names_of_main
