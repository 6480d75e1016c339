"""Problems found in settings, pages and documents, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Literal

from .characters import printable

ProblemCode = Literal[
    "settings_file",
    "settings_reference",
    "older_key",
    "missing_key",
    "unknown_key",
    "duplicate_key",
    "wrong_value",
    "missing_file",
    "missing_page",
    "duplicate_page",
    "nested_too_deep",
    "empty_division",
    "unknown_version",
    "unknown_division",
    "contrast",
    "front_matter",
    "catalog",
    "unknown_icon",
    "binding",
    "operation_not_found",
    "schema_not_found",
    "openapi_document",
    "openapi_invalid",
    "openapi_reference",
    "openapi_remote",
    "openapi_character",
    "openapi_option",
    "openapi_overlay",
    "mdx_tag",
    "mdx_expression",
    "mdx_fence",
    "mdx_snippet",
    "javascript_engine",
    "javascript_limit",
    "unknown_component",
    "unknown_prop",
    "wrong_prop",
    "misplaced_component",
    "component_failed",
    "broken_link",
    "unsafe_address",
    "credentials",
    "outside_file",
    "linked_page",
    "page_encoding",
    "page_failed",
    "redirect",
    "published_file",
    "social_cards",
    "formula",
    "feedback",
    "picture_left_out",
    "old_theme",
    "http_role",
    "redoc",
    "operation_without_page",
    "page_without_navigation",
    "unused_schema",
    "sample_language",
    "example_mismatch",
    "interactive_component",
    "unknown_check",
]
"""The kinds of problems; Sphinx warnings carry them as ``sitejson.<code>``."""


LONGEST_QUOTE = 60
"""How much of a text that stands in a file is repeated in a message."""

_LONGEST_COMPARED = 200
_MOST_COMPARED = 200
"""How much is compared to find the nearest name; each comparison takes long."""

LONGEST_PATH = 120
"""How long a key path may be before its middle is left out."""

# Inside other text an address ends with a space or a quotation mark.
_USER_IN_TEXT = re.compile(r"(?P<before>:[/\\]{2})[^\s/\\?#<>\"'`]*@")

JsonPath = tuple[str | int, ...]
"""Where a value stands inside a JSON file: keys and list positions from the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a file: as much of it as is known."""

    file: str
    line: int | None = None
    column: int | None = None
    key_path: str = ""

    @property
    def position(self) -> str:
        """The place as editors and terminals understand it: ``file:line:column``."""
        numbers = (number for number in (self.line, self.column) if number is not None)
        return ":".join([self.file, *map(str, numbers)])

    def __str__(self) -> str:
        return f"{self.position} {self.key_path}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, in one sentence that says what to do."""

    code: ProblemCode
    message: str
    place: Place
    stops_build: bool = False
    is_repaired: bool = False
    """Whether the site is right all the same, so that nobody need do anything."""

    def __post_init__(self) -> None:
        # Messages stand in logs that many people read, and programs line by line.
        one_line = without_credentials_in(self.message).replace("\n", "\\n")
        object.__setattr__(self, "message", one_line)

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.message}")


def key_path(path: JsonPath) -> str:
    """Write a path the way people do: ``tabs[0].url``."""
    text = ""
    for part in path:
        plain = isinstance(part, str) and part.isprintable() and not set(part) & set(' ."[]')
        if isinstance(part, str) and not (plain and 0 < len(part) <= LONGEST_QUOTE):
            text += f"[{quoted(part)}]"
        else:
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
    text = text.removeprefix(".")
    return text if len(text) <= LONGEST_PATH else f"{text[:60]}…{text[-40:]}"


def quoted(text: str) -> str:
    """Put text of a file into a message: in quotes, on one line, not too long."""
    text = without_credentials_in(text)
    if len(text) > LONGEST_QUOTE:
        text = f"{text[: LONGEST_QUOTE - 1]}…"
    one_line = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return f'"{one_line}"'


def without_credentials_in(text: str) -> str:
    """Return a text in which no address has a user or a password in front of its host."""
    return _USER_IN_TEXT.sub(r"\g<before>", text) if "@" in text else text


def _comparable(wrong: str, known: Collection[str]) -> Collection[str]:
    """Return the names that are worth a comparison: of many only those that begin or end alike."""
    if len(known) <= _MOST_COMPARED:
        return [name for name in known if len(name) <= 3 * len(wrong)]
    alike = (n for n in known if n[:3] == wrong[:3] or n[-4:] == wrong[-4:])
    return list(islice(alike, _MOST_COMPARED))


def did_you_mean(wrong: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """Return a sentence naming the nearest known name, or nothing; never the same one.

    :param likeness: how much of the names must agree, from 0 to 1; more where there are many.
    """
    by_lower_case = {name.lower(): name for name in known if name != wrong}
    wrong = wrong.lower()[:_LONGEST_COMPARED]
    nearest = get_close_matches(wrong, _comparable(wrong, by_lower_case), n=1, cutoff=likeness)
    return suggestion(by_lower_case[nearest[0]]) if nearest else ""


def suggestion(name: str) -> str:
    """Return a sentence that names what may be meant."""
    return f' Did you mean "{name}"?'
