"""The ids of operations and schemas on a page that has many of them.

The id of an operation is the one that sphinxcontrib-httpdomain gives, since pages and programs all
over the web link to those: ``GET /ships/{id}`` is ``get--ships-id``. A second one is its
``operationId``. All that belongs to an operation has ids that begin with the first.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from sphinx_sitejson.reference.ids import id_part

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation

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
