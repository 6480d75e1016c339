"""Convert Swagger 2.0 to OpenAPI 3.0 in memory.

The conversion records for every moved value where the author wrote it, so that problems of the
converted document are reported at the original line.

- ``conversion``: convert a complete document, and the bundle that contains it.
- ``parts``: convert parameters, bodies and responses.
"""
