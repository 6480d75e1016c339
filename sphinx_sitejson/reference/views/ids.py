"""Ids of fields and anchors of operations and schemas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from sphinx_sitejson.navigation.page_generation import UniqueNames

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation

MAX_PART_LENGTH = 48
MAX_ID_LENGTH = 240

_UNSAFE = re.compile(r"[^a-z0-9_.]+")


@lru_cache(maxsize=20_000)
def id_part(text: str) -> str:
    """Return a name as a part of an id: ``Pet Name`` gives ``pet-name``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    part = _UNSAFE.sub("-", plain)[:MAX_PART_LENGTH].strip("-.")
    # A name without a single Latin letter still gets an id that stays the same.
    return part or f"x{crc32(text.encode(errors='replace')):08x}"


class PageIds(UniqueNames):
    """Unique ids of fields on a page: ``query-limit``, ``query-limit-2`` …."""

    def new(self, base: str, name: str = "", *, reserved: Collection[str] = ()) -> str:
        """Return an id that is not used on the page.

        :param reserved: ids that other code uses on the page.
        """
        base = f"{base}-{id_part(name)}" if name else base
        if len(base) > MAX_ID_LENGTH:
            base = f"{base[:MAX_ID_LENGTH]}-{crc32(base.encode()):08x}"
        return super().new(base, reserved=reserved)

    def claim(self, exact: str, reserved: Collection[str] = ()) -> bool:
        """Claim an id; return whether it was free."""
        if not exact or exact in self._used or exact in reserved:
            return False
        self._used.add(exact)
        return True


MAX_ANCHOR_LENGTH = 200

_SEPARATORS = re.compile(r"[<>:/]")
_BRACES = re.compile(r"[{}]")
_INVALID_IN_IDS = re.compile(r"[\s\"'&#%\x00-\x1f]+")


def operation_anchor(operation: Operation) -> str:
    if operation.is_webhook:
        return f"webhook-{_sanitize(operation.name)}"
    return endpoint_anchor(operation.method, operation.path)


def endpoint_anchor(method: str, path: str) -> str:
    """Return the anchor of a method and a path: ``GET /ships/{id}`` gives ``get--ships-id``."""
    return f"{_sanitize(method.lower())}-{_sanitize(path)}"


def schema_anchor(name: str) -> str:
    return f"schema-{id_part(name)}"


def secondary_anchor(operation: Operation) -> str:
    """Return the ``operationId`` as second anchor, or "" if it is no valid id."""
    name = operation.operation_id
    return "" if not name or len(name) > MAX_ANCHOR_LENGTH or _INVALID_IN_IDS.search(name) else name


def _sanitize(text: str) -> str:
    text = _BRACES.sub("", _SEPARATORS.sub("-", text))[:MAX_ANCHOR_LENGTH]
    return _INVALID_IN_IDS.sub("-", text)
