"""Expressions and statements of MDX pages, read as data; nothing is ever run.

In comes a piece of JavaScript; out goes a value, or the reason why there is none.

- ``values``: the values that attributes and expressions may have: data and JSX, never code.
- ``literals``: numbers and strings of JavaScript as values.
- ``statements``: finds where a statement, or the member of an object, ends.
- ``evaluating``: evaluates expressions that are data: literals, names and JSX. Nothing is ever
  run.
- ``modules``: import and export statements of a page: what they bring, read without running them.
- ``scope``: the names that expressions may use, each looked up only when it is asked for.
"""
