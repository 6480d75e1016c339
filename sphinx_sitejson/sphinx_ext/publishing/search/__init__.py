"""Search: the index that the dialog and the search page read, and the list of pages.

- ``page_entries``: reads what can be found on a page from its nodes: headings, objects, terms,
  fields, and texts.
- ``index_writer``: writes the search index: a page's file when the page is written, the words at
  the end.
- ``index_entries``: the search index of Sphinx: left out where nobody wants it, else made complete.
- ``page_list``: writes the list of pages that the search dialog and the 404 page read in the
  browser.
"""
