"""Publishing: what surrounds the pages of a site, for people and programs.

- ``preview_images``: pictures for previews that the author names: files of the project, published
  with the site.
- ``meta_tags``: the meta tags of a page: those of the settings, and its own, which win.
- ``social_cards``: draws a preview image for each page that has none, if the author enables it.
- ``search_engines``: tells search engines of the site and of each page, and previews what to
  show.
- ``feeds``: writes a feed for each page that offers its changelog as one.
- ``host_files``: files that hosts of pages look for.
- ``feedback``: ways to respond that pages offer: change the page, raise an issue, say whether it
  helped.
- ``reference_markdown``: API pages as Markdown, straight from their rows.
- ``markdown_pages``: writes each page as Markdown beside its HTML, and the files for language
  models.
- ``redirects``: writes the redirects of the settings: as pages, and in the words of servers.
- ``root_page``: makes ``/`` answer when the root document is not called ``index``.
- ``services``: loads analytics, chats and the question for consent, where the settings name them.
- ``paginated/``: EPUB, PDF, plain text and manual pages, which have rules of their own.
- ``search/``: Search: the index that the search dialog and the 404 page use.
- ``setup``: registers what the author may say of all that surrounds the pages.
"""
