"""AsyncAPI documents, read into the model that OpenAPI documents have.

An operation of AsyncAPI becomes an operation of the model with the action as its method and the
messages in place of responses, so that pages, search and links treat both kinds alike. The
package is imported when the first AsyncAPI document is read.

- ``conversion``: convert a bundled document, of either version.
- ``parts``: messages, schemas, servers, parameters and bindings in the form of OpenAPI.
- ``validation``: check the structure of a document, leave out what is invalid, and validate the
  rest against the official schemas, which are in ``meta_schemas``.
"""
