"""What projects have that come from other API extensions: their directives, values and roles.

- ``redoc``: the entries of ``redoc`` in ``conf.py``.
- ``swagger_ui``: the options of ``swagger-plugin``.
- ``http_domain/``: What the domain ``http`` knows of the protocol and of endpoints documented by
  hand.
"""
