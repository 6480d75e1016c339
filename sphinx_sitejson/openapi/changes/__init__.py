"""What changed between two documents, and whom it breaks.

- ``rules``: all changes that are reported, and how serious each is: the table of the documentation.
- ``sentences``: what is said of a change: whole sentences, for each language orders its words
  in its own way.
- ``results``: the changes that were found.
- ``value_texts``: values, numbers and places in the words of a change.
- ``value_limits``: changes of the limits of a schema: each bound is looser, tighter, or the same.
- ``deprecation``: changes of what is on its way out, and when it ends.
- ``equality``: what is the same in two documents with all it refers to, and need not be looked
  into.
- ``objects``: changes of objects and arrays: properties, items, and which others are allowed.
- ``variants``: which variants of two schemas belong together: their order does not matter, nor
  their names.
- ``structures``: changes of the rules of a schema that speak of other schemas.
- ``allowed_values``: changes of what a schema says of its values, schemas inside it left aside.
- ``schemas``: what changed between two schemas, seen by those who send or receive values of them.
- ``parameters``: changes of parameters and headers.
- ``bodies``: changes of bodies: media types, their schemas, and how the parts of forms are sent.
- ``security``: changes of what authorizes a request: which schemes are accepted, and what these
  are.
- ``servers``: changes of servers and their variables.
- ``operations``: what changed in one operation.
- ``documents``: what changed between two documents, operation by operation.
"""

from __future__ import annotations

from .documents import compare_documents
from .results import ApiChanges, Change, OperationChanges

__all__ = ["ApiChanges", "Change", "OperationChanges", "compare_documents"]
