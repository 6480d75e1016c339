"""For projects that used other API extensions: their configuration values, directives and roles.

- ``http_domain``: the ``http`` domain: endpoints documented by hand, and roles that link to
  operations.
- ``http_standards``: the standards of HTTP methods, status codes and headers, and endpoint paths.
- ``viewers``: pages of ``redoc`` in ``conf.py``, the directives of sphinx-swagger-plugin and
  sphinxcontrib-openapi, and values of other extensions.
"""
