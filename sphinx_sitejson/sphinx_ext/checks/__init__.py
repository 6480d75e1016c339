"""Checks: what settings, pages and documents should agree on."""
