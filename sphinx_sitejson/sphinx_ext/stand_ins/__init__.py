"""Stand-ins for other extensions that show APIs, where those are not loaded.

- ``redoc_ids``: the ids by which links know the operations and tags of Redoc's pages.
- ``redoc_pages``: a page for each entry of ``redoc`` in ``conf.py``.
- ``swagger_plugin``: the directive ``swagger-plugin``.
- ``setup``: registers what is free once the configuration is read.
"""
