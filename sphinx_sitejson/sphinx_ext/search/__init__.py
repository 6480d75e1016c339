"""Search: what the dialog and the 404 page know of all pages.

- ``index_entries``: gives the search index of Sphinx the index entries of pages that a build did
  not write.
- ``page_list``: writes the list of pages that the search dialog and the 404 page read in the
  browser.
"""
