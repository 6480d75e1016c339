"""Classes of values that never change, with fields that are named where one is created."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Make a class a dataclass whose instances are immutable."""
    return dataclass(frozen=True, kw_only=True)(cls)
