"""Convert HTML pages to the XHTML that EPUB readers accept.

Input is the HTML of a page; output is well-formed XML without what EPUB forbids. Nothing here
depends on Sphinx.

- ``builder``: the EPUB builder, and its pages.
- ``pages``: convert one page: its elements, links and images; collect its manifest properties.
- ``xhtml``: parse, edit and serialize the element tree of a page.
"""
