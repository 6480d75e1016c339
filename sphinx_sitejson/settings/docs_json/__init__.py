"""``docs.json``: the settings file that writes out its divisions, read into the same settings.

- ``navigation``: the navigation of ``docs.json``: an object in which every division lists what is
  in it.
- ``appearance``: what ``docs.json`` says of the appearance of a site.
- ``file``: the whole of ``docs.json`` as one frozen object, for its schema: what is in it, and its
  types.
- ``references``: references of a settings file to other files: read, put in their places, and found
  again.
- ``legacy_keys``: keys of the older file that are left in ``docs.json``: used where the newer key
  is missing.
- ``conversion``: what ``docs.json`` says, in the terms of ``site.json``, and where each part of it
  is from.
- ``outline``: the navigation of ``docs.json`` as the outline that all of the product reads.
- ``unmapped_keys``: what ``docs.json`` says that ``site.json`` has no key for, and what has no
  effect at all.
- ``flattening``: a navigation with written-out divisions in the terms of ``site.json``, as far as
  they reach.
- ``migration``: ``site.json`` made from the settings file that a project came with.
- ``reader``: from a checked ``docs.json`` to settings, with all problems on the way.
"""
