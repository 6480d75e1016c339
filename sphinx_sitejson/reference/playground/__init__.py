"""The data of the playground of an operation.

- ``data``: the data of a playground, with simulated responses.
- ``operation``: the playground of an operation of a document.
- ``pattern_cost``: patterns that a browser cannot match in a short time.
- ``schemas``: schemas for the playground: only keywords for validation, named ones once, within a
- ``socket``: the console of a WebSocket channel.
"""
