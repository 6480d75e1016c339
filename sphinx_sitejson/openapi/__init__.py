"""OpenAPI documents: what they say, as frozen data.

In comes the data of a read document; out go operations, schemas and a library in which pages find
them. Knows nothing of pages.

- ``raw``: careful access to the raw data of a document, in which any value may be of any kind.
- ``references``: following ``$ref`` inside one bundled document.
- ``merging``: merging ``allOf``: one schema that asks for all that its parts ask for.
- ``schemas``: schemas: a view of raw data that keeps names and follows references only when
  asked.
- ``model``: what a document says, as frozen data: one model for OpenAPI 3.0, 3.1 and 3.2.
- ``common_objects``: small parts that occur in many places of a document.
- ``security``: security: the schemes of a document, and what an operation needs of them.
- ``operations``: operations: parameters, bodies, responses, callbacks.
- ``document``: a whole document: its operations, webhooks, schemas and what they share.
- ``digests``: short texts that differ when what a page shows of a document differs.
- ``drift``: parts of a document that the site does not show or nobody uses.
- ``keywords``: the table of all OpenAPI keywords: where each may appear in a document, and what it
  is for.
- ``json_schemas``: schemas of OpenAPI as plain JSON Schema, so that a validator can check values
  by them.
- ``library``: all documents of a site, and the way from a name on a page to an operation or a
  schema.
- ``published_document``: a document as readers may have it: whole, without what its owner keeps out
  of the site.
- ``tag_parents``: which tag stands around a tag: none in a circle, and none too deep.
- ``titles``: the title of an operation: its summary, or the best that can be made without one.
- ``value_paths``: where the values of the model stand in the raw data of their document.
- ``changes/``: What changed between two documents, and whom it breaks.
- ``examples/``: Examples: those of a document, those that pages bring along, and those made from
  schemas.
- ``naming/``: Names for what a document leaves without one: titles of operations, and groups of
  them.
- ``reading/``: Reading OpenAPI documents: from files and URLs to one whole, checked document
  each.
"""
