"""Parse, validate and serialize HTTP messages as an OpenAPI document describes them.

The mock server parses requests and serializes responses; the verifier does the reverse. Nothing
here opens a connection.

- ``bodies``: parse and validate bodies: JSON, XML, forms, multipart and streams.
- ``example_validation``: validate the examples of documents and pages against their schemas.
- ``example_values``: the values that samples send: of parameters, headers and bodies.
- ``generated_scalars``: generate example strings and numbers that satisfy a schema.
- ``generated_values``: generate example values from schemas; finite and reproducible.
- ``media_types``: classify media types by how their values are written.
- ``options``: the options of API pages.
- ``parameters``: parse and validate path, query, header and cookie parameters.
- ``request``: a request, independent of the language of a sample.
- ``request_building``: from an operation to the request that its samples send.
- ``samples``: the languages of samples, and the samples of an operation: written ones and the
  document's.
- ``serialization``: serialization of parameters and forms: the styles of OpenAPI, based on RFC
  6570.
- ``typed_values``: convert texts to values of the types that a schema allows.
- ``validation``: validate values against their schemas, for requests or for responses.
- ``validation_cost``: estimate what the validation of a value costs.
- ``visible_examples``: the examples that a page shows of a body, serialized and truncated.
- ``xml``: serialize example values as XML.
- ``collections/``: Collections of requests for API clients: Postman, Bruno, ``.http``.
"""
