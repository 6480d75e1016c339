"""Directives, configuration values and roles of other API extensions that are not loaded.

- ``redoc``: generate a page for each entry of ``redoc`` in ``conf.py``.
- ``swagger_plugin``: the directive ``swagger-plugin``.
- ``http_domain``: the ``http`` domain: endpoints documented by hand, and roles that link to
  operations.
- ``setup``: registers what is free once the configuration is read.
"""
