"""Convert Swagger 2.0 to OpenAPI 3.0 in memory.

The conversion records for every moved value where the author wrote it, so that problems of the
converted document are reported at the original line.

- ``parameters``: convert schemas, parameters and headers.
- ``bodies``: convert body and form parameters to request bodies, and responses.
- ``conversion``: convert a complete document, and the bundle that contains it.
"""
