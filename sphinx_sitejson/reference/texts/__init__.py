"""Texts of documents, and the words that surround them.

- ``html_markup``: HTML in texts of documents: the little that says how a text is laid out, as
  Markdown would.
- ``search_entries``: what of an API page can be found by itself: fields, answers and callbacks,
  with their places.
- ``search_terms``: the words of a view, for the search.
- ``translation_units``: the parts of CommonMark texts that catalogs translate: paragraphs, items,
  headings and cells.
- ``value_formatting``: values and lists of a document, as short plain text.
"""
