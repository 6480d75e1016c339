"""EPUB, PDF, plain text and manual pages.

- ``epub``: the EPUB builder, and tab labels that are valid in XHTML.
- ``images``: convert images that EPUB and LaTeX do not support.
- ``latex``: LaTeX and PDF: chapters, images, tables and characters.
- ``plain_text``: plain text and manual pages that fit into a terminal.
"""
