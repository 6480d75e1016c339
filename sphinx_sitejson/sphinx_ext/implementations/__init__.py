"""Operations and the Python objects that serve them, each with a link to the other.

- ``fields``: the field ``openapi`` in the description of a Python object.
- ``shown``: what an operation says of the objects that serve it.
- ``setup``: makes Sphinx know what operations say of Python objects.
"""
