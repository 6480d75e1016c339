"""MDX pages: from the text of a page to its doctree.

``pages`` reads the front matter and parses the page, ``renderer`` renders its Markdown, and
``jsx_renderer`` its elements, snippets and expressions.

- ``myst_renderer``: MyST's renderer, created once for all pages of a process.
- ``material_renderer``: admonitions, tabs, marks and keys as in Material for MkDocs.
- ``parsers``: the parsers of ``.mdx`` and ``.md`` pages.
- ``pages``: the parsers of ``.mdx`` and ``.md`` files.
- ``renderer``: the renderers of MyST and of MDX: headings, links, images, code and directives.
- ``jsx_renderer``: elements, components of the project, snippets and expressions.
- ``component_builder``: nodes of components and HTML elements, and of what JavaScript returns.
- ``html_elements``: nodes of HTML elements, so that links and images in them work.
- ``code_blocks``: code blocks and Mermaid diagrams.
- ``snippets``: files that pages include by import or by ``<Snippet file>``.
- ``page_in_progress``: the page that is being rendered: its files, its JavaScript and its budget.
- ``javascript``: the limits of JavaScript from ``conf.py``, and the date that pages see.
- ``file_guard``: refuses files outside of the project, whichever directive reads them.
- ``formulas``: formulas as MathML.
"""
