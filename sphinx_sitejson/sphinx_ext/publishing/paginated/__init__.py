"""Books: EPUB, PDF and manual pages, which have rules of their own.

- ``design_tabs``: tabs of sphinx-design: their labels say only what HTML lets labels say.
- ``epub``: builds EPUB: Sphinx makes the book, and its pages are made fit for readers of books.
- ``latex_document``: the PDF as a book: where chapters begin, page numbers beside links, schemas in
  one chapter.
- ``latex_images``: pictures that LaTeX cannot read: converted, or described in words.
- ``latex_characters``: signs that the fonts of a PDF do not have: words stand for them.
- ``latex_tables``: tables of a PDF: columns as wide as their words need, rows that go on on the
  next page.
- ``man_tables``: tables of man pages: they fit into a terminal, or become lists.
- ``text_width``: plain text of pages whose lists and quotes leave no room for words in a line.
- ``setup``: makes Sphinx write books that their readers open.
"""
