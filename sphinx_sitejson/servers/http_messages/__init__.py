"""Messages as they travel: the texts of requests and answers, read and written by a document.

Serves the mock, which reads requests and writes answers, and the verifier, which does the reverse.
Knows no server and no network.

- ``validation``: what is wrong with a value, judged by its schema for one direction.
- ``statuses``: what a document says of the status of an answer.
- ``media_types``: names of media types: which of several is meant, and which one is accepted.
- ``schema_parts``: schemas of parts of values, found through choices.
- ``typed_values``: texts as values of the type that a schema asks for.
- ``strict_json``: JSON texts read strictly: no NaN, nothing too deep, and a word on what is wrong.
- ``deep_objects``: objects that are written as ``name[key][key]=value``.
- ``parameters``: parameters read back from a path, a query, headers and cookies.
- ``forms``: the fields of forms and the parts of bodies in parts.
- ``xml_values``: values read from XML, as the ``xml`` hints of their schemas say.
- ``bodies``: bodies read by their media types.
- ``body_serialization``: values written as the bytes of a body, all of them.
- ``coercion``: examples that almost fit: mended where they differ from their schema.
- ``example_selection``: the example to send: one of the document that fits its schema, else one
  that is made.
- ``headers``: the headers of an answer, from the examples of a document.
"""
