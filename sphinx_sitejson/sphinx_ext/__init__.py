"""The bridge to Sphinx: the only part that imports it.

``extension`` tells Sphinx of the rooms, ``events`` has every step of a build in order. Each room
connects the core package of the same name; what a room works out it keeps behind a ``Door``
(``domain``). The modules beside the rooms, and the room ``foreign/``, serve all of them.

- ``author_styles``: the Pygments styles that the author chose in ``conf.py``.
- ``chosen_checks``: the checks that there are, and those that the author wants; each is a warning
  of its own.
- ``domain``: the door to what the extension knows: settings for this build, facts for each page.
- ``other_themes``: whether a project keeps a theme of its own, whose pages then stay as they are.
- ``neighbors``: other extensions that do what this one does, too: theirs is used, and ours gives
  way.
- ``reports``: how problems reach the author: as Sphinx messages of the type ``sitejson``.
- ``labels``: the theme's labels and the words of API pages in the language of the site.
- ``conf_values``: values of ``conf.py`` of the wrong kind: each is named, and the build goes on
  without it.
- ``config``: maps ``site.json`` onto the configuration of Sphinx.
- ``front_matter``: checks what pages say of themselves while they are read, and finds it again in
  their files.
- ``events``: the steps of a build: what happens at which event of Sphinx, in which order.
- ``log_text``: what this package says in a terminal is only read there: no text of a file can act
  in it.
- ``extension``: the rooms of the extension, in the order in which Sphinx is told of them.
- ``inner_html``: the HTML of nodes that stand inside something with a template of its own.
- ``kept_json``: files of JSON in which one build tells the next what it knows.
- ``markdown_writer``: a page's doctree as Markdown.
- ``templates``: the templates of the package itself, rendered with escaping on.
- ``translation``: translation of the texts of documents: one document, all languages.
- ``api_changes/``: API changes: what differs between two documents, on pages.
- ``books/``: Books: EPUB, PDF and manual pages, which have rules of their own.
- ``checks/``: Checks: what settings, pages and documents should agree on.
- ``components/``: Components: what authors write in pages, as nodes for every builder.
- ``foreign/``: everything that is changed in objects of Sphinx, docutils, MyST and Python, and
  nothing else.
- ``http_domain/``: The domain ``http``: endpoints that are described by hand, and roles that
  lead to operations.
- ``icons/``: Icons: each drawing stands once in a page.
- ``implementations/``: Operations and the Python objects that serve them, each with a link to the
  other.
- ``links/``: Links: resolved once all pages are known, and checked.
- ``listings/``: Listings: whole documents on a page, by the directive ``openapi``.
- ``mdx/``: MDX pages: from the text of a page to its nodes.
- ``navigation/``: Navigation: the order of pages for Sphinx, and the map of the site.
- ``openapi/``: OpenAPI documents: loaded once in a build, and the pages made from them.
- ``output/``: Output: what the built site has at which address, besides its pages.
- ``pages/``: Pages: what every page says of itself.
- ``playground/``: The playground: its files, its words and its button.
- ``publishing/``: Publishing: what surrounds the pages of a site, for people and programs.
- ``reference/``: The API reference: operations and schemas as nodes, as HTML and as plain text.
- ``search/``: Search: what the dialog and the 404 page know of all pages.
- ``stand_ins/``: Stand-ins for other extensions that show APIs, where those are not loaded.
- ``theme/``: The theme: its files, and what its templates know of a page.
"""
