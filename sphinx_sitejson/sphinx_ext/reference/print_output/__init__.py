"""API blocks where templates of HTML do not reach.

- ``writer``: API blocks as nodes that every writer knows: the rows of their outlines, one by one.
- ``checked_links``: links of API pages for the builder that checks them: each with its line in
  the document.
- ``tables``: API blocks on paper: fields and answers as tables that a page has room for.
"""
