"""Swagger 2.0, the older format of OpenAPI: read by making OpenAPI 3.0 of it in memory.

In comes one whole document of Swagger 2.0; out goes the same API as OpenAPI 3.0, with a map that
leads from each new place back to the place where the author wrote it.

- ``grammar``: what stands where in a document of Swagger 2.0.
- ``position_map``: which place of the new document was which place of the old one, and back.
- ``conversion_state``: what all rules share: the old document, the moves, the losses, and what
  references lead to.
- ``schemas``: schemas: the words that are written differently, and the references.
- ``media_types``: which media types an operation takes and gives.
- ``collections``: how lists are written into a request: from ``collectionFormat`` to a style.
- ``parameters``: parameters of the path, the query and the headers, and the headers of responses.
- ``bodies``: the body or the form fields of an operation: from parameters to a request body.
- ``responses``: responses, with their schema and examples for each media type.
- ``servers``: host, base path and schemes as servers.
- ``security``: ways to log in.
- ``operations``: path items and operations.
- ``conversion``: the whole document, rule by rule.
- ``reading``: converts a bundle of Swagger 2.0 to a bundle of OpenAPI 3.0.
"""
