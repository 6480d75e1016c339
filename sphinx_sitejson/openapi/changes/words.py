"""Values, numbers and places in the words of a change."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

LONGEST_VALUE = 80


def number_text(value: float | None) -> str:
    """Write a number with all its digits, never with an exponent."""
    if value is None:
        return "none"
    if isinstance(value, int):
        return str(value)
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def value_text(value: Any) -> str:
    """Write a value as JSON, short enough for a sentence."""
    if isinstance(value, float):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def word(text: str) -> str:
    """Write a word of the document in quotes; without one there is none."""
    return value_text(text) if text else "none"
