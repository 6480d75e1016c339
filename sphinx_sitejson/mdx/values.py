"""The values that attributes and expressions may have: data and JSX, never code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class JsxValue:
    """An element written as a value, such as ``icon={<svg>…</svg>}``."""

    name: str
    """Empty for a fragment."""
    props: Mapping[str, PropValue]
    children: tuple[JsxValue | str, ...] = ()


PropValue = str | bool | int | float | None | JsxValue | list["PropValue"] | dict[str, "PropValue"]
