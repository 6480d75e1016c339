"""``docs.json``: a settings file with nested divisions, read into the same settings.

- ``migration``: write the ``site.json`` of a project that has another settings file.
- ``reader``: validate ``docs.json``, and report keys without an effect.
- ``references``: resolve ``$ref`` to other files, and keep the positions of what they contain.
"""
