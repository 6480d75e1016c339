"""Texts of documents, and the words that surround them.

- ``html_in_texts``: HTML in texts of documents: the little that says how a text is laid out, as
  Markdown would.
- ``search_entries``: what of an API page can be found by itself: fields, answers and callbacks,
  with their places.
- ``search_words``: the words of a view, for the search.
- ``translating``: the parts of CommonMark texts that catalogs translate: paragraphs, items,
  headings and cells.
- ``wording``: values and lists of a document, as short plain text.
"""
