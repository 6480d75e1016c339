"""The playground: its files, its labels and its button.

- ``files``: the script, the style sheet and the sign-in page, with the labels in the language of
  the site; the data of the button.
"""
