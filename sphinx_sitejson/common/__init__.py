"""What all packages share: problems, texts, positions in files, network policy, files.

Imports nothing else of the package.

- ``characters``: characters that pages, data files and terminals must not get, and what they get
  instead.
- ``problems``: problems found in settings, pages and documents, and where they stand.
- ``messages``: words of ours inside plain data: English texts that know how to be said in another
  language.
- ``languages``: languages of a site: their names, and how browsers and catalogs call them.
- ``nesting``: how deep things may stand inside each other: one limit for every reader of ours.
- ``markdown_limits``: makes a parser of Markdown stay within limits, whatever text it is given.
- ``url_parts``: the parts of a URL as anybody may have written it.
- ``package_files``: where the files lie that ship with the package.
- ``minification``: style sheets and scripts of the package without what only people read.
- ``files/``: Files of a project and of its built site: which may be read, and how they are written.
- ``json_documents/``: JSON and YAML text with places: read, checked against a schema, repaired, and
  told in words.
- ``network/``: The network: which addresses may be asked, and a connection to the address that was
  checked.
"""
