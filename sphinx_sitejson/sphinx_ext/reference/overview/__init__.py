"""Documents as a whole, and their tags: the pages that open an API.

- ``text_sections``: long texts of documents whose headings are headings of the page.
- ``nodes``: the nodes of an overview: a document as a whole, or one of its tags.
- ``directive``: the same on a page that has other words, too.
"""
