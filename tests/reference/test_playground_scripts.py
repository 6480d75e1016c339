"""The scripts of the playground that are loaded later find what they need."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_sitejson.http_messages.samples import LANGUAGES
from sphinx_sitejson.reference.playground_files import (
    LATER_PARTS,
    PARTS,
    SIMULATION_PARTS,
    SOCKET_PARTS,
    SOURCES,
    later_script,
    playground_texts,
    shared_names,
)

TOP_LEVEL = re.compile(r"^(?:const|let|class|(?:async )?function) (\w+)", re.MULTILINE)
LATER = {
    **LATER_PARTS,
    "simulate": SIMULATION_PARTS,
    **{name: each.scripts for name, each in LANGUAGES.items() if f"samples/{name}" not in PARTS},
}
FREE_NAMES = Path(__file__).parents[1] / "scripts" / "free-names.cjs"
CONSTANTS = {"FRAME", "SITE_PROXY", "SIMULATE", "EXPANDED", "CUSTOM_BASE"}


def source(name: str) -> str:
    return SOURCES.joinpath(f"{name}.js").read_text("utf-8")


@pytest.fixture(scope="module")
def names_of_main() -> set[str]:
    return {name for part in PARTS for name in TOP_LEVEL.findall(source(part))}


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_later_scripts_are_given_the_names_that_they_use(names_of_main):
    scripts = [[source(part) for part in parts] for parts in LATER.values()]
    done = subprocess.run(
        ["node", "--expose-internals", FREE_NAMES],
        input=json.dumps(scripts),
        capture_output=True,
        text=True,
        check=True,
    )
    for name, used in zip(LATER, json.loads(done.stdout), strict=True):
        taken = names_taken(later_script(LATER[name], playground_texts()))
        assert set(used) & (names_of_main | CONSTANTS) <= taken, name
        assert taken <= set(shared_names())


def names_taken(script: str) -> set[str]:
    """Return the names that a script takes out of the object of the main script."""
    return set(script.removeprefix('"use strict";\n(({').partition("}")[0].split(",")) - {""}


def test_only_names_of_the_main_script_are_given(names_of_main):
    assert {*shared_names()} <= names_of_main


def test_every_source_is_in_a_script():
    used = {part for parts in (PARTS, SOCKET_PARTS, *LATER.values()) for part in parts}
    files = {path.relative_to(SOURCES).with_suffix("").as_posix() for path in SOURCES.rglob("*.js")}

    assert files - used == {"sign-in", "page-samples"}
