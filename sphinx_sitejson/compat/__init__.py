"""For projects that used other API extensions: their configuration values, directives and roles.

- ``redoc``: validate the entries of ``redoc`` in ``conf.py``.
- ``http_domain``: the standards of HTTP methods, status codes and headers, and endpoint paths.
"""
