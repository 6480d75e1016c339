"""Appearance: icons, styles and code colors of pages.

- ``page_icons``: icons in pages: each drawing stands once in a page, and is used wherever the
  page shows it.
- ``style``: the site's own values of the theme's tokens: colors, fonts, the background image.
- ``code_colors``: the author's Pygments styles: used in the mode for which they are made, on our
  blocks of code.
- ``code_frames``: puts the name of its language and marks of words into highlighted code.
- ``code_formatters``: makes one formatter for each way to show code, which writes no needless
  elements.
- ``setup``: registers where the owner's icons lie.
"""
