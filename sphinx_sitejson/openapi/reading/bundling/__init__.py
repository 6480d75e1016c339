"""One document out of several files: what lies elsewhere is taken over once, under a name.

- ``naming``: names for what is taken over from other files into ``components``.
- ``workspace``: the files a document is made of: each read once, none from outside the project.
- ``references``: where references lead: found once for each file and text.
- ``bundler``: one document out of several files: what lies elsewhere is taken over once, under a
  name.
"""
