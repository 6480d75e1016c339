"""Code that all packages share: problems, messages, positions in files, network policy, files.

Imports nothing else of the package.

- ``characters``: replace or escape characters that pages, data files and terminals must not get.
- ``problems``: problems in settings, pages and documents, with their code and location.
- ``messages``: English texts in plain data that can be translated when they are rendered.
- ``languages``: names of languages, and their codes for browsers and catalogs.
- ``nesting``: the nesting limit of all parsers, and functions that enforce it.
- ``markdown_text``: escape and compose Markdown: text, code, links, lists.
- ``markdown_limits``: a plugin for markdown-it that limits nesting and backtracking.
- ``scripts``: run scripts of the package in QuickJS, with limits.
- ``minification``: minify the style sheets and scripts of the package.
- ``files``: read and write files of a project within its bounds.
- ``json_documents/``: JSON and YAML with positions: parsing, validation, repairs.
- ``network/``: URLs, connections, and the IP addresses that may be connected to.
"""
