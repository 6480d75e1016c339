"""Appearance: colors, fonts, code highlighting, image sizes and icons, computed from the settings.

- ``code_styles``: fit a Pygments style to the theme, with colors that stay readable.
- ``fonts``: fonts of the system, of files, of installed packages or of the public catalog.
- ``icons``: find the icon of a name, or the closest one.
- ``images``: read the sizes of images, and whether they need a light plate on dark pages.
- ``lexers``: names of the languages of code, lexers and token types that Pygments lacks, and marked
  words in code.
- ``page_icons``: icons in pages: one sprite per page, and images of the project.
- ``palette``: the colors of the theme in light and dark mode, the presets, and the contrast check.
- ``utility_styles``: the class names of Tailwind CSS, and the style sheet of those on the pages.
"""
