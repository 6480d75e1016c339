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
- ``plans``: plans: offers beside each other, with what each costs and holds.
- ``quote``: quotes: what somebody said, and who it was.
- ``sections``: parts of landing pages: bands of the full width, features, and logos.
- ``steps``: steps: what to do, one thing after the other.
- ``terminal``: windows of a terminal around commands and what they say.
- ``tooltip``: tooltips: words that explain themselves when one points at them.
- ``update``: entries of a changelog.
"""
