"""Components that few pages have; most of them have their styles in files of their own.

- ``code_languages``: languages of code by the names that authors give them, and the highlighters
  they mean.
- ``code_block``: blocks of code that are written as a component.
- ``colors``: palettes: colors with their names and values.
- ``panel``: panels: content beside the text, where the contents of the page would be.
- ``prompt``: prompts for language models, ready to be copied.
- ``tree``: trees of files and folders.
- ``views``: views of one page: blocks of which a reader sees those of one title, or one audience.
"""
