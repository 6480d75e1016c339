"""JavaScript in pages: expressions, exports and components of the project.

The input is JavaScript with JSX; the output is plain data: values, elements, props, children and
text. It runs in a separate process, with limits, and has no access to files or the network.

- ``engine``: the JavaScript of one page: modules, scopes, expressions and components.
- ``syntax``: parses JavaScript with tree-sitter, and compiles JSX to calls; used by the worker.
- ``values``: the values of expressions, props and components, and literals.
- ``worker``: the process in which the engine runs.
"""
