"""``docs.json``: a settings file with nested divisions, read into the same settings.

- ``model``: the keys of ``docs.json``, declared as dataclasses.
- ``references``: resolve ``$ref`` to other files, and keep the positions of what they contain.
- ``conversion``: convert ``docs.json`` to ``site.json``, with the origin of each value.
- ``reader``: validate ``docs.json``, and report keys without an effect.
- ``migration``: write the ``site.json`` of a project that has another settings file.
"""
