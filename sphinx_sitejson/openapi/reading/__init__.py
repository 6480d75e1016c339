"""Reading OpenAPI documents: from files and URLs to one whole, checked document each.

The only part that touches the network, and the only one that knows prance.
"""

from __future__ import annotations

from .documents import ReadDocument, ReadOptions, places_in_document, read_document
from .finding import find_documents

__all__ = ["ReadDocument", "ReadOptions", "find_documents", "places_in_document", "read_document"]
