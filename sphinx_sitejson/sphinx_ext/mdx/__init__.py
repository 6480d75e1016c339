"""MDX pages: from the text of a page to its nodes.

``pages`` takes the text: it reads the front matter, has the text scanned (``mdx.scanning``) with
the names that ``vocabulary`` knows, and hands the tokens of markdown-it to ``renderer``. That is
MyST's renderer (``myst_renderer``) with a method for each kind of token; what they mean is known to
parts that are made for each page:

- ``page_in_progress``: the files that the page is made of, and where to warn;
- ``element_renderer``: tags, whose props ``tag_props`` reads;
- ``snippet_builder``: imported files and templates, which ``snippets`` finds and reads;
- ``component_builder``: components, and HTML by ``html_elements``;
- ``expression_builder``: braces;
- ``headings``, ``code_blocks``, ``formulas``: what Markdown has itself.

The parts know the renderer only as ``markdown_rendering`` describes it. ``file_guard`` keeps
directives from reading files outside of the project.
"""
