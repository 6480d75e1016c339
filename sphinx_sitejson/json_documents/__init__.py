"""JSON and YAML as people write them: values with places, checked and mended, faults in words.

Settings and OpenAPI documents are read by it; what is said of either stands in its own room. Bytes
come in, and pass through these modules:

- ``decoding``: bytes become text, or the fault for which there is none.
- ``json_reading`` and ``json_syntax``: text becomes a value, or a fault in plain words;
  ``yaml_reading`` and ``yaml_scalars`` do the same for YAML; ``exact_json`` keeps numbers as they
  are written, and writes them so.
- ``sources``: one file that was read, with what is wrong with its text; ``positions`` finds on
  which line its keys and values stand.
- ``breaches``: the rules of a schema that a value breaks; ``repairs`` says so in a sentence and
  what becomes of the value; ``edits`` does it.
"""
