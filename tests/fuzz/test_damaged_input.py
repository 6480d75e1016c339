"""Whatever is damaged, readers end, tell what is wrong and where, and let nothing become live.

A few examples of each kind, the same in every run; ``make fuzz`` tries new ones for minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from .kinds import KINDS, Kind
from .oracles import EndlessError, assert_placed, counted_steps, live_parts

FEW = {
    "database": None,
    "deadline": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_examples_of_each_kind(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> None:
    @settings(max_examples=kind.few, **FEW)
    @given(kind.examples)
    def try_one(example: Any) -> None:
        kind.check(example, tmp_path_factory.mktemp("example"))

    try_one()
