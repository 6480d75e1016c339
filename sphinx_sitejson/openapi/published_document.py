"""A document as readers may have it: whole, without what its owner keeps out of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.characters import with_escapes
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.network.methods import METHODS

if TYPE_CHECKING:
    from .document import OpenApiDocument

_UNPUBLISHED_KEYS = ("x-internal", "x-excluded")
_SECTIONS = ("paths", "webhooks")


def published_json(document: OpenApiDocument) -> str:
    """Return the bundled document as JSON, without operations that have no page by its own wish.

    It has the format that its author wrote.
    """
    data = dict(document.original)
    for section in _SECTIONS:
        if isinstance(items := data.get(section), Mapping):
            data[section] = {path: _without_unpublished(item) for path, item in items.items()}
            data[section] = {path: item for path, item in data[section].items() if item != {}}
    return with_escapes(exact_json(data)) + "\n"


def _without_unpublished(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    kept = {key: value for key, value in item.items() if not _is_unpublished(key, value)}
    operations = kept.get("additionalOperations")
    if isinstance(operations, Mapping):
        kept["additionalOperations"] = {
            method: value for method, value in operations.items() if not _is_marked(value)
        }
    # A path that had operations and has none left says nothing any more.
    has_lost_all = len(kept) < len(item) and not kept.keys() & set(METHODS)
    return {} if has_lost_all else kept


def _is_unpublished(key: str, value: Any) -> bool:
    return key in METHODS and _is_marked(value)


def _is_marked(value: Any) -> bool:
    return isinstance(value, Mapping) and any(value.get(mark) is True for mark in _UNPUBLISHED_KEYS)
