"""Expressions and statements of MDX pages, read as data; nothing in them has an effect.

In comes a piece of JavaScript; out goes a value, or the reason why there is none.

- ``values``: the values that expressions may have: data, JSX, and functions that only return.
- ``literals``: numbers and strings of JavaScript as values.
- ``statements``: finds where a statement, or the member of an object, ends.
- ``operators``: operators of JavaScript on data: sums, comparisons and the like, without
  surprises.
- ``syntax``: the tree of an expression, and what each of its nodes is worth; nothing in it has an
  effect.
- ``built_in``: functions and methods of JavaScript that have no effect, such as ``join`` and
  ``Object.keys``.
- ``reaching``: parts of values: members, items and calls, of a closed list of functions without
  effects.
- ``function_bodies``: what functions do that have no effects: name values, choose, and return.
- ``cursor``: a place in a text of JavaScript, and the small steps by which it is read.
- ``function_reading``: reads functions that only return: their parameters, and the steps to what
  they return.
- ``element_reading``: reads elements of JSX in expressions: their props, and what stands between
  their tags.
- ``parsing``: reads expressions of JavaScript into a tree: the part of the language that has no
  effects.
- ``evaluating``: evaluates expressions that are data: literals, names, JSX, and what has no
  effects.
- ``modules``: import and export statements of a page: what they bring, read without running them.
- ``scope``: the names that expressions may use, each looked up only when it is asked for.
"""
