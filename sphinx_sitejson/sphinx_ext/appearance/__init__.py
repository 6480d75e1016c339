"""Code blocks and icons of pages.

- ``code_blocks``: Pygments styles, formatters, and language names and marked words of code blocks.
- ``page_icons``: icons in pages: one sprite per page, and images of the project.
"""
