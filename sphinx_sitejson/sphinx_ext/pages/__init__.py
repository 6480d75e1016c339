"""Pages: their text, their titles, and their metadata.

- ``page_text``: encodings, line breaks and control characters in the text of pages.
- ``overrides``: extended classes of Sphinx: code directives, transforms, the reST parser.
- ``titles``: the title and description of a page, from its front matter or its binding.
"""
