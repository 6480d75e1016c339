"""Code blocks, described objects and icons of pages.

- ``code_blocks``: Pygments styles, formatters, and language names and marked words of code blocks.
- ``object_descriptions``: signatures and docstring fields, laid out as the fields of an API are.
- ``page_icons``: icons in pages: one sprite per page, and images of the project.
"""
