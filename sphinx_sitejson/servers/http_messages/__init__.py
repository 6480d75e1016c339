"""Parse, validate and serialize HTTP messages as an OpenAPI document describes them.

The mock server parses requests and serializes responses; the verifier does the reverse. Nothing
here opens a connection.

- ``validation``: validate values against their schemas, for requests or for responses.
- ``content_negotiation``: media types and statuses: which documented response applies.
- ``typed_values``: convert texts to values of the types that a schema allows.
- ``parameters``: parse and validate path, query, header and cookie parameters.
- ``bodies``: parse and validate bodies: JSON, XML, forms, multipart and streams.
- ``body_serialization``: serialize values as bodies.
- ``example_selection``: choose the example to send, repairing examples that almost fit.
"""
