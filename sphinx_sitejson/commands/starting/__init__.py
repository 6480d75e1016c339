"""What ``sitejson init`` writes.

- ``choices``: what the author chooses: a name, a color and a document; asked for in a terminal.
- ``starter_files``: the files of a first site, filled in.
- ``schema_copy``: the JSON Schema beside a settings file, for editors; kept as new as the package.
"""
