"""API changes: the differences between two documents, on pages.

- ``pages``: reads and compares documents; the directive, and the changes beside each operation.
"""
