"""Find tags, expressions and comments in a page, and mask them for the Markdown parser.

The passes, in order: ``scanner`` finds the spans, ``elements`` pairs the tags and tells block
elements from inline ones, and ``masking`` replaces them by marks. ``mdx.markdown_plugins`` teaches
markdown-it the marks.

- ``element_names``: the names of HTML elements, and what is known of the names of components.
- ``elements``: the elements of a page: opening and closing tags, block or inline.
- ``lexing``: where a tag or an expression ends, without parsing the JavaScript in it.
- ``lines``: how lines of Markdown begin: list markers, quotes, fences, headings, tables.
- ``masking``: the text of a page with a mark for each tag and expression, and its problems.
- ``scanner``: the tags, expressions and comments of a page, outside of code.
- ``statements``: import and export statements of a page.
"""
