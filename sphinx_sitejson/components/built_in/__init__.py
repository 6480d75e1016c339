"""The components of the package, a family in each module.

- ``callouts``: notes, warnings and other callouts, and prompts.
- ``cards``: cards, tiles, and the grids around them.
- ``changelog``: entries of a changelog, and lists of tags.
- ``endpoints``: fields and examples of endpoints that are documented by hand.
- ``inline``: badges, icons, formulas and tooltips.
- ``landing``: heroes, sections, features, plans, quotes and terminals of landing pages.
- ``lists``: numbered steps, and trees of files and folders.
- ``media``: frames around images, and swatches of colors.
- ``tabs``: tabs, code blocks and groups of them, accordions and views.
"""
