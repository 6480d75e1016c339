"""Cases that only ``make test-all`` runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def wide_but(cases: Iterable[Any], *narrow: Any) -> list[Any]:
    """Mark the cases of a test as wide, but for those that ``make test`` runs, too."""
    marked = pytest.mark.wide
    return [case if case in narrow else pytest.param(case, marks=marked) for case in cases]
