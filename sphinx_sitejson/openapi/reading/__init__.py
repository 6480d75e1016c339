"""Read OpenAPI documents from files and URLs: bundle, convert and validate them.

`read_document` takes a location and returns one document without references to other files, and
its problems with file and line. Nothing else in the package fetches documents.

- ``api_formats``: find documents, recognize their format, and convert them.
- ``bundler``: copy the targets of references to other files into the document.
- ``conversion_state``: the state of a conversion to OpenAPI 3: moved positions, lost features and
  pending references.
- ``documents``: read the document at a location: bundled, converted, validated and repaired;
  cache the result.
- ``locations``: locations of documents, JSON pointers, and problems reported there.
- ``losses``: find out whether an invalid part is missing from the page of an operation.
- ``overlays``: apply OpenAPI Overlays 1.0 and 1.1 to a document, with JSONPath queries.
- ``remote``: fetch documents from servers within limits, with conditional requests.
- ``sources``: find and parse the files of documents, and strip credentials from their URLs.
- ``workspace``: the files of a document, each read once, and the references between them.
"""
