"""MDX pages: from the text of a page to its nodes.

In comes the text of a page; ``pages`` reads its front matter and parses it, ``renderer`` makes
nodes of Markdown, and its parts those of components, snippets, expressions and HTML.

- ``diagrams``: diagrams: drawn by an extension where it is installed, else shown as their text.
- ``code_blocks``: blocks of code on MDX pages: highlighted, with title, marked lines and flags.
- ``html_elements``: turns HTML elements of MDX pages into nodes, so that links and images in them
  work.
- ``known_tags``: which names the pages of a project may use as tags, and how they stand.
- ``snippets``: snippets: files that pages bring in by import or by ``<Snippet file>``.
- ``javascript``: JavaScript in a build: the budget of a page from ``conf.py``, and the date that
  pages see.
- ``page_in_progress``: the page that is being rendered: the files it is made of, its JavaScript,
  and its budget.
- ``tag_props``: the props of a tag: read as values, and checked against what its component knows.
- ``component_builder``: turns the use of a component or an HTML element into nodes.
- ``markdown_rendering``: what the parts of the renderer may ask of it: to render Markdown that
  stands somewhere else.
- ``custom_components``: turns the use of a snippet, or of a component that the project exports
  itself, into nodes.
- ``drawn_parts``: turns what JavaScript has drawn into nodes: elements, built-in components, text
  and Markdown.
- ``element_renderer``: renders the elements of MDX pages: components, snippets and HTML.
- ``expression_builder``: turns the expressions of a page into nodes.
- ``file_guard``: keeps MDX pages from reading files outside of the project, whatever directive
  they use.
- ``formulas``: formulas as MathML, made while the site is built: no script and no font from
  elsewhere.
- ``headings``: the anchors of headings: those that GitHub would give them, and those of other
  services.
- ``myst_renderer``: MyST's renderer, made once for all pages of a process.
- ``renderer``: renders MDX pages: Markdown as MyST does it, but links, headings and code as these
  pages mean.
- ``pages``: pages in ``.mdx`` files: front matter, then Markdown with components.
- ``setup``: makes Sphinx know MDX pages and formulas.
"""
