"""The table of what users may set names a test for each key, and tests that are there."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest
from settings.schema_walk import all_objects

ROOT = Path(__file__).parents[1]
TABLE = tomllib.loads((ROOT / "tests/specification.toml").read_text(encoding="utf-8"))
ROWS = {key: tests for group in TABLE.values() for key, tests in group.items()}
assert len(ROWS) == sum(map(len, TABLE.values())), "two rows of one name"


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def keys_of_settings() -> list[str]:
    """Return each key of ``site.json`` by its path; those of a shared object have one path."""
    return [
        f"{where}.{key}".removeprefix(".")
        for where, schema in all_objects()
        for key, value in schema["properties"].items()
        if "x-without-effect" not in value
    ]


def has_row(key: str) -> bool:
    """Whether a row names a key, a key in it, or all keys around it."""
    return any(
        row == key
        or row.startswith((f"{key}.", f"{key}["))
        or (row.endswith("*") and key.startswith(row.removesuffix("*")))
        for row in ROWS
    )


@pytest.mark.parametrize("key", ROWS)
def test_the_tests_of_a_row_are_there(key):
    tests = [ROWS[key]] if isinstance(ROWS[key], str) else ROWS[key]
    named = [test.partition("[")[0].partition("::") for test in tests]

    assert named
    assert [name for path, _, name in named if name not in functions_in(path)] == []


def test_every_key_of_the_settings_has_a_row():
    keys = keys_of_settings()

    assert "api.auth.inputPrefix" in keys
    assert [key for key in keys if not has_row(key)] == []
