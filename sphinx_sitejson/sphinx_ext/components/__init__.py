"""Components: what authors write in pages, as nodes for every builder.

In comes a use with its props and children (``calls``); out go nodes, which a template draws for
HTML and ``plain`` turns into ordinary ones for every other builder.

- ``design``: loads sphinx-design, on which components build, so that nothing else of a project
  changes.
- ``calls``: what the reader of MDX pages hands to a component, and what it gets back.
- ``code_languages``: languages of code by the names that authors give them, and the highlighters
  they mean.
- ``component_nodes``: the nodes of components.
- ``plain_parts``: what the plain forms of components are put together from: nodes that every
  writer knows.
- ``specs``: what a component is: its names and props, what builds it, and how its nodes are
  shown.
- ``directives``: the same components as directives and roles, for pages in MyST and
  reStructuredText.
- ``failures``: components of a project's own that raise: told with page, line and name; their
  content stays.
- ``props``: props as components read them: in every spelling that authors use.
- ``icon_values``: icons of components: a name, a picture, a sign, or an SVG that the page brings
  along.
- ``html``: components as HTML: a template for each.
- ``html_nodes``: HTML elements of pages as nodes, and how words and blocks are told apart.
- ``inner_headings``: puts headings that stand inside components into the contents of their page.
- ``links``: texts of props that are links, and texts with Markdown in them.
- ``registry``: all components: the families of the package, and those that a project adds.
- ``page_parts``: what is done once a page is read: ids, code columns, fields that feed an
  endpoint, and sets around tabs that stand alone.
- ``tree_normalizer``: normalizes document trees, so that each element holds only what docutils and
  Sphinx allow.
- ``plain``: components and HTML elements as nodes that every writer knows.
- ``setup``: makes Sphinx know the components: their nodes, their files, and a project's own ones.
- ``built_in/``: The components that ship with the package, a family in each module.
"""
