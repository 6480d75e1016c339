"""Components: their nodes for every builder.

The input is a use of a component with its props and children (``calls``). The output is a node
that a template renders in HTML, and that is replaced by plain nodes for other builders.

- ``directives``: components as directives and roles, and those that a project adds.
- ``nodes``: the nodes of components, and their plain forms.
- ``output``: components through templates in HTML, and as plain nodes for other builders.
- ``package_commands``: commands of npm and pip for other package managers.
- ``props``: props as components read them: texts, flags, numbers, colors, icons and links.
- ``registry``: all components: those of the package, and those that a project adds.
- ``specs``: what a component is: its names and props, what builds it, and how it is rendered.
- ``transforms``: transforms of the components on a page: ids, examples, panels, headings, heroes.
- ``tree_normalizer``: moves or wraps nodes where docutils and Sphinx do not allow them.
- ``built_in/``: the components of the package, a family in each module.
"""
