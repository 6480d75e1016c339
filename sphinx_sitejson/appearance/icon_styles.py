"""The styles of icons, which settings and pages choose from."""

from __future__ import annotations

from typing import Literal, get_args

IconTypeName = Literal[
    "brands",
    "duotone",
    "light",
    "regular",
    "sharp-duotone-solid",
    "sharp-light",
    "sharp-regular",
    "sharp-solid",
    "sharp-thin",
    "solid",
    "thin",
]
ICON_TYPES: tuple[str, ...] = get_args(IconTypeName)
