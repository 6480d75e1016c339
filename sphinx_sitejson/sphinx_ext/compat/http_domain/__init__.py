"""The domain ``http``: endpoints that are described by hand, and roles that lead to operations.

It takes its place only if no other extension has a domain of this name. If one has, operations
are entered into its tables, so that its roles and its index find them.

Why not sphinxcontrib-httpdomain alone (2.2.1, set up on demand): it fails 9 of the 20 tests of
this domain, among them that markup in the paths of a document stays text in the routing table,
that a parallel build knows the label ``routingtable``, and that ``5XX`` is accepted, and the role
``:http:header:`content-type``` ends its build with a KeyError. It neither finds operations whose
parameters have other names nor leaves out the table where each operation has its own page.

- ``documented_routes``: where endpoints are described: by hand, or as operations of a document.
- ``roles``: roles for endpoints, and for methods, status codes and headers of the standards.
- ``directives``: endpoints that are described by hand.
- ``endpoint_index``: the table of all endpoints.
- ``domain``: the domain itself.
- ``external_domain``: operations in the tables of another extension's domain.
- ``setup``: registers the domain if its name is free once the configuration is read.
"""
