"""Components: their nodes for every builder.

The input is a use of a component with its props and children (``calls``). The output is a node
that a template renders in HTML, and that is replaced by plain nodes for other builders.

- ``calls``: a use of a component, with its props and children.
- ``specs``: what a component is: its names and props, what builds it, and how it is rendered.
- ``project_components``: the components that a project adds.
- ``component_files``: the style sheets and scripts of components.
- ``registry``: all components: those of the package, and those that a project adds.
- ``props``: props as components read them: texts, flags, numbers, colors, icons and links.
- ``component_nodes``: the nodes of components, and their plain forms.
- ``html_nodes``: the nodes of HTML elements.
- ``code_languages``: the names that authors use for languages, and their lexers.
- ``directives``: components as directives and roles, for MyST and reStructuredText.
- ``tree_normalizer``: moves or wraps nodes where docutils and Sphinx do not allow them.
- ``transforms``: transforms of the components on a page: ids, examples, panels, heroes.
- ``inner_headings``: adds headings inside components to the table of contents of their page.
- ``output``: components through templates in HTML, and as plain nodes for other builders.
- ``design``: loads sphinx-design without changing other nodes of a project.
- ``built_in/``: the components of the package, a family in each module.
"""
