"""Looks: colors, fonts and backgrounds worked out from the settings.

- ``bar``: how much of the bar at the top the tabs and links of a site need.
- ``palette``: all colors of the theme in one mode, made from a page color and one color of the
  site.
- ``presets``: the colors that each preset theme starts from; its shapes and sizes are style
  sheets.
- ``code_lexers``: lexers that Pygments does not have: pages in MDX, and changes of code in its
  own colors.
- ``code_tokens``: gives words of code the colors that a reader expects, where the lexers leave
  them plain.
- ``code_names``: what readers call the languages of code.
- ``long_names``: lets long names break where their words end.
- ``marked_words``: marks words in highlighted code, whatever their colors.
- ``code_styles``: a Pygments style on the theme's blocks of code: its colors, where they can be
  read there.
- ``contrast``: whether text in the chosen colors can be read, as WCAG AA asks.
- ``packaged_fonts``: fonts that installed packages bring: the site serves them itself, and nobody
  else is asked.
- ``fonts``: fonts: of the reader's system, of a file, of a package, or of the public catalog.
- ``pictures``: how large pictures are, and what that says in a page, so that nothing moves when
  they come.
- ``tiles``: the colors of anchors, as rules of the site's style sheet.
"""
