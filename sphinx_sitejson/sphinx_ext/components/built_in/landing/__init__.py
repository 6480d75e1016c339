"""Components of landing pages.

- ``hero``: the head of a landing page: what it promises, where to go, and something to look at.
- ``plans``: plans: offers beside each other, with what each costs and holds.
- ``quote``: quotes: what a person said, and who it was.
- ``bands``: parts of landing pages: bands of the full width, features, and logos.
- ``terminal``: windows of a terminal around commands and what they say.
- ``hero_head``: a hero that begins a page is its head: the page's title stands in it.
"""
