"""Read a built or published site for language models and other programs.

- ``site_reader``: files and search of a published site, within limits.
- ``tools``: the tools of the MCP server: search, pages, operations and requests.
"""
