"""Ids for fields, so that readers can link to each of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation

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


LONGEST_ANCHOR = 200

_BETWEEN = re.compile(r"[<>:/]")
_LEFT_OUT = re.compile(r"[{}]")
_NOT_IN_IDS = re.compile(r"[\s\"'&#%\x00-\x1f]+")


def operation_anchor(operation: Operation) -> str:
    """Return the id by which links know an operation."""
    if operation.is_webhook:
        return f"webhook-{_plain(operation.name)}"
    return endpoint_anchor(operation.method, operation.path)


def endpoint_anchor(method: str, path: str) -> str:
    """Return the id of a method and a path."""
    return f"{_plain(method.lower())}-{_plain(path)}"


def schema_anchor(name: str) -> str:
    """Return the id of a named schema."""
    return f"schema-{id_part(name)}"


def secondary_anchor(operation: Operation) -> str:
    """Return the second id of an operation, if it can be one."""
    name = operation.operation_id
    return "" if not name or len(name) > LONGEST_ANCHOR or _NOT_IN_IDS.search(name) else name


def _plain(text: str) -> str:
    text = _LEFT_OUT.sub("", _BETWEEN.sub("-", text))[:LONGEST_ANCHOR]
    return _NOT_IN_IDS.sub("-", text)


class PageAnchors:
    """Gives each id of a page once: ``get--ships``, ``get--ships-2`` …."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str, others: Collection[str] = ()) -> str:
        """Return an id that nobody has, as near as can be to the one that is wanted.

        :param others: ids that the page gave away without asking here.
        """
        found, number = wanted, 1
        while found in self._taken or found in others:
            number += 1
            found = f"{wanted}-{number}"
        self._taken.add(found)
        return found

    def take_exactly(self, wanted: str, others: Collection[str] = ()) -> bool:
        """Take an id if nobody has it."""
        if not wanted or wanted in self._taken or wanted in others:
            return False
        self._taken.add(wanted)
        return True
