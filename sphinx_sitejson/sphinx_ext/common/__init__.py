"""What all subpackages share: the state of a build, reports, labels, templates, output.

- ``build_state``: the settings of this build, the facts of each page, and access to both.
- ``reports``: how problems reach the author: as Sphinx messages of the type ``sitejson``.
- ``page_failures``: isolates errors, so that one page that fails does not stop the build.
- ``log_text``: makes messages safe for a terminal, whatever text of a file they contain.
- ``labels``: the labels of the theme and of API pages in the language of the site.
- ``translation``: translates the texts of documents: one document, all languages.
- ``templates``: the templates of the package, rendered with escaping.
- ``inner_html``: the HTML of nodes inside a component or block that has its own template.
- ``markdown_writer``: writes the doctree of a page as Markdown.
- ``json_cache``: JSON files that pass facts from one build to the next.
- ``other_themes``: whether a project uses another theme; its pages then keep their appearance.
- ``other_extensions``: other extensions with the same features; if one is loaded, ours steps back.
- ``enabled_checks``: all checks, and those that the author turned on; each is a warning of its own.
- ``output/``: Output: the files of the built site other than its pages, and their addresses.
"""
