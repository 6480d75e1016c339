"""The data of the playground of an operation.

- ``simulated_responses``: answers that a page gives itself, where the API is a simulated one.
- ``request``: what a playground needs to know of a request, as plain data.
- ``schemas``: schemas for the playground: only what decides over values, named ones once, within
  a budget.
- ``pattern_cost``: patterns that a browser cannot check in a short time.
- ``operation``: the playground of an operation of a document.
"""
