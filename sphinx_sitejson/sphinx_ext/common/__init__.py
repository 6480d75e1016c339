"""Code that all subpackages share: the build state, reports, labels, templates, output.

- ``build_state``: the settings of this build, the facts of each page, and access to both.
- ``late_imports``: functions and classes by name, imported when they are first used.
- ``uses``: what a project uses of the extension.
- ``readable_text``: the text of nodes as readers see it.
- ``reports``: report problems as Sphinx warnings of the type ``sitejson``, safe for terminals.
- ``page_failures``: isolates errors, so that one page that fails does not stop the build.
- ``labels``: the labels of the theme and of API pages in the language of the site.
- ``translation``: translates the texts of documents: one document, all languages.
- ``templates``: the templates of the package, rendered with escaping.
- ``markdown_writer``: writes the doctree of a page as Markdown.
- ``json_cache``: JSON files that pass facts from one build to the next.
- ``other_extensions``: other themes and extensions; if one has the same feature, ours is disabled.
- ``extension_points``: what the functions share by which projects add languages, checks, and
  formats.
- ``enabled_checks``: the checks of the package and of the project, and which of them are on.
- ``index_entries``: names in indices and inventories, escaped for Sphinx.
- ``output_directory``: mark and lock the output directory, and check that it can be written.
- ``output_files``: files of the built site other than its pages.
- ``site_urls``: the base URL of the site, and links of the settings as relative URLs.
"""
