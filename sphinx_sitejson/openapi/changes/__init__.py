"""Compare two versions of an OpenAPI document and classify breaking changes.

- ``operations``: compare operations: parameters, bodies, responses, callbacks, servers and
  security; the entry point.
- ``places``: the change model, where documents are compared, and the comparisons that many places
  share.
- ``rules``: the table of all reported changes, with the severity and the sentence of each.
- ``schemas``: compare two schemas recursively, for values that clients send or receive: their
  types, enums, limits, patterns, properties, items, conditions, variants, dependencies and
  discriminators.
"""

from __future__ import annotations

from .operations import compare_documents
from .places import ApiChanges, Change, OperationChanges

__all__ = ["ApiChanges", "Change", "OperationChanges", "compare_documents"]
