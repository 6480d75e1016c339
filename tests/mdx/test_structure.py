"""How pages with JSX are read: elements, their kind and their nesting."""

from __future__ import annotations

import pytest

from .support import Case, cases_of, structure


@pytest.mark.parametrize("case", list(cases_of("structure.txt")), ids=lambda case: case.name)
def test_structure(case: Case) -> None:
    assert structure(case.given) == case.expected
