"""The components of the package, a family in each module.

- ``accordions``: accordions and groups of them.
- ``callouts``: notes, warnings and other callouts.
- ``cards``: cards, tiles, and the grids around them.
- ``changelog``: entries of a changelog.
- ``colors``: palettes: colors with their names and values.
- ``endpoints``: fields and examples of endpoints that are documented by hand.
- ``file_tree``: trees of files and folders.
- ``frame``: frames around images.
- ``inline``: badges, icons, formulas and tooltips.
- ``landing``: heroes, sections, features, plans, quotes and terminals of landing pages.
- ``prompt``: prompts for language models.
- ``steps``: numbered steps.
- ``tabs``: tabs, groups of code blocks, and code blocks.
- ``tags``: the list of all tags and their pages.
- ``views``: views of a page, content for one audience, and panels beside the text.
"""
