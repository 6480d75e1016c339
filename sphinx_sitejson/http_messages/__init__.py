"""HTTP messages as an OpenAPI document describes them: choose, serialize, parse, validate.

Pages, samples, the playground, the mock server, the verifier and collections use these modules.
Nothing here opens a connection.

- ``bodies``: parse and validate bodies: JSON, XML, forms, multipart and streams.
- ``example_validation``: validate the examples of documents and pages against their schemas.
- ``example_values``: choose the values that samples, the playground and the mock server show or
  send.
- ``generated_scalars``: generate example strings and numbers that satisfy a schema.
- ``generated_values``: generate example values from schemas; finite and reproducible.
- ``media_types``: kinds of media types, content negotiation, and the response of a status.
- ``options``: the options of API pages.
- ``parameters``: parse and validate path, query, header and cookie parameters.
- ``request``: a request, independent of the language of a sample.
- ``request_building``: from an operation to the request that its samples send, with credentials.
- ``samples``: the languages of samples, which scripts write, and the samples of an operation.
- ``serialization``: serialize parameters and bodies by the styles and encodings of OpenAPI; XML.
- ``typed_values``: convert texts to values of the types that a schema allows.
- ``validation``: validate values against their schemas, for requests or for responses.
- ``validation_cost``: whether the validation of a value may be too expensive.
- ``visible_examples``: the examples that a page shows of a body, serialized and truncated.
- ``collections``: a document as folders and requests, for Postman and Bruno and as an ``.http``
  file.
"""
