"""Groups and divisions of a navigation, as ``site.json`` and ``docs.json`` write them."""

from collections.abc import Callable
from functools import partial
from typing import Any


def _entry(kind: str, name: str, *pages: Any, **keys: Any) -> dict[str, Any]:
    return {kind: name, **keys, **({"pages": [*pages]} if pages else {})}


Entry = Callable[..., dict[str, Any]]
group: Entry = partial(_entry, "group")
"""``group("G", "a", "b", tag="NEW")`` is ``{"group": "G", "tag": "NEW", "pages": ["a", "b"]}``."""
tab: Entry = partial(_entry, "tab")
version: Entry = partial(_entry, "version")
language: Entry = partial(_entry, "language")
dropdown: Entry = partial(_entry, "dropdown")
anchor: Entry = partial(_entry, "anchor")
item: Entry = partial(_entry, "item")
