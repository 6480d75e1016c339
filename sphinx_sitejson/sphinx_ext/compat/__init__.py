"""Directives, values and roles of other API extensions, where those are not loaded.

- ``redoc_ids``: the ids by which links know the operations and tags of Redoc's pages.
- ``redoc_pages``: a page for each entry of ``redoc`` in ``conf.py``.
- ``swagger_plugin``: the directive ``swagger-plugin``.
- ``http_domain/``: The domain ``http``: endpoints documented by hand, and roles that link to
  operations.
- ``setup``: registers what is free once the configuration is read.
"""
