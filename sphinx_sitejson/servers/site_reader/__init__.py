"""A site that was built and published, read by programs: from its folder or its address.

- ``files``: the files of a site: of a folder, or below an address, within limits.
- ``index_reader``: reads the search index, and answers queries as the page would.
- ``operations``: the operations of a site, and requests made from its OpenAPI documents.
- ``tools``: what a language model can ask of a site, each answer as text.
"""
