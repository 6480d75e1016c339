"""For projects that used other API extensions: their configuration values, directives and roles.

- ``free_names``: registers directives and values, where no other extension has.
- ``http_domain``: the ``http`` domain: endpoints documented by hand, and roles that link to
  operations.
- ``http_standards``: the standards of HTTP methods, status codes and headers, and endpoint paths.
- ``viewers``: pages of ``redoc`` in ``conf.py``, and the directive of sphinx-swagger-plugin.
"""
