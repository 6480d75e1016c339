"""Read a built or published site, from its folder or its URL, for programs.

- ``site_reader``: read files of a folder or below a URL, within limits.
- ``tools``: the tools of the MCP server: search, pages, operations and requests.
"""
