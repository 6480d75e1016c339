"""Cases that only ``make test-all`` runs."""

from collections.abc import Iterable
from typing import Any

import pytest


def wide_but(cases: Iterable[Any], *narrow: Any) -> list[Any]:
    """Mark the cases of a test as wide, but for those that ``make test`` runs, too.

    A list is a case of several arguments.
    """
    marked = pytest.mark.wide
    return [
        case
        if case in narrow
        else pytest.param(*(case if isinstance(case, list) else [case]), marks=marked)
        for case in cases
    ]
