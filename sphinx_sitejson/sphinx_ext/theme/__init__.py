"""The theme: its files, and what its templates know of a page.

- ``files``: puts the theme's style sheets into one file, its scripts into another, for each
  build.
- ``not_found``: the page for addresses that lead nowhere.
- ``page_actions``: the menu of a page: its Markdown, the document it shows, and links that the
  author names.
- ``legacy_options``: settings of a theme that was there before ours: what is left of them is named
  in one sentence.
- ``project_templates``: templates of the project in our theme: one that fails gives way to the
  theme's own.
- ``sidebar_tree``: the sidebar's tree: what pages share of it is drawn once, the way to the
  current row anew.
- ``banner``: the line above every page: Markdown of one line, with addresses as each page needs
  them.
- ``location_files``: what the further places of pages show, in files from which a script takes it.
- ``linked_files``: files that pages link to: which scripts may wait, and how large a picture is.
- ``page_context``: what every HTML page gets: the navigation and settings for our theme, meta
  tags for all.
- ``outdated_pages``: writes again the pages whose surroundings changed, and no others.
- ``title_cache``: renders each title once: Sphinx does it for a page, its neighbors, and every page
  below it.
- ``setup``: registers the theme.
- ``template_escaping``: the theme's own templates escape every value; those of others keep
  Sphinx's meaning.
- ``tree_files``: the whole of a large tree in a file, from which the sidebar's script takes what
  a page lacks.
"""
