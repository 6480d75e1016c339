"""Components among words.

- ``badge``: badges: words on a colored ground.
- ``icon``: icons among words.
- ``latex``: formulas that are written as a component.
- ``tooltip``: tooltips: words that explain themselves when one points at them.
"""
