"""Validate documents against OpenAPI, and remove or repair what is invalid.

- ``meta_schemas``: the official meta-schemas of OpenAPI, and the version of a document.
- ``repairs``: the message and the repair for each violation of a meta-schema.
- ``semantics``: checks beyond the meta-schemas: unique ids, declared names, cycles, nesting depth.
- ``validator``: validate a document and apply repairs until it is valid.
"""
