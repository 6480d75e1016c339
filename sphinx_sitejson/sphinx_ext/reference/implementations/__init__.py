"""Operations and the Python objects that implement them, linked both ways.

- ``object_links``: the field ``openapi`` of a Python object, and the links from operations.
"""
