"""Operations and the Python objects that serve them, each with a link to the other.

- ``openapi_field``: the field ``openapi`` in the description of a Python object.
- ``object_links``: what an operation says of the objects that serve it.
- ``setup``: makes Sphinx know what operations say of Python objects.
"""
