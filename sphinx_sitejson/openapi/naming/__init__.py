"""Derive titles and groups for operations that have none.

- ``groups``: group operations by tag, else by path.
- ``identifiers``: split identifiers and paths into words, and make titles of them.
- ``titles``: the title of an operation, and a short one for the sidebar.
"""
