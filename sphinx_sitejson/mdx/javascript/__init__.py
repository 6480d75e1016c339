"""JavaScript in pages: expressions, exports and components of a project's own.

In goes JavaScript with JSX; out comes plain data: values, elements, props, children and text. It
runs in a process of its own, with limits, and can reach neither files nor the network.

- ``values``: the values that expressions, props and components come to.
- ``engine``: the JavaScript of one page: modules, scopes, expressions and components.
- ``literals``: attribute values that are read without the engine.
- ``worker``: the process in which the engine runs.
- ``syntax``: reads JavaScript with tree-sitter, and turns JSX into calls; used by the worker.
"""
