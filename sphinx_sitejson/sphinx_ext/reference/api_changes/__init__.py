"""API changes: what differs between two documents, on pages.

- ``reader``: reads the documents that are compared with each other.
- ``pages``: shows what changed between two OpenAPI documents: on a page, and beside each
  operation.
- ``setup``: makes Sphinx know what changed between documents.
"""
