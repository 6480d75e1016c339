"""The documentation lists exactly the promises that have a test."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "example_project" / "about" / "security.mdx"


def promises_with_tests() -> set[int]:
    found = set()
    for path in (*TESTS.glob("promises/test_*.py"), *TESTS.glob("*/test_promises.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            name = getattr(statement, "name", "")
            if number := re.match(r"test_p(\d\d)_", name):
                found.add(int(number[1]))
    return found


def test_the_page_lists_each_promise_once_and_in_order():
    text = PAGE.read_text(encoding="utf-8")
    listed = [int(number) for number in re.findall(r"^\*\*P(\d+)\*\*\n: \S", text, re.MULTILINE)]

    assert listed == sorted(promises_with_tests())
    assert listed == list(range(1, 31))
