"""The search index of the theme, and that of Sphinx.

- ``index_writer``: index pages from their doctrees, write the index and the list of pages.
- ``sphinx_index``: skip the search index of Sphinx where it is not wanted, or else complete it.
"""
