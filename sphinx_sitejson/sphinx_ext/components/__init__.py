"""Components: what authors write in pages, as nodes for every builder.

A component is a module of ``built_in``, with a template of the name of each of its shapes in
``templates/components`` and its style in ``static/sitejson-components.css``. The module has its
names and props, the function that turns a use (``calls``) into nodes (``component_nodes``), and its
plain form (``specs`` says what belongs to it; ``props``, ``icon_values``, ``links`` and
``plain_parts`` help). ``registry`` has the list of these modules.

From there everybody takes what they need: the reader of MDX pages, ``directives`` for other pages,
``html`` for the templates, ``plain`` for other builders, ``setup`` for styles and scripts.
``misplaced``, ``page_parts`` and ``inner_headings`` look at a page once it is read; ``html_nodes``
are elements of HTML, and ``failures`` tells of components of a project's own that raise.
"""
