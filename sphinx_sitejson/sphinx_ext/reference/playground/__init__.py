"""The playground: its files, its words and its button.

- ``texts``: the words of the playground, in the language of the site.
- ``files``: the files of the playground: one script, one style sheet, the page that sign-ins
  return to.
- ``button``: the playground in a page: its data, and where its files are.
- ``setup``: registers where the playground may send requests.
"""
