"""Request samples: one neutral request, written in many languages.

``building`` converts an operation to a request that is independent of the language; a module of
``languages`` writes it. Each language has a counterpart among the scripts of the playground.

- ``encoding``: serialization of parameters and forms: the styles of OpenAPI, based on RFC 6570.
- ``visible_examples``: the examples that a page shows of a body, serialized and truncated.
- ``request``: a request, independent of the language of a sample.
- ``sample_values``: the values that samples send: of parameters, headers and bodies.
- ``credentials``: placeholders for the credentials that a request needs.
- ``building``: from an operation to the request that its samples send.
- ``catalog``: the languages of samples, and the samples of an operation: written ones and the
  document's.
- ``languages/``: The languages of samples: one module each, which writes the neutral request.
"""
