"""HTTP programs around the documentation: the proxy, the mock server, the verifier, the MCP server.

``commands`` starts them; a build does not need them.

- ``http_messages/``: parse, validate and serialize HTTP messages as an OpenAPI document describes.
- ``proxy/``: the optional request proxy, which forwards requests to declared base URLs only.
- ``mock/``: the mock server, which responds to requests as the documents of a project describe.
- ``verify/``: the verifier, which compares an API with the document that describes it.
- ``site_reader/``: read a built or published site for language models and other programs.
"""
