"""Pages: what every page says of itself.

- ``control_characters``: control characters of pages: replaced where text comes in, so that nothing
  built holds one.
- ``code_directives``: directives for code: they remember the language as it is written, and words
  to mark.
- ``rst_nesting``: pages in reStructuredText that nest too deeply for docutils: they are shown as
  they are written.
- ``text_encodings``: pages that are not UTF-8: they are read as far as possible, with a warning.
- ``lean_transforms``: transforms of Sphinx that look only at what they could change.
- ``titles``: what a page says of itself: its facts are kept, and it gets one title and its lead.
- ``setup``: makes Sphinx give pages their titles, and know more of their code.
"""
