"""What ``sitejson check`` does beyond the settings file.

- ``findings``: one thing that is wrong, and where; read from what Sphinx says.
- ``dry_build``: reads all pages as a build does, without writing the site.
- ``formats``: findings for people, for programs and for code hosts.
"""
