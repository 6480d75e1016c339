"""Appearance: colors, fonts, code highlighting, image sizes and icons, computed from the settings.

- ``icon_styles``: the styles of icons that settings and pages choose from.
- ``colors``: color arithmetic in OKLCH: contrast, mixing, readable inks.
- ``palette``: the colors of the theme in light and dark mode, the presets, and the contrast check.
- ``fonts``: fonts of the system, of files, of installed packages or of the public catalog.
- ``code_highlighting``: lexers and token types that Pygments lacks, and marked words in code.
- ``code_styles``: fit a Pygments style to the theme, with colors that stay readable.
- ``language_names``: display names of the languages of code.
- ``image_sizes``: read the sizes of images and write them into pages, to avoid layout shifts.
- ``image_contrast``: find logos and diagrams that are hard to see on the page.
- ``icons/``: icons by name, from Font Awesome Free, the project and aliases of other sets.
"""
