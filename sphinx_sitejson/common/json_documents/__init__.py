"""JSON and YAML text with places: read, checked against a schema, repaired, and told in words.

- ``validation_errors``: which rules of a schema a value breaks: of alternatives, only the one that
  was meant.
- ``syntax_errors``: what can be wrong with a text, and where, before its values are interpreted.
- ``decoding``: the text of a file: decoded, and free of characters that no page could hold.
- ``edits``: changes of a value at single places; what is not changed is shared with the old one.
- ``exact_json``: JSON whose numbers keep the digits that they are written with.
- ``json_reading``: JSON from text: the value, its tokens, and texts made plain enough to be read.
- ``json_syntax``: what is wrong with a text that is not JSON, said so that a person can mend it.
- ``yaml_scalars``: what a plain word of YAML means, by the core rules of YAML 1.2.
- ``yaml_reading``: YAML from text, event by event: nothing nests in C, and nothing is larger than
  it looks.
- ``positions``: where keys and values stand in a text: one pass for all the paths that someone
  asks about.
- ``json_positions``: a few places in a large JSON text: Python's own reader skips all that nobody
  asks about.
- ``json_path``: JSONPath queries (RFC 9535), evaluated by ``jsonpath-rfc9535`` within limits.
- ``repairs``: what is said about a broken rule, and what becomes of the value.
- ``sources``: one file as it was read: its value, what is wrong with its text, and the places in
  it.
"""
