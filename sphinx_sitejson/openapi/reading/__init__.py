"""Reading OpenAPI documents: from files and URLs to one whole, checked document each.

In comes a location; out goes one document without foreign references, and its problems with file
and line. The only part that fetches documents.

- ``document_locations``: where documents lie: a file of the project, or a URL; and where their
  references may lead.
- ``errors``: faults of a document's values, and how they get their place in a file.
- ``reference_cycles``: references that only lead to each other: nothing stands behind them.
- ``credentials``: credentials in the addresses of a document, which pages, samples and downloads
  would show.
- ``deep_nesting``: finds the texts and tags of a document that are nested too deeply to be shown as
  such.
- ``control_characters``: the names and texts of a document, with control characters written as
  escapes.
- ``remote_cache``: copies of fetched documents, with what a server needs to tell whether they are
  still good.
- ``sources``: a document's file as it was read: without credentials, and with the problems of its
  text.
- ``overlaid_document``: a document with overlays: for each value, the file and the path where it
  was written.
- ``overlays``: OpenAPI Overlays 1.0 and 1.1: changes of a document that another file describes.
- ``remote``: documents on servers: fetched within limits, kept, and checked for news before use.
- ``result_cache``: documents that were read before: as good as new while no file they were made
  of changes.
- ``documents``: reads the document at a location: complete, validated and repaired.
- ``discovery``: the OpenAPI documents that lie in a project.
- ``pointers``: the part of a reference behind ``#``: a JSON pointer, or the name of an anchor.
- ``bundling/``: One document out of several files: what lies elsewhere is taken over once, under
  a name.
- ``swagger2/``: Swagger 2.0, the older format of OpenAPI: read by making OpenAPI 3.0 of it in
  memory.
- ``validation/``: Documents checked against OpenAPI: every fault found, the smallest part left out.
"""

from __future__ import annotations

from .discovery import find_documents
from .documents import Extras, ReadDocument, ReadOptions, places_in_document, read_document

__all__ = [
    "Extras",
    "ReadDocument",
    "ReadOptions",
    "find_documents",
    "places_in_document",
    "read_document",
]
