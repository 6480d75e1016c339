"""Documents checked against OpenAPI: every fault found, the smallest part left out.

- ``meta_schemas``: the official meta-schemas of OpenAPI, ready to check documents with.
- ``swagger_repairs``: what is said about a broken rule of Swagger 2.0 where that differs from
  OpenAPI 3.
- ``repairs``: what is said about a broken rule, and what becomes of the value.
- ``validator``: documents checked against OpenAPI: every fault found, the smallest part left out.
- ``all_of_cycles``: schemas that are made of themselves: ``allOf`` that leads back to where it
  stands.
- ``semantics``: what a document's schema cannot say: names that must be unique, declared or listed.
- ``versions``: which version of OpenAPI a document follows, and whether it can be used at all.
"""
