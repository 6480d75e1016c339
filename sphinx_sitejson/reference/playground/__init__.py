"""The data of the playground of an operation.

- ``data``: the data of a playground: simulated responses, and schemas within a budget.
- ``operation``: the playground of an operation of a document.
- ``pattern_cost``: patterns that a browser cannot match in a short time.
- ``socket``: the console of a WebSocket channel.
"""
