"""Ids for fields, so that readers can link to each of them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import fields, is_dataclass
from functools import lru_cache
from zlib import crc32

LONGEST_PART = 48
LONGEST_ID = 240

_UNSAFE = re.compile(r"[^a-z0-9_.]+")


@lru_cache(maxsize=20_000)
def id_part(text: str) -> str:
    """Return a name as a part of an id: lower case, nothing but letters, digits and ``-_.``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    part = _UNSAFE.sub("-", plain)[:LONGEST_PART].strip("-.")
    # A name without a single Latin letter still gets an id that stays the same.
    return part or f"x{crc32(text.encode(errors='replace')):08x}"


class PageIds:
    """Gives each id of a page once: ``query-limit``, ``query-limit-2`` …."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last_number: dict[str, int] = {}

    def new(self, prefix: str, name: str = "") -> str:
        """Return an id that nobody on the page has."""
        wanted = f"{prefix}-{id_part(name)}" if name else prefix
        if len(wanted) > LONGEST_ID:
            wanted = f"{wanted[:LONGEST_ID]}-{crc32(wanted.encode()):08x}"
        found, number = wanted, self._last_number.get(wanted, 1)
        while found in self._taken:
            number += 1
            found = f"{wanted}-{number}"
        self._last_number[wanted] = number
        self._taken.add(found)
        return found


def ids_in(view: object) -> frozenset[str]:
    """Return all ids that a view gives to its parts."""
    found: set[str] = set()
    waiting = [view]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part)
        elif is_dataclass(part):
            found.add(getattr(part, "id", ""))
            waiting.extend(getattr(part, field.name) for field in fields(part))
    return frozenset(found - {""})
