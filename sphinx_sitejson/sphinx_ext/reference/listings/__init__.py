"""Listings: whole documents on a page, by the directive ``openapi``.

Whoever shows a document on a page calls ``listing_nodes`` (``listing``) with a ``Listing``: the
file, the options and the place that names it; out come nodes for every builder, and the page is
read again when what it shows of the document changes. Where operations and schemas are shown is
asked of ``page_index(env)`` (``openapi/state``): ``operation_at(location, key)`` has the page and
the anchor, and ``shown_operations`` (``listing``) yields all of them.

- ``listing``: the nodes of a listing: a list of operations, a row for each, the schemas they share.
- ``headings_and_ids``: once a page is read: headings where no section may be, and ids that others
  have.
- ``directive``: the directive ``openapi``, under all its names.
- ``outdated_listings``: which pages are read again, and what is told of documents that are not
  there.
- ``setup``: registers what is free once the configuration is read.
"""
