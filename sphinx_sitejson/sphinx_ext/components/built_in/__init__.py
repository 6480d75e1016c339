"""The components that ship with the package, a family in each module.

- ``inline/``: Components among words.
- ``landing/``: Components of landing pages.
- ``callouts``: callouts: text set apart by its meaning.
- ``cards``: cards, and the grids they stand in.
- ``tabs``: tabs, and groups of code blocks that are shown like tabs.
- ``examples``: requests and answers that a page shows instead of those that would be made.
- ``fields``: fields of requests and answers that a page describes in its own words.
- ``folds``: accordions.
- ``frame``: frames around pictures.
- ``pictures``: pictures of components: one for light pages, and its twin for dark ones.
- ``steps``: steps: what to do, one thing after the other.
- ``update``: entries of a changelog.
- ``code_block``: blocks of code that are written as a component.
- ``colors``: palettes: colors with their names and values.
- ``panel``: panels: content beside the text, where the contents of the page would be.
- ``prompt``: prompts for language models, ready to be copied.
- ``file_tree``: trees of files and folders.
- ``view_blocks``: views of one page: blocks of which a reader sees those of one title, or one
  audience.
"""
