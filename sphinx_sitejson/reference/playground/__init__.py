"""The data of the playground of an operation.

- ``simulated_responses``: responses of a page itself, if the API is simulated.
- ``request``: the data of a playground, as dataclasses and as JSON.
- ``schemas``: schemas for the playground: only keywords for validation, named ones once, within a
budget.
- ``pattern_cost``: patterns that a browser cannot match in a short time.
- ``operation``: the playground of an operation of a document.
- ``socket``: the console of a WebSocket channel.
"""
