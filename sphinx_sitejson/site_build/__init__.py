"""What every feature needs of a Sphinx build: state, configuration, reports, labels, output files.

- ``build_state``: the settings of this build, the stored data of pages, and access to both.
- ``config``: map ``site.json`` to the configuration of Sphinx.
- ``config_values``: the values of ``conf.py``, and which features a project uses.
- ``extension_points``: add languages, formats and checks, and choose the checks that run.
- ``front_matter``: validate front matter while pages are read, and locate its keys in their files.
- ``garbage_collection``: the garbage collector during a build.
- ``labels``: the labels of the theme and of API pages in the language of the site.
- ``markdown_writer``: writes the doctree of a page as Markdown.
- ``nodes``: find nodes, and their text as readers see it.
- ``other_extensions``: other themes and extensions; if one has the same feature, ours is disabled.
- ``output_directory``: mark and lock the output directory, and check that it can be written.
- ``output_files``: files of the built site other than its pages.
- ``page_failures``: isolates errors of our own steps, which cost one page and not the build.
- ``page_text``: encodings, line breaks, control characters and variables in the text of pages.
- ``plain_markdown``: texts of documents as nodes and as HTML: CommonMark, reStructuredText, links.
- ``private_interfaces``: what Sphinx has no public interface for.
- ``project``: generated pages as Sphinx documents outside the source folder.
- ``reports``: report problems as Sphinx warnings of the type ``sitejson``, safe for terminals.
- ``templates``: the templates of the package, rendered with escaping.
- ``translation``: translates the texts of documents: one document, all languages.
"""
