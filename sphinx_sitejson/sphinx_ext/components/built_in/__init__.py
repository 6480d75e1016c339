"""The components that ship with the package, a family in each module.

- ``badge``: badges: words on a colored ground.
- ``callouts``: callouts: text set apart by its meaning.
- ``cards``: cards, and the grids they stand in.
- ``tabs``: tabs, and groups of code blocks that are shown like tabs.
- ``examples``: requests and answers that a page shows instead of those that would be made.
- ``fields``: fields of requests and answers that a page describes in its own words.
- ``folds``: accordions.
- ``frame``: frames around pictures.
- ``hero``: the head of a landing page: what it promises, where to go, and something to look at.
- ``icon``: icons among words.
- ``latex``: formulas that are written as a component.
- ``pictures``: pictures of components: one for light pages, and its twin for dark ones.
- ``plans``: plans: offers beside each other, with what each costs and holds.
- ``quote``: quotes: what somebody said, and who it was.
- ``sections``: parts of landing pages: bands of the full width, features, and logos.
- ``steps``: steps: what to do, one thing after the other.
- ``terminal``: windows of a terminal around commands and what they say.
- ``tooltip``: tooltips: words that explain themselves when one points at them.
- ``update``: entries of a changelog.
- ``code_block``: blocks of code that are written as a component.
- ``colors``: palettes: colors with their names and values.
- ``panel``: panels: content beside the text, where the contents of the page would be.
- ``prompt``: prompts for language models, ready to be copied.
- ``tree``: trees of files and folders.
- ``views``: views of one page: blocks of which a reader sees those of one title, or one audience.
"""
