"""Code that all packages share: problems, messages, positions in files, network policy, files.

Imports nothing else of the package.

- ``characters``: replace or escape characters, and make names and slugs of texts.
- ``colors``: color arithmetic in OKLCH: contrast, mixing, readable inks, dark pages.
- ``files``: read and write files of a project within its bounds.
- ``html_markup``: HTML in texts of documents: layout elements as their Markdown equivalents.
- ``languages``: names of languages, and their codes for browsers and catalogs.
- ``markdown_limits``: a plugin for markdown-it that limits nesting and backtracking.
- ``markdown_text``: escape and compose Markdown: text, code, links, lists.
- ``messages``: English texts in plain data that can be translated when they are rendered.
- ``minification``: minify the style sheets and scripts of the package.
- ``nesting``: the nesting limit of all parsers, and functions that enforce it.
- ``problems``: problems in settings, pages and documents, with their code and location.
- ``records``: classes of values that never change.
- ``scripts``: run scripts of the package in QuickJS, with limits.
- ``search_terms``: split texts into terms, the same way as the script in the browser.
- ``json_documents/``: JSON and YAML with positions: parsing, validation, repairs.
- ``network/``: URLs, connections, and the IP addresses that may be connected to.
"""
