"""The kinds of values that front matter has: how each is read, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from sphinx_sitejson.common.problems import did_you_mean, quoted

_DATE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?"
)
_OTHER_DATE = re.compile(r"(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?![\d:T])")
_BOOLEAN_SPELLINGS = {
    "yes": "true",
    "on": "true",
    "1": "true",
    "no": "false",
    "off": "false",
    "0": "false",
}


class Kind(Protocol):
    """A kind of value. What is not given is no fault of any kind."""

    def read(self, value: object) -> str:
        """Return the value as text; nothing for one that is not given or wrong."""

    def fault(self, value: object) -> tuple[str, str]:
        """Say what the value must be, and which is the nearest that is right; else nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Some words; numbers and dates are words, too.

    :param pattern: what the words must look like, which ``what`` says for people.
    :param nearest: returns what was probably meant by a wrong value, or nothing.
    """

    what: str = "a text"
    pattern: re.Pattern[str] | None = None
    nearest: Callable[[object], str] | None = None

    def read(self, value: object) -> str:
        """Return the words, if they look as they must."""
        text = unquoted_text(value)
        return text if not self.pattern or self.pattern.fullmatch(text) else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the type, then the format."""
        if not is_given(value) or self.read(value):
            return "", ""
        meant = self.nearest(value) if self.nearest else ""
        hint = f" Did you mean {quoted(meant)}?" if meant else ""
        return f"must be {self.what}, not {described(value)}", hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several words.

    :param others: words of other tools for the same thing, and ours for each; one that has no
        counterpart here is let pass.
    """

    values: tuple[str, ...]
    others: Mapping[str, str] = field(default_factory=dict)

    def read(self, value: object) -> str:
        """Return our word."""
        text = unquoted_text(value)
        return text if text in self.values else self.others.get(text, "")

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the choice."""
        text = unquoted_text(value)
        if not is_given(value) or text in self.values or text in self.others:
            return "", ""
        allowed = ", ".join(map(quoted, self.values))
        return f"must be one of {allowed}, not {described(value)}", did_you_mean(text, self.values)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false, as YAML has them or as words."""

    def read(self, value: object) -> str:
        """Return ``true`` or ``false``."""
        text = str(value).strip().lower() if isinstance(value, bool | str) else ""
        return text if text in ("true", "false") else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the value; other spellings of a boolean are rejected."""
        if not is_given(value) or self.read(value):
            return "", ""
        meant = _BOOLEAN_SPELLINGS.get(str(value).strip().lower()) or ""
        hint = f" Did you mean {meant}?" if meant else did_you_mean(str(value), ("true", "false"))
        return f"must be true or false, not {described(value)}", hint


@dataclass(frozen=True, slots=True)
class Date:
    """A day, or a day and a time."""

    def read(self, value: object) -> str:
        """Return the date, if there is such a day."""
        text = unquoted_text(value)
        found = _DATE.fullmatch(text)
        return text if found and _is_day(found["day"]) else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the date."""
        if not is_given(value) or self.read(value):
            return "", ""
        found = _OTHER_DATE.match(unquoted_text(value))
        meant = "{}-{:0>2}-{:0>2}".format(*found.groups()) if found else ""
        hint = f" Did you mean {quoted(meant)}?" if meant and _is_day(meant) else ""
        return f"must be a date such as 2026-01-31, not {described(value)}", hint


@dataclass(frozen=True, slots=True)
class Texts:
    """Words, or a list of them."""

    def read(self, value: object) -> str:
        """Return the words side by side."""
        if isinstance(value, list):
            return ", ".join(part for part in map(unquoted_text, value) if part)
        return unquoted_text(value)

    def fault(self, value: object) -> tuple[str, str]:
        """Validate each item."""
        parts = value if isinstance(value, list) else [value]
        wrong = [part for part in parts if is_given(part) and not unquoted_text(part)]
        if not wrong:
            return "", ""
        return f"must be a string or a list of strings, not {described(value)}", ""


def unquoted_text(value: object) -> str:
    """Return a value that is written as words, without what stands around it."""
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_plain else ""


def is_given(value: object) -> bool:
    """Whether there is a value at all; a key without one says nothing."""
    return value is not None and not (isinstance(value, str) and not value.strip())


def described(value: object) -> str:
    """Name a value in a message."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, Mapping) else quoted(str(value).strip())


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
