"""JSON and YAML documents: parsed with positions, validated against a schema, repaired.

- ``exact_json``: JSON whose numbers keep the digits that they are written with.
- ``source_text``: decode the content of a file, and describe errors in its text.
- ``sources``: a file with its value, its errors and the positions in it; explain errors of JSON.
- ``validation``: validation errors, repairs, and edits of a value by path.
- ``yaml_reading``: parse YAML 1.2 from events, within limits on nesting and aliases.
"""
