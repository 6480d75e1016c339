"""The theme: its files, and what its templates know of a page.

- ``style``: the site's own values of the theme's tokens: colors, fonts, the background image.
- ``files``: puts the theme's style sheets into one file, its scripts into another, for each
  build.
- ``code_formatters``: makes one formatter for each way to show code, which writes no needless
  elements.
- ``not_found``: the page for addresses that lead nowhere.
- ``page_actions``: the menu of a page: its Markdown, the document it shows, and links that the
  author names.
- ``sidebar_tree``: the sidebar's tree: what pages share of it is drawn once, the way to the
  current row anew.
- ``banner``: the line above every page: Markdown of one line, with addresses as each page needs
  them.
- ``place_files``: what the further places of pages show, in files from which a script takes it.
- ``page_context``: what every HTML page gets: the navigation and settings for our theme, meta
  tags for all.
- ``rebuilding``: writes again the pages whose surroundings changed, and no others.
- ``rendered_titles``: renders each title once: Sphinx does it for a page, its neighbours, and
  every page below it.
- ``setup``: registers the theme.
- ``template_escaping``: the theme's own templates escape every value; those of others keep
  Sphinx's meaning.
- ``tree_files``: the whole of a large tree in a file, from which the sidebar's script takes what
  a page lacks.
"""
