"""From the text of a page to its doctree: the parsers of ``.mdx`` and ``.md`` files.

``mdx_pages`` reads the front matter and parses the page, and ``renderer`` renders it.

- ``code_blocks``: code blocks and Mermaid diagrams, and the directives for code.
- ``component_builder``: components, HTML elements and snippets, and what JavaScript returns.
- ``file_guard``: refuses files outside of the project, whichever directive reads them.
- ``html_elements``: nodes of HTML elements, so that links and images in them work.
- ``javascript``: the limits of JavaScript from ``conf.py``, and the date that pages see.
- ``material_renderer``: admonitions, tabs, marks and keys as in Material for MkDocs.
- ``mathml``: formulas as MathML.
- ``mdx_pages``: read an MDX page: front matter, scan, and Markdown.
- ``mdx_parser``: the parsers of ``.mdx`` and ``.md`` pages.
- ``myst_renderer``: MyST's renderer, created once for all pages of a process.
- ``page_in_progress``: the page that is being rendered: its files, its JavaScript and its budget.
- ``renderer``: MDX pages: headings, links, images, code, directives, elements and expressions.
- ``snippets``: files that pages include by import or by ``<Snippet file>``.
"""
