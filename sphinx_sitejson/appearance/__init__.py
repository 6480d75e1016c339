"""Appearance: colors, fonts, code colors, images and icons, computed from the settings.

- ``icon_styles``: the styles of icons, which settings and pages choose from.
- ``colors``: color arithmetic: contrast of two colors, and shades of one that stay readable.
- ``palette``: all colors of the theme in one mode, made from a page color and one color of the
  site.
- ``presets``: the colors that each preset theme starts from; its shapes and sizes are style
  sheets.
- ``contrast``: whether text in the chosen colors can be read, as WCAG AA asks.
- ``anchor_colors``: the colors of anchors, as rules of the site's style sheet.
- ``topbar``: how much of the bar at the top the tabs and links of a site need.
- ``packaged_fonts``: fonts that installed packages bring: the site serves them itself, and nobody
  else is asked.
- ``fonts``: fonts: of the reader's system, of a file, of a package, or of the public catalog.
- ``code_lexers``: lexers that Pygments does not have: pages in MDX, and changes of code in its
  own colors.
- ``code_tokens``: gives words of code the colors that a reader expects, where the lexers leave
  them plain.
- ``language_names``: what readers call the languages of code.
- ``word_breaks``: lets long names break where their words end.
- ``code_marks``: marks words in highlighted code, whatever their colors.
- ``code_styles``: a Pygments style on the theme's blocks of code: its colors, where they can be
  read there.
- ``image_sizes``: how large pictures are, and what that says in a page, so that nothing moves when
  they come.
- ``icons/``: Icons by name: the free set, the project's folder, and the nearest name for an unknown
  one.
"""
