"""Values, numbers and places in the words of a change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from sphinx_sitejson.common.messages import Message, joined

LONGEST_VALUE = 80
MOST_DIGITS = 60
NONE = Message("none")
"""What stands for a value that is not there."""

Number = int | Decimal


def exact(value: Any) -> Number | None:
    """Return a number of a document with all the digits that were read; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) else Decimal(repr(value))


def number_text(value: Number | None) -> str:
    """Write a number with all its digits; only a very large or small one has an exponent."""
    if value is None:
        return NONE
    if isinstance(value, int) or abs(value.adjusted()) > MOST_DIGITS:
        return str(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def value_text(value: Any) -> str:
    """Write a value as JSON, short enough for a sentence."""
    if isinstance(value, float):
        return number_text(exact(value))
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def word_text(text: str) -> str:
    """Write a word of the document in quotes; without one there is none."""
    return value_text(text) if text else NONE


def either(names: Iterable[str]) -> str:
    """Write names as a choice, however many there are."""
    return _between(Message("or"), names)


def together(names: Iterable[str]) -> str:
    """Write names that belong together."""
    return _between(Message("and"), names)


def _between(link: Message, names: Iterable[str]) -> str:
    parts = [part for name in names for part in (link, name)]
    return joined(" ", parts[1:])


def aside(words: str) -> str:
    """Write what is said beside a place, behind it."""
    return joined(" ", ("", words))
