"""What authors wrote for other extensions that show APIs, so that it need not be written anew.

- ``redoc``: the entries of ``redoc`` in ``conf.py``.
- ``swagger_ui``: the options of ``swagger-plugin``.
"""
