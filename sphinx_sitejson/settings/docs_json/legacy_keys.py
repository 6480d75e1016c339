"""Keys of the older file that are left in ``docs.json``: used where the newer key is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.json_documents.edits import without
from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.schema import DOCS_SCHEMA, SITE_SCHEMA, Schema

# Their names are the same in both files, but their values are not.
_OTHER_MEANING = {"navigation", "name", "$schema", "metadata"}


def leftovers_in(docs: Any) -> list[JsonPath]:
    """Return the places of the keys that only ``site.json`` has: at the top, and of ``api``."""
    if not isinstance(docs, dict):
        return []
    return [*_between(docs, DOCS_SCHEMA.full, SITE_SCHEMA.full, ())]


def _between(value: Any, newer: Schema, older: Schema, at: JsonPath) -> Iterator[JsonPath]:
    known, theirs = newer.get("properties", {}), older.get("properties", {})
    for key, member in value.items():
        if key in _OTHER_MEANING:
            continue
        if key in theirs and key not in known:
            yield (*at, key)
        elif key in ("api", "playground") and isinstance(member, dict) and key in known:
            inner = DOCS_SCHEMA.resolved(known[key]), SITE_SCHEMA.resolved(theirs.get(key, {}))
            yield from _between(member, *inner, (*at, key))


def split_leftovers(docs: Any) -> tuple[Any, dict[str, Any], list[JsonPath]]:
    """Return the file without the leftovers, the leftovers alone, and where they stand."""
    places = leftovers_in(docs)
    taken: dict[Any, Any] = {}
    for place in places:
        target = taken
        for part in place[:-1]:
            target = target.setdefault(part, {})
        value = docs
        for part in place:
            value = value[part]
        target[place[-1]] = value
    return without(docs, places), taken, places


def merged(older: dict[str, Any], newer: dict[str, Any]) -> dict[str, Any]:
    """Put newer values over older ones, object by object."""
    result = dict(older)
    for key, value in newer.items():
        known = result.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            value = merged(known, value)
        result[key] = value
    return result
