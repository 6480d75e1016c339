"""Programs that exchange HTTP messages: the proxy, the mock, the verifier and the site reader.

``commands`` starts them; the core works without them.

- ``http_messages/``: HTTP messages, parsed and serialized as a document specifies.
- ``proxy/``: The optional request proxy: forwards requests to declared targets only.
- ``mock/``: The mock: responds to requests as the documents of a project specify.
- ``verify/``: The verifier: compares an API with the document that describes it.
- ``site_reader/``: Reads a built and published site, for language models and programs.
"""
