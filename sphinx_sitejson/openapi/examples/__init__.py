"""Examples from documents and pages, and examples generated from schemas.

- ``media_type_kinds``: classify media types by how their values are written.
- ``scalars``: generate example strings and numbers that satisfy a schema.
- ``generated_values``: generate example values from schemas; finite and reproducible.
- ``xml``: serialize example values as XML.
- ``validation_cost``: estimate what the validation of a value costs.
- ``validation``: validate the examples of documents and pages against their schemas.
"""
