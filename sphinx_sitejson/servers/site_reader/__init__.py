"""Read a built or published site, from its folder or its URL, for programs.

- ``files``: read files of a folder or below a URL, within limits.
- ``index_reader``: search the published index with the scripts of the search page.
- ``tools``: the tools of the MCP server: search, pages, operations and requests.
"""
