"""The bridge to Sphinx: the only part that imports it.

``extension`` registers the rooms, and ``events`` lists every step of a build in order. Each room
connects the core package of the same name and keeps what it computes behind a ``Door``
(``domain``). The modules beside the rooms, and the room ``foreign/``, serve all of them.

- ``author_styles``: the Pygments styles that the author set in ``conf.py``.
- ``chosen_checks``: all checks, and those that the author turned on; each is a warning of its own.
- ``domain``: settings for this build, facts about each page, and the doors to both.
- ``other_themes``: whether a project uses another theme; its pages then keep their appearance.
- ``neighbors``: other extensions with the same features; if one is loaded, ours steps back.
- ``page_failures``: isolates errors, so that one page that fails does not stop the build.
- ``reports``: how problems reach the author: as Sphinx messages of the type ``sitejson``.
- ``labels``: the labels of the theme and of API pages in the language of the site.
- ``conf_values``: reports values of ``conf.py`` that have the wrong type, and ignores them.
- ``config``: maps ``site.json`` to the configuration of Sphinx.
- ``front_matter``: checks front matter while pages are read, and locates its keys in their files.
- ``events``: the steps of a build: what happens at which event of Sphinx, in which order.
- ``log_text``: makes messages safe for a terminal, whatever text of a file they contain.
- ``extension``: the rooms of the extension, in the order in which they are registered.
- ``inner_html``: the HTML of nodes inside a component or block that has its own template.
- ``kept_json``: JSON files that pass facts from one build to the next.
- ``markdown_writer``: writes the doctree of a page as Markdown.
- ``templates``: the templates of the package, rendered with escaping.
- ``translation``: translates the texts of documents: one document, all languages.
- ``api_changes/``: API changes: the differences between two documents, on pages.
- ``books/``: Books: EPUB, PDF and manual pages, which have rules of their own.
- ``checks/``: Checks: whether settings, pages and documents agree.
- ``components/``: Components: what authors write in pages, as nodes for every builder.
- ``foreign/``: every change to objects of Sphinx, docutils, MyST and Python, and nothing else.
- ``http_domain/``: The domain ``http``: endpoints that are described by hand, and roles that link
  to operations.
- ``icons/``: Icons: each drawing is written once per page.
- ``implementations/``: Operations and the Python objects that implement them, linked both ways.
- ``links/``: Links: resolved and checked once all pages are known.
- ``listings/``: Listings: whole documents on a page, by the directive ``openapi``.
- ``mdx/``: MDX pages: from the text of a page to its nodes.
- ``navigation/``: Navigation: the order of pages for Sphinx, and the map of the site.
- ``openapi/``: OpenAPI documents: loaded once per build, and the pages generated from them.
- ``output/``: Output: the files of the built site other than its pages, and their addresses.
- ``pages/``: Pages: what applies to every page, in any format.
- ``playground/``: The playground: its files, its labels and its button.
- ``publishing/``: Publishing: what surrounds the pages of a site, for people and programs.
- ``reference/``: The API reference: operations and schemas as nodes, as HTML and as plain text.
- ``search/``: Search: the index that the search dialog and the 404 page use.
- ``stand_ins/``: Stand-ins for other extensions that show APIs, if those are not loaded.
- ``theme/``: The theme: its files, and what its templates know of a page.
"""
