"""Icons: each drawing stands once in a page.

- ``page_icons``: icons in pages: each drawing stands once in a page, and is used wherever the
  page shows it.
- ``setup``: registers where the owner's icons lie.
"""
