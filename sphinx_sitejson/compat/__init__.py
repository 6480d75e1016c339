"""For projects that used other API extensions: their configuration values, directives and roles.

- ``http_domain``: the ``http`` domain: endpoints documented by hand, and roles that link to
  operations, to status codes and to headers.
- ``viewers``: pages of ``redoc`` in ``conf.py``, the directives of sphinx-swagger-plugin and
  sphinxcontrib-openapi, and values of other extensions.
"""
