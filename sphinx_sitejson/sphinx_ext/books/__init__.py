"""Books: EPUB, PDF and manual pages, which have rules of their own.

- ``design_tabs``: tabs of sphinx-design: their labels say only what HTML lets labels say.
- ``epub``: builds EPUB: Sphinx makes the book, and its pages are made fit for readers of books.
- ``latex``: keeps signs and pictures that LaTeX does not know from stopping a PDF.
- ``man_tables``: tables of man pages: they fit into a terminal, or become lists.
- ``narrow_text``: plain text of pages whose lists and quotes leave no room for words in a line.
- ``setup``: makes Sphinx write books that their readers open.
"""
