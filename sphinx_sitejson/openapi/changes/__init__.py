"""What changed between two documents, and what of it a client would notice.

``rules`` has the one table of all changes that are told, and how serious each is.
"""

from __future__ import annotations

from .documents import compare_documents
from .found import ApiChanges, Change, OperationChanges

__all__ = ["ApiChanges", "Change", "OperationChanges", "compare_documents"]
