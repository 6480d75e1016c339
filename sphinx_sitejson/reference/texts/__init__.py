"""Texts of documents: HTML in them, search entries, translation units, values.

- ``html_markup``: HTML in texts of documents: layout elements as their Markdown equivalents.
- ``search_entries``: search entries and searchable text of the parts of an API page.
- ``translation_units``: the parts of CommonMark texts that catalogs translate: paragraphs, items,
  headings and cells.
- ``value_formatting``: values and lists of a document, as short plain text.
"""
