"""Pages of books: HTML as the XHTML that readers of EPUB accept.

In comes the HTML of a page; out goes XML that is well-formed and free of what a book must not
have. Knows neither Sphinx nor documents.

- ``xhtml_rules``: what a page of a book may be made of: elements, their attributes, and where they
  may stand.
- ``element_tree``: small changes to a tree in which the text behind an element belongs to that
  element.
- ``links``: where the links and pictures of a page lead: only to what the book holds, or out of it.
- ``xhtml_reader``: reads a page: as XML where it is XML, and else as the HTML that browsers read.
- ``xhtml_repair``: brings the elements of a page into the form that a book asks for; their words
  all stay.
- ``xhtml_writer``: writes a page as XHTML.
- ``pages``: a page of a book: well-formed, with what it needs said in the list of the book's
  files.
"""
