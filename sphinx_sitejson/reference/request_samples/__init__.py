"""Request samples: one neutral request, written in many languages.

``building`` converts an operation to a request that is independent of the language. A script of
``static/playground/samples`` writes it, in the playground of a page and, run by QuickJS, in the
build.

Why not httpsnippet (3.0.10): it rounds large numbers, drops repeated keys and the content of files
and the types of parts, and joins repeated form fields in ``fetch``.

- ``encoding``: serialization of parameters and forms: the styles of OpenAPI, based on RFC 6570.
- ``visible_examples``: the examples that a page shows of a body, serialized and truncated.
- ``request``: a request, independent of the language of a sample.
- ``sample_values``: the values that samples send: of parameters, headers and bodies.
- ``credentials``: placeholders for the credentials that a request needs.
- ``building``: from an operation to the request that its samples send.
- ``catalog``: the languages of samples, and the samples of an operation: written ones and the
  document's.
"""
