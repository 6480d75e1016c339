"""Directives, configuration values and roles of other API extensions that are not loaded.

- ``redoc``: generate a page for each entry of ``redoc`` in ``conf.py``.
- ``swagger_plugin``: the directive ``swagger-plugin``.
- ``http_domain``: the ``http`` domain: endpoints documented by hand, and roles that link to
  operations.
- ``free_names``: registers directives and values, where no other extension has.
"""
