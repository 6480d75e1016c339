"""URLs that anybody wrote are taken apart without an error."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_sitejson.common.url_parts import joined_url, parts_of_url

PACKAGE = Path(__file__).parents[2] / "sphinx_sitejson"
RAISING = frozenset({"urlsplit", "urlparse", "urljoin", "urldefrag"})
KNOWN_TEXTS = {("openapi/reading/pointers.py", "urlparse")}
"""Calls with a text that is known to have no host."""

BROKEN = ["http://[x", "//[x]y", "https://a\u2100b/", "http://[::1/a?b#c", "  http://["]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_url_leads_elsewhere_and_stays_as_it_is(text: str) -> None:
    parts = parts_of_url(text)

    assert parts.scheme in ("http", "https", "")
    assert parts.netloc
    assert joined_url("https://a.example.com/b/", text) == text


def test_other_urls_are_those_of_python() -> None:
    assert parts_of_url("/a?b#c").fragment == "c"
    assert joined_url("https://a.example.com/b/", "../c") == "https://a.example.com/c"


def test_no_call_can_raise_an_error_for_what_somebody_wrote() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in PACKAGE.rglob("*.py")
        for call in unguarded_calls(ast.parse(path.read_text(encoding="utf-8")))
        if (path.relative_to(PACKAGE).as_posix(), call.func.id) not in KNOWN_TEXTS  # type: ignore[attr-defined]
    ]

    assert found == [], "use parts_of_url or joined_url, or say what happens with a ValueError"


def unguarded_calls(node: ast.AST, *, is_guarded: bool = False) -> Iterator[ast.Call]:
    """Yield calls that may raise a ValueError that nobody close by answers."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if is_call and node.func.id in RAISING and not is_guarded:
        yield node
    if isinstance(node, ast.FunctionDef):
        is_guarded = False
    guarded = node.body if isinstance(node, ast.Try) and answers_value_error(node) else []
    for child in ast.iter_child_nodes(node):
        yield from unguarded_calls(child, is_guarded=is_guarded or child in guarded)


def answers_value_error(node: ast.Try) -> bool:
    return any("ValueError" in ast.unparse(each.type) for each in node.handlers if each.type)


def test_such_a_call_is_noticed() -> None:
    guarded = "try:\n    urlsplit(a)\nexcept (OSError, ValueError):\n    urlsplit(b)\n"

    assert [call.lineno for call in unguarded_calls(ast.parse(guarded))] == [4]
