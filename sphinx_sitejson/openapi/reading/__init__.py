"""Read OpenAPI documents from files and URLs: bundle, convert and validate them.

`read_document` takes a location and returns one document without references to other files, and
its problems with file and line. Nothing else in the package fetches documents.

- ``discovery``: find the OpenAPI documents of a project.
- ``locations``: locations of documents and of values in them, and problems reported there.
- ``pointers``: JSON pointers and anchors, the fragments of references.
- ``sources``: find and parse the files of documents, and strip credentials from their URLs.
- ``overlays``: apply OpenAPI Overlays 1.0 and 1.1 to a document.
- ``cache``: caches on disk: copies of fetched documents, and the results of reading documents.
- ``remote``: fetch documents from servers within limits, with conditional requests.
- ``workspace``: the files of a document, each read once, and the references between them.
- ``losses``: find out whether an invalid part is missing from the page of an operation.
- ``bundler``: copy the targets of references to other files into the document.
- ``dynamic_references``: replace ``$dynamicRef`` by ``$ref``, following the dynamic scope.
- ``conversion_state``: the state of a conversion to OpenAPI 3: moved positions, lost features and
  pending references.
- ``swagger2/``: Convert Swagger 2.0 to OpenAPI 3.0 in memory.
- ``api_formats``: the formats of API descriptions, and how each is recognized and converted.
- ``validation/``: Validate documents against OpenAPI, and remove or repair what is invalid.
- ``documents``: read the document at a location: bundled, converted, validated and repaired.
"""

from __future__ import annotations

from .discovery import find_documents
from .documents import Extras, ReadDocument, ReadOptions, places_in_document, read_document
from .losses import UNUSED_SCHEMA

__all__ = [
    "UNUSED_SCHEMA",
    "Extras",
    "ReadDocument",
    "ReadOptions",
    "find_documents",
    "places_in_document",
    "read_document",
]
