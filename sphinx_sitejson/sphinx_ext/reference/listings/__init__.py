"""Listings: operations of a document on a page, by the directive ``openapi``.

- ``listing``: the directive and its nodes, and the pages that are read again.
"""
