"""HTTP programs around the documentation: the proxy, the mock server, the verifier, the MCP server.

``commands`` starts them; a build does not need them.

- ``api_project``: the documents, base URLs and pages of a project, for its proxy and its mock.
- ``local_server``: an HTTP server for this machine, with limits on connections and bodies.
- ``mcp/``: read a built or published site for language models and other programs.
- ``mock/``: the mock server, which responds to requests as the documents of a project describe.
- ``preview``: the server of ``sitejson preview``: files, build events, playground requests.
- ``proxy/``: the optional request proxy, which forwards requests to declared base URLs only.
- ``verify/``: the verifier, which compares an API with the document that describes it.
"""
