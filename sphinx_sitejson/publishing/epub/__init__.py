"""Convert HTML pages to the XHTML that EPUB readers accept.

Input is the HTML of a page; output is well-formed XML without what EPUB forbids. Nothing here
depends on Sphinx.

- ``builder``: the EPUB builder, and its pages.
- ``pages``: convert one page, including its links and images, and collect its manifest properties.
- ``xhtml``: parse, edit and serialize the element tree of a page.
- ``xhtml_repair``: repair the elements of a page; all of its text stays.
"""
