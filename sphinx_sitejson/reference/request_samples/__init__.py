"""Request samples: one neutral request, written in many languages.

In comes an operation; ``building`` makes a request of it that knows no language; a module of
``languages`` writes it. Each language has a twin among the scripts of the playground.

- ``encoding``: how parameters are written into a request: the styles of OpenAPI, over RFC 6570.
- ``request``: a request that says nothing of the language it will be written in.
- ``sample_values``: the values that samples send: of parameters, headers and bodies.
- ``credentials``: placeholders for the credentials that a request needs.
- ``building``: from an operation to the request that its samples send.
- ``catalog``: the languages of samples, and the samples of an operation: written ones and the
  document's.
- ``languages/``: The languages of samples: one module each, which writes the neutral request.
"""
